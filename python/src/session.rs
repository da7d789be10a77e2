//! A game in progress.

use std::collections::HashMap;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

use plywood::arena::review::{Review, ReviewPlan, ReviewSummary, Reviewed};
use plywood::registry::{self, BudgetRequest, GameEntry, SeatView, Settings, Spec, document};
use plywood::search::{Budget, Cancel, Goal, Interval, Observer, Progress};
use pyo3::prelude::*;

use crate::errors::{busy, guarded, wrong_input};
use crate::interruptible::{interruptible, with_lock};
use crate::own_games::{self, Description, games};

/// A game in progress, with positions and moves as text. Documents are returned as JSON.
#[pyclass(frozen, module = "plywood._plywood")]
pub(crate) struct Session {
    entry: Arc<dyn GameEntry>,
    rules: Settings,
    /// The position at which the game starts; `None` for the start of the deal.
    from: Option<String>,
    #[pyo3(get)]
    seed: u64,
    /// Whether the game is written in Python.
    own: bool,
    open: Mutex<Open>,
}

struct Open {
    session: Box<dyn registry::Session>,
    /// The players that are seated, by spec and seed, so that a player that is asked again keeps its search tree.
    players: HashMap<(String, u64), usize>,
}

/// Maximum number of players that are kept, because each keeps a search tree in memory. Another player replaces all of
/// them.
const MAX_PLAYERS: usize = 4;

impl Open {
    fn remove_players(&mut self) {
        self.session.remove_players();
        self.players.clear();
    }
}

impl Session {
    fn start(
        entry: Arc<dyn GameEntry>,
        rules: &str,
        position: Option<&str>,
        seed: u64,
    ) -> PyResult<Self> {
        let rules: Settings = rules.parse().map_err(wrong_input)?;
        let session = guarded(|| entry.open(&rules, position, seed))?.map_err(wrong_input)?;
        let own = own_games::is_own(entry.name());
        let open = Mutex::new(Open { session, players: HashMap::new() });
        Ok(Session { entry, rules, from: position.map(str::to_owned), seed, own, open })
    }

    /// Locks the game. Returns an error if another thread is using it. It never waits, because a thread that waits with
    /// the interpreter's lock could block the other thread for ever.
    fn open(&self) -> PyResult<MutexGuard<'_, Open>> {
        match self.open.try_lock() {
            Ok(open) => Ok(open),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(busy()),
        }
    }

    /// Calls `work` with the game. `work` may call Python code.
    fn with<T>(&self, work: impl FnOnce(&mut dyn registry::Session) -> T) -> PyResult<T> {
        let mut open = self.open()?;
        guarded(|| work(&mut *open.session))
    }

    /// Returns the number of the player with this spec and seed, and seats the player if it is new. A player that is
    /// asked again keeps its search tree.
    fn player(&self, spec: &Spec, seed: u64) -> PyResult<usize> {
        let Open { session, players } = &mut *self.open()?;
        let key = (spec.to_string(), seed);
        if let Some(&number) = players.get(&key) {
            return Ok(number);
        }
        if players.len() == MAX_PLAYERS {
            session.remove_players();
            players.clear();
        }
        let number = guarded(|| session.seat_player(spec, seed))?.map_err(wrong_input)?;
        players.insert(key, number);
        Ok(number)
    }

    /// Returns the view of `seat`, or of the seat to move if `seat` is `None`.
    fn view(&self, seat: Option<u8>) -> PyResult<SeatView> {
        let seats = self.entry.seats().len() as u8;
        if let Some(seat) = seat.filter(|&seat| seat >= seats) {
            return Err(wrong_input(format!("seat {seat}: {} has {seats}", self.entry.name())));
        }
        self.with(|session| session.view(seat.or(session.seat()).unwrap_or(0)))
    }

    /// Calls `work`, which may take long, with the game. Ctrl-C cancels `budget`.
    ///
    /// A search of a Python game on one thread keeps the interpreter's lock, which other Python threads get in turn,
    /// because taking it for each call of the game would take more time than most calls. A search on several threads
    /// takes the lock for each call.
    fn search<T: Send>(
        &self,
        py: Python<'_>,
        budget: &Budget,
        progress: Option<&Py<PyAny>>,
        work: impl FnOnce(&mut Open, Sender<String>) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        interruptible(py, &budget.cancel, progress, |sender| {
            let mut open = self.open()?;
            if self.own && budget.threads == 1 {
                with_lock(|| work(&mut open, sender))
            } else {
                work(&mut open, sender)
            }
        })?
    }
}

#[pymethods]
impl Session {
    #[new]
    fn new(game: &str, rules: &str, position: Option<&str>, seed: u64) -> PyResult<Self> {
        Session::start(games().find(game).map_err(wrong_input)?, rules, position, seed)
    }

    /// Opens a game written in Python that is not registered.
    #[staticmethod]
    fn of_own(py: Python<'_>, game: Description, seed: u64) -> PyResult<Self> {
        Ok(Session { own: true, ..Session::start(own_games::entry(py, game)?, "", None, seed)? })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        self.entry.name()
    }

    /// The names of the seats.
    #[getter]
    fn seats(&self) -> Vec<String> {
        self.entry.seats().iter().map(ToString::to_string).collect()
    }

    /// The seat to move; `None` if the game is over.
    #[getter]
    fn seat(&self) -> PyResult<Option<u8>> {
        self.with(|session| session.seat())
    }

    #[pyo3(signature = (seat=None))]
    fn position(&self, seat: Option<u8>) -> PyResult<String> {
        Ok(self.view(seat)?.position)
    }

    #[pyo3(signature = (seat=None))]
    fn picture(&self, seat: Option<u8>) -> PyResult<String> {
        Ok(self.view(seat)?.picture)
    }

    #[pyo3(signature = (seat=None))]
    fn legal(&self, seat: Option<u8>) -> PyResult<Vec<String>> {
        Ok(self.view(seat)?.legal)
    }

    #[pyo3(signature = (seat=None))]
    fn played(&self, seat: Option<u8>) -> PyResult<Vec<String>> {
        Ok(self.view(seat)?.played)
    }

    #[pyo3(signature = (seat=None))]
    fn scores(&self, seat: Option<u8>) -> PyResult<Vec<Option<f64>>> {
        Ok(self.view(seat)?.scores)
    }

    /// Plays a move and returns it in the standard notation.
    fn play(&self, mv: &str) -> PyResult<String> {
        self.with(|session| session.play(mv))?.map_err(wrong_input)
    }

    /// Plays the moves in a text, which may be separated by spaces, and returns them.
    fn play_all(&self, text: &str) -> PyResult<Vec<String>> {
        let play_all = |session: &mut dyn registry::Session| -> Result<_, registry::InputError> {
            let moves = session.read_moves(text)?;
            moves.iter().try_for_each(|mv| session.play(mv).map(drop))?;
            Ok(moves)
        };
        self.with(play_all)?.map_err(wrong_input)
    }

    /// Undoes the last move; `False` if there is none.
    fn undo(&self) -> PyResult<bool> {
        self.with(|session| session.undo())
    }

    /// Returns the decision of a player as JSON, in the format of `plywood hint --json`.
    #[pyo3(signature = (player, seed, simulations, time, memory, threads, progress))]
    fn hint(
        &self,
        py: Python<'_>,
        player: &str,
        seed: u64,
        simulations: Option<u64>,
        time: Option<f64>,
        memory: Option<usize>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let spec: Spec = player.parse().map_err(wrong_input)?;
        let request = BudgetRequest { simulations, time: seconds(time)?, memory, threads };
        let number = self.player(&spec, seed)?;
        let budget = request.apply(&self.with(|session| session.budget(number))?);
        let watched = progress.is_some();
        let decided = self.search(py, &budget, progress.as_ref(), |open, sender| {
            let session = &mut open.session;
            let decision = session.ask(number, &budget, &mut Reports { sender, watched });
            let question = document::Question {
                game: self.entry.name().to_owned(),
                rules: self.rules.to_string(),
                position: session.position(),
                player: spec.to_string(),
                seeing: session.is_omniscient(number),
                seed,
                opening: session.opening(session.seat().unwrap_or(0)).map(str::to_owned),
            };
            let (unit, score_unit) = (session.unit(number), session.score_unit());
            Ok(document::decision(&question, &decision, unit, score_unit).to_string())
        });
        if decided.is_err() {
            // An interrupted search may leave its tree inconsistent.
            self.open()?.remove_players();
        }
        decided
    }

    /// Reviews the game so far. Returns JSON in the format of `plywood review --json`. In a game with private facts
    /// that is not over, only the moves of the seat to move are reviewed.
    #[pyo3(signature = (player, seed, simulations, time, memory, threads, progress))]
    fn review(
        &self,
        py: Python<'_>,
        player: String,
        seed: u64,
        simulations: Option<u64>,
        time: Option<f64>,
        memory: Option<usize>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let (moves, to_move) = self.with(|session| (session.played(), session.seat()))?;
        let plan = ReviewPlan {
            rules: self.rules.to_string(),
            position: self.from.clone(),
            game_seed: self.seed,
            moves,
            seats: to_move.filter(|_| self.entry.is_private()).map(|seat| vec![seat]),
            player,
            seed,
            simulations,
            time: seconds(time)?,
            memory,
            ..ReviewPlan::new(self.entry.name())
        };
        let review = guarded(|| Review::new(&games(), plan))?.map_err(wrong_input)?;
        let (cancel, began) = (Cancel::new(), Instant::now());
        // A Python game is played on the calling thread only, because it keeps the interpreter's lock.
        let threads = if self.own { 0 } else { threads.unwrap_or(1).max(1) };
        interruptible(py, &cancel, progress.as_ref(), |sender| {
            let report = &mut |reviewed: &Reviewed| {
                // Sending cannot fail, because the receiver outlives the review.
                let _ = sender.send(format!("{} {}", reviewed.done, reviewed.total));
            };
            let mut run = || review.run(threads, &cancel, report);
            let reviewed = if self.own { with_lock(run) } else { run() }.map_err(wrong_input)?;
            let summary = ReviewSummary::new(&review, &reviewed, began.elapsed().as_secs_f64());
            serde_json::to_string(&summary).map_err(wrong_input)
        })?
    }

    /// Solves the position. Returns JSON in the format of `plywood solve --json`.
    #[pyo3(signature = (outcome, simulations, time, memory, threads))]
    fn solve(
        &self,
        py: Python<'_>,
        outcome: bool,
        simulations: Option<u64>,
        time: Option<f64>,
        memory: Option<usize>,
        threads: Option<usize>,
    ) -> PyResult<String> {
        let request = BudgetRequest { simulations, time: seconds(time)?, memory, threads };
        let budget = request.apply(&Budget::unlimited());
        let goal = if outcome { Goal::Outcome } else { Goal::Score };
        self.search(py, &budget, None, |open, _sender| {
            let solution = open.session.solve(goal, &budget, &mut |_| {}).map_err(wrong_input)?;
            let solved = document::SolvedPosition {
                rules: &self.rules.to_string(),
                position: &open.session.position(),
                goal,
                threads: budget.threads,
            };
            Ok(document::solution(&*self.entry, &solved, &solution).to_string())
        })
    }
}

/// Converts a time in seconds. Returns an error if it is negative or too large.
pub(crate) fn seconds(time: Option<f64>) -> PyResult<Option<Duration>> {
    let duration = |time| {
        Duration::try_from_secs_f64(time)
            .map_err(|_| wrong_input(format!("time={time}: expected seconds, such as 0.5")))
    };
    time.map(duration).transpose()
}

/// An observer that sends the reports of a search to a channel.
struct Reports {
    sender: Sender<String>,
    watched: bool,
}

impl Observer<String> for Reports {
    fn progress(&mut self, progress: &Progress<String>) {
        // Sending cannot fail, because the receiver outlives the search.
        let _ = self.sender.send(document::progress(progress).to_string());
    }

    fn interval(&self) -> Interval {
        let time = self.watched.then_some(Duration::from_millis(100));
        Interval { simulations: None, time }
    }
}
