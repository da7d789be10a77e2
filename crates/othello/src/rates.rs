//! Benchmarks of Othello for `plywood bench`: the learned evaluation, and searches with it.

use std::borrow::Cow;
use std::time::Duration;

use plywood_registry::OwnRate;
use plywood_search::{AlphaBeta, Budget, Clock, Game, Player, Rng, Searcher, SystemClock};

use crate::players::PUCT;
use crate::{LearnedEvaluation, Othello, Rated};

/// The benchmarks of the shipped evaluation.
pub(crate) const OWN: [OwnRate; 3] = [
    OwnRate {
        name: Cow::Borrowed("evaluations_per_second"),
        what: Cow::Borrowed("learned evaluations per second"),
        measure: evaluations,
    },
    OwnRate {
        name: Cow::Borrowed("simulations_per_second_evaluated"),
        what: Cow::Borrowed("simulations per second of puct, with the evaluation"),
        measure: simulations,
    },
    OwnRate {
        name: Cow::Borrowed("positions_per_second_alphabeta"),
        what: Cow::Borrowed("positions per second of alphabeta"),
        measure: positions,
    },
];

fn evaluations(time: Duration) -> f64 {
    let (evaluation, boards) = (LearnedEvaluation::shipped(), boards());
    let (mut count, began) = (0, SystemClock.now());
    while SystemClock.now() - began < time {
        for board in &boards {
            std::hint::black_box(evaluation.discs(std::hint::black_box(board)));
        }
        count += boards.len();
    }
    count as f64 / (SystemClock.now() - began).as_secs_f64()
}

/// Returns all positions of a few random games.
fn boards() -> Vec<Othello> {
    let (mut rng, mut boards) = (Rng::new(1), Vec::new());
    for _ in 0..10 {
        let mut board = Othello::start();
        while let Some(mv) = board.random_move(&mut rng, &mut Vec::new()) {
            boards.push(board);
            board.play(mv);
        }
    }
    boards
}

fn simulations(time: Duration) -> f64 {
    let evaluation = LearnedEvaluation::shipped().clone();
    let guide = Rated { evaluation, temperature: PUCT.knowledge.temperature, leaves: 0 };
    rate(Searcher::new(PUCT.options, guide, 1), time)
}

fn positions(time: Duration) -> f64 {
    rate(AlphaBeta::new(LearnedEvaluation::shipped().clone()), time)
}

/// Returns the simulations per second of a decision in the middle of a game.
fn rate(mut player: impl Player<Othello>, time: Duration) -> f64 {
    let board = boards()[20];
    let stats = player.decide(&board, &Budget::time(time), &mut ()).stats;
    stats.simulations as f64 / stats.elapsed.as_secs_f64()
}
