//! Games as environments that are stepped together.

use std::sync::{Mutex, MutexGuard, TryLockError};

use plywood::registry::{Environment, Settings};
use plywood::search::Rng;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::errors::{busy, guarded, wrong_input};
use crate::own_games::games;

/// Several games with the same rules. Arrays are returned as `bytearray`s, which NumPy reads without a copy.
#[pyclass(frozen, module = "plywood._plywood")]
pub(crate) struct Environments {
    #[pyo3(get)]
    seats: Vec<String>,
    #[pyo3(get)]
    shape: Vec<usize>,
    #[pyo3(get)]
    range: (f32, f32),
    #[pyo3(get)]
    actions: usize,
    games: Mutex<Vec<Running>>,
}

/// The maximum number of values in the observations, and in the action masks, of a batch.
const MOST_NUMBERS: usize = 1 << 31;

/// A game of a batch.
struct Running {
    game: Box<dyn Environment>,
    /// The generator of the seeds of later games.
    deals: Rng,
    /// The generator of random actions.
    actions: Rng,
}

impl Environments {
    /// Locks the games. Returns an error if they are in use, by another thread or by a call of a Python game from this
    /// thread. It never waits, because a thread that waits with the interpreter's lock could block the other thread for
    /// ever.
    fn lock(&self) -> PyResult<MutexGuard<'_, Vec<Running>>> {
        match self.games.try_lock() {
            Ok(games) => Ok(games),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(busy()),
        }
    }

    /// Calls `work` with the game at `index`. Returns an error if there is no such game.
    fn with<T>(&self, index: usize, work: impl FnOnce(&mut dyn Environment) -> T) -> PyResult<T> {
        let mut games = self.lock()?;
        let count = games.len();
        let running = games.get_mut(index);
        let running = running.ok_or_else(|| wrong_input(format!("game {index} of {count}")))?;
        guarded(|| work(&mut *running.game))
    }

    fn check_seat(&self, seat: u8) -> PyResult<()> {
        if usize::from(seat) < self.seats.len() {
            return Ok(());
        }
        Err(wrong_input(format!("seat {seat}: there are {}", self.seats.len())))
    }

    /// Calls `change` with each game and its index. Then writes the observation of the game's seat to move to `out`.
    ///
    /// Both happen in one pass over the games, so that the state of a game is in the processor's cache when it is
    /// observed.
    fn visit<'py>(
        &self,
        py: Python<'py>,
        out: &PyBuffer<f32>,
        mut change: impl FnMut(&mut Running, usize),
    ) -> PyResult<Observed<'py>> {
        let mut games = self.lock()?;
        let (width, actions) = (self.shape.iter().product::<usize>(), self.actions);
        let numbers = numbers(out)?;
        if numbers.len() != games.len() * width {
            return Err(wrong_input(format!(
                "{} numbers for {} games",
                numbers.len(),
                games.len()
            )));
        }
        let (mut masks, mut seats) = (vec![false; games.len() * actions], vec![0i8; games.len()]);
        let arrays = numbers.chunks_exact_mut(width).zip(masks.chunks_exact_mut(actions));
        guarded(|| {
            for (index, (running, (numbers, mask))) in games.iter_mut().zip(arrays).enumerate() {
                change(running, index);
                let seat = running.game.seat();
                running.game.observe(seat.unwrap_or(0), numbers);
                running.game.mask(mask);
                seats[index] = seat.map_or(-1, |seat| seat as i8);
            }
        })?;
        let bytes = |bytes: &[u8]| PyByteArray::new(py, bytes);
        Ok((bytes(bytemuck::cast_slice(&masks)), bytes(bytemuck::cast_slice(&seats))))
    }
}

/// Returns the values of a NumPy array as a slice. Writing to an array that NumPy allocated saves a copy, which takes
/// about a tenth of the time of a step of Tetris.
#[expect(clippy::mut_from_ref, reason = "the buffer is the owner of other memory")]
fn numbers(out: &PyBuffer<f32>) -> PyResult<&mut [f32]> {
    if out.readonly() || !out.is_c_contiguous() {
        return Err(wrong_input("expected a contiguous array to write to"));
    }
    // SAFETY: the memory is contiguous, writable and has `item_count` values of this type, which `PyBuffer` checks, and
    // the buffer keeps it in place. The package creates the array for this call only, so there is no other reference to
    // it.
    Ok(unsafe { std::slice::from_raw_parts_mut(out.buf_ptr().cast(), out.item_count()) })
}

/// The legal actions of the seats to move, as `bool`, and these seats, as `int8`; -1 for a finished game.
type Observed<'py> = (Bound<'py, PyByteArray>, Bound<'py, PyByteArray>);

#[pymethods]
impl Environments {
    #[new]
    fn new(game: &str, rules: &str, count: usize) -> PyResult<Self> {
        let entry = games().find(game).map_err(wrong_input)?;
        let rules: Settings = rules.parse().map_err(wrong_input)?;
        if count == 0 {
            return Err(wrong_input("expected at least one game"));
        }
        let running = |seed| {
            let game = guarded(|| entry.environment(&rules, seed))?.map_err(wrong_input)?;
            Ok(Running { game, deals: Rng::stream(seed, 0), actions: Rng::stream(seed, 1) })
        };
        let first = running(0)?;
        let numbers = first.game.shape().iter().product::<usize>().max(first.game.actions());
        if count.saturating_mul(numbers) > MOST_NUMBERS {
            let problem =
                format!("{count} games of {numbers} numbers each: at most {MOST_NUMBERS} in all");
            return Err(wrong_input(problem));
        }
        let others = (1..count as u64).map(running);
        let games = std::iter::once(Ok(first)).chain(others).collect::<PyResult<Vec<_>>>()?;
        let first = &games[0].game;
        Ok(Environments {
            seats: entry.seats().iter().map(ToString::to_string).collect(),
            shape: first.shape(),
            range: first.range(),
            actions: first.actions(),
            games: Mutex::new(games),
        })
    }

    /// Restarts the game at `index` with a seed. The seeds of later games follow from this seed.
    fn reset(&self, index: usize, seed: u64) -> PyResult<()> {
        let mut games = self.lock()?;
        let count = games.len();
        let running = games.get_mut(index);
        let running = running.ok_or_else(|| wrong_input(format!("game {index} of {count}")))?;
        (running.deals, running.actions) = (Rng::stream(seed, 0), Rng::stream(seed, 1));
        guarded(|| running.game.restart(seed))
    }

    /// The seat to move in a game; `None` if it is over.
    fn seat(&self, index: usize) -> PyResult<Option<u8>> {
        self.with(index, |game| game.seat())
    }

    /// The score of each seat of a game.
    fn scores(&self, index: usize) -> PyResult<Vec<f64>> {
        let seats = self.seats.len() as u8;
        self.with(index, |game| (0..seats).map(|seat| game.score(seat)).collect())
    }

    /// Plays an action. Returns the score that the seat has gained by it; `None` if the action is illegal.
    fn play(&self, index: usize, action: usize) -> PyResult<Option<f64>> {
        self.check_action(action as i64)?;
        self.with(index, |game| game.step(action))
    }

    /// The position as a seat sees it: its text on one line, and its picture.
    fn shown(&self, index: usize, seat: u8) -> PyResult<(String, String)> {
        self.check_seat(seat)?;
        self.with(index, |game| (game.position(seat), game.picture(seat)))
    }

    /// What a seat of a game observes, as `float32`.
    fn observation<'py>(
        &self,
        py: Python<'py>,
        index: usize,
        seat: u8,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        self.check_seat(seat)?;
        let mut numbers = vec![0f32; self.shape.iter().product()];
        self.with(index, |game| game.observe(seat, &mut numbers))?;
        Ok(PyByteArray::new(py, bytemuck::cast_slice(&numbers)))
    }

    /// The legal actions of a seat, as `bool`. If another seat is to move, all are `false`.
    fn mask<'py>(
        &self,
        py: Python<'py>,
        index: usize,
        seat: u8,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let mut mask = vec![false; self.actions];
        self.with(index, |game| {
            if game.seat() == Some(seat) {
                game.mask(&mut mask);
            }
        })?;
        Ok(PyByteArray::new(py, bytemuck::cast_slice(&mask)))
    }

    /// Writes the observations of the seats to move to `out`. Returns their legal actions.
    fn observed<'py>(&self, py: Python<'py>, out: PyBuffer<f32>) -> PyResult<Observed<'py>> {
        self.visit(py, &out, |_, _| ())
    }

    /// A random legal action for each game, as `int64`; 0 for a finished game.
    fn random_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let mut games = self.lock()?;
        let draw =
            |Running { game, actions, .. }: &mut Running| game.random_action(actions).unwrap_or(0);
        let actions: Vec<i64> =
            guarded(|| games.iter_mut().map(|running| draw(running) as i64).collect())?;
        Ok(PyByteArray::new(py, bytemuck::cast_slice(&actions)))
    }

    /// Plays an action in each game, or starts a new game if it is over. Returns the legal actions of the seats to
    /// move; the score gained by the seats that moved, as `float64`; and flags as `uint8`: 1 if the game is over, 2 if
    /// the action was illegal.
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: PyBuffer<i64>,
        out: PyBuffer<f32>,
    ) -> PyResult<(Observed<'py>, Bound<'py, PyByteArray>, Bound<'py, PyByteArray>)> {
        let actions = actions.to_vec(py)?;
        let count = self.lock()?.len();
        if actions.len() != count {
            return Err(wrong_input(format!("{} actions for {count} games", actions.len())));
        }
        actions.iter().try_for_each(|&action| self.check_action(action))?;
        let (mut rewards, mut flags) = (vec![0f64; count], vec![0u8; count]);
        let observed = self.visit(py, &out, |running, index| {
            (rewards[index], flags[index]) = running.step(actions[index] as usize);
        })?;
        let rewards = PyByteArray::new(py, bytemuck::cast_slice(&rewards));
        Ok((observed, rewards, PyByteArray::new(py, &flags)))
    }
}

const OVER: u8 = 1;
const ILLEGAL: u8 = 2;

impl Running {
    /// Plays an action, or starts the next game if this one is over. Returns the score gained and the flags.
    fn step(&mut self, action: usize) -> (f64, u8) {
        if self.game.seat().is_none() {
            self.game.restart(self.deals.bits());
            return (0.0, 0);
        }
        match self.game.step(action) {
            Some(gained) => (gained, if self.game.seat().is_none() { OVER } else { 0 }),
            None => (0.0, ILLEGAL),
        }
    }
}

impl Environments {
    fn check_action(&self, action: i64) -> PyResult<()> {
        if usize::try_from(action).is_ok_and(|action| action < self.actions) {
            return Ok(());
        }
        Err(wrong_input(format!("action {action}: expected 0 to {}", self.actions - 1)))
    }
}
