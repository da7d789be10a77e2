//! The FFO endgame suite: positions with known exact scores. The tests solve the smaller ones; `plywood
//! solve othello --file` on the same file solves all.

use plywood_othello::{Othello, Solver, obf};
use plywood_registry::Problem;
use plywood_search::{Budget, Game, Goal, Notation};

/// The tests solve the problems with at most this many empty squares, which takes a second in total.
const MAX_EMPTIES: u32 = 18;

fn problems() -> Vec<(Problem, Othello)> {
    let problems = obf::read(include_str!("data/ffo.obf")).expect("the file is valid");
    let board =
        |problem: &Problem| Othello::start().read_position(&problem.position).expect("a position");
    problems.into_iter().map(|problem| (problem.clone(), board(&problem))).collect()
}

/// Returns the problems with at most [`MAX_EMPTIES`] empty squares.
fn small_problems() -> impl Iterator<Item = (Problem, Othello)> {
    problems().into_iter().filter(|(_, board)| board.empties().count_ones() <= MAX_EMPTIES)
}

#[test]
fn moves_agree_with_the_file() {
    assert_eq!(problems().len(), 38);
    for (problem, board) in problems() {
        let mut legal = Vec::new();
        board.moves(&mut legal);
        let mut legal: Vec<String> = legal.into_iter().map(|mv| board.write_move(mv)).collect();
        let mut listed: Vec<String> = problem.scores.into_iter().map(|(mv, _)| mv).collect();
        legal.sort_unstable();
        listed.sort_unstable();
        assert_eq!(legal, listed, "{}", problem.name);
        let empties = format!("{} empties", board.empties().count_ones());
        assert!(problem.name.ends_with(&empties), "{}", problem.name);
    }
}

#[test]
fn scores_and_moves_agree_with_the_file() {
    assert_eq!(small_problems().count(), 20);
    let mut solver = Solver::new();
    for (problem, board) in small_problems() {
        let solution = solver.solve(&board, Goal::Score, &Budget::unlimited(), &mut |_| {});
        assert_eq!(solution.score(), problem.score(), "{}", problem.name);
        let solution = solution.map(|_, mv| board.write_move(mv));
        assert_eq!(problem.agrees(&solution), Some(true), "{}: {solution:?}", problem.name);
    }
}

#[test]
fn the_score_of_every_move_agrees_with_the_file() {
    let mut solver = Solver::new();
    for (problem, board) in small_problems().take(6) {
        for (mv, score) in &problem.scores {
            let mut after = board;
            after.play(board.read_move(mv).expect("a move"));
            let solution = solver.solve(&after, Goal::Score, &Budget::unlimited(), &mut |_| {});
            assert_eq!(solution.score(), Some(-score), "{}: {mv}", problem.name);
        }
    }
}
