//! Runs independent tasks in parallel.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use plywood_search::Cancel;

use crate::ArenaError;

/// The longest delay before a cancellation is noticed.
const CANCEL_DELAY: Duration = Duration::from_millis(20);

/// Runs `work` on all `tasks` in `threads` threads and passes each result to `take` when it is
/// ready, in any order.
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
    // Stops the workers. `cancel` belongs to the caller and is only read.
    let stop = Cancel::new();
    let run_worker = |sender: &mpsc::SyncSender<_>| {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(result) = work(task, &stop).transpose() else { return };
            if sender.send(result).is_err() {
                return;
            }
        }
    };
    let mut collect = |receiver: &mpsc::Receiver<Result<R, ArenaError>>| {
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
    };
    std::thread::scope(|scope| {
        // Bounded, so that results do not pile up while `take` is slower than the workers.
        let (sender, receiver) = mpsc::sync_channel(threads);
        for _ in 0..threads.min(tasks.len()) {
            let sender = sender.clone();
            let run_worker = &run_worker;
            scope.spawn(move || run_worker(&sender));
        }
        drop(sender);
        let outcome = collect(&receiver);
        stop.cancel();
        outcome
    })
}
