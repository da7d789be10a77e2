//! The speed of the searches at Hearts, divided into sampling worlds, the tree, and rollouts.

use cpu_time::ProcessTime;
use plywood::search::Rng;
use serde::Serialize;

use crate::entrant::built_version;
use crate::hearts::{CARDS, Hearts, random_card};
use crate::report::Spread;
use crate::searches::CardSearch;
use crate::searches::ours::Plywood;

/// Simulations per timed decision, as many as `ismcts` runs between two readings of the clock.
pub const SIMULATIONS: u64 = 2048;

/// For each position of the measurement, the number of cards played before it.
const PLAYED: [usize; 8] = [1, 4, 7, 10, 14, 18, 23, 29];

/// The results of one search.
#[derive(Serialize)]
pub struct CardSpeed {
    pub name: &'static str,
    pub version: String,
    /// Simulations per second of processor time, in the best round.
    pub simulations_per_second: f64,
    /// The speed of Plywood divided by the speed of this search; `None` for Plywood itself.
    pub times_as_fast: Option<Spread>,
    /// Nanoseconds per simulation for sampling a world, in the best round.
    pub world: f64,
    /// Nanoseconds per simulation in the tree: the rest of the time.
    pub tree: f64,
    /// Nanoseconds per simulation for the rollout.
    pub rollout: f64,
}

/// The nanoseconds per simulation in one round.
#[derive(Clone, Copy)]
struct Times {
    whole: f64,
    world: f64,
    /// The time to sample a world and to play it out from its start.
    played_out: f64,
}

/// Measures all searches, with Plywood right before each peer. The first result is Plywood's.
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

/// Returns the share of the remaining cards that rollouts play; the tree plays the others. The share is
/// measured with Plywood only and used for all searches, because each of them adds one move to its tree per
/// simulation.
fn rolled_share(positions: &[Hearts]) -> f64 {
    // Long rollouts take most of the time, so each position is weighted by its remaining cards.
    let cards: usize = positions.iter().map(|table| CARDS - table.played()).sum();
    let depth = |table| Plywood.decide(table, SIMULATIONS, 1).stats.mean_depth;
    1.0 - positions.iter().map(depth).sum::<f64>() / cards as f64
}

/// Measures one search, with the same number of decisions in every position.
fn time(search: &dyn CardSearch, positions: &[Hearts]) -> Times {
    /// Decisions in each position, which take the slowest search about half a second.
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
