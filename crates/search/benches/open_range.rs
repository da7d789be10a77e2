//! The search with several constants of UCB1 in games whose values have no range: points and the effective number of
//! moves that a decision visits in 2048, and the number of right choices in a game of chance.
//!
//! `cargo bench -p plywood-search --bench open_range [-- GAMES FIRST_SEED CONSTANT ...]`. Rollouts of 2048 end after
//! [`ROLLOUT`] moves, so that a game takes seconds.

#[path = "../tests/engine/toys/luck.rs"]
#[allow(dead_code, reason = "the tests use more of the game")]
mod luck;
#[path = "../tests/engine/toys/twenty_forty_eight.rs"]
#[allow(dead_code, reason = "the tests use more of the game")]
mod twenty_forty_eight;

use luck::Luck;
use plywood_search::{Budget, Decision, Game, Options, Player, RandomRollouts, Searcher, Z95};
use twenty_forty_eight::{Move, TwentyFortyEight};

const SIMULATIONS: u64 = 100;
const ROLLOUT: u32 = 20;
const GAMES: u64 = 20;
const FIRST_SEED: u64 = 1000;
/// Simulations of a decision in the game of chance.
const LUCK_SIMULATIONS: u64 = 100_000;
/// Seeds of the search in the game of chance.
const LUCK_SEEDS: u64 = 20;
/// The sure amount in the game of chance. Drawing a card is worth 0.05 more.
const SURE: f64 = 0.55;
const CONSTANTS: [f64; 3] = [Options::EXPLORATION, 0.3, Options::OPEN_EXPLORATION];

/// The result of a game, and the mean of [`effective`] for its decisions.
struct Played {
    points: f64,
    effective_moves: f64,
}

fn main() {
    let mut numbers = std::env::args().filter_map(|word| word.parse::<f64>().ok());
    let games = numbers.next().map_or(GAMES, |number| number as u64);
    let first = numbers.next().map_or(FIRST_SEED, |number| number as u64);
    let asked: Vec<f64> = numbers.collect();
    let constants = if asked.is_empty() { &CONSTANTS[..] } else { &asked };
    println!("2048, {games} games, seeds from {first}, {SIMULATIONS} simulations\n");
    println!("| c | points | more than the first | effective moves | right in a game of chance |");
    println!("|---|---|---|---|---|");
    let mut reference: Option<Vec<f64>> = None;
    for &constant in constants {
        let played: Vec<Played> = (first..first + games).map(|seed| play(constant, seed)).collect();
        let points: Vec<f64> = played.iter().map(|game| game.points).collect();
        let first = reference.get_or_insert_with(|| points.clone());
        let more: Vec<f64> = points.iter().zip(first).map(|(one, other)| one - *other).collect();
        let moves = played.iter().map(|game| game.effective_moves).sum::<f64>() / games as f64;
        let (points, more, right) = (interval(&points), interval(&more), right_choices(constant));
        println!("| {constant:.3} | {points} | {more} | {moves:.2} | {right} of {LUCK_SEEDS} |");
    }
}

fn play(constant: f64, seed: u64) -> Played {
    let options = Options::UCT.with_exploration(constant).with_rollout_limit(ROLLOUT);
    let mut searcher = Searcher::<TwentyFortyEight, _>::new(options, RandomRollouts, seed);
    let mut game = TwentyFortyEight::new(seed);
    let (mut decisions, mut effective_moves) = (0.0, 0.0);
    let budget = Budget::simulations(SIMULATIONS);
    while game.seat().is_some() {
        let view = game.view(0);
        let decision = searcher.decide(&view, &budget, &mut ());
        let Some(mv) = decision.mv else { break };
        decisions += 1.0;
        effective_moves += effective(&decision);
        let seen = game.play(mv);
        searcher.observe(&view, mv, seen, &game.view(0));
    }
    Played { points: game.score(0), effective_moves: effective_moves / decisions }
}

/// Returns the number of seeds with which the search draws a card, which is the better move.
fn right_choices(constant: f64) -> usize {
    let (options, game) = (Options::UCT.with_exploration(constant), Luck::offering(SURE, 0));
    let draws = |&seed: &u64| {
        let mut searcher = Searcher::<Luck, _>::new(options, RandomRollouts, seed);
        let budget = Budget::simulations(LUCK_SIMULATIONS);
        searcher.decide(&game.view(0), &budget, &mut ()).mv == Some(luck::Move::Draw)
    };
    (0..LUCK_SEEDS).filter(draws).count()
}

/// Returns the effective number of moves that a decision visited: the exponential of the entropy of the shares of
/// visits.
fn effective(decision: &Decision<Move>) -> f64 {
    let shares = decision.candidates.iter().filter_map(|one| one.share);
    let entropy: f64 = shares.filter(|&share| share > 0.0).map(|share| -share * share.ln()).sum();
    entropy.exp()
}

/// Returns the mean and its 95% interval as text.
fn interval(values: &[f64]) -> String {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let half = Z95 * (squares / (count - 1.0).max(1.0) / count).sqrt();
    format!("{mean:.0} ({:.0} to {:.0})", mean - half, mean + half)
}
