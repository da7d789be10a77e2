//! A bounded number of threads for work that takes long; the rest waits in a
//! queue and is told its place.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use crate::ApiError;
use crate::lock::lock;

/// Work that takes long.
pub(crate) trait Job: Send {
    /// Does it.
    fn run(&mut self);

    /// Is told how many are before it, itself counted.
    fn wait_at(&self, place: usize);

    /// Is told that it will not be done, or was not done to its end.
    fn fail(&self, error: ApiError);
}

/// Threads that work through a queue, first come, first served.
pub(crate) struct Pool(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    threads: usize,
    longest: usize,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    /// Threads in use; a job of several threads counts as so many.
    busy: usize,
    next: u64,
    closed: bool,
}

struct Waiting {
    number: u64,
    threads: usize,
    job: Box<dyn Job>,
}

/// A job's number in its pool, by which it can be taken back.
#[derive(Clone)]
pub(crate) struct Ticket {
    pool: Arc<Shared>,
    number: u64,
}

impl Pool {
    /// A pool of so many threads, with so long a queue.
    pub(crate) fn new(threads: usize, longest: usize) -> Self {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
            threads: threads.max(1),
            longest,
        });
        for _ in 0..shared.threads {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.work());
        }
        Pool(shared)
    }

    /// Puts a job into the queue, and gives its place there: 0 if it begins at once.
    pub(crate) fn submit(
        &self,
        job: Box<dyn Job>,
        threads: usize,
    ) -> Result<(Ticket, usize), ApiError> {
        let mut queue = lock(&self.0.queue);
        if queue.waiting.len() >= self.0.longest {
            return Err(ApiError::Busy(format!(
                "{} searches are waiting already: try again later",
                self.0.longest
            )));
        }
        let threads = threads.clamp(1, self.0.threads);
        let number = queue.next;
        queue.next += 1;
        let at_once = queue.waiting.is_empty() && queue.busy + threads <= self.0.threads;
        queue.waiting.push_back(Waiting { number, threads, job });
        let place = if at_once { 0 } else { queue.waiting.len() };
        self.0.changed.notify_all();
        Ok((Ticket { pool: Arc::clone(&self.0), number }, place))
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        lock(&self.0.queue).closed = true;
        self.0.changed.notify_all();
    }
}

impl Ticket {
    /// Takes the job out of the queue, if it has not begun.
    pub(crate) fn take_back(&self) {
        let mut queue = lock(&self.pool.queue);
        let place = queue.waiting.iter().position(|waiting| waiting.number == self.number);
        let Some(taken) = place.and_then(|place| queue.waiting.remove(place)) else { return };
        queue.tell_places();
        drop(queue);
        self.pool.changed.notify_all();
        taken.job.fail(ApiError::Cancelled);
    }
}

impl Shared {
    fn work(&self) {
        while let Some(mut next) = self.next() {
            let done = catch_unwind(AssertUnwindSafe(|| next.job.run()));
            if done.is_err() {
                let sorry = ApiError::Internal("the search failed: this is a fault".to_owned());
                // If even that fails there is nobody left to tell.
                let _ = catch_unwind(AssertUnwindSafe(|| next.job.fail(sorry)));
            }
            lock(&self.queue).busy -= next.threads;
            self.changed.notify_all();
        }
    }

    /// Waits for a job for which there are threads; `None` at the end.
    fn next(&self) -> Option<Waiting> {
        let mut queue = lock(&self.queue);
        loop {
            if queue.closed {
                return None;
            }
            let fits = |first: &Waiting| queue.busy + first.threads <= self.threads;
            if queue.waiting.front().is_some_and(fits) {
                let first = queue.waiting.pop_front()?;
                queue.busy += first.threads;
                queue.tell_places();
                return Some(first);
            }
            queue = self.changed.wait(queue).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
    }
}

/// Those far behind are told of every so many steps only.
const NEAR: usize = 10;

impl Queue {
    fn tell_places(&self) {
        for (place, waiting) in (1..).zip(&self.waiting) {
            if place <= NEAR || place.is_multiple_of(NEAR) {
                waiting.job.wait_at(place);
            }
        }
    }
}
