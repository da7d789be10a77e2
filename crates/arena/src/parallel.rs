//! Runs independent tasks in parallel.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use plywood_search::Cancel;

use crate::ArenaError;

/// The longest delay before a cancellation is noticed.
const CANCEL_DELAY: Duration = Duration::from_millis(20);

/// Runs `work` on all `tasks` in `threads` threads and passes each result to `take` when it is
/// ready, in any order.
///
/// If the system cannot start all threads, the started ones run all tasks. If none can be started,
/// the calling thread runs them.
///
/// Ends early when `cancel` is cancelled, when `take` returns `Break`, or at the first error.
/// `work` returns `None` for a cancelled task.
pub(crate) fn work_through<T: Sync, R: Send>(
    tasks: &[T],
    threads: usize,
    cancel: &Cancel,
    work: impl Fn(&T, &Cancel) -> Result<Option<R>, ArenaError> + Sync,
    mut take: impl FnMut(R) -> Result<ControlFlow<()>, ArenaError>,
) -> Result<(), ArenaError> {
    let next = AtomicUsize::new(0);
    let next_task = || tasks.get(next.fetch_add(1, Ordering::Relaxed));
    // Stops the workers. `cancel` belongs to the caller and is only read.
    let stop = Cancel::new();
    let run_worker = |sender: &mpsc::SyncSender<_>| {
        while let Some(task) = next_task() {
            let Some(result) = work(task, &stop).transpose() else { return };
            let is_last = result.is_err();
            if sender.send(result).is_err() || is_last {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let wanted = threads.min(tasks.len());
        // Bounded, so that results do not pile up while `take` is slower than the workers.
        let (sender, receiver) = mpsc::sync_channel(wanted);
        let mut workers = Vec::with_capacity(wanted);
        while workers.len() < wanted {
            let (sender, run_worker) = (sender.clone(), &run_worker);
            match thread::Builder::new().spawn_scoped(scope, move || run_worker(&sender)) {
                Ok(worker) => workers.push(worker),
                Err(error) => {
                    let started = workers.len();
                    tracing::warn!("only {started} of {wanted} threads could be started: {error}");
                    break;
                }
            }
        }
        drop(sender);
        if workers.is_empty() {
            while let Some(task) = next_task()
                && let Some(result) = work(task, cancel)?
                && take(result)?.is_continue()
            {}
            return Ok(());
        }
        let outcome = collect(&receiver, &stop, cancel, take);
        stop.cancel();
        // Ends workers that wait to send: after an error, `collect` receives no more results.
        drop(receiver);
        // Resumes the panic of a worker with its own message.
        for worker in workers {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
        outcome
    })
}

/// Passes the results of the workers to `take` until all workers have ended. Sets `stop` when `take`
/// returns `Break` or `cancel` is cancelled.
fn collect<R>(
    receiver: &mpsc::Receiver<Result<R, ArenaError>>,
    stop: &Cancel,
    cancel: &Cancel,
    mut take: impl FnMut(R) -> Result<ControlFlow<()>, ArenaError>,
) -> Result<(), ArenaError> {
    loop {
        match receiver.recv_timeout(CANCEL_DELAY) {
            Ok(result) => {
                if take(result?)?.is_break() {
                    stop.cancel();
                }
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
        }
        if cancel.is_cancelled() {
            stop.cancel();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes the squares of 0 to 9 in `threads` threads, and returns the squares that were taken,
    /// in ascending order. With `cancel_at_5`, cancels the work when 5 is squared; with
    /// `break_at_25`, `take` returns `Break` for 25.
    fn squares(threads: usize, cancel_at_5: bool, break_at_25: bool) -> Vec<u32> {
        let (tasks, cancel) = ((0..10).collect::<Vec<u32>>(), Cancel::new());
        let mut taken = Vec::new();
        let work = |&task: &u32, stop: &Cancel| {
            if cancel_at_5 && task == 5 {
                cancel.cancel();
                // At most ten seconds, 500 times `CANCEL_DELAY`.
                let mut waits = 1000;
                while !stop.is_cancelled() && waits > 0 {
                    thread::sleep(Duration::from_millis(10));
                    waits -= 1;
                }
            }
            Ok((!stop.is_cancelled()).then_some(task * task))
        };
        work_through(&tasks, threads, &cancel, work, |square| {
            taken.push(square);
            let is_last = break_at_25 && square == 25;
            Ok(if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })
        .unwrap();
        taken.sort_unstable();
        taken
    }

    #[test]
    fn tasks_are_done_on_any_number_of_threads() {
        for threads in [0, 1, 3, 100] {
            let all: Vec<u32> = (0..10).map(|number| number * number).collect();
            assert_eq!(squares(threads, false, false), all, "{threads} threads");
        }
    }

    #[test]
    fn work_without_threads_can_be_ended() {
        assert_eq!(squares(0, true, false), [0, 1, 4, 9, 16]);
        assert_eq!(squares(0, false, true), [0, 1, 4, 9, 16, 25]);
        assert_eq!(squares(1, true, false), [0, 1, 4, 9, 16]);
    }

    #[test]
    fn an_error_ends_the_work() {
        for threads in [0, 1] {
            let fail = |_: &u32, _: &Cancel| -> Result<Option<()>, ArenaError> {
                Err(ArenaError::Player { player: "a".to_owned(), problem: "b".to_owned() })
            };
            let ended = work_through(&[1, 2], threads, &Cancel::new(), fail, |()| {
                Ok(ControlFlow::Continue(()))
            });
            assert!(matches!(ended, Err(ArenaError::Player { .. })), "{threads} threads");
        }
    }

    #[test]
    fn errors_of_many_tasks_end_the_work_on_many_threads() {
        for threads in [2, 3, 8] {
            let (done, ended) = mpsc::channel();
            let _worker = thread::spawn(move || {
                let fail = |&task: &u32, _: &Cancel| -> Result<Option<()>, ArenaError> {
                    Err(ArenaError::Player { player: task.to_string(), problem: "b".to_owned() })
                };
                let tasks: Vec<u32> = (0..100).collect();
                let go_on = |()| Ok(ControlFlow::Continue(()));
                done.send(work_through(&tasks, threads, &Cancel::new(), fail, go_on))
            });
            let ended = ended.recv_timeout(Duration::from_secs(20)).expect("the work ends");
            assert!(matches!(ended, Err(ArenaError::Player { .. })), "{threads} threads");
        }
    }

    #[test]
    fn an_error_of_the_receiver_ends_workers_that_wait_to_send() {
        let (done, ended) = mpsc::channel();
        let _worker = thread::spawn(move || {
            let work = |&task: &u32, _: &Cancel| Ok(Some(task));
            let fail = |task: u32| {
                // Gives the workers time to fill the channel.
                thread::sleep(Duration::from_millis(50));
                Err(ArenaError::Player { player: task.to_string(), problem: "b".to_owned() })
            };
            let tasks: Vec<u32> = (0..100).collect();
            done.send(work_through(&tasks, 3, &Cancel::new(), work, fail))
        });
        let ended = ended.recv_timeout(Duration::from_secs(20)).expect("the work ends");
        assert!(matches!(ended, Err(ArenaError::Player { .. })));
    }

    #[test]
    fn a_panic_keeps_its_message() {
        for threads in [0, 2] {
            let fail = |_: &u32, _: &Cancel| -> Result<Option<()>, ArenaError> {
                std::panic::resume_unwind(Box::new("no such disc"))
            };
            let run = || {
                let go_on = |()| Ok(ControlFlow::Continue(()));
                work_through(&[1, 2, 3], threads, &Cancel::new(), fail, go_on)
            };
            let panic = std::panic::catch_unwind(run).unwrap_err();
            assert_eq!(panic.downcast_ref(), Some(&"no such disc"), "{threads} threads");
        }
    }
}
