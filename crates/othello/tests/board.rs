//! Passing, the end of a game, and scores.

use plywood_othello::{Move, Othello};
use plywood_search::{Game, Rng};
use proptest::prelude::*;

fn moves(board: &Othello) -> Vec<Move> {
    let mut moves = Vec::new();
    board.moves(&mut moves);
    moves
}

#[test]
fn start_has_four_moves() {
    let board = Othello::start();
    let [d3, c4, f5, e6] = [19, 26, 37, 44].map(Move::at);
    assert_eq!(board.seat(), Some(0));
    assert_eq!(moves(&board), [d3, c4, f5, e6]);
    assert_eq!(board.score(0), 0.0);
    assert_eq!(board.empties().count_ones(), 60);
}

#[test]
fn states_and_moves_are_small() {
    assert_eq!(size_of::<Othello>(), 32);
    assert_eq!(size_of::<Move>(), 1);
}

#[test]
fn a_side_without_a_move_passes() {
    // Row 1 is `XXXO----`.
    let mut board = Othello::from_discs(0b111, 0b1000, 1);
    assert_eq!(board.seat(), Some(1));
    assert_eq!(moves(&board), [Move::PASS]);
    assert_eq!(board.random_move(&mut Rng::new(1), &mut Vec::new()), Some(Move::PASS));
    board.play(Move::PASS);
    assert_eq!(board, Othello::from_discs(0b111, 0b1000, 0));
    assert_eq!(moves(&board), [Move::at(4)]);
    assert!(board.try_play(Move::PASS).is_err());
}

#[test]
fn empty_squares_count_for_the_winner_only_at_the_end() {
    let mut board = Othello::from_discs(0b1, 0b10, 0);
    assert_eq!(board.score(0), 0.0);
    board.play(Move::at(2));
    assert_eq!(board.seat(), None);
    assert!(moves(&board).is_empty());
    assert_eq!(board.random_move(&mut Rng::new(1), &mut Vec::new()), None);
    assert_eq!(board.score(0), 64.0);
    assert_eq!(board.score(1), -64.0);
}

#[test]
fn a_draw_scores_0() {
    let board = Othello::from_discs(0b1, 1 << 63, 0);
    assert_eq!(board.seat(), None);
    assert_eq!((board.score(0), board.score(1)), (0.0, 0.0));
}

proptest! {
    #[test]
    fn games_add_discs_until_neither_side_can_move(seed: u64) {
        let mut rng = Rng::new(seed);
        let mut board = Othello::start();
        let mut discs = 4;
        while let Some(mv) = board.random_move(&mut rng, &mut Vec::new()) {
            let seat = board.seat();
            prop_assert!(moves(&board).contains(&mv));
            board.play(mv);
            discs += u32::from(mv != Move::PASS);
            prop_assert_eq!(board.black() & board.white(), 0);
            prop_assert_eq!((board.black() | board.white()).count_ones(), discs);
            prop_assert_eq!(board.score(0), -board.score(1));
            if let Some(next) = board.seat() {
                prop_assert_eq!(Some(1 - next), seat);
                prop_assert_eq!(board, Othello::from_discs(board.black(), board.white(), next));
            }
        }
        for seat in 0..2 {
            prop_assert_eq!(Othello::from_discs(board.black(), board.white(), seat).legal(), 0);
        }
    }
}
