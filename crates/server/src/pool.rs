//! Long jobs: their threads, their queue and their events.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use serde_json::Value;

use crate::{ApiError, lock, panicked, start_thread};

/// A message about a search, a tournament or a study.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Event {
    /// The kind of event: `queued`, `progress`, `decision`, `winnable`, `new`, `arena`, `quality`, `review` or `error`.
    pub name: &'static str,
    /// The id of the search, tournament or study.
    pub subject: String,
    /// Whether this is the last event of its subject.
    pub is_last: bool,
    /// The JSON document, without the schema number.
    pub document: Value,
}

/// A function that receives events. It must return quickly, since the search waits for it.
pub type EventSink = Arc<dyn Fn(Event) + Send + Sync>;

/// A long job. The pool sends its last event, and an event when its place in the queue changes.
pub(crate) trait Job: Send {
    /// Runs the job and returns its last event.
    fn run(&mut self) -> Event;

    /// Returns the event for a new place in the queue; place 1 is next.
    fn queued(&self, place: usize) -> Event;

    /// Ends a job that was withdrawn or panicked, and returns its last event.
    fn failed(&self, error: ApiError) -> Event;

    /// Sends an event to the client.
    fn send(&self, event: Event);
}

/// Threads that serve a queue in order of arrival.
///
/// A job is admitted as soon as enough threads are free, before a thread wakes up to run it, so
/// that places in the queue do not depend on the scheduler. The threads are free again before the
/// job's last event is sent, so that the client can start the next job at once.
pub(crate) struct Pool(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    threads: usize,
    max_waiting: usize,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<QueuedJob>,
    /// Jobs that have been assigned threads and begin when a thread wakes up.
    admitted: VecDeque<QueuedJob>,
    /// The number of threads of all admitted and running jobs; a job may use several.
    busy: usize,
    next_number: u64,
    closed: bool,
}

struct QueuedJob {
    number: u64,
    threads: usize,
    job: Box<dyn Job>,
}

/// A handle to withdraw a job that has not begun.
#[derive(Clone)]
pub(crate) struct Ticket {
    pool: Arc<Shared>,
    number: u64,
}

impl Pool {
    /// Starts a pool of `threads` threads with a queue of `max_waiting` jobs. Fails if the system does
    /// not allow that many threads.
    pub(crate) fn new(threads: usize, max_waiting: usize) -> io::Result<Self> {
        let pool = Pool::without_threads(threads, max_waiting);
        for _ in 0..pool.0.threads {
            let shared = Arc::clone(&pool.0);
            start_thread(move || shared.work())?;
        }
        Ok(pool)
    }

    fn without_threads(threads: usize, max_waiting: usize) -> Self {
        Pool(Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
            threads: threads.max(1),
            max_waiting,
        }))
    }

    /// Queues a job that uses `threads` threads, or all threads if the pool has fewer. Returns the job's ticket and its
    /// place in the queue, 0 if it begins now. A full queue is an error.
    pub(crate) fn submit(
        &self,
        job: Box<dyn Job>,
        threads: usize,
    ) -> Result<(Ticket, usize), ApiError> {
        let mut queue = lock(&self.0.queue);
        let max = self.0.max_waiting;
        if queue.waiting.len() >= max {
            return Err(ApiError::Busy(format!("{max} jobs are waiting: try again later")));
        }
        let threads = threads.clamp(1, self.0.threads);
        let number = queue.next_number;
        queue.next_number += 1;
        queue.waiting.push_back(QueuedJob { number, threads, job });
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
    /// Removes the job from the queue and ends it, unless it was admitted.
    pub(crate) fn withdraw(&self) {
        let mut queue = lock(&self.pool.queue);
        let index = queue.waiting.iter().position(|waiting| waiting.number == self.number);
        let Some(withdrawn) = index.and_then(|index| queue.waiting.remove(index)) else { return };
        self.pool.admit(&mut queue);
        queue.send_places();
        drop(queue);
        withdrawn.job.send(withdrawn.job.failed(ApiError::Cancelled));
    }
}

impl Shared {
    fn work(&self) {
        while let Some(QueuedJob { mut job, threads, .. }) = self.next() {
            let done = catch_unwind(AssertUnwindSafe(|| job.run()));
            self.release(threads);
            let finish = || {
                job.send(done.unwrap_or_else(|panic| job.failed(panicked(&*panic))));
            };
            // Ignores a panic of `finish`: there is no other way to report an error to the client.
            let _ = catch_unwind(AssertUnwindSafe(finish));
        }
    }

    fn release(&self, threads: usize) {
        let mut queue = lock(&self.queue);
        queue.busy -= threads;
        if self.admit(&mut queue) {
            queue.send_places();
        }
    }

    /// Admits waiting jobs in order while threads are free. Returns whether a job was admitted.
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

    /// Waits for an admitted job; `None` when the pool is dropped.
    fn next(&self) -> Option<QueuedJob> {
        let mut queue = lock(&self.queue);
        while !queue.closed {
            if let Some(first) = queue.admitted.pop_front() {
                return Some(first);
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }
}

impl Queue {
    /// Sends events about their places to the jobs at the places 1 to 10, 20, 50, 100, 200, 500 and so on. In a long
    /// queue, events to all jobs would outnumber the answers.
    fn send_places(&self) {
        let far = (1..).map(|exponent| 10_usize.pow(exponent)).flat_map(|n| [2 * n, 5 * n, 10 * n]);
        for place in (1..=10).chain(far).take_while(|&place| place <= self.waiting.len()) {
            let job = &self.waiting[place - 1].job;
            job.send(job.queued(place));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use serde_json::json;

    use super::*;
    use crate::wait_until;

    /// A job that logs its calls and events.
    struct LoggingJob(Arc<Mutex<Vec<String>>>);

    impl LoggingJob {
        fn event(name: &'static str, document: Value) -> Event {
            Event { name, subject: String::new(), is_last: name != "queued", document }
        }
    }

    impl Job for LoggingJob {
        fn run(&mut self) -> Event {
            lock(&self.0).push("ran".to_owned());
            LoggingJob::event("done", json!(""))
        }

        fn queued(&self, place: usize) -> Event {
            LoggingJob::event("queued", json!(place))
        }

        fn failed(&self, error: ApiError) -> Event {
            LoggingJob::event("failed", json!(error.kind()))
        }

        fn send(&self, event: Event) {
            lock(&self.0).push(format!("{} {}", event.name, event.document));
        }
    }

    #[test]
    fn admitted_jobs_cannot_be_withdrawn_before_their_threads_wake_up() {
        let pool = Pool::without_threads(3, 9);
        let logs: Vec<Arc<Mutex<Vec<String>>>> = (0..5).map(|_| Arc::default()).collect();
        let submit = |(log, threads): (&Arc<_>, usize)| {
            pool.submit(Box::new(LoggingJob(Arc::clone(log))), threads).unwrap()
        };
        let submitted: Vec<_> = logs.iter().zip([2, 1, 2, 1, 1]).map(submit).collect();
        let (tickets, places): (Vec<_>, Vec<_>) = submitted.into_iter().unzip();
        assert_eq!(places, [0, 0, 1, 2, 3]);
        tickets[0].withdraw();
        tickets[3].withdraw();
        assert!(lock(&logs[0]).is_empty(), "job 0 was admitted");
        assert_eq!(*lock(&logs[3]), ["failed \"cancelled\""]);
        assert_eq!(*lock(&logs[2]), ["queued 1"]);
        assert_eq!(*lock(&logs[4]), ["queued 2"]);

        let shared = Arc::clone(&pool.0);
        thread::spawn(move || shared.work());
        wait_until("job 4 ends", || lock(&logs[4]).last().is_some_and(|last| last == "done \"\""));
        tickets.iter().for_each(Ticket::withdraw);
        assert_eq!(*lock(&logs[0]), ["ran", "done \"\""], "a finished job stays finished");
        assert_eq!(*lock(&logs[2]), ["queued 1", "ran", "done \"\""], "its place did not change");
    }

    #[test]
    fn a_job_with_more_threads_than_the_pool_takes_the_whole_pool() {
        let pool = Pool::without_threads(3, 9);
        let log: Arc<Mutex<Vec<String>>> = Arc::default();
        let place =
            |threads| pool.submit(Box::new(LoggingJob(Arc::clone(&log))), threads).unwrap().1;
        assert_eq!([place(64), place(1), place(64), place(1)], [0, 1, 2, 3]);
        let busy = || lock(&pool.0.queue).busy;
        assert_eq!(busy(), 3);
        let shared = Arc::clone(&pool.0);
        thread::spawn(move || shared.work());
        let done = || lock(&log).iter().filter(|line| line.starts_with("done")).count();
        wait_until("all jobs end", || done() == 4);
        assert_eq!(busy(), 0);
    }

    #[test]
    fn places_are_sent_only_when_a_job_is_admitted() {
        let pool = Pool::without_threads(3, 9);
        let logs: Vec<Arc<Mutex<Vec<String>>>> = (0..4).map(|_| Arc::default()).collect();
        for (log, threads) in logs.iter().zip([2, 1, 3, 1]) {
            pool.submit(Box::new(LoggingJob(Arc::clone(log))), threads).unwrap();
        }
        pool.0.release(1);
        assert!(lock(&logs[3]).is_empty(), "the third job still waits for two threads");
        pool.0.release(2);
        assert_eq!(*lock(&logs[3]), ["queued 1"], "the third job was admitted");
    }
}
