//! The command line.

use std::ffi::OsString;

use pyo3::prelude::*;

use crate::errors::guarded;
use crate::own_games::games;

/// Runs the command line with all games of the process, and returns the exit status. The first argument is the name of
/// the program.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<u8> {
    py.detach(|| guarded(|| plywood::App::from(games()).run_with(arguments)))
}
