//! The class of a Python game: the methods that it defines, and calls of them.

use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::errors::LawError;

/// A Python class with the methods of a game. Classes are never freed, because labels of moves refer to them.
pub(crate) struct Class {
    class: Py<PyType>,
    /// The labels given to moves so far, by move.
    pub(crate) moves_seen: Py<PyDict>,
    /// The labels given to outcomes so far, by outcome.
    pub(crate) outcomes_seen: Py<PyDict>,
    seats: Member,
    seat: Member,
    moves: Member,
    pub(crate) play: Py<PyAny>,
    pub(crate) score: Py<PyAny>,
    /// The function that copies a state: the class's own `copy`, or `copy.copy`.
    copy: Py<PyAny>,
    /// The methods of games with hidden facts.
    pub(crate) hidden: Option<Hidden>,
    pub(crate) seen_by: Option<Py<PyAny>>,
    pub(crate) move_shown: Option<Py<PyAny>>,
    pub(crate) read_position: Option<Py<PyAny>>,
    pub(crate) write_position: Option<Py<PyAny>>,
}

/// The methods of games with hidden facts.
pub(crate) struct Hidden {
    pub(crate) view: Py<PyAny>,
    pub(crate) world: Py<PyAny>,
    /// The class `random.Random`. `world` receives an instance.
    pub(crate) random: Py<PyAny>,
}

/// An attribute, or a method without arguments.
enum Member {
    Attribute(Py<PyString>),
    Method(Py<PyAny>),
}

impl Member {
    fn new(class: &Bound<'_, PyType>, name: &str) -> PyResult<Member> {
        let py = class.py();
        // An attribute that `__init__` sets is not found in the class.
        Ok(match class.getattr(name) {
            Ok(found) if found.is_callable() => Member::Method(found.unbind()),
            _ => Member::Attribute(PyString::intern(py, name).unbind()),
        })
    }

    fn get<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Member::Attribute(name) => state.getattr(name.bind(state.py())),
            Member::Method(method) => method.bind(state.py()).call1((state,)),
        }
    }
}

/// The classes used so far.
static CLASSES: Mutex<Vec<&'static Class>> = Mutex::new(Vec::new());

impl Class {
    /// Returns the game of a Python class. Returns an error if the class lacks a method.
    pub(crate) fn of(class: &Bound<'_, PyType>) -> PyResult<&'static Class> {
        let lock = || CLASSES.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().iter().copied().find(|known| known.class.is(class));
        if let Some(known) = known {
            return Ok(known);
        }
        let new: &'static Class = Box::leak(Box::new(Class::new(class)?));
        lock().push(new);
        Ok(new)
    }

    fn new(class: &Bound<'_, PyType>) -> PyResult<Class> {
        let py = class.py();
        let name = class.name()?;
        let optional = |method: &str| class.getattr(method).ok().map(Bound::unbind);
        let required = |method: &str| {
            let missing = || {
                let needs = "a game has seats, seat, moves, play and score";
                PyTypeError::new_err(format!("{name} has no method {method}: {needs}"))
            };
            optional(method).ok_or_else(missing)
        };
        let copying = || Ok::<_, PyErr>(py.import("copy")?.getattr("copy")?.unbind());
        let hidden = match (optional("view"), optional("world")) {
            (Some(view), Some(world)) => {
                let random = py.import("random")?.getattr("Random")?.unbind();
                Some(Hidden { view, world, random })
            }
            (None, None) => None,
            _ => {
                let problem = format!("{name} has one of view and world: it needs both, or none");
                return Err(PyTypeError::new_err(problem));
            }
        };
        let (seen_by, move_shown) = (optional("seen_by"), optional("move_shown"));
        if hidden.is_none() && (seen_by.is_some() || move_shown.is_some()) {
            let problem = format!("{name} masks what seats see, so it needs view and world");
            return Err(PyTypeError::new_err(problem));
        }
        Ok(Class {
            moves_seen: PyDict::new(py).unbind(),
            outcomes_seen: PyDict::new(py).unbind(),
            seats: Member::new(class, "seats")?,
            seat: Member::new(class, "seat")?,
            moves: Member::new(class, "moves")?,
            play: required("play")?,
            score: required("score")?,
            copy: optional("copy").map_or_else(copying, Ok)?,
            hidden,
            seen_by,
            move_shown,
            read_position: optional("read_position"),
            write_position: optional("write_position"),
            class: class.clone().unbind(),
        })
    }

    pub(crate) fn name(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.class.bind(py).name()?.to_string())
    }

    pub(crate) fn is_private(&self) -> bool {
        self.seen_by.is_some() || self.move_shown.is_some()
    }

    pub(crate) fn seats(&self, state: &Bound<'_, PyAny>) -> PyResult<u8> {
        let seats = self.seats.get(state)?;
        seats.extract().map_err(|_| no_seat(&seats, "seats", "a number from 1 to 8"))
    }

    pub(crate) fn seat(&self, state: &Bound<'_, PyAny>) -> PyResult<Option<u8>> {
        let seat = self.seat.get(state)?;
        seat.extract().map_err(|_| no_seat(&seat, "seat", "None or a number from 0"))
    }

    pub(crate) fn moves<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.moves.get(state)
    }

    pub(crate) fn copy<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.copy.bind(state.py()).call1((state,))
    }
}

/// Returns the exception for an attribute that is not a seat or not a number of seats.
fn no_seat(found: &Bound<'_, PyAny>, name: &str, expected: &str) -> PyErr {
    let found = found.repr().map(|text| text.to_string()).unwrap_or_default();
    LawError::new_err(format!("{name} is {found}: expected {expected}"))
}

/// Returns whether two objects are equal: by `==`, or by their attributes if their class does not define `==`.
pub(crate) fn equal(one: &Bound<'_, PyAny>, two: &Bound<'_, PyAny>) -> PyResult<bool> {
    if one.is(two) || one.eq(two)? {
        return Ok(true);
    }
    Ok(one.get_type().is(two.get_type())
        && has_default(one, "__eq__")?
        && attributes(one)?.eq(attributes(two)?)?)
}

/// Returns the text of a state or a view for people: `str`, or its attributes if its class defines neither `str` nor
/// `repr`.
pub(crate) fn text(object: &Bound<'_, PyAny>) -> PyResult<String> {
    if has_default(object, "__str__")? { debug_text(object) } else { Ok(object.str()?.to_string()) }
}

/// Returns the text of an object for messages: its `repr`, or its attributes if its class does not define `repr`.
pub(crate) fn debug_text(object: &Bound<'_, PyAny>) -> PyResult<String> {
    if has_default(object, "__repr__")? {
        return Ok(format!("{} {}", object.get_type().name()?, attributes(object)?.repr()?));
    }
    Ok(object.repr()?.to_string())
}

/// Returns whether a class inherits a method from `object`.
fn has_default(object: &Bound<'_, PyAny>, method: &str) -> PyResult<bool> {
    let own = object.get_type().getattr(method)?;
    Ok(own.is(object.py().get_type::<PyAny>().getattr(method)?))
}

/// Returns an object's attributes as `copy` and `pickle` do: its dictionary and its slots.
fn attributes<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let reduced = object.call_method1(intern!(object.py(), "__reduce_ex__"), (2,))?;
    let state = reduced.cast::<PyTuple>().ok().and_then(|parts| parts.get_item(2).ok());
    Ok(state.unwrap_or_else(|| object.py().None().into_bound(object.py())))
}
