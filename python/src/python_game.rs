//! The states of Python games, as the engine uses them.

use std::fmt;

use plywood::search::{Game, Notation, NotationError, Rng};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::class::{Class, Hidden, debug_text, equal, text};
use crate::errors::unwind;
use crate::interruptible::check_cancelled;
use crate::labels::Label;

/// A state: a Python object that only this value refers to. `HIDDEN` and `PRIVATE` are the constants of [`Game`].
///
/// If a method of the object raises an exception, the call unwinds to the caller of the engine; see [`unwind`].
pub(crate) struct PythonGame<const HIDDEN: bool, const PRIVATE: bool> {
    class: &'static Class,
    seats: u8,
    state: Py<PyAny>,
}

/// What a seat knows: the result of the class's method `view`, or a copy of the state if nothing is hidden.
pub(crate) struct PythonView {
    pub(crate) class: &'static Class,
    seat: u8,
    seats: u8,
    pub(crate) object: Py<PyAny>,
}

/// Calls code of a Python game. An exception unwinds.
pub(crate) fn call<T>(work: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
    Python::attach(|py| check_cancelled().and_then(|()| work(py)))
        .unwrap_or_else(|error| unwind(error))
}

impl<const HIDDEN: bool, const PRIVATE: bool> PythonGame<HIDDEN, PRIVATE> {
    /// Returns the number of seats that the class reports now. The engine reads it only once, when it takes the state.
    pub(crate) fn seats_now(&self) -> u8 {
        self.call(|state| self.class.seats(state))
    }

    /// Takes a state. Other code must not change it afterwards.
    pub(crate) fn new(class: &'static Class, state: Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(PythonGame { class, seats: class.seats(&state)?, state: state.unbind() })
    }

    fn call<T>(&self, work: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> T {
        call(|py| work(self.state.bind(py)))
    }
}

/// Returns the methods of games with hidden facts. They exist, because only classes that have them get a
/// type with `HIDDEN` set.
fn hidden(class: &'static Class) -> &'static Hidden {
    class.hidden.as_ref().expect("a class with hidden facts has view and world")
}

impl<const HIDDEN: bool, const PRIVATE: bool> Clone for PythonGame<HIDDEN, PRIVATE> {
    fn clone(&self) -> Self {
        let state = self.call(|state| Ok(self.class.copy(state)?.unbind()));
        PythonGame { class: self.class, seats: self.seats, state }
    }
}

impl<const HIDDEN: bool, const PRIVATE: bool> PartialEq for PythonGame<HIDDEN, PRIVATE> {
    fn eq(&self, other: &Self) -> bool {
        self.call(|state| equal(state, other.state.bind(state.py())))
    }
}

impl<const HIDDEN: bool, const PRIVATE: bool> fmt::Debug for PythonGame<HIDDEN, PRIVATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.call(debug_text))
    }
}

impl Clone for PythonView {
    fn clone(&self) -> Self {
        // A view is never changed, so clones share it.
        let object = Python::attach(|py| self.object.clone_ref(py));
        PythonView { object, ..*self }
    }
}

impl PartialEq for PythonView {
    fn eq(&self, other: &Self) -> bool {
        self.seat == other.seat && call(|py| equal(self.object.bind(py), other.object.bind(py)))
    }
}

impl fmt::Debug for PythonView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&call(|py| debug_text(self.object.bind(py))))
    }
}

impl<const HIDDEN: bool, const PRIVATE: bool> Game for PythonGame<HIDDEN, PRIVATE> {
    type Move = Label;
    type Seen = Label;
    type View = PythonView;

    const HIDDEN: bool = HIDDEN;
    const PRIVATE: bool = PRIVATE;

    fn seats(&self) -> u8 {
        self.seats
    }

    fn seat(&self) -> Option<u8> {
        self.call(|state| self.class.seat(state))
    }

    /// Lists the legal moves. After the end of the game it lists none, even if the class does.
    fn moves(&self, out: &mut Vec<Label>) {
        self.call(|state| {
            if self.class.seat(state)?.is_some() {
                for mv in self.class.moves(state)?.try_iter()? {
                    out.push(Label::of_move(self.class, &mv?)?);
                }
            }
            Ok(())
        });
    }

    fn play(&mut self, mv: Label) -> Label {
        self.call(|state| {
            let py = state.py();
            let seen = self.class.play.bind(py).call1((state, mv.object(py)))?;
            Label::of_outcome(self.class, &seen)
        })
    }

    fn seen_by(seen: Label, mover: u8, seat: u8) -> Label {
        let class = seen.class();
        let Some(method) = class.seen_by.as_ref() else { return seen };
        call(|py| {
            let shown = method.bind(py).call1((seen.object(py), mover, seat))?;
            Label::of_outcome(class, &shown)
        })
    }

    fn move_shown(mv: Label, mover: u8, seat: u8) -> Label {
        let class = mv.class();
        let Some(method) = class.move_shown.as_ref() else { return mv };
        call(|py| {
            let shown = method.bind(py).call1((mv.object(py), mover, seat))?;
            Label::of_move(class, &shown)
        })
    }

    fn score(&self, seat: u8) -> f64 {
        self.call(|state| self.class.score.bind(state.py()).call1((state, seat))?.extract())
    }

    fn view(&self, seat: u8) -> PythonView {
        let object = self.call(|state| {
            Ok(if HIDDEN {
                hidden(self.class).view.bind(state.py()).call1((state, seat))?.unbind()
            } else {
                self.class.copy(state)?.unbind()
            })
        });
        PythonView { class: self.class, seat, seats: self.seats, object }
    }

    fn world(view: &PythonView, rng: &mut Rng) -> Self {
        let state = call(|py| {
            let object = view.object.bind(py);
            Ok(if HIDDEN {
                let Hidden { world, random, .. } = hidden(view.class);
                world.bind(py).call1((object, random.bind(py).call1((rng.bits(),))?))?.unbind()
            } else {
                view.class.copy(object)?.unbind()
            })
        });
        PythonGame { class: view.class, seats: view.seats, state }
    }

    /// Draws from the list of the class, so that the other moves need no labels.
    fn random_move(&self, rng: &mut Rng, _scratch: &mut Vec<Label>) -> Option<Label> {
        self.call(|state| {
            if self.class.seat(state)?.is_none() {
                return Ok(None);
            }
            let moves = self.class.moves(state)?;
            let moves = match moves.cast_into::<PyList>() {
                Ok(list) => list,
                Err(error) => PyList::new(
                    state.py(),
                    error.into_inner().try_iter()?.collect::<PyResult<Vec<_>>>()?,
                )?,
            };
            match moves.len() {
                0 => Ok(None),
                count => {
                    let mv = moves.get_item(rng.below(count))?;
                    Label::of_move(self.class, &mv).map(Some)
                }
            }
        })
    }
}

impl<const HIDDEN: bool, const PRIVATE: bool> Notation for PythonGame<HIDDEN, PRIVATE> {
    fn read_position(&self, text: &str) -> Result<Self, NotationError> {
        let Some(read) = &self.class.read_position else {
            return Err(NotationError::new("this game has no method read_position"));
        };
        let read = Python::attach(|py| match read.bind(py).call1((text,)) {
            Ok(state) => Self::new(self.class, state).map(Ok),
            Err(error) if error.is_instance_of::<PyValueError>(py) => {
                Ok(Err(NotationError::new(error.value(py).to_string())))
            }
            Err(error) => Err(error),
        });
        read.unwrap_or_else(|error| unwind(error))
    }

    /// Returns the result of the class's `write_position`, or `str` of the view on one line.
    fn write_position(view: &PythonView) -> String {
        match &view.class.write_position {
            Some(write) => call(|py| write.bind(py).call1((view.object.bind(py),))?.extract()),
            None => Self::picture(view).split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }

    fn seat_of(view: &PythonView) -> Option<u8> {
        PRIVATE.then_some(view.seat)
    }

    /// Reads the text of a legal move.
    fn read_move(&self, text: &str) -> Result<Label, NotationError> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let legal = moves.iter().copied().find(|&mv| self.write_move(mv) == text);
        legal.ok_or_else(|| {
            let legal: Vec<_> = moves.iter().map(|&mv| self.write_move(mv)).collect();
            NotationError::new(format!("{text:?} is not one of {}", legal.join(" ")))
        })
    }

    fn write_move(&self, mv: Label) -> String {
        call(|py| Ok(mv.object(py).str()?.to_string()))
    }

    /// Returns the text of an outcome. The outcome `None` has an empty text, because there is nothing to show.
    fn write_seen(&self, seen: Label) -> String {
        call(|py| {
            let seen = seen.object(py);
            Ok(if seen.is_none() { String::new() } else { seen.str()?.to_string() })
        })
    }

    fn picture(view: &PythonView) -> String {
        call(|py| text(view.object.bind(py)))
    }
}
