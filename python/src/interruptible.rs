//! Long work that Ctrl-C can interrupt.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use plywood::search::Cancel;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::errors::{guarded, wrong_input};

/// The interval between checks for signals.
const POLL: Duration = Duration::from_millis(50);

/// The work of a thread: its number in `ACTIVE`, and the flag that cancels it.
#[derive(Clone)]
struct Work {
    number: u64,
    cancel: Cancel,
}

thread_local! {
    /// The work that this thread is doing.
    static WORK: RefCell<Option<Work>> = const { RefCell::new(None) };
}

/// Calls `work` on a new thread. Meanwhile the calling thread waits without the interpreter's lock.
///
/// The calling thread passes each report that `work` sends to `progress`. A signal such as Ctrl-C, or an exception of
/// `progress`, cancels the work; the exception is returned once the work has ended.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(Sender<String>) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let (sender, receiver) = mpsc::channel();
        let active = Active::new(cancel);
        thread::scope(|scope| {
            let work = || {
                WORK.set(Some(active.0.clone()));
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
                    // The calling thread may itself be doing work that is cancelled.
                    check_cancelled()?;
                    if let (Some(report), Some(progress)) = (report, progress) {
                        progress.call1(py, (report,))?;
                    }
                    py.check_signals()
                });
                if let Err(error) = attended {
                    cancel.cancel();
                    active.interrupt();
                    raised = Some(error);
                }
            }
            let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            raised.map_or(result, Err)
        })
    })
}

/// Calls `work` with the interpreter's lock, for work that calls a Python game most of the time. CPython lets other
/// threads run in turn.
pub(crate) fn with_lock<T>(work: impl FnOnce() -> T) -> T {
    Python::attach(|py| {
        let thread = py.import("threading").and_then(|module| module.call_method0("get_ident"));
        let number = WORK.with_borrow(|work| work.as_ref().map(|work| work.number));
        if let (Ok(thread), Some(number)) = (thread.and_then(|thread| thread.extract()), number) {
            lock(&ACTIVE).entry(number).and_modify(|(_, known)| *known = Some(thread));
        }
        work()
    })
}

/// Returns an error if the work of this thread has been cancelled. Every call of a Python game's code is preceded by
/// this check, so that even a rollout that never ends can be interrupted.
pub(crate) fn check_cancelled() -> PyResult<()> {
    let is_cancelled =
        |work: &Option<Work>| work.as_ref().is_some_and(|work| work.cancel.is_cancelled());
    if WORK.with_borrow(is_cancelled) { Err(PyKeyboardInterrupt::new_err(())) } else { Ok(()) }
}

/// The cancel flag of some work, and the Python identifier of its thread if the thread holds the interpreter's lock.
type Running = (Cancel, Option<u64>);

/// All work in progress, by its number.
static ACTIVE: LazyLock<Mutex<HashMap<u64, Running>>> = LazyLock::new(Mutex::default);

/// Removes the work from [`ACTIVE`] when it is dropped.
struct Active(Work);

impl Active {
    fn new(cancel: &Cancel) -> Active {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        lock(&ACTIVE).insert(number, (cancel.clone(), None));
        Active(Work { number, cancel: cancel.clone() })
    }

    /// Raises an exception in the thread of the work, which may be in a method of a Python game that does not return.
    fn interrupt(&self) {
        let running = lock(&ACTIVE).get(&self.0.number).cloned();
        let Some((_, Some(thread))) = running else { return };
        // Best effort: if this fails, the thread ends when it next calls the game.
        let _ = Python::attach(|py| {
            let ctypes = py.import("ctypes")?;
            let thread = ctypes.getattr("c_ulong")?.call1((thread,))?;
            let exception = py.get_type::<PyKeyboardInterrupt>();
            let exception = ctypes.getattr("py_object")?.call1((exception,))?;
            let raise = ctypes.getattr("pythonapi")?.getattr("PyThreadState_SetAsyncExc")?;
            raise.call1((thread, exception)).map(drop)
        });
    }
}

impl Drop for Active {
    fn drop(&mut self) {
        lock(&ACTIVE).remove(&self.0.number);
    }
}

/// The number of intervals of [`POLL`] for which [`cancel_all`] waits. It is limited, because a method that does not
/// return must not keep the process from exiting.
const EXIT_POLLS: u32 = 100;

/// Cancels all work and waits until it has ended. Called when the interpreter exits, because the interpreter would end
/// threads that wait for its lock, in the middle of the engine.
#[pyfunction]
pub(crate) fn cancel_all(py: Python<'_>) {
    lock(&ACTIVE).values().for_each(|(cancel, _)| cancel.cancel());
    py.detach(|| {
        for _ in 0..EXIT_POLLS {
            if lock(&ACTIVE).is_empty() {
                return;
            }
            thread::sleep(POLL);
        }
    });
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
