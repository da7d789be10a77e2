//! The exceptions of the package, and panics as exceptions.

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

/// Returns the exception for a wrong input.
pub(crate) fn wrong_input(error: impl Display) -> PyErr {
    InputError::new_err(error.to_string())
}

/// Returns the exception for a game that another thread uses.
pub(crate) fn busy() -> PyErr {
    BusyError::new_err("another thread searches this game: wait for it, or open the game twice")
}

/// Unwinds to the next [`guarded`] call with an exception of a game's Python code.
///
/// The methods of a game have no result for errors. Unwinding ends the search, also on several threads.
///
/// Under the command line, the traceback is printed as that of a panic is, and the payload is the message: the server
/// sends it to the client.
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

/// Whether this process is a command line, which has no caller that would get an exception.
pub(crate) static COMMAND_LINE: AtomicBool = AtomicBool::new(false);

/// Calls `work`, which may call the code of a Python game. Returns the exception of that code, or a [`LawError`] if
/// the engine met a state that no game may have.
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
    /// Whether a panic of this thread becomes an exception, and is not to be printed.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Keeps panics that become exceptions off the standard error output.
pub(crate) fn quieten_panics() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !QUIET.get() {
            print(panic);
        }
    }));
}
