//! Names of openings in a session, and symmetric openings in the arena.

use plywood_arena::{ArenaError, Plan, Tournament};
use plywood_othello::entry;
use plywood_registry::{GameEntry, Games, Settings};

/// Returns the opening after each move of a transcript.
fn names(transcript: &str) -> Vec<Option<&'static str>> {
    let mut session = entry().open(&Settings::default(), None, 1).unwrap();
    let moves = transcript.as_bytes().chunks(2).map(|mv| std::str::from_utf8(mv).unwrap());
    let after = moves.map(|mv| {
        session.play(mv).unwrap();
        session.opening(0)
    });
    after.collect()
}

#[test]
fn the_last_name_stays_when_the_moves_leave_the_book() {
    let tiger =
        [None, Some("Perpendicular"), Some("Perpendicular"), Some("Perpendicular"), Some("Tiger")];
    assert_eq!(names("f5d6c3d3c4"), tiger);
    assert_eq!(names("e6f4c3c4d3"), tiger);
    assert_eq!(names("f5d6c3d3c4g5").last(), Some(&Some("Tiger")));
}

#[test]
fn undoing_moves_takes_the_name_back() {
    let mut session = entry().open(&Settings::default(), None, 1).unwrap();
    session.play("f5").unwrap();
    session.play("f6").unwrap();
    assert_eq!(session.opening(0), Some("Diagonal"));
    session.undo();
    assert_eq!(session.opening(1), None);
}

#[test]
fn a_position_has_the_name_of_its_opening() {
    let name =
        |position: &str| entry().open(&Settings::default(), Some(position), 1).unwrap().opening(0);
    assert_eq!(name("f5d6c3d3c4"), Some("Tiger"));
    // A position after the end of the book has no name if the session does not know the moves
    // before it.
    assert_eq!(name("f5d6c3d3c4g5"), None);
    assert_eq!(
        name("---------------------------OX------OXX-----O-------------------- X"),
        Some("Perpendicular")
    );
}

#[test]
fn symmetric_openings_count_as_one() {
    let mut games = Games::default();
    games.add(entry());
    let draw = |opening, games_each| {
        let plan = Plan { opening, ..Plan::new("othello", &["random", "greedy"], games_each, 1) };
        Tournament::new(&games, plan)
    };
    // All four first moves are symmetric; up to symmetry there are three replies.
    for (opening, different) in [(1, 1), (2, 3)] {
        assert!(draw(opening, 2 * different).is_ok());
        match draw(opening, 2 * different + 2).err() {
            Some(ArenaError::FewOpenings { found, .. }) => assert_eq!(found, different as usize),
            other => panic!("{opening} moves: {other:?}"),
        }
    }
}
