//! The players by name: budgets, games to the end, settings.

use std::time::Duration;

use plywood_registry::{GameEntry, Settings, Spec};
use plywood_search::{Budget, Game, Notation, Player, StoppedBy};
use plywood_tetris::find_best_move::{Stop, Thresholds};
use plywood_tetris::linear::{DT20, LinearPlayer};
use plywood_tetris::original::Original;
use plywood_tetris::{Rules, Tetris, entry};

/// A player's spec, the simulations and seconds of its budget, and the unit of its values.
const PLAYERS: [(&str, u64, Option<u64>, &str); 16] = [
    ("random", 1, None, "lines"),
    ("greedy", 1, None, "lines"),
    ("original", 1, None, "network value"),
    ("linear:weights=dellacherie", 1, None, "weighted features"),
    ("linear:depth=2", 1, None, "weighted features"),
    ("dqn", 1, None, "discounted reward"),
    ("dqn:features=compact4,depth=2", 1, None, "discounted reward"),
    ("dqn:max_holes=3,epsilon=0.5,depth=2", 1, None, "discounted reward"),
    ("mcts", 200, None, "lines"),
    ("mcts:simulations=10,rollout=random,max_rollout=5,c=1", 10, None, "lines"),
    ("mcts:simulations=40,leaf=design29,depth=1", 40, None, "lines"),
    ("mcts:simulations=40,leaf=compact4,depth=2,max_depth=unlimited", 40, None, "lines"),
    ("easy", 8, None, "lines"),
    ("medium", 12, None, "lines"),
    ("hard", 100, None, "lines"),
    ("expert", 400, Some(5), "lines"),
];

/// Plays a game with the player of a spec and returns the cleared lines.
fn play(rules: &str, spec: &str, simulations: u64, seed: u64) -> f64 {
    let tetris = entry();
    let rules: Settings = rules.parse().unwrap();
    let mut session = tetris.open(&rules, None, seed).unwrap();
    let player = session.seat_player(&spec.parse::<Spec>().unwrap(), seed).unwrap();
    let budget = Budget::simulations(simulations).with_stop_early(true);
    while session.seat().is_some() {
        let decision = session.ask(player, &budget, &mut ());
        let Some(mv) = decision.mv else { break };
        session.play(&mv).unwrap();
    }
    session.score(0)
}

#[test]
fn every_player_has_its_budget_and_decides() {
    let tetris = entry();
    for (text, simulations, seconds, unit) in PLAYERS {
        let mut session = tetris.open(&Settings::default(), None, 1).unwrap();
        let player = session.seat_player(&text.parse::<Spec>().unwrap(), 7).unwrap();
        let budget = session.budget(player);
        assert_eq!(budget.simulations, Some(simulations), "{text}");
        assert_eq!(budget.time, seconds.map(Duration::from_secs), "{text}");
        assert_eq!(session.unit(player), unit, "{text}");
        let decision = session.ask(player, &budget, &mut ());
        assert_eq!(decision.candidates.len(), session.legal_moves().len(), "{text}");
        assert_eq!(decision.mv.as_ref(), Some(&decision.candidates[0].mv), "{text}");
    }
}

#[test]
fn every_player_plays_to_the_end_under_all_rules() {
    for rules in [
        "width=6,height=8,cap=30",
        "width=6,height=8,cap=30,end=strict",
        "width=10,height=10,cap=30,randomizer=uniform",
        "width=4,height=4,cap=30,randomizer=uniform,end=strict",
    ] {
        for (spec, ..) in PLAYERS {
            for seed in 0..3 {
                let lines = play(rules, spec, 10, seed);
                assert!((0.0..34.0).contains(&lines), "{spec} cleared {lines} under {rules}");
            }
        }
    }
}

#[test]
fn stronger_players_clear_more_lines() {
    let rules = "height=5,cap=100,randomizer=uniform,end=strict";
    let lines = |spec: &str, simulations| {
        (0..10).map(|seed| play(rules, spec, simulations, seed)).sum::<f64>()
    };
    let ladder = [lines("greedy", 1), lines("easy", 8), lines("hard", 100)];
    assert!(ladder.is_sorted() && ladder[2] > 1.5 * ladder[1], "{ladder:?}");
}

#[test]
fn searches_do_not_know_the_future_pieces() {
    let tetris = entry();
    let rules: Settings = "randomizer=uniform".parse().unwrap();
    let view = "#..#####../##.####### current:T next:S";
    for spec in ["expert", "mcts:leaf=design29,simulations=50", "mcts:max_rollout=5,simulations=50"]
    {
        let decide = |future: &str| {
            let position = format!("{view} seed:{future}@2");
            let mut session = tetris.open(&rules, Some(&position), 1).unwrap();
            let player = session.seat_player(&spec.parse::<Spec>().unwrap(), 7).unwrap();
            session.ask(player, &Budget::simulations(50), &mut ()).candidates
        };
        assert_eq!(decide("1"), decide("2"), "{spec}");
    }
}

#[test]
fn bad_rules_are_refused() {
    let tetris = entry();
    let open = |rules: &str| {
        let settings: Settings = rules.parse().unwrap();
        match tetris.open(&settings, None, 1) {
            Ok(session) => session.position(),
            Err(error) => error.to_string(),
        }
    };
    assert!(
        open("width=12,height=8,randomizer=uniform,end=strict,cap=9").starts_with("............ ")
    );
    assert!(!open("randomizer=uniform").contains("bag:"));
    assert!(open("randomizer=bag").contains("bag:"));
    for (rules, expected) in [
        ("width=3", "width=\"3\" is not valid: expected a whole number from 4 to 16"),
        ("width=17", "width=\"17\" is not valid: expected a whole number from 4 to 16"),
        ("height=41", "height=\"41\" is not valid: expected a whole number from 4 to 40"),
        ("height=-4", "height=\"-4\" is not valid: expected a whole number from 4 to 40"),
        ("cap=0", "cap=\"0\" is not valid: expected a whole number of lines of at least 1"),
        ("randomizer=fair", "randomizer=\"fair\" is not valid: expected one of bag, uniform"),
        ("end=never", "end=\"never\" is not valid: expected one of spawn, strict"),
    ] {
        assert_eq!(open(rules), expected);
    }
    assert!(open("hold=true").contains("unknown key \"hold\""));
}

#[test]
fn bad_specs_are_refused() {
    let tetris = entry();
    let mut session = tetris.open(&Settings::default(), None, 1).unwrap();
    for spec in [
        "linear:weights=best",
        "original:max_holes=-1",
        "original:good_value=much",
        "original:epsilon=2",
        "mcts:rollout=heuristic",
        "mcts:leaf=network",
        "mcts:depth=3",
    ] {
        assert!(session.seat_player(&spec.parse::<Spec>().unwrap(), 1).is_err(), "{spec}");
    }
    let original = tetris.players().into_iter().find(|player| player.name == "original").unwrap();
    assert!(original.summary.contains("29 features"));
}

fn game(text: &str) -> Tetris {
    Tetris::new(Rules { width: 5, ..Rules::default() }, 1).read_position(text).unwrap()
}

/// Eight rows with more holes than `original` accepts: the player skips every placement.
const HOLED: &str = "####./....#/####./....#/####./....#/####./....#";

#[test]
fn original_has_no_move_if_every_placement_is_skipped() {
    let mut player = Original::new(Thresholds::default(), 0.0, 1);
    let position = game(&format!("{HOLED} current:O next:T lines:49"));
    assert!(position.seat().is_some());
    let decision = player.decide(position.position(), &Budget::simulations(1), &mut ());
    assert_eq!(decision.mv, None);
    assert!(decision.candidates.is_empty());
    assert_eq!(player.statistics().too_many_holes, 16);
    let later = game(&format!("{HOLED} current:O next:T lines:50"));
    assert!(player.decide(later.position(), &Budget::simulations(1), &mut ()).mv.is_some());
}

#[test]
fn original_reports_its_search() {
    let position = game("..... current:S next:T");
    let mut player = Original::new(Thresholds::default(), 0.0, 1);
    let decision = player.decide(position.position(), &Budget::simulations(1), &mut ());
    assert_eq!(decision.stats.simulations, u64::from(player.statistics().evaluations));
    assert_eq!(
        (player.statistics().stop, decision.stopped_by),
        (Stop::Exhausted, StoppedBy::Decided)
    );
    assert_eq!(decision.candidates.len(), 3 + 4, "equal rotations are one candidate");
    let thresholds = Thresholds {
        good_value: -1e9,
        columns_after: 0,
        rotations_after: 0,
        ..Thresholds::default()
    };
    let mut hasty = Original::new(thresholds, 0.0, 1);
    let decision = hasty.decide(position.position(), &Budget::simulations(1), &mut ());
    assert_eq!(decision.stopped_by, StoppedBy::GoodEnough);
    assert_eq!(decision.candidates.len(), 7, "placements that were not evaluated come last");
    let mut capped =
        Original::new(Thresholds { max_evaluations: 1, ..Thresholds::default() }, 0.0, 1);
    let decision = capped.decide(position.position(), &Budget::simulations(1), &mut ());
    assert_eq!(decision.stopped_by, StoppedBy::Simulations);
}

#[test]
fn an_exploring_original_has_a_legal_move_or_none() {
    let mut player = Original::new(Thresholds::default(), 1.0, 1);
    let position = game("..... current:T next:S");
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let (mut legal, mut none) = (0, 0);
    for _ in 0..200 {
        let decision = player.decide(position.position(), &Budget::simulations(1), &mut ());
        assert_eq!(player.statistics().stop, Stop::Explored);
        match decision.mv {
            Some(mv) => {
                assert!(moves.contains(&mv));
                legal += 1;
            }
            None => none += 1,
        }
    }
    assert!(legal > 50 && none > 20, "{legal} legal, {none} not");
}

#[test]
fn the_linear_player_survives_3000_pieces() {
    let player = LinearPlayer::new(DT20);
    let mut game = Tetris::new(Rules::default(), 3);
    for _ in 0..3000 {
        let mv = player.best_move(game.position()).expect("the game is not over");
        game.play(mv);
    }
    assert!(game.score(0) > 1190.0);
}
