//! Long work that Ctrl-C ends.

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

/// The time between two looks at the signals of the process.
const POLL: Duration = Duration::from_millis(50);

/// The work of a thread.
#[derive(Clone)]
struct Work {
    number: u64,
    cancel: Cancel,
}

thread_local! {
    /// The work that this thread does.
    static WORK: RefCell<Option<Work>> = const { RefCell::new(None) };
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
                    // The calling thread may itself do work that is cancelled.
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

/// Does work that calls a Python game all the time, with the interpreter's lock. CPython lets other threads run in turn.
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

/// Fails if the work of this thread has been cancelled. Code of a Python game is called through this check, so that
/// a rollout that never ends can be interrupted, too.
pub(crate) fn check_cancelled() -> PyResult<()> {
    let is_cancelled =
        |work: &Option<Work>| work.as_ref().is_some_and(|work| work.cancel.is_cancelled());
    if WORK.with_borrow(is_cancelled) { Err(PyKeyboardInterrupt::new_err(())) } else { Ok(()) }
}

/// A cancellation, and the Python name of the thread that has the interpreter's lock.
type Running = (Cancel, Option<u64>);

/// All work in progress, by number.
static ACTIVE: LazyLock<Mutex<HashMap<u64, Running>>> = LazyLock::new(Mutex::default);

/// Keeps work in [`ACTIVE`] as long as it lasts.
struct Active(Work);

impl Active {
    fn new(cancel: &Cancel) -> Active {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        lock(&ACTIVE).insert(number, (cancel.clone(), None));
        Active(Work { number, cancel: cancel.clone() })
    }

    /// Raises an exception in the thread, which may be in a method of a Python game that does not return.
    fn interrupt(&self) {
        let running = lock(&ACTIVE).get(&self.0.number).cloned();
        let Some((_, Some(thread))) = running else { return };
        // Best effort: without it, the thread ends when it next calls the game.
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

/// The number of looks at work that ends, 50 ms each: a method that does not return must not keep the program.
const EXIT_POLLS: u32 = 100;

/// Cancels all work, and waits until it has ended. Called when the interpreter exits: it would end threads that wait for its
/// lock, in the middle of the engine.
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
