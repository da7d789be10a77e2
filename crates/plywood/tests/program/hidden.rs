//! `thoughtful`, the player that sees the face-down cards of Klondike, names none of them anywhere.

use plywood_klondike::Card;
use plywood_registry::{GameEntry, Session, Settings};
use serde_json::{Value, json};

use crate::program::{json, plywood};

/// A deal that `thoughtful` wins with a plan of more than a hundred moves.
const SEED: &str = "5";
const PLAYER: &str = "thoughtful";

/// A game of the deal, and the cards that have not been seen in it.
struct Game {
    session: Box<dyn Session>,
    hidden: Vec<String>,
}

impl Game {
    fn new(klondike: &dyn GameEntry) -> Self {
        let session = klondike.open(&Settings::default(), None, SEED.parse().unwrap()).unwrap();
        let hidden = Card::all().iter().map(Card::to_string).collect();
        let mut game = Game { session, hidden };
        game.look();
        assert_eq!(game.hidden.len(), 45, "seven cards are face up");
        game
    }

    fn look(&mut self) {
        let position = self.session.position();
        self.hidden.retain(|card| !position.contains(card.as_str()));
    }

    fn play(&mut self, mv: &str) {
        self.session.play(mv).unwrap();
        self.look();
    }

    #[track_caller]
    fn is_hidden_from(&self, text: &str) {
        let named = self.hidden.iter().find(|card| text.contains(card.as_str()));
        assert!(named.is_none(), "{} is face down: {text}", named.unwrap());
    }
}

#[test]
fn hints_name_no_face_down_card() {
    let klondike = plywood_klondike::entry();
    let game = Game::new(&klondike);
    let hint = ["hint", "klondike", "--player", PLAYER, "--seed", SEED];
    let document = json(&[&hint[..], &["--json"]].concat());
    assert_eq!((&document["seeing"], &document["stopped_by"]), (&json!(true), &json!("proven")));
    for candidate in document["candidates"].as_array().unwrap() {
        assert_eq!(candidate["pv"], json!([candidate["move"]]));
    }
    game.is_hidden_from(&document.to_string());
    for more in [&[][..], &["--all"], &["-v"], &["-vv"]] {
        let output = plywood(&[&hint[..], more].concat()).assert().success();
        let output = output.get_output();
        game.is_hidden_from(str::from_utf8(&output.stdout).unwrap());
        game.is_hidden_from(str::from_utf8(&output.stderr).unwrap());
    }
    let folder = tempfile::tempdir().unwrap();
    for name in ["tree.json", "tree.dot"] {
        let file = folder.path().join(name);
        plywood(&[&hint[..], &["--tree", file.to_str().unwrap()]].concat()).assert().code(2);
        assert!(!file.exists());
    }
}

#[test]
fn hints_during_play_name_no_face_down_card() {
    let klondike = plywood_klondike::entry();
    let game = Game::new(&klondike);
    let play = ["play", "klondike", "--opponent", PLAYER, "--seed", SEED, "-v"];
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let script = format!("save {}\nhint\nmoves\nsave {}\nquit\n", file("before"), file("after"));
    let output = plywood(&play).write_stdin(script).assert().success();
    let output = output.get_output();
    let text = str::from_utf8(&output.stdout).unwrap();
    assert!(text.contains("would play:"), "{text}");
    // The move depends on the face-down cards.
    assert!(text.contains("the game is marked as peeked"), "{text}");
    for (name, peeked) in [("before", false), ("after", true)] {
        let saved: Value =
            serde_json::from_str(&std::fs::read_to_string(file(name)).unwrap()).unwrap();
        assert_eq!(saved["peeked"], peeked, "{name}");
    }
    game.is_hidden_from(text);
    game.is_hidden_from(str::from_utf8(&output.stderr).unwrap());
}

#[test]
fn watch_names_cards_when_they_are_turned_and_no_earlier() {
    let klondike = plywood_klondike::entry();
    let mut game = Game::new(&klondike);
    let watch = ["watch", "klondike", "--player", PLAYER, "--seed", SEED, "-v"];
    let output = plywood(&watch).assert().success();
    let output = output.get_output();
    let log = str::from_utf8(&output.stderr).unwrap();
    let mut decisions = log.lines();
    for line in str::from_utf8(&output.stdout).unwrap().lines() {
        game.is_hidden_from(line);
        if let Some((_, mv)) = line.split_once("(sees what is hidden)) plays ") {
            game.is_hidden_from(decisions.next().unwrap());
            game.play(mv.split(',').next().unwrap());
        }
    }
    assert!(game.session.played().len() > 100, "the whole game was watched");
    assert_eq!(game.session.score(0), 52.0);
}

#[test]
fn engine_json_names_no_face_down_card() {
    let klondike = plywood_klondike::entry();
    let game = Game::new(&klondike);
    let think =
        json!({"id": 1, "method": "think", "game": "klondike", "seed": 5, "player": PLAYER});
    let output = plywood(&["engine", "json"]).write_stdin(think.to_string()).assert().success();
    let text = str::from_utf8(&output.get_output().stdout).unwrap();
    game.is_hidden_from(text);
    let answer: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(answer["decision"]["seeing"], true);
    assert!(answer["decision"]["move"].is_string());
}
