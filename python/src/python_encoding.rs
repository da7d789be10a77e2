//! The observations and actions of a Python game.

use std::sync::Arc;

use plywood::search::Encoding;
use pyo3::prelude::*;

use crate::class::Class;
use crate::errors::wrong_input;
use crate::labels::Label;
use crate::python_game::{PythonGame, PythonView, call};

/// The observations and actions of a Python game: their sizes, and the methods that encode them.
#[derive(FromPyObject)]
pub(crate) struct EncodingDescription {
    shape: Vec<usize>,
    actions: usize,
    low: f32,
    high: f32,
    observe: Py<PyAny>,
    /// The method that numbers actions; `None` if moves are their own action numbers.
    index: Option<Py<PyAny>>,
}

/// The encoding of a game written in Python.
pub(crate) struct PythonEncoding {
    pub(crate) class: &'static Class,
    pub(crate) sizes: Arc<EncodingDescription>,
}

impl<const HIDDEN: bool, const PRIVATE: bool> Encoding<PythonGame<HIDDEN, PRIVATE>>
    for PythonEncoding
{
    fn shape(&self) -> Vec<usize> {
        self.sizes.shape.clone()
    }

    fn observe(&self, view: &PythonView, seat: u8, out: &mut [f32]) {
        call(|py| {
            let observed = self.sizes.observe.bind(py).call1((view.object.bind(py), seat))?;
            // Arrays with several axes are flattened row by row.
            let flat = match observed.call_method0("ravel") {
                Ok(array) => array.call_method0("tolist")?,
                Err(_) => observed,
            };
            let numbers: Vec<f32> = flat.extract()?;
            if numbers.len() != out.len() {
                let problem =
                    format!("observe returned {} numbers, not {}", numbers.len(), out.len());
                return Err(wrong_input(problem));
            }
            out.copy_from_slice(&numbers);
            Ok(())
        });
    }

    fn actions(&self) -> usize {
        self.sizes.actions
    }

    fn index(&self, view: &PythonView, mv: Label) -> usize {
        call(|py| {
            let mv = mv.object(py);
            let index = match &self.sizes.index {
                Some(index) => index.bind(py).call1((view.object.bind(py), mv))?.extract(),
                None => mv.extract(),
            }?;
            if index >= self.sizes.actions {
                let (class, actions) = (self.class.name(py)?, self.sizes.actions);
                return Err(wrong_input(format!("{class} has an action {index} of {actions}")));
            }
            Ok(index)
        })
    }

    fn range(&self) -> (f32, f32) {
        (self.sizes.low, self.sizes.high)
    }
}
