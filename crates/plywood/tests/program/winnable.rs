//! `plywood play klondike`: deals that can be won, and games that are marked as peeked.

use std::fs;

use plywood_klondike::{Deal, Klondike, Outcome, Rules, Solver};
use serde_json::Value;

use crate::program::{is_refused, json, plywood, stdout};

/// Plays a game by a script and saves it. Returns the output and the saved record.
fn play(arguments: &[&str], script: &str) -> (String, Value) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let script = format!("{script}save {}\nquit\n", file.to_str().unwrap());
    let output = plywood(&[&["play"], arguments].concat()).write_stdin(script).assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let saved = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    (text, saved)
}

fn verdict(seed: u64) -> Outcome {
    let start = Klondike::new(Rules::default(), &Deal::from_seed(seed));
    Solver::new(64 << 20).solve(&start, 100_000, || false)
}

fn seed_with(outcome: Outcome) -> u64 {
    (0..).find(|&seed| verdict(seed) == outcome).unwrap()
}

#[test]
fn a_person_can_ask_if_the_deal_can_be_won() {
    for (outcome, answer) in [
        (Outcome::Solvable, "yes: the game can be won from here"),
        (Outcome::Unsolvable, "no: the game cannot be won from here"),
    ] {
        let seed = seed_with(outcome).to_string();
        let (text, saved) = play(&["klondike", "--seed", &seed], "help\nwinnable\n");
        assert!(text.contains(answer), "{text}");
        assert!(text.contains("ask a solver that sees all cards"), "{text}");
        assert_eq!(saved["peeked"], true);
    }
    let view = "view:KC|KD|-|-|-|-|- home:12,12,13,13";
    let (text, saved) = play(&["klondike", "--position", view], "winnable\n");
    assert!(text.contains("hidden facts of the position, which are unknown here"), "{text}");
    assert_eq!(saved["peeked"], false);
    let (text, saved) = play(&["othello", "--opponent", "random"], "help\nwinnable\n");
    assert!(text.contains("not known for othello"), "{text}");
    assert!(!text.contains("ask a solver"), "{text}");
    assert_eq!(saved["peeked"], false);
}

#[test]
fn an_undone_reveal_marks_the_game() {
    let (text, saved) = play(&["klondike", "--seed", "7"], "turn\nundo\nturn\nundo\n");
    assert_eq!(text.matches("the game is marked as peeked").count(), 1, "{text}");
    assert_eq!(saved["peeked"], true);
    let view = "view:KC QH|KD QS|KH|KS|-|-|- home:12,11,11,11 waste:QD";
    let (text, saved) = play(&["klondike", "--position", view], "move T1 F3\nundo\n");
    assert!(!text.contains("peeked"), "the move showed no card: {text}");
    assert_eq!(saved["peeked"], false);
}

#[test]
fn winnable_deals_are_looked_for_from_the_seed_on() {
    let first = seed_with(Outcome::Unsolvable);
    let found = (first..).find(|&seed| verdict(seed) == Outcome::Solvable).unwrap();
    let arguments = ["klondike", "--winnable", "--seed", &first.to_string()];
    let (text, saved) = play(&arguments, "winnable\n");
    assert!(text.contains(&format!("seed {found}")) && text.contains("yes: the game"), "{text}");
    assert_eq!(saved["seed"], found);
    let (drawn, _) = play(&["klondike", "--winnable"], "winnable\n");
    assert!(drawn.contains("yes: the game"), "{drawn}");
    is_refused(&["play", "othello", "--winnable"], "--winnable: expected a game of solvable deals");
    is_refused(&["play", "klondike", "--winnable", "--position", "seed:3"], "--winnable");
    is_refused(&["play", "klondike", "--winnable", "--rules", "draw=2"], "--rules");
}

#[test]
fn hints_show_how_many_sampled_worlds_were_won() {
    let hint = ["hint", "klondike", "--seed", "5", "--player", "medium"];
    let text = stdout(&hint);
    assert!(text.contains("worlds won"), "{text}");
    let document = json(&[&hint[..], &["--json"]].concat());
    for candidate in document["candidates"].as_array().unwrap() {
        let worlds = &candidate["worlds"];
        let (sampled, won) = (worlds["sampled"].as_u64().unwrap(), worlds["won"].as_u64().unwrap());
        assert!(won <= sampled && sampled > 0, "{candidate}");
        assert!(text.contains(&format!("{won} of {sampled}")), "{text}");
    }
    let others = ["hint", "klondike", "--seed", "5", "--player", "mcts", "--json"];
    assert!(json(&others)["candidates"][0].get("worlds").is_none());
}
