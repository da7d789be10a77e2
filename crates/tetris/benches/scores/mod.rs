//! Plays many games on all cores.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use plywood_search::{Clock, SystemClock, Z95};

/// The scores of games; displayed as the mean, half of its 95% confidence interval, and the time.
pub struct Scores {
    pub of: Vec<f64>,
    seconds: f64,
}

impl fmt::Display for Scores {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let count = self.of.len() as f64;
        let mean = self.of.iter().sum::<f64>() / count;
        let squares = self.of.iter().map(|score| (score - mean).powi(2)).sum::<f64>();
        let half = Z95 * (squares / (count - 1.0) / count).sqrt();
        write!(f, "{mean:8.1} +- {half:6.1}  {:6.1} s", self.seconds)
    }
}

/// Calls `play` for `games` seeds, from `first_seed` upwards, and returns the scores.
pub fn measure(first_seed: u64, games: u64, play: impl Fn(u64) -> f64 + Sync) -> Scores {
    let began = SystemClock.now();
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let of = std::thread::scope(|scope| {
        let work = || {
            let mut scores = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= games {
                    return scores;
                }
                scores.push(play(first_seed + number));
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no game panics")).collect()
    });
    Scores { of, seconds: (SystemClock.now() - began).as_secs_f64() }
}
