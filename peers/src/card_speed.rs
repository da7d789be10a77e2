//! The speed of the searches on Hearts, split into worlds, tree and rollouts.

use cpu_time::ProcessTime;
use plywood::search::Rng;
use serde::Serialize;

use crate::entrant::built_version;
use crate::hearts::{CARDS, Hearts, random_card};
use crate::report::Spread;
use crate::searches::CardSearch;
use crate::searches::ours::Plywood;

/// Simulations per timed decision: as many as `ismcts` runs between two reads of the clock.
pub const SIMULATIONS: u64 = 2048;

/// The numbers of cards played before the positions of the measurement.
const PLAYED: [usize; 8] = [1, 4, 7, 10, 14, 18, 23, 29];

/// The results of one search.
#[derive(Serialize)]
pub struct CardSpeed {
    pub name: &'static str,
    pub version: String,
    /// The best of all rounds, per second of processor time.
    pub simulations_per_second: f64,
    /// The speed of Plywood divided by the speed of this search; `None` for Plywood itself.
    pub times_as_fast: Option<Spread>,
    /// Nanoseconds per simulation, in the best of all rounds.
    pub world: f64,
    pub tree: f64,
    pub rollout: f64,
}

/// The nanoseconds per simulation in one round.
#[derive(Clone, Copy)]
struct Times {
    whole: f64,
    world: f64,
    /// A world and the rollout from its start.
    played_out: f64,
}

/// Measures all searches in turn, Plywood right before each peer. The first of the results is Plywood.
pub fn measure(peers: &[&dyn CardSearch], rounds: u32) -> Vec<CardSpeed> {
    let positions: Vec<_> =
        PLAYED.into_iter().zip(0..).map(|(n, seed)| position(n, seed)).collect();
    let rolled = rolled_share(&positions);
    let (mut ours, mut theirs) = (Vec::new(), vec![Vec::new(); peers.len()]);
    let mut ratios = theirs.iter().map(|_| Vec::new()).collect::<Vec<_>>();
    for round in 1..=rounds {
        for (index, peer) in peers.iter().enumerate() {
            let (our, their) = (time(&Plywood, &positions), time(*peer, &positions));
            let ratio = their.whole / our.whole;
            eprintln!("Hearts, {}: round {round}, {ratio:.2}", peer.name());
            ratios[index].push(ratio);
            ours.push(our);
            theirs[index].push(their);
        }
    }
    let mut results = vec![summary(&Plywood, "plywood-search", &ours, rolled, None)];
    for ((peer, times), ratios) in peers.iter().zip(&theirs).zip(&ratios) {
        results.push(summary(*peer, peer.name(), times, rolled, Some(Spread::of(ratios))));
    }
    results
}

/// Returns a position of a random game in which the seat to move has a choice.
fn position(played: usize, seed: u64) -> Hearts {
    let (mut table, mut rng) = (Hearts::deal(seed), Rng::new(seed));
    while table.played() < played || table.legal().count_ones() < 2 {
        let card = random_card(table.legal(), &mut rng).expect("the game is not over");
        table.play_card(card);
    }
    table
}

/// Returns the share of the cards to come that rollouts play; the tree plays the others. The trees of all
/// searches grow by one move a simulation, so that of Plywood stands for all.
fn rolled_share(positions: &[Hearts]) -> f64 {
    let shares = positions.iter().map(|table| {
        let depth = Plywood.decide(table, SIMULATIONS, 1).stats.mean_depth;
        1.0 - depth / (CARDS - table.played()) as f64
    });
    shares.sum::<f64>() / positions.len() as f64
}

/// Measures one search on all positions, each as often.
fn time(search: &dyn CardSearch, positions: &[Hearts]) -> Times {
    /// Decisions in each position: about half a second of the slowest search.
    const DECISIONS: u64 = 12;
    let nanoseconds = |work: &dyn Fn(&Hearts, u64) -> u64| {
        let (mut done, started) = (0, ProcessTime::now());
        for seed in 0..DECISIONS {
            done += positions.iter().map(|table| work(table, seed)).sum::<u64>();
        }
        started.elapsed().as_nanos() as f64 / done as f64
    };
    Times {
        whole: nanoseconds(&|table, seed| search.search(table, SIMULATIONS, seed).1),
        world: nanoseconds(&|table, seed| {
            search.draw_worlds(table, SIMULATIONS, seed);
            SIMULATIONS
        }),
        played_out: nanoseconds(&|table, seed| {
            search.play_out_worlds(table, SIMULATIONS, seed);
            SIMULATIONS
        }),
    }
}

fn summary(
    search: &dyn CardSearch,
    package: &str,
    rounds: &[Times],
    rolled: f64,
    times_as_fast: Option<Spread>,
) -> CardSpeed {
    let best = |time: fn(&Times) -> f64| rounds.iter().map(time).fold(f64::INFINITY, f64::min);
    let (whole, world) = (best(|times| times.whole), best(|times| times.world));
    let rollout = (best(|times| times.played_out) - world) * rolled;
    CardSpeed {
        name: search.name(),
        version: built_version(package),
        simulations_per_second: 1e9 / whole,
        times_as_fast,
        world,
        tree: whole - world - rollout,
        rollout,
    }
}
