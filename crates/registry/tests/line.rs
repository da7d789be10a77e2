//! Lines: the positions along moves that are not played, and moves in words.

use plywood_registry::{Entry, GameEntry, Session, Settings};
use plywood_search::nim::Nim;

#[path = "toys/bids.rs"]
mod bids;

use bids::{Bids, TURNS};

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn open(seed: u64) -> Box<dyn Session> {
    Entry::new("bids", "", Bids::new).open(&Settings::default(), None, seed).unwrap()
}

/// Returns two seeds of deals in which the first seat draws the same cards and the second seat
/// different ones.
fn paired_seeds() -> [u64; 2] {
    let cards = |seed| Bids::new(seed).cards;
    let differ_at = |seed| -> Vec<usize> {
        (0..TURNS).filter(|&turn| cards(seed)[turn] != cards(0)[turn]).collect()
    };
    [0, (1..).find(|&seed| differ_at(seed) == [1, 3]).unwrap()]
}

#[test]
fn without_hidden_facts_a_line_is_what_playing_it_gives() {
    let entry = Entry::new("nim", "", |_seed| Nim::new(9));
    let mut session = entry.open(&Settings::default(), None, 1).unwrap();
    let line = session.line(0, &texts(&["3", "1", "2", "4", "1"])).positions;
    let before = session.position();
    let mut played = Vec::new();
    for mv in ["3", "1", "2"] {
        session.play(mv).unwrap();
        played.push(session.position());
    }
    assert_eq!(line, played, "an illegal move ends the line");
    assert_eq!(session.history(0), [&[before], &played[..2]].concat());
    assert_eq!(session.line(0, &texts(&["1"])).legal, ["1", "2"], "two objects are left");
    assert_eq!(session.line(0, &texts(&["4"])).legal, [""; 0], "the line ends before its path");
    assert_eq!(
        session.words(&[texts(&["2", "1"]), texts(&["4"])]),
        [["2", "1"].to_vec(), vec!["4"]]
    );
}

#[test]
fn an_outcome_that_is_not_named_ends_the_line_with_an_example() {
    let session = open(5);
    let line = |path: &[&str]| session.line(0, &texts(path)).positions;
    let example = line(&["2"]);
    assert_eq!(example.len(), 1, "the card is drawn at random: {example:?}");
    assert!(example[0].starts_with("0 1 2, "), "{example:?}");
    for card in 1..=9 {
        // The first seat sees the same text for any bid of the second seat and for any card that
        // the second seat draws.
        let named = line(&["2", &card.to_string(), "0", "0", "1", "9"]);
        let expected =
            [format!("0 1 2, {card},"), format!("0 2 2, {card},"), format!("0 3 2,1, {card},9,")];
        assert_eq!(named, expected);
    }
    assert_eq!(line(&["2", "10"]), example, "no card is a 10");
    assert_eq!(line(&["2", "4", "1"]), ["0 1 2, 4,"], "the second bid is face down");
    assert_eq!(line(&["7"]), [""; 0]);
    let moves = |path: &[&str]| session.line(0, &texts(path)).legal.len();
    assert!(moves(&[]) > 0);
    assert_eq!(moves(&["2"]), 0, "the position is an example");
    let is_example = |path: &[&str]| session.line(0, &texts(path)).is_example;
    assert!(is_example(&["2"]) && is_example(&["2", "10"]));
    assert!(!is_example(&["2", "4"]) && !is_example(&["2", "4", "1"]) && !is_example(&["7"]));
    assert_eq!(moves(&["2", "4"]), 0, "another seat is to move");
    assert!(moves(&["2", "4", "0", "0"]) > 0);
}

#[test]
fn a_line_does_not_depend_on_facts_that_the_seat_does_not_know() {
    let paths = [
        &["1"][..],
        &["3", "4", "0", "0", "2"],
        &["0", "0", "2", "7"],
        &["0", "1"],
        &["2", "0", "0"],
    ];
    let mut sessions = paired_seeds().map(open);
    for bids in [["3", "3"], ["1", "2"], ["2", "2"], ["1", "3"]] {
        let answers = sessions.each_ref().map(|session| {
            let lines = paths.map(|path| session.line(0, &texts(path)));
            let own = (session.seat() == Some(0)).then(|| session.words(&paths.map(texts)));
            (lines, own, session.history(0))
        });
        assert_eq!(answers[0], answers[1]);
        for (session, bid) in sessions.iter_mut().zip(bids) {
            session.play(bid).unwrap();
        }
    }
    let [one, other] = sessions.each_ref().map(|session| session.history(1));
    assert_ne!(one, other, "the second seat sees its own cards");
}
