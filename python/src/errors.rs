//! The exceptions of the package, and the conversion of panics to exceptions.

use std::any::Any;
use std::cell::Cell;
use std::fmt::Display;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    plywood,
    InputError,
    PyValueError,
    "A wrong game, rule, position, move or player. The message says what was expected."
);
pyo3::create_exception!(
    plywood,
    BusyError,
    PyRuntimeError,
    "The game is in use by a search of another thread."
);
pyo3::create_exception!(
    plywood,
    LawError,
    PyRuntimeError,
    "A game written in Python breaks a law of games. The message says which one, and where."
);

/// Returns the exception for an invalid input.
pub(crate) fn wrong_input(error: impl Display) -> PyErr {
    InputError::new_err(error.to_string())
}

/// Returns the exception for a game that another thread is using.
pub(crate) fn busy() -> PyErr {
    BusyError::new_err("another thread searches this game: wait for it, or open the game twice")
}

/// Unwinds to the enclosing [`guarded`] call with an exception that a game's Python code raised.
///
/// The methods of [`Game`](plywood::search::Game) cannot return errors. Unwinding ends the search, on several
/// threads, too.
///
/// In a process that runs the command line, this prints the traceback and unwinds with the message, which the server
/// sends to the client.
pub(crate) fn unwind(error: PyErr) -> ! {
    if !COMMAND_LINE.load(Ordering::Relaxed) {
        panic::resume_unwind(Box::new(error));
    }
    let message = Python::attach(|py| {
        error.display(py);
        error.to_string()
    });
    panic::resume_unwind(Box::new(message))
}

/// Whether this process runs the command line. Then no Python caller can receive an exception.
pub(crate) static COMMAND_LINE: AtomicBool = AtomicBool::new(false);

/// Calls `work`, which may call code of a Python game. Returns the exception that this code raised, or a [`LawError`]
/// if the engine panicked because the game broke a law.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    let was_quiet = QUIET.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    QUIET.set(was_quiet);
    result.map_err(exception)
}

fn exception(payload: Box<dyn Any + Send>) -> PyErr {
    match payload.downcast::<PyErr>() {
        Ok(error) => *error,
        Err(payload) => {
            let text = payload.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
            LawError::new_err(text.unwrap_or("the search failed").to_owned())
        }
    }
}

thread_local! {
    /// Whether a panic of this thread becomes an exception, so that it is not printed.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Replaces the panic hook, so that panics that become exceptions are not printed.
pub(crate) fn quieten_panics() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !QUIET.get() {
            print(panic);
        }
    }));
}
