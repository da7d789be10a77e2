//! Studies of players whose quality is known.

use plywood_arena::ArenaError;
use plywood_arena::quality::{Plan, PlayerQuality, Study, Summary};
use plywood_registry::{Entry, GameEntry, Games, Settings, Spec};
use plywood_search::nim::Nim;
use plywood_search::{Budget, Cancel, Interval, Observer, Progress};

/// From 60 on there are at least 50 heaps of which 1, 2 or 3 can be taken.
fn entry() -> Entry<Nim> {
    Entry::new("nim", "take 1 to 3", |seed| Nim::new(60 + seed as u8 % 4))
}

fn games() -> Games {
    let mut games = Games::default();
    games.add(entry());
    games
}

fn summary(plan: Plan, threads: usize) -> Result<Summary, ArenaError> {
    let games = games();
    let study = Study::new(&games, plan)?;
    let measured = study.run(threads, &Cancel::new(), &mut |_| {})?;
    Ok(Summary::new(&study, &measured, 0.0))
}

fn quality_of(plan: Plan) -> PlayerQuality {
    let mut summary = summary(plan, 1).unwrap();
    assert!(summary.complete);
    summary.players.remove(0)
}

#[test]
fn a_player_without_chance_always_chooses_the_same() {
    let greedy = quality_of(Plan::new("nim", &["greedy"], 3));
    let consistency = greedy.consistency.unwrap();
    assert_eq!((consistency.mean, consistency.ci95), (1.0, Some([1.0, 1.0])));
    assert!(greedy.convergence.is_none() && greedy.tree_balance.is_none());
    assert!(greedy.rollout_quality.is_none());
}

#[test]
fn a_random_player_chooses_each_move_as_often() {
    let plan = Plan { positions: 10, seeds: 600, ..Plan::new("nim", &["random"], 3) };
    let random = quality_of(plan);
    let legal = random.legal_moves.unwrap();
    let expected = 1.0 / legal;
    let share = random.consistency.unwrap().mean;
    // The commonest of three moves is a little above its share.
    assert!(share > expected && share < expected + 0.06, "{share} of {legal} moves");
}

/// Small heaps are solved to the end, so what is predicted must happen.
#[test]
fn proven_values_come_true() {
    let mut games = Games::default();
    games.add(Entry::new("nim", "take 1 to 3", |seed| Nim::new(8 + seed as u8 % 8)));
    let plan = Plan { positions: 15, ..Plan::new("nim", &["mcts:simulations=3000"], 5) };
    let study = Study::new(&games, plan).unwrap();
    let measured = study.run(1, &Cancel::new(), &mut |_| {}).unwrap();
    let solver = Summary::new(&study, &measured, 0.0).players.remove(0);
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
fn threads_and_company_change_nothing() {
    let players = ["mcts:simulations=80", "mcts:simulations=40,threads=2", "random"];
    let plan = Plan { positions: 8, ..Plan::new("nim", &players, 11) };
    let one = summary(plan.clone(), 1).unwrap();
    assert_eq!(one, summary(plan.clone(), 2).unwrap());
    let alone = Plan { players: vec![players[1].to_owned()], ..plan.clone() };
    assert_eq!(one.players[1], summary(alone, 1).unwrap().players[0]);
    let other = summary(Plan { seed: 12, ..plan }, 1).unwrap();
    assert_ne!(one.players, other.players);
}

#[test]
fn a_cancelled_study_is_incomplete() {
    let games = games();
    let study = Study::new(&games, Plan::new("nim", &["hard"], 1)).unwrap();
    let cancel = Cancel::new();
    let switch = cancel.clone();
    let measured = study.run(1, &cancel, &mut |_| switch.cancel()).unwrap();
    let summary = Summary::new(&study, &measured, 0.0);
    assert!(!measured.is_empty() && !summary.complete);
    assert_eq!(summary.players[0].positions, measured.len());
    let nothing = Summary::new(&study, &[], 0.0);
    assert!(nothing.players[0].consistency.is_none() && nothing.players[0].convergence.is_none());
}

struct Snapshots(Vec<Progress<String>>);

impl Observer<String> for Snapshots {
    fn progress(&mut self, progress: &Progress<String>) {
        self.0.push(progress.clone());
    }

    fn interval(&self) -> Interval {
        Interval { simulations: Some(1), time: None }
    }
}

/// Convergence asks anew with fewer simulations: that is the same search, seen
/// at an earlier moment.
#[test]
fn a_search_with_fewer_simulations_is_the_beginning_of_a_longer_one() {
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
fn what_makes_no_study_is_refused() {
    let refused = |plan: Plan| summary(plan, 1).err().unwrap();
    for (plan, named) in [
        (Plan::new("chess", &["mcts"], 1), "GAME"),
        (Plan::new("nim", &["nobody"], 1), "--player"),
        (Plan { rules: "size=3".to_owned(), ..Plan::new("nim", &["mcts"], 1) }, "--rules"),
        (Plan { positions: 1000, ..Plan::new("nim", &["mcts"], 1) }, "--positions"),
    ] {
        let error = refused(plan);
        assert!(error.is_input() && error.to_string().starts_with(named), "{error}");
    }
}
