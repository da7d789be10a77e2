//! How strong the players are against each other, over 100 games a line:
//! `cargo bench -p plywood-othello --bench strength`.

use std::time::{Duration, Instant};

mod matches;
use matches::{Contestant, Tally, play_match};
use plywood_othello::Othello;
use plywood_othello::players::{self, Rollouts};
use plywood_search::{Mcts, RandomPlayer};

const GAMES: u64 = 100;

fn main() {
    let random = |seed| RandomPlayer::new(seed).into();
    let hard = |seed| players::hard().with_seed(seed).into();
    let easy = |seed| players::easy().with_seed(seed).into();
    line("hard against random", || play_match(GAMES, hard, random));
    line("easy against random", || play_match(GAMES, easy, random));
    for simulations in [100, 1000] {
        line(&format!("{} simulations against {simulations}", 10 * simulations), || {
            play_match(
                GAMES,
                by_simulations(Rollouts::Random, 10 * simulations),
                by_simulations(Rollouts::Random, simulations),
            )
        });
    }
    line("heuristic against random rollouts, 1,000 simulations each", || {
        play_match(
            GAMES,
            by_simulations(Rollouts::Heuristic, 1000),
            by_simulations(Rollouts::Random, 1000),
        )
    });
    line("heuristic against random rollouts, 10 ms a move each", || {
        play_match(GAMES, by_time(Rollouts::Heuristic), by_time(Rollouts::Random))
    });
}

fn mcts(rollouts: Rollouts, seed: u64) -> Mcts<Othello, Rollouts> {
    Mcts::new("mcts").with_guide(rollouts).with_seed(seed)
}

fn by_simulations(rollouts: Rollouts, simulations: u64) -> impl Fn(u64) -> Contestant {
    move |seed| mcts(rollouts, seed).with_iterations(simulations).into()
}

fn by_time(rollouts: Rollouts) -> impl Fn(u64) -> Contestant {
    move |seed| mcts(rollouts, seed).with_time_limit(Duration::from_millis(10)).into()
}

fn line(what: &str, run: impl FnOnce() -> Tally) {
    let began = Instant::now();
    let Tally { wins, draws, losses } = run();
    let seconds = began.elapsed().as_secs_f64();
    println!("{what}: {wins} won, {draws} drawn, {losses} lost ({seconds:.0} s)");
}
