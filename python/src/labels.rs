//! The moves and outcomes of Python games, as numbers that the tree can hold.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString};

use crate::class::Class;

/// A move or an outcome: the index of a Python object in a table of the process.
///
/// It has four bytes, so a node of the tree has 32. A table lives as long as the process, so a game should have a
/// limited number of different moves and outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label(u32);

static OBJECTS: Mutex<Vec<(Py<PyAny>, &'static Class)>> = Mutex::new(Vec::new());

fn objects() -> MutexGuard<'static, Vec<(Py<PyAny>, &'static Class)>> {
    OBJECTS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Label {
    /// Returns the label of a move, an `int` or a `str`.
    pub(crate) fn of_move(class: &'static Class, mv: &Bound<'_, PyAny>) -> PyResult<Label> {
        if mv.is_instance_of::<PyInt>() || mv.is_instance_of::<PyString>() {
            return Label::of_outcome(class, mv);
        }
        let found = mv.get_type().name()?;
        Err(PyTypeError::new_err(format!("moves are int or str, not {found}")))
    }

    /// Returns the label of an outcome, any hashable object.
    pub(crate) fn of_outcome(class: &'static Class, seen: &Bound<'_, PyAny>) -> PyResult<Label> {
        let known: &Bound<'_, PyDict> = class.labels.bind(seen.py());
        if let Some(label) = known.get_item(seen)? {
            return Ok(Label(label.extract()?));
        }
        let label = {
            let mut objects = objects();
            objects.push((seen.clone().unbind(), class));
            Label((objects.len() - 1) as u32)
        };
        known.set_item(seen, label.0)?;
        Ok(label)
    }

    /// Returns the Python object of a label.
    pub(crate) fn object<'py>(self, py: Python<'py>) -> Bound<'py, PyAny> {
        objects()[self.0 as usize].0.bind(py).clone()
    }

    /// Returns the class of the game that the label belongs to.
    pub(crate) fn class(self) -> &'static Class {
        objects()[self.0 as usize].1
    }
}
