//! A bounded number of threads for work that takes long; the rest waits in a
//! queue and is told its place.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use crate::ApiError;
use crate::lock::lock;
use crate::report::Report;

/// Work that takes long.
pub(crate) trait Job: Send {
    /// Does it, and gives the last that there is to tell of it.
    fn run(&mut self) -> Report;

    /// Tells somebody.
    fn tell(&self, report: Report);

    /// Is told how many are before it, itself counted.
    fn wait_at(&self, place: usize);

    /// Is told that it will not be done, or was not done to its end.
    fn fail(&self, error: ApiError);
}

/// Threads that work through a queue, first come, first served.
///
/// A job has its threads from the moment they are free: how soon the system lets
/// one of them run changes neither places nor whether a job can be taken back.
/// They are free again before its end is told, so that whoever asks for the next
/// one then does not wait for the last.
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
    /// Jobs that have their threads, and begin as soon as one of these wakes.
    admitted: VecDeque<Waiting>,
    /// Threads of jobs that are admitted or run; a job may take several.
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
        let pool = Pool::asleep(threads, longest);
        for _ in 0..pool.0.threads {
            let shared = Arc::clone(&pool.0);
            thread::spawn(move || shared.work());
        }
        pool
    }

    fn asleep(threads: usize, longest: usize) -> Self {
        Pool(Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
            threads: threads.max(1),
            longest,
        }))
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
        queue.waiting.push_back(Waiting { number, threads, job });
        self.0.admit(&mut queue);
        let place = queue.waiting.len();
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
        self.pool.admit(&mut queue);
        queue.tell_places();
        drop(queue);
        taken.job.fail(ApiError::Cancelled);
    }
}

impl Shared {
    fn work(&self) {
        while let Some(mut next) = self.next() {
            let done = catch_unwind(AssertUnwindSafe(|| next.job.run()));
            self.release(next.threads);
            let tell = || match done {
                Ok(report) => next.job.tell(report),
                Err(_) => {
                    let sorry = "the search failed: this is a fault".to_owned();
                    next.job.fail(ApiError::Internal(sorry));
                }
            };
            // If even that fails there is nobody left to tell.
            let _ = catch_unwind(AssertUnwindSafe(tell));
        }
    }

    fn release(&self, threads: usize) {
        let mut queue = lock(&self.queue);
        queue.busy -= threads;
        if self.admit(&mut queue) {
            queue.tell_places();
        }
    }

    /// Gives threads to as many jobs as there are threads for, in their order;
    /// tells whether there was one.
    fn admit(&self, queue: &mut Queue) -> bool {
        let before = queue.admitted.len();
        while let Some(first) =
            queue.waiting.pop_front_if(|first| queue.busy + first.threads <= self.threads)
        {
            queue.busy += first.threads;
            queue.admitted.push_back(first);
        }
        self.changed.notify_all();
        queue.admitted.len() > before
    }

    /// Waits for a job that may begin; `None` at the end.
    fn next(&self) -> Option<Waiting> {
        let mut queue = lock(&self.queue);
        while !queue.closed {
            if let Some(first) = queue.admitted.pop_front() {
                return Some(first);
            }
            queue = self.changed.wait(queue).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
        None
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Tells what happens to it.
    struct Told(Arc<Mutex<Vec<String>>>);

    impl Job for Told {
        fn run(&mut self) -> Report {
            lock(&self.0).push("ran".to_owned());
            Report { event: "done", about: String::new(), is_last: true, document: json!(null) }
        }

        fn tell(&self, report: Report) {
            lock(&self.0).push(report.event.to_owned());
        }

        fn wait_at(&self, place: usize) {
            lock(&self.0).push(format!("place {place}"));
        }

        fn fail(&self, error: ApiError) {
            lock(&self.0).push(error.kind().to_owned());
        }
    }

    #[test]
    fn whoever_has_threads_waits_no_more_even_if_they_are_still_asleep() {
        let pool = Pool::asleep(3, 9);
        let told: Vec<Arc<Mutex<Vec<String>>>> = (0..5).map(|_| Arc::default()).collect();
        let submit = |(job, threads): (&Arc<_>, usize)| {
            pool.submit(Box::new(Told(Arc::clone(job))), threads).unwrap()
        };
        let submitted: Vec<_> = told.iter().zip([2, 1, 2, 1, 1]).map(submit).collect();
        let (tickets, places): (Vec<_>, Vec<_>) = submitted.into_iter().unzip();
        assert_eq!(places, [0, 0, 1, 2, 3]);
        tickets[0].take_back();
        tickets[3].take_back();
        assert!(lock(&told[0]).is_empty(), "it is as good as begun");
        assert_eq!(*lock(&told[3]), ["cancelled"]);
        assert_eq!(*lock(&told[2]), ["place 1"]);
        assert_eq!(*lock(&told[4]), ["place 2"]);

        let shared = Arc::clone(&pool.0);
        thread::spawn(move || shared.work());
        while !lock(&told[4]).contains(&"done".to_owned()) {
            thread::yield_now();
        }
        tickets.iter().for_each(Ticket::take_back);
        assert_eq!(*lock(&told[0]), ["ran", "done"], "nobody takes back what was done");
        assert_eq!(*lock(&told[2]), ["place 1", "ran", "done"], "its place has not changed");
    }
}
