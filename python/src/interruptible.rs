//! Long work that Ctrl-C ends.

use std::cell::RefCell;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use plywood::search::Cancel;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::errors::{guarded, wrong_input};

/// The time between two looks at the signals of the process.
const POLL: Duration = Duration::from_millis(50);

thread_local! {
    /// The cancellation of the work that this thread does.
    static CANCEL: RefCell<Option<Cancel>> = const { RefCell::new(None) };
}

/// Does `work` on a thread of its own while the calling thread waits, without the interpreter's lock.
///
/// `work` sends reports, which the calling thread hands to `progress`. A signal such as Ctrl-C, and an exception of
/// `progress`, cancel the work; the exception is raised when the work has ended.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(Sender<String>) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            let work = || {
                CANCEL.set(Some(cancel.clone()));
                guarded(|| work(sender))
            };
            let worker = thread::Builder::new().spawn_scoped(scope, work).map_err(wrong_input)?;
            let mut raised = None;
            loop {
                let report = match receiver.recv_timeout(POLL) {
                    Ok(report) => Some(report),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if raised.is_some() {
                    continue;
                }
                let attended = Python::attach(|py| {
                    if let (Some(report), Some(progress)) = (report, progress) {
                        progress.call1(py, (report,))?;
                    }
                    py.check_signals()
                });
                if let Err(error) = attended {
                    cancel.cancel();
                    raised = Some(error);
                }
            }
            let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            raised.map_or(result, Err)
        })
    })
}

/// Fails if the work of this thread has been cancelled. Code of a Python game is called through this check, so that
/// a rollout that never ends can be interrupted, too.
pub(crate) fn check_cancelled() -> PyResult<()> {
    let cancelled = CANCEL.with_borrow(|cancel| cancel.as_ref().is_some_and(Cancel::is_cancelled));
    if cancelled { Err(PyKeyboardInterrupt::new_err(())) } else { Ok(()) }
}
