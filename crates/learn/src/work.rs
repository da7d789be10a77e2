//! The part of a round that can be divided: work in items, such as games, that do not depend on each other.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, available_parallelism};

use plywood_registry::Key;

use crate::archive::Archive;
use crate::error::ArchiveError;
use crate::run::Trainer;

/// Work that can be divided among threads or machines.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// The number of items. They do not depend on each other.
    pub items: u64,
    /// The data that the items need, such as the weights of a player.
    pub data: Archive,
}

/// A function that processes a range of the items of some work and returns their results in order, as one
/// archive.
pub type Worker<'a> = Box<dyn Fn(Range<u64>) -> Archive + Sync + 'a>;

/// A number of threads, which does not affect results.
#[derive(Clone, Copy, Debug)]
pub struct Threads(usize);

/// Maximum number of threads that are started.
const MOST: u64 = 1024;

/// Number of batches for each thread. With many small batches, all threads end at about the same time.
const BATCHES: u64 = 16;

impl Threads {
    /// Creates a number of threads, clamped to 1 to 1024.
    pub fn new(count: u64) -> Self {
        Threads(count.clamp(1, MOST) as usize)
    }

    /// Returns a thread for each processor.
    pub fn available() -> Self {
        Threads(available_parallelism().map_or(1, usize::from))
    }

    /// Returns the key `threads` of a method of training.
    pub fn key() -> Key {
        Key::new("threads", "threads, which do not change the result; left out: all processors")
    }

    /// Calls `work` with each number below `count`, on all threads, and returns the results in order.
    pub fn map<T: Send>(self, count: u64, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
        let (next, results) = (AtomicU64::new(0), Mutex::new(Vec::new()));
        let run = || {
            let mut own = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    break;
                }
                own.push((number, work(number)));
            }
            results.lock().expect("no thread panics with the lock").append(&mut own);
        };
        thread::scope(|scope| {
            for _ in 1..self.0.min(usize::try_from(count).unwrap_or(usize::MAX)) {
                // If a thread cannot be started, the other threads do its work, with the same result.
                let _ = thread::Builder::new().spawn_scoped(scope, run);
            }
            run();
        });
        let mut results = results.into_inner().expect("no thread panics with the lock");
        results.sort_unstable_by_key(|(number, _)| *number);
        results.into_iter().map(|(_, result)| result).collect()
    }

    /// Does all work on these threads, and returns the results of its batches in order.
    pub fn run(self, trainer: &impl Trainer, work: &Work) -> Result<Vec<Archive>, ArchiveError> {
        let worker = trainer.worker(&work.data)?;
        let batches = work.items.min(BATCHES * self.0 as u64);
        // The numbers of items in two batches differ by at most one.
        let start = |batch: u64| batch * (work.items / batches) + batch.min(work.items % batches);
        Ok(self.map(batches, |batch| worker(start(batch)..start(batch + 1))))
    }
}
