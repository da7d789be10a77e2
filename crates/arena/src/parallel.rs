//! Pieces of work, several at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use plywood_search::Cancel;

use crate::ArenaError;

/// How soon an interruption is noticed.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Works through `pieces`, `threads` at once, and hands results to `take` as
/// they come, in any order. Ends early when it is cancelled, when `take` wants
/// no more, or with the first error. A piece that was cancelled has no result.
pub(crate) fn work_through<T: Sync, R: Send>(
    pieces: &[T],
    threads: usize,
    cancel: &Cancel,
    work: impl Fn(&T, &Cancel) -> Result<Option<R>, ArenaError> + Sync,
    mut take: impl FnMut(R) -> Result<Then, ArenaError>,
) -> Result<(), ArenaError> {
    let next = AtomicUsize::new(0);
    // Stops the work without telling whoever asked us.
    let stop = Cancel::new();
    let keep_working = |sender: &mpsc::Sender<_>| {
        while let Some(piece) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(result) = work(piece, &stop).transpose() else { return };
            if sender.send(result).is_err() {
                return;
            }
        }
    };
    let mut collect = |receiver: &mpsc::Receiver<Result<R, ArenaError>>| {
        loop {
            match receiver.recv_timeout(LOOK_EVERY) {
                Ok(result) => {
                    if take(result?)? == Then::Stop {
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
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.min(pieces.len()) {
            let sender = sender.clone();
            let keep_working = &keep_working;
            scope.spawn(move || keep_working(&sender));
        }
        drop(sender);
        let outcome = collect(&receiver);
        stop.cancel();
        outcome
    })
}

/// What to do after a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    GoOn,
    Stop,
}
