//! Parallel search: threads share the moves of a position after its first move has been searched (young
//! brothers wait).
//!
//! The first move often causes a cutoff. If it does not, usually all moves have to be searched, which
//! threads can do in parallel. Threads also share the transposition table.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::discs::Discs;
use super::ordering::Candidate;
use super::processor::Processor;
use super::worker::Worker;

/// A position whose moves are searched by several threads.
pub(super) struct Split {
    discs: Discs,
    alpha: i32,
    empties: u32,
    /// The moves to search, the best first.
    moves: Vec<Candidate>,
    /// The index of the next move that no thread has taken.
    next: AtomicUsize,
    /// The best score so far and its move.
    best: Mutex<(i32, u8)>,
    /// Whether a score above `alpha` was found, so that the other moves need no search.
    cut: AtomicBool,
    /// The number of helpers that work on this split. Changes only while the pool's list is locked.
    helpers: AtomicUsize,
    /// The split that the thread was working on when it created this one.
    parent: Option<Arc<Split>>,
}

impl Split {
    /// Whether the other moves of this split need no search, because it or one of its ancestors has a
    /// cutoff.
    pub(super) fn is_settled(&self) -> bool {
        self.cut.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|up| up.is_settled())
    }

    /// Whether this is `other` or a descendant of `other`.
    fn is_within(&self, other: &Split) -> bool {
        std::ptr::eq(self, other) || self.parent.as_ref().is_some_and(|up| up.is_within(other))
    }
}

/// The splits that helpers may join.
#[derive(Default)]
pub(super) struct Pool {
    open: Mutex<Open>,
    changed: Condvar,
    /// The number of threads that wait for work.
    idle: AtomicUsize,
}

#[derive(Default)]
struct Open {
    splits: Vec<Arc<Split>>,
    /// Whether the search has ended.
    closed: bool,
}

impl Pool {
    /// Whether a thread waits for work.
    #[inline(always)]
    pub(super) fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Ignores poisoning: a panic of a helper ends the search, and the scope of the threads reports it.
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the work of all helpers.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    fn offer(&self, split: &Arc<Split>) {
        self.lock().splits.push(Arc::clone(split));
        self.changed.notify_all();
    }

    fn withdraw(&self, split: &Arc<Split>) {
        self.lock().splits.retain(|other| !Arc::ptr_eq(other, split));
    }

    /// Waits until there is a split to join. Returns `None` at the end of the search.
    ///
    /// With `within`, joins only this split and its descendants, and returns `None` once `within` has
    /// no helpers left. So a thread that waits for its helpers helps them, but cannot start other work,
    /// which might take longer.
    fn join(&self, within: Option<&Split>) -> Option<Arc<Split>> {
        let mut open = self.lock();
        self.idle.fetch_add(1, Ordering::Relaxed);
        let joined = loop {
            let over = match within {
                Some(split) => split.helpers.load(Ordering::Relaxed) == 0,
                None => open.closed,
            };
            if over {
                break None;
            }
            let may_join = |split: &&Arc<Split>| {
                within.is_none_or(|own| split.is_within(own))
                    && split.next.load(Ordering::Relaxed) < split.moves.len()
                    && !split.is_settled()
            };
            // A split with more empty squares is usually more work.
            let most = open.splits.iter().filter(may_join).max_by_key(|split| split.empties);
            if let Some(split) = most {
                split.helpers.fetch_add(1, Ordering::Relaxed);
                break Some(Arc::clone(split));
            }
            open = self.changed.wait(open).unwrap_or_else(PoisonError::into_inner);
        };
        self.idle.fetch_sub(1, Ordering::Relaxed);
        joined
    }

    fn leave(&self, split: &Split) {
        let open = self.lock();
        split.helpers.fetch_sub(1, Ordering::Relaxed);
        drop(open);
        self.changed.notify_all();
    }
}

impl<P: Processor> Worker<'_, P> {
    /// Searches the candidates from index `next` on together with idle threads. `best` is the best
    /// score so far and its move. Returns the best score of all moves and its move.
    #[cold]
    pub(super) fn share_moves(
        &mut self,
        discs: Discs,
        next: usize,
        alpha: i32,
        empties: u32,
        best: (i32, u8),
    ) -> (i32, u8) {
        let mut moves = self.candidates[next..].to_vec();
        moves.sort_by_key(|candidate| std::cmp::Reverse(candidate.worth));
        let parent = self.split.take();
        let split = Arc::new(Split {
            discs,
            alpha,
            empties,
            moves,
            next: AtomicUsize::new(0),
            best: Mutex::new(best),
            cut: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            parent: parent.clone(),
        });
        let pool = &self.shared.pool;
        pool.offer(&split);
        self.work(&split);
        pool.withdraw(&split);
        while let Some(inner) = pool.join(Some(&split)) {
            self.work(&inner);
            pool.leave(&inner);
        }
        self.stopped =
            self.shared.is_exhausted() || parent.as_ref().is_some_and(|up| up.is_settled());
        self.split = parent;
        *split.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Joins one split after another until the search ends.
    pub(super) fn help(&mut self) {
        while let Some(split) = self.shared.pool.join(None) {
            self.work(&split);
            self.shared.pool.leave(&split);
        }
        self.report_nodes();
    }

    /// Searches moves of a split until all are taken or the split is settled.
    fn work(&mut self, split: &Arc<Split>) {
        self.split = Some(Arc::clone(split));
        self.stopped = self.shared.is_exhausted();
        while !self.should_stop() {
            let Some(candidate) = split.moves.get(split.next.fetch_add(1, Ordering::Relaxed))
            else {
                break;
            };
            let after = split.discs.after(candidate.flips, candidate.square);
            let score = -self.search(after, -split.alpha - 1, split.empties - 1);
            if self.stopped {
                break;
            }
            let mut best = split.best.lock().unwrap_or_else(PoisonError::into_inner);
            if score > best.0 {
                *best = (score, candidate.square);
            }
            drop(best);
            if score > split.alpha {
                split.cut.store(true, Ordering::Relaxed);
            }
        }
        self.split = None;
    }
}
