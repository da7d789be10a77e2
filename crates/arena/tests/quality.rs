//! Studies of players with known properties.

use plywood_arena::quality::{PlayerQuality, Study, StudyPlan, StudySummary};
use plywood_arena::{ArenaError, Field, Interval};
use plywood_registry::{Entry, GameEntry, Games, Settings, Spec};
use plywood_search::nim::Nim;
use plywood_search::{Budget, Cancel, Observer, Progress};

/// Nim with heaps of 60 to 63, which has enough positions with three legal moves.
fn entry() -> Entry<Nim> {
    Entry::new("nim", "take 1 to 3", |seed| Nim::new(60 + seed as u8 % 4))
}

fn games() -> Games {
    let mut games = Games::default();
    games.add(entry());
    games
}

fn summary(plan: StudyPlan, threads: usize) -> Result<StudySummary, ArenaError> {
    let games = games();
    let study = Study::new(&games, plan)?;
    let measured = study.run(threads, &Cancel::new(), &mut |_| {})?;
    Ok(StudySummary::new(&study, &measured, 0.0))
}

fn quality_of(plan: StudyPlan) -> PlayerQuality {
    let mut summary = summary(plan, 1).unwrap();
    assert!(summary.complete);
    summary.players.remove(0)
}

#[test]
fn a_deterministic_player_is_consistent() {
    let greedy = quality_of(StudyPlan::new("nim", &["greedy"], 3));
    let consistency = greedy.consistency.unwrap();
    assert_eq!((consistency.mean, consistency.ci95), (1.0, Some(Interval { low: 1.0, high: 1.0 })));
    assert!(greedy.convergence.is_none() && greedy.tree_balance.is_none());
    assert!(greedy.rollout_quality.is_none());
}

#[test]
fn the_consistency_of_a_random_player_is_one_over_its_moves() {
    let plan = StudyPlan { positions: 10, seeds: 600, ..StudyPlan::new("nim", &["random"], 3) };
    let random = quality_of(plan);
    let legal = random.legal_moves.unwrap();
    let expected = 1.0 / legal;
    let share = random.consistency.unwrap().mean;
    // Of random choices, the most frequent has a share slightly above the expected `1 / legal`.
    assert!(share > expected && share < expected + 0.06, "{share} of {legal} moves");
}

/// Small heaps are solved by the search, so its values must equal the results.
#[test]
fn proven_values_equal_results() {
    let mut games = Games::default();
    games.add(Entry::new("nim", "take 1 to 3", |seed| Nim::new(8 + seed as u8 % 8)));
    let plan = StudyPlan { positions: 15, ..StudyPlan::new("nim", &["mcts:simulations=3000"], 5) };
    let study = Study::new(&games, plan).unwrap();
    let measured = study.run(1, &Cancel::new(), &mut |_| {}).unwrap();
    let solver = StudySummary::new(&study, &measured, 0.0).players.remove(0);
    let rollouts = solver.rollout_quality.unwrap();
    assert_eq!((rollouts.games, rollouts.cut), (15, 0));
    assert_eq!(rollouts.standard_error.unwrap().mean, 0.0);
    assert_eq!(rollouts.correlation, Some(1.0));
    for point in rollouts.calibration.unwrap() {
        assert_eq!(point.predicted, point.realised);
    }
    let convergence = solver.convergence.unwrap();
    assert!(convergence.enough.is_some_and(|enough| enough < 3000), "{convergence:?}");
    let balance = solver.tree_balance.unwrap().mean;
    assert!(balance >= 1.0 && balance <= solver.legal_moves.unwrap(), "{balance}");
}

#[test]
fn results_do_not_depend_on_threads_or_other_players() {
    let players = ["mcts:simulations=80", "mcts:simulations=40,threads=2", "random"];
    let plan = StudyPlan { positions: 8, ..StudyPlan::new("nim", &players, 11) };
    let one = summary(plan.clone(), 1).unwrap();
    assert_eq!(one, summary(plan.clone(), 2).unwrap());
    let alone = StudyPlan { players: vec![players[1].to_owned()], ..plan.clone() };
    assert_eq!(one.players[1], summary(alone, 1).unwrap().players[0]);
    let other = summary(StudyPlan { seed: 12, ..plan }, 1).unwrap();
    assert_ne!(one.players, other.players);
}

#[test]
fn a_cancelled_study_is_incomplete() {
    let games = games();
    let study = Study::new(&games, StudyPlan::new("nim", &["hard"], 1)).unwrap();
    let cancel = Cancel::new();
    let switch = cancel.clone();
    let measured = study.run(1, &cancel, &mut |_| switch.cancel()).unwrap();
    let summary = StudySummary::new(&study, &measured, 0.0);
    assert!(!measured.is_empty() && !summary.complete);
    assert_eq!(summary.players[0].positions, measured.len());
    let nothing = StudySummary::new(&study, &[], 0.0);
    assert!(nothing.players[0].consistency.is_none() && nothing.players[0].convergence.is_none());
}

struct Snapshots(Vec<Progress<String>>);

impl Observer<String> for Snapshots {
    fn progress(&mut self, progress: &Progress<String>) {
        self.0.push(progress.clone());
    }

    fn interval(&self) -> plywood_search::Interval {
        plywood_search::Interval { simulations: Some(1), time: None }
    }
}

/// Studies repeat decisions with fewer simulations, and rely on the property that this test checks.
#[test]
fn a_shorter_search_equals_the_first_part_of_a_longer_one() {
    let entry = entry();
    let ask = |simulations, observer: &mut dyn Observer<String>| {
        let mut session = entry.open(&Settings::default(), None, 9).unwrap();
        let spec: Spec = "mcts:proofs=false".parse().unwrap();
        let player = session.seat_player(&spec, 4).unwrap();
        session.ask(player, &Budget::simulations(simulations), observer)
    };
    let mut snapshots = Snapshots(Vec::new());
    ask(200, &mut snapshots);
    for simulations in [1, 2, 5, 10, 20, 50, 100] {
        let mut seen = snapshots.0.iter();
        let seen = seen.find(|progress| progress.stats.simulations == simulations).unwrap();
        assert_eq!(ask(simulations, &mut ()).candidates, seen.candidates);
    }
}

#[test]
fn invalid_plans_are_errors_of_a_field() {
    let refused = |plan: StudyPlan| summary(plan, 1).err().unwrap();
    for (plan, expected) in [
        (StudyPlan::new("chess", &["mcts"], 1), Field::Game),
        (StudyPlan::new("nim", &["unknown"], 1), Field::Players),
        (
            StudyPlan { rules: "size=3".to_owned(), ..StudyPlan::new("nim", &["mcts"], 1) },
            Field::Rules,
        ),
        (StudyPlan { positions: 1000, ..StudyPlan::new("nim", &["mcts"], 1) }, Field::Positions),
    ] {
        let error = refused(plan);
        assert!(matches!(error, ArenaError::Input { field, .. } if field == expected), "{error}");
    }
}
