//! The example game passes the conformance suite, and the search plays it well.

#[path = "../../../examples/connect_four.rs"]
#[expect(dead_code, reason = "the example also has a main of its own")]
mod connect_four;

use connect_four::ConnectFour;
use plywood::search::{Encoding, Game, Mcts, Notation, conformance};

fn position(text: &str) -> ConnectFour {
    ConnectFour::default().read_position(text).unwrap()
}

#[test]
fn connect_four_passes_the_conformance_suite() {
    conformance::check(3000, |_| ConnectFour::default());
    conformance::check_notation(300, |_| ConnectFour::default());
}

/// Encodes a view as two planes, the discs of the seat and those of the other seat, from the top row. The index of a
/// move is its column.
struct Planes;

impl Encoding<ConnectFour> for Planes {
    fn shape(&self) -> Vec<usize> {
        vec![2, 6, 7]
    }

    fn observe(&self, view: &ConnectFour, seat: u8, out: &mut [f32]) {
        let text = ConnectFour::write_position(view).replace('/', "");
        let discs = if seat == 0 { ['X', 'O'] } else { ['O', 'X'] };
        for (plane, disc) in out.chunks_exact_mut(text.len()).zip(discs) {
            for (number, square) in plane.iter_mut().zip(text.chars()) {
                *number = if square == disc { 1.0 } else { 0.0 };
            }
        }
    }

    fn actions(&self) -> usize {
        7
    }

    fn index(&self, _view: &ConnectFour, col: u8) -> usize {
        col.into()
    }

    fn range(&self) -> (f32, f32) {
        (0.0, 1.0)
    }
}

#[test]
fn planes_of_connect_four_keep_the_contract() {
    conformance::check_encoding(300, |_| ConnectFour::default(), &Planes);
}

/// Returns the number of sequences of exactly `depth` moves; shorter games are not counted.
fn sequences(game: &ConnectFour, depth: u32) -> u64 {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    if depth == 0 {
        return 1;
    }
    let after = |mv| {
        let mut next = game.clone();
        next.play(mv);
        sequences(&next, depth - 1)
    };
    moves.into_iter().map(after).sum()
}

#[test]
fn move_sequences_match_the_published_counts() {
    // From depth 7 on, full columns and finished games make the counts less than 7^depth.
    for (depth, count) in [(1, 7), (4, 2401), (6, 117_649), (7, 823_536), (8, 5_673_234)] {
        assert_eq!(sequences(&ConnectFour::default(), depth), count, "depth {depth}");
    }
}

#[test]
fn lines_in_all_four_directions_win() {
    for moves in ["1122334", "1212121", "12233434464", "76655454424"] {
        let mut game = ConnectFour::default();
        for text in moves.split("").filter(|text| !text.is_empty()) {
            assert!(game.seat().is_some(), "{moves} is over too early");
            game.try_play(game.read_move(text).unwrap()).unwrap();
        }
        assert_eq!(game.seat(), None, "{moves}");
        assert_eq!((game.score(0), game.score(1)), (1.0, 0.0), "{moves}");
    }
}

#[test]
fn a_search_wins_and_blocks() {
    let mut player = Mcts::new("test").with_iterations(2000).with_seed(1);
    let win = position("......./......./......./......./OOO..../XXX....");
    let decision = player.analyse(&win);
    assert_eq!((decision.mv, decision.value), (Some(3), Some(1.0)));
    let block = position("......./......./......./......./O....../XXX..O.");
    assert_eq!(player.choose_move(&block), Some(3));
}

#[test]
fn unreachable_positions_are_errors() {
    let bad = [
        "",
        "X",
        "......./......./......./......./......./......",
        "......./......./......./......./......./..Z....",
        "......./......./......./......./......./XX.....",
        "......./......./......./......./X....../.......",
        "......./......./......./......./XXXX.../OOOO...",
    ];
    for text in bad {
        assert!(ConnectFour::default().read_position(text).is_err(), "{text} was taken");
    }
}
