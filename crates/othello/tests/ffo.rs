//! The FFO endgame suite: positions with known exact scores.

use plywood_othello::Othello;
use plywood_search::{Game, Notation};

/// Largest number of empty squares that [`solve`] handles in a few seconds.
const MAX_EMPTIES: u32 = 16;

struct Endgame {
    id: &'static str,
    board: Othello,
    empties: u32,
    black: u32,
    white: u32,
    score: i32,
    moves: Vec<&'static str>,
}

fn endgames() -> impl Iterator<Item = Endgame> {
    include_str!("data/ffo.csv").lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let [id, board, side, empties, black, white, score, _best, moves] = fields[..] else {
            panic!("nine columns: {line}");
        };
        let position = format!("{board} {side}");
        let number = |field: &str| field.parse().expect("a number");
        Endgame {
            id,
            board: Othello::start().read_position(&position).expect("a position"),
            empties: number(empties),
            black: number(black),
            white: number(white),
            score: score.parse().expect("a score"),
            moves: moves.split(' ').filter_map(|entry| entry.split(':').next()).collect(),
        }
    })
}

#[test]
fn discs_and_moves_agree_with_the_file() {
    assert_eq!(endgames().count(), 38);
    for endgame in endgames() {
        let Endgame { id, board, .. } = endgame;
        assert_eq!(board.empties().count_ones(), endgame.empties, "{id}");
        assert_eq!(board.black().count_ones(), endgame.black, "{id}");
        assert_eq!(board.white().count_ones(), endgame.white, "{id}");
        let mut legal = Vec::new();
        board.moves(&mut legal);
        let mut legal: Vec<String> = legal.into_iter().map(|mv| board.write_move(mv)).collect();
        let mut listed = endgame.moves;
        legal.sort_unstable();
        listed.sort_unstable();
        assert_eq!(legal, listed, "{id}");
    }
}

#[test]
fn solved_scores_agree_with_the_file() {
    for endgame in endgames().filter(|endgame| endgame.empties <= MAX_EMPTIES) {
        assert_eq!(solve(&endgame.board, -64, 64), endgame.score, "{}", endgame.id);
    }
}

/// Returns the score of the side to move with best play, by alpha-beta search. Tries the moves that
/// leave the opponent the fewest replies first.
fn solve(board: &Othello, mut alpha: i32, beta: i32) -> i32 {
    let mut moves = Vec::new();
    board.moves(&mut moves);
    let after = |mv| {
        let mut next = *board;
        next.play(mv);
        next
    };
    let mut children: Vec<Othello> = moves.into_iter().map(after).collect();
    children.sort_by_key(|child| child.legal().count_ones());
    let mut best = None;
    for child in children {
        let score = if child.seat().is_none() {
            // The game is over: no side is to move in `child`. Take the score of the last mover.
            board.seat().map_or(0, |seat| child.score(seat) as i32)
        } else {
            -solve(&child, -beta, -alpha)
        };
        best = best.max(Some(score));
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best.expect("only positions with a move are solved")
}
