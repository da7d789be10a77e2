//! Matches between Plywood and other searches at Hearts. Results are in points per deal.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use plywood::search::{Rng, Z95};
use serde::Serialize;

use crate::hearts::{Hearts, SEATS};
use crate::searches::CardSearch;
use crate::searches::ours::Plywood;

/// Simulations per move.
pub const SIMULATIONS: u64 = 1000;

/// The results of a match.
#[derive(Serialize)]
pub struct CardMatch {
    pub peer: &'static str,
    pub deals: u64,
    /// One seat of Plywood against three of the peer.
    pub one_against_three: Difference,
    /// Three seats of Plywood against one of the peer.
    pub three_against_one: Difference,
    /// Both line-ups of each deal together.
    pub both: Difference,
}

/// By how many points per deal Plywood's score is lower (better) than the peer's, with a 95%
/// confidence interval over deals.
#[derive(Serialize)]
pub struct Difference {
    pub mean: f64,
    pub ci95: [f64; 2],
}

impl Difference {
    fn of(deals: &[f64]) -> Difference {
        let count = deals.len() as f64;
        let mean = deals.iter().sum::<f64>() / count;
        let squares = deals.iter().map(|deal| (deal - mean).powi(2)).sum::<f64>();
        let half = Z95 * (squares / (count - 1.0) / count).sqrt();
        Difference { mean, ci95: [mean - half, mean + half] }
    }
}

/// Plays `deals` deals against `peer`, each with both line-ups in all rotations.
pub fn play(peer: &dyn CardSearch, deals: u64) -> CardMatch {
    let next = AtomicU64::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let work = || {
        let mut results = Vec::new();
        loop {
            let deal = next.fetch_add(1, Ordering::Relaxed);
            if deal >= deals {
                return results;
            }
            if deal > 0 && deal.is_multiple_of(deals.div_ceil(10)) {
                eprintln!("Hearts, {}: deal {deal} of {deals}", peer.name());
            }
            results.push((deal, [1, SEATS - 1].map(|ours| play_deal(deal, peer, ours))));
        }
    };
    let mut results: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no deal panics")).collect()
    });
    // Sorted, so that the sums do not depend on the order in which threads finish.
    results.sort_by_key(|&(deal, _)| deal);
    let difference = |of: fn([f64; 2]) -> f64| {
        Difference::of(&results.iter().map(|&(_, found)| of(found)).collect::<Vec<_>>())
    };
    CardMatch {
        peer: peer.name(),
        deals,
        one_against_three: difference(|[one, _]| one),
        three_against_one: difference(|[_, three]| three),
        both: difference(|[one, three]| (one + three) / 2.0),
    }
}

/// Plays a deal in all rotations, with Plywood at `ours` adjacent seats. Returns by how many points
/// per seat Plywood's score is lower than the peer's.
fn play_deal(deal: u64, peer: &dyn CardSearch, ours: usize) -> f64 {
    let mut points = [0.0, 0.0];
    for rotation in 0..SEATS {
        let is_ours = |seat: u8| (usize::from(seat) + rotation) % SEATS < ours;
        let mut table = Hearts::deal(deal);
        let mut seeds = Rng::stream(deal, (ours * SEATS + rotation) as u64);
        while !table.is_over() {
            let legal = table.legal();
            let card = if legal.is_power_of_two() {
                legal.trailing_zeros() as u8
            } else {
                let search = if is_ours(table.turn()) { &Plywood } else { peer };
                search.search(&table, SIMULATIONS, seeds.bits()).0
            };
            table.play_card(card);
        }
        for seat in 0..SEATS as u8 {
            points[usize::from(!is_ours(seat))] += f64::from(table.points(seat));
        }
    }
    let mean = |points: f64, seats: usize| points / (SEATS * seats) as f64;
    mean(points[1], SEATS - ours) - mean(points[0], ours)
}
