//! Simple reference searches, and random positions.

use plywood_othello::Othello;
use plywood_search::{Game, Notation, Rng};

/// Plays random moves from the start until at most `empties` squares are empty or the game is over.
pub fn random_position(rng: &mut Rng, empties: u32) -> Othello {
    let mut board = Othello::start();
    while board.empties().count_ones() > empties {
        let Some(mv) = board.random_move(rng, &mut Vec::new()) else { break };
        board.play(mv);
    }
    board
}

/// Returns the score by plain minimax, for the seat that is to move or, after the end, would move
/// next.
pub fn minimax(board: &Othello) -> i32 {
    let seat = board.seat();
    let mut moves = Vec::new();
    board.moves(&mut moves);
    let after = |mv| {
        let mut next = *board;
        next.play(mv);
        if next.seat().is_some() { -minimax(&next) } else { next.score(seat.unwrap_or(0)) as i32 }
    };
    moves.into_iter().map(after).max().unwrap_or_else(|| finished_score(board))
}

/// The score of a finished game for the side that would move next.
fn finished_score(board: &Othello) -> i32 {
    let text = Othello::write_position(board);
    board.score(u8::from(text.ends_with('O'))) as i32
}

/// Returns the score by alpha-beta search without tables. Tries the moves that leave the opponent the
/// fewest replies first.
pub fn alpha_beta(board: &Othello, mut alpha: i32, beta: i32) -> i32 {
    let seat = board.seat().expect("the game is not over");
    let mut moves = Vec::new();
    board.moves(&mut moves);
    let after = |mv| {
        let mut next = *board;
        next.play(mv);
        next
    };
    let mut children: Vec<Othello> = moves.into_iter().map(after).collect();
    children.sort_by_key(|child| child.legal().count_ones());
    let mut best = -64;
    for next in children {
        let score = match next.seat() {
            Some(_) => -alpha_beta(&next, -beta, -alpha),
            None => next.score(seat) as i32,
        };
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best
}
