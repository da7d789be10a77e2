//! The command line.

use std::ffi::OsString;
use std::sync::atomic::Ordering;

use pyo3::prelude::*;

use crate::errors::{COMMAND_LINE, guarded};
use crate::own_games::games;

/// The exit status for a failure while running.
const FAILED: u8 = 1;

/// Runs the command line with all games of the process. Returns the exit status. The first argument is the name of the
/// program.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<u8> {
    COMMAND_LINE.store(true, Ordering::Relaxed);
    let ended = py.detach(|| guarded(|| plywood::App::from(games()).run_with(arguments)));
    Ok(ended.unwrap_or_else(|error| {
        eprintln!("error: {}", error.value(py));
        FAILED
    }))
}
