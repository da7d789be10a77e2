//! The extension module `plywood._plywood`. The Python package `plywood` wraps its classes.

#![allow(clippy::disallowed_methods, reason = "a boundary: it may read the system's clock")]
#![allow(clippy::needless_pass_by_value, reason = "PyO3 passes arguments by value")]
#![allow(clippy::too_many_arguments, reason = "keywords of Python functions")]

mod check;
mod class;
mod command;
mod environments;
mod errors;
mod interruptible;
mod labels;
mod own_games;
mod python_encoding;
mod python_game;
mod session;
mod tournament;
mod training;

/// The extension module.
#[pyo3::pymodule]
mod _plywood {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::check::check;
    #[pymodule_export]
    use crate::command::run;
    #[pymodule_export]
    use crate::environments::Environments;
    #[pymodule_export]
    use crate::errors::{BusyError, InputError, LawError};
    #[pymodule_export]
    use crate::interruptible::cancel_all;
    #[pymodule_export]
    use crate::own_games::register;
    #[pymodule_export]
    use crate::session::Session;
    #[pymodule_export]
    use crate::tournament::{Records, Tournament};
    #[pymodule_export]
    use crate::training::Training;

    #[pymodule_init]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::errors::quieten_panics();
        Ok(())
    }

    /// The names of the games.
    #[pyfunction]
    fn games() -> Vec<String> {
        crate::own_games::games().iter().map(|entry| entry.name().to_owned()).collect()
    }
}
