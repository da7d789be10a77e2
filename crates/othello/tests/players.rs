//! The players by name, and their budgets.

use std::fs;
use std::io::Read;
use std::time::Duration;

use flate2::read::GzDecoder;
use plywood_learn::Archive;
use plywood_othello::players::{ORIGINAL, ORIGINAL_LEVELS, Rollouts};
use plywood_othello::{Othello, entry};
use plywood_registry::{GameEntry, Settings, Spec};
use plywood_search::{Expansion, Preset, conformance};

#[test]
fn othello_passes_the_conformance_suite() {
    conformance::check(1000, |_| Othello::start());
    conformance::check_notation(300, |_| Othello::start());
}

#[test]
fn original_has_the_constants_of_its_design() {
    let figures = |level: Preset<Rollouts>| {
        (level.simulations, level.options.exploration, level.knowledge, level.time)
    };
    let expected = [
        (200, Some(2.0), Rollouts::Random, None),
        (1000, Some(1.414), Rollouts::Heuristic, None),
        (3000, Some(1.414), Rollouts::Heuristic, None),
        (10_000, Some(1.0), Rollouts::Heuristic, Some(Duration::from_secs(5))),
    ];
    assert_eq!(ORIGINAL_LEVELS.map(figures), expected);
    let names = ORIGINAL_LEVELS.map(|level| level.name);
    assert_eq!(names, ["easy", "medium", "hard", "expert"]);
    assert_eq!(figures(ORIGINAL), (1000, Some(1.414), Rollouts::Random, None));
    for level in [&ORIGINAL_LEVELS[..], &[ORIGINAL]].concat() {
        assert_eq!(level.options.variations.expansion, Expansion::AllThenLeaf);
        assert!(!level.options.reuse && !level.options.proofs);
    }
}

/// Specs of players, each with the simulations and the seconds of its default budget.
const BUDGETS: [(&str, Option<u64>, Option<u64>); 9] = [
    ("original", Some(1000), None),
    ("original:level=easy", Some(200), None),
    ("original:level=medium", Some(1000), None),
    ("original:level=hard", Some(3000), None),
    ("original:level=expert", Some(10_000), Some(5)),
    ("easy", Some(200), None),
    ("medium", Some(1000), None),
    ("hard", Some(1000), None),
    ("mcts", Some(1000), None),
];

#[test]
fn every_player_decides_within_its_budget() {
    let othello = entry();
    for (text, simulations, seconds) in BUDGETS {
        let mut session = othello.open(&Settings::default(), None, 1).unwrap();
        let spec: Spec = text.parse().unwrap();
        let player = session.seat_player(&spec, 7).unwrap();
        let budget = session.budget(player);
        assert_eq!(budget.simulations, simulations, "{text}");
        assert_eq!(budget.time, seconds.map(Duration::from_secs), "{text}");
        assert_eq!(session.unit(player), "win probability", "{text}");
        let decision = session.ask(player, &budget, &mut ());
        assert_eq!(Some(decision.stats.simulations), simulations, "{text}");
        assert_eq!(decision.candidates.len(), 4, "{text}");
    }
}

#[test]
fn greedy_takes_the_most_discs() {
    let othello = entry();
    let mut session = othello.open(&Settings::default(), Some("f5d6c3d3c4"), 1).unwrap();
    let player = session.seat_player(&"greedy".parse().unwrap(), 7).unwrap();
    assert_eq!(session.unit(player), "discs");
    let decision = session.ask(player, &session.budget(player), &mut ());
    let best = decision.value.unwrap();
    for mv in session.legal_moves() {
        session.play(&mv).unwrap();
        assert!(session.score(1) <= best, "{mv} is better");
        session.undo();
    }
}

#[test]
fn expert_has_a_second() {
    let othello = entry();
    let mut session = othello.open(&Settings::default(), None, 1).unwrap();
    let player = session.seat_player(&"expert".parse().unwrap(), 7).unwrap();
    let budget = session.budget(player);
    assert_eq!((budget.simulations, budget.time), (Some(10_000_000), Some(Duration::from_secs(1))));
    assert_eq!(session.unit(player), "win probability");
    let longer = session.seat_player(&"expert:time=5s".parse().unwrap(), 7).unwrap();
    assert_eq!(session.budget(longer).time, Some(Duration::from_secs(5)));
}

#[test]
fn files_that_are_not_weights_are_refused() {
    let othello = entry();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("weights.safetensors");
    let mut shipped = Vec::new();
    GzDecoder::new(&include_bytes!("../weights/patterns.safetensors.gz")[..])
        .read_to_end(&mut shipped)
        .unwrap();
    let refusal = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let mut session = othello.open(&Settings::default(), None, 1).unwrap();
        let settings = Settings::default().with("weights", &path.display().to_string());
        let spec = |name: &str| Spec { name: name.to_owned(), settings: settings.clone() };
        let [a, b] = ["alphabeta", "puct"].map(|name| session.seat_player(&spec(name), 7));
        assert_eq!(a.is_ok(), b.is_ok());
        a.err().map(|error| error.to_string())
    };
    assert_eq!(refusal(&shipped), None);
    let mut other = Archive::default();
    other.set_text("kind", "othello patterns 2");
    other.set_floats("slopes", &[15], vec![0.1; 15]);
    for (shape, weights) in [([15, 7], 105), ([14, 113_881], 14 * 113_881)] {
        other.set_shorts("weights", &shape, vec![0; weights]);
        let error = refusal(&other.to_bytes()).unwrap();
        assert!(error.contains("tensor \"weights\" is I16"), "{error}");
    }
    // The kind of the previous version of the format.
    other.set_text("kind", "othello patterns");
    let error = refusal(&other.to_bytes()).unwrap();
    assert!(error.contains("its kind is \"othello patterns\""), "{error}");
    for bytes in [&shipped[..shipped.len() / 2], &shipped[..4], b"", b"no archive at all"] {
        let error = refusal(bytes).unwrap();
        assert!(error.contains("not a safetensors file"), "{error}");
    }
}
