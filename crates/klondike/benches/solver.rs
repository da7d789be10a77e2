//! Verdicts of the solver: `cargo bench -p plywood-klondike --bench solver` decides the deals of seeds 0
//! to 999 with at most 10 seconds and 2 GiB for each. Optional arguments after `--`: the number of deals,
//! the first seed.

#![allow(clippy::disallowed_methods, reason = "measures real time")]

use std::time::{Duration, Instant};

use plywood_klondike::{Deal, Draw, Klondike, Outcome, Rules, Solver};
use plywood_search::{Game, Rng};

const DEALS: u64 = 1000;
const TIME: Duration = Duration::from_secs(10);
const MEMORY: usize = 2 << 30;

/// The limit of positions when the solver evaluates a leaf of another search.
const LEAF_NODES: u64 = 50;

fn main() {
    let arguments: Vec<u64> =
        std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let deals = arguments.first().copied().unwrap_or(DEALS);
    let first = arguments.get(1).copied().unwrap_or(0);
    for draw in [Draw::One, Draw::Three] {
        deals_from_the_start(draw, first..first + deals);
    }
    for draw in [Draw::One, Draw::Three] {
        leaves(draw, first..first + deals);
    }
}

/// Prints the share of solvable deals, the times of the solver, and its speed.
fn deals_from_the_start(draw: Draw, seeds: std::ops::Range<u64>) {
    let mut solver = Solver::new(MEMORY);
    let (mut counts, mut nodes, mut times) = ([0.0; 3], 0, Vec::new());
    for seed in seeds {
        let start = Klondike::new(Rules { draw, ..Rules::default() }, &Deal::from_seed(seed));
        let began = Instant::now();
        let outcome = solver.solve(&start, u64::MAX, || began.elapsed() > TIME);
        times.push(began.elapsed().as_secs_f64());
        nodes += solver.nodes();
        counts[outcome as usize] += 1.0;
    }
    let deals = times.len() as f64;
    let [solvable, unsolvable, unknown] = counts;
    let [low, high] = interval99(solvable, deals);
    println!(
        "{draw:?}: {deals} deals, {:.1}% solvable (99%: {low:.1} to {high:.1}), {:.1}% unsolvable, {:.1}% unknown",
        100.0 * solvable / deals,
        100.0 * unsolvable / deals,
        100.0 * unknown / deals,
    );
    let total: f64 = times.iter().sum();
    times.sort_by(f64::total_cmp);
    let time = |share: f64| 1e3 * times[(share * (deals - 1.0)) as usize];
    println!(
        "  median {:.3} ms, 95% {:.1} ms, 99% {:.1} ms, longest {:.1} ms, {:.0} ns a position",
        time(0.5),
        time(0.95),
        time(0.99),
        time(1.0),
        1e9 * total / nodes as f64,
    );
}

/// Prints the time of solves with at most [`LEAF_NODES`] positions, of states after random commands.
fn leaves(draw: Draw, seeds: std::ops::Range<u64>) {
    let mut states = Vec::new();
    let (mut rng, mut scratch) = (Rng::new(7), Vec::new());
    for seed in seeds {
        let mut game = Klondike::new(Rules { draw, ..Rules::default() }, &Deal::from_seed(seed));
        for _ in 0..rng.below(100) {
            let Some(command) = game.random_move(&mut rng, &mut scratch) else { break };
            game.play(command);
        }
        states.push(game);
    }
    let mut solver = Solver::new(1 << 20);
    let (mut nodes, mut decided) = (0, 0);
    let began = Instant::now();
    for state in &states {
        decided += usize::from(solver.solve(state, LEAF_NODES, || false) != Outcome::Unknown);
        nodes += solver.nodes();
    }
    let micros = 1e6 * began.elapsed().as_secs_f64() / states.len() as f64;
    println!(
        "{draw:?}: at most {LEAF_NODES} positions after random commands: {micros:.1} us a state, {:.0} positions, {:.1}% decided",
        nodes as f64 / states.len() as f64,
        100.0 * decided as f64 / states.len() as f64,
    );
}

/// Returns Wilson's 99% confidence interval of a share, in percent.
fn interval99(hits: f64, count: f64) -> [f64; 2] {
    const Z99: f64 = 2.575_829;
    let (share, square) = (hits / count, Z99 * Z99 / count);
    let centre = share + square / 2.0;
    let reach = Z99 * (share * (1.0 - share) / count + square / (4.0 * count)).sqrt();
    [centre - reach, centre + reach].map(|end| 100.0 * end / (1.0 + square))
}
