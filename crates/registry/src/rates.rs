//! Measurements of the speed of a game's rules and of its search.

use std::borrow::Cow;
use std::time::Duration;

use plywood_search::{
    Budget, Cancel, Clock, Game, Guide, Interval, Observer, Options, Player, Progress,
    RandomRollouts, Rng, Searcher, SystemClock,
};

/// Speeds on this machine, measured at the start position of a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rates {
    /// Random games played to the end, per second.
    pub playouts_per_second: f64,
    /// Simulations with random rollouts per second, on one thread.
    pub simulations_per_second: f64,
    /// Simulations with random rollouts per second, on `threads` threads.
    pub simulations_per_second_all_threads: f64,
    /// The number of cores.
    pub threads: usize,
    /// Nanoseconds per simulation with a constant evaluation, in a tree that grows to 10,000 nodes.
    pub tree_ns_per_simulation: f64,
    /// Nanoseconds per simulation with a constant evaluation, in a tree that grows to 1,000,000 nodes.
    pub tree_ns_per_simulation_1m: f64,
    /// The game's own measurements, per second.
    pub own: Vec<(OwnRate, f64)>,
}

/// A measurement that only one game has, such as evaluations of its network per second.
#[derive(Clone, Debug)]
pub struct OwnRate {
    /// The name in JSON.
    pub name: Cow<'static, str>,
    /// A description of what is counted.
    pub what: Cow<'static, str>,
    /// Runs the measured operation for about the given time and returns how often it ran per
    /// second.
    pub measure: fn(Duration) -> f64,
}

/// The duration of one round of a measurement. In each round, all measurements run in turn. The
/// fastest round is the result, since other processes disturbed it least.
const ROUND: Duration = Duration::from_millis(20);
/// The number of rounds.
const ROUNDS: u64 = 20;
/// Number of rounds of the measurement with 1,000,000 nodes, which takes much longer.
const LARGE_ROUNDS: u64 = 2;

pub(crate) fn measure<G: Game>(start: &G, own: &[OwnRate]) -> Rates {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let view = start.view(start.seat().unwrap_or(0));
    let small = simulations_to_grow::<G>(&view, 10_000);
    let large = simulations_to_grow::<G>(&view, 1_000_000);
    let mut rates = Rates {
        playouts_per_second: 0.0,
        simulations_per_second: 0.0,
        simulations_per_second_all_threads: 0.0,
        threads,
        tree_ns_per_simulation: f64::INFINITY,
        tree_ns_per_simulation_1m: f64::INFINITY,
        own: own.iter().map(|rate| (rate.clone(), 0.0)).collect(),
    };
    let faster = |best: &mut f64, rate: f64| *best = best.max(rate);
    let cheaper = |best: &mut f64, cost: f64| *best = best.min(cost);
    for seed in 0..ROUNDS {
        faster(&mut rates.playouts_per_second, playouts(start, seed));
        faster(&mut rates.simulations_per_second, simulations::<G>(&view, seed, 1));
        let together = simulations::<G>(&view, seed, threads);
        faster(&mut rates.simulations_per_second_all_threads, together);
        cheaper(&mut rates.tree_ns_per_simulation, tree_ns::<G>(&view, small));
        for (rate, best) in &mut rates.own {
            faster(best, (rate.measure)(ROUND));
        }
        if seed < LARGE_ROUNDS {
            cheaper(&mut rates.tree_ns_per_simulation_1m, tree_ns::<G>(&view, large));
        }
    }
    rates
}

fn playouts<G: Game>(start: &G, seed: u64) -> f64 {
    const BATCH: u32 = 64;
    let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
    let (mut done, mut total) = (0, 0.0);
    let began = SystemClock.now();
    while SystemClock.now() - began < ROUND {
        for _ in 0..BATCH {
            let mut state = start.clone();
            while let Some(mv) = state.random_move(&mut rng, &mut scratch) {
                state.play(mv);
            }
            total += state.score(0);
        }
        done += BATCH;
    }
    std::hint::black_box(total);
    f64::from(done) / (SystemClock.now() - began).as_secs_f64()
}

fn simulations<G: Game>(view: &G::View, seed: u64, threads: usize) -> f64 {
    let mut searcher = Searcher::<G, _>::new(Options::default(), RandomRollouts, seed);
    let budget = Budget::time(ROUND).with_threads(threads);
    searcher.decide(view, &budget, &mut ()).stats.simulations_per_second()
}

/// A guide with a constant evaluation, to measure the cost of the tree alone.
#[derive(Clone)]
struct Constant;

impl<G: Game> Guide<G> for Constant {
    fn static_value(&mut self, _state: &G, values: &mut [f64]) -> bool {
        values[0] = 0.5;
        true
    }
}

/// An observer that cancels the search when the tree has `nodes` nodes, and records the number of
/// simulations until then.
struct Growth {
    nodes: u64,
    simulations: Option<u64>,
    cancel: Cancel,
}

impl<M> Observer<M> for Growth {
    fn progress(&mut self, progress: &Progress<M>) {
        if progress.stats.nodes >= self.nodes && self.simulations.is_none() {
            self.simulations = Some(progress.stats.simulations);
            self.cancel.cancel();
        }
    }

    fn interval(&self) -> Interval {
        Interval { simulations: Some(self.nodes / 100), time: None }
    }
}

fn constant_searcher<G: Game>() -> Searcher<G, Constant> {
    let mut options = Options::default();
    options.rollout_limit = 0;
    Searcher::new(options, Constant, 0)
}

/// Returns the number of simulations at which the tree has about `nodes` nodes.
fn simulations_to_grow<G: Game>(view: &G::View, nodes: u64) -> u64 {
    // The tree of a small game may never reach `nodes` nodes, so the simulations are limited as
    // well.
    let budget = Budget::simulations(nodes);
    let mut growth = Growth { nodes, simulations: None, cancel: budget.cancel.clone() };
    let stats = constant_searcher::<G>().decide(view, &budget, &mut growth).stats;
    growth.simulations.unwrap_or(stats.simulations)
}

/// Returns the nanoseconds per simulation of the fastest decision in a round.
fn tree_ns<G: Game>(view: &G::View, simulations: u64) -> f64 {
    let budget = Budget::simulations(simulations);
    let (mut cheapest, began) = (Duration::MAX, SystemClock.now());
    while cheapest == Duration::MAX || SystemClock.now() - began < ROUND {
        let stats = constant_searcher::<G>().decide(view, &budget, &mut ()).stats;
        cheapest = cheapest.min(stats.elapsed);
    }
    cheapest.as_nanos() as f64 / simulations.max(1) as f64
}
