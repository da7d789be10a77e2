//! The moves and outcomes of Python games, as numbers that fit in the nodes of the tree.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};

use crate::class::Class;

/// A move or an outcome, as the index of a Python object in a table of the process.
///
/// A label has four bytes, so that a node of the tree has 32. The table lives as long as the process, so the
/// number of different moves and outcomes of a game should be limited.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Label(u32);

static OBJECTS: Mutex<Vec<(Py<PyAny>, &'static Class)>> = Mutex::new(Vec::new());

fn objects() -> MutexGuard<'static, Vec<(Py<PyAny>, &'static Class)>> {
    OBJECTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes the object, for error messages.
impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Python::attach(|py| self.object(py).repr().map(|text| text.to_string()));
        f.write_str(&text.unwrap_or_default())
    }
}

impl Label {
    /// Returns the label of a move: a `str`, an `int`, or an object that stands for one, such as NumPy's integers.
    pub(crate) fn of_move(class: &'static Class, mv: &Bound<'_, PyAny>) -> PyResult<Label> {
        let labels = class.moves_seen.bind(mv.py());
        if mv.is_exact_instance_of::<PyInt>() || mv.is_exact_instance_of::<PyString>() {
            return Label::of(class, labels, mv);
        }
        if mv.is_instance_of::<PyString>() {
            return Label::of(class, labels, mv.str()?.as_any());
        }
        // `True == 1`, but a class that lists `1` as a move may not accept `True`.
        match mv.call_method0(intern!(mv.py(), "__index__")) {
            Ok(number) if !mv.is_instance_of::<PyBool>() => Label::of(class, labels, &number),
            _ => {
                let found = mv.get_type().name()?;
                Err(PyTypeError::new_err(format!("moves are int or str, not {found}")))
            }
        }
    }

    /// Returns the label of an outcome, which is any hashable object.
    pub(crate) fn of_outcome(class: &'static Class, seen: &Bound<'_, PyAny>) -> PyResult<Label> {
        Label::of(class, class.outcomes_seen.bind(seen.py()), seen)
    }

    fn of(
        class: &'static Class,
        labels: &Bound<'_, PyDict>,
        object: &Bound<'_, PyAny>,
    ) -> PyResult<Label> {
        if let Some(label) = labels.get_item(object)? {
            return Ok(Label(label.extract()?));
        }
        let label = {
            let mut objects = objects();
            objects.push((object.clone().unbind(), class));
            Label((objects.len() - 1) as u32)
        };
        labels.set_item(object, label.0)?;
        Ok(label)
    }

    /// Returns the Python object of a label.
    pub(crate) fn object<'py>(self, py: Python<'py>) -> Bound<'py, PyAny> {
        objects()[self.0 as usize].0.bind(py).clone()
    }

    /// Returns the class of the game to which the label belongs.
    pub(crate) fn class(self) -> &'static Class {
        objects()[self.0 as usize].1
    }
}
