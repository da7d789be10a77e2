//! The measurement of one player at one position.

use plywood_registry::Session;
use plywood_search::{Budget, Cancel, Decision, Rng, StoppedBy};

use super::balance::effective_moves;
use super::convergence::{Step, Trace, steps_below};
use super::rollouts::{Measure, Prediction};
use super::study::{Study, Task};
use crate::ArenaError;
use crate::error::Field;
use crate::game::no_move;

/// The measurement of one player at one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    pub(super) task: Task,
    pub(super) legal_moves: usize,
    /// The move chosen with each seed; `None` if the player gave up.
    pub(super) choices: Vec<Option<String>>,
    /// For each seed, the effective number of moves that the search visited (see `balance`).
    pub(super) effective_moves: Vec<f64>,
    /// The standard error of the chosen move's value with each seed.
    pub(super) standard_errors: Vec<f64>,
    pub(super) trace: Option<Trace>,
    pub(super) prediction: Option<Prediction>,
}

/// The width of a 95% interval in standard errors.
const CI95_WIDTH: f64 = 2.0 * plywood_search::Z95;

/// A game at a position, with the measured player on all seats.
struct Trial {
    session: Box<dyn Session>,
    budget: Budget,
}

impl Study {
    /// Measures one player at one position. Returns `None` if `cancel` was cancelled.
    pub(super) fn measure(
        &self,
        task: Task,
        cancel: &Cancel,
    ) -> Result<Option<Measurement>, ArenaError> {
        let mut measurement = Measurement {
            task,
            legal_moves: 0,
            choices: Vec::new(),
            effective_moves: Vec::new(),
            standard_errors: Vec::new(),
            trace: None,
            prediction: None,
        };
        for number in 0..self.plan.seeds {
            let mut trial = self.open_trial(task, number, cancel)?;
            let decision = trial.session.ask(0, &trial.budget, &mut ());
            if cancel.is_cancelled() {
                return Ok(None);
            }
            let choice = self.choice(task, &*trial.session, &decision)?;
            measurement.choices.push(choice);
            let visits = decision.candidates.iter().filter_map(|candidate| candidate.visits);
            measurement.effective_moves.extend(effective_moves(visits));
            measurement.standard_errors.extend(standard_error(&decision));
            if number == 0 {
                measurement.legal_moves = trial.session.legal_moves().len();
                measurement.trace = self.trace(task, &decision, cancel)?;
                measurement.prediction = self.prediction(task, trial, &decision, cancel)?;
            }
        }
        Ok((!cancel.is_cancelled()).then_some(measurement))
    }

    /// Opens the position of a task with the task's player on all seats, for the seed `number`.
    fn open_trial(&self, task: Task, number: u32, cancel: &Cancel) -> Result<Trial, ArenaError> {
        let position = &self.positions[task.position];
        let mut session = self.lineup.open_at(position)?;
        let seed = Rng::stream(position.seed, u64::from(number)).bits();
        // Each seat has its own player, so that no player gets another seat's observations.
        for _ in self.lineup.entry.seats() {
            let spec = &self.lineup.players[task.player].spec;
            session.seat_player(spec, seed).map_err(Field::Players.invalid())?;
        }
        let budget = self.plan.budget.apply(&session.budget(0));
        let budget = budget.with_stop_early(false).with_cancel(cancel.clone());
        Ok(Trial { session, budget })
    }

    /// Repeats the decision with smaller numbers of simulations and records the choices.
    ///
    /// Each repetition is a new search. With the same seed, it equals the first part of the longer
    /// search. Returns `None` if `cancel` was cancelled, or if the player counts no
    /// simulations or exceeds the requested number.
    fn trace(
        &self,
        task: Task,
        decision: &Decision<String>,
        cancel: &Cancel,
    ) -> Result<Option<Trace>, ArenaError> {
        let spent = decision.stats.simulations;
        let mut steps = Vec::new();
        for simulations in steps_below(spent) {
            let mut trial = self.open_trial(task, 0, cancel)?;
            (trial.budget.simulations, trial.budget.time) = (Some(simulations), None);
            let earlier = trial.session.ask(0, &trial.budget, &mut ());
            if cancel.is_cancelled() || earlier.stats.simulations > simulations {
                return Ok(None);
            }
            let agrees = earlier.mv == decision.mv;
            steps.push(Step { simulations, agrees, share: share_of(&earlier, &decision.mv) });
        }
        Ok((spent > 0).then(|| Trace {
            steps,
            final_share: share_of(decision, &decision.mv),
            settled: decision.stopped_by != StoppedBy::Time,
        }))
    }

    /// Plays the rest of the game, with the same player on all seats. Returns the decision's value
    /// and the game's result; `None` if the value is not from a search, or if `cancel` was cancelled.
    fn prediction(
        &self,
        task: Task,
        trial: Trial,
        decision: &Decision<String>,
        cancel: &Cancel,
    ) -> Result<Option<Prediction>, ArenaError> {
        let Trial { mut session, budget } = trial;
        let searched = decision.value.filter(|_| decision.stats.simulations > 0);
        let (Some(predicted), Some(mover)) = (searched, session.seat()) else { return Ok(None) };
        let measure = Measure::new(self.lineup.is_solo(), session.unit(0));
        let score = session.score(mover);
        let budget = budget.with_stop_early(true);
        let mut choice = self.choice(task, &*session, decision)?;
        for _ in 0..self.plan.max_moves {
            let Some(mv) = choice.take() else { break };
            session.play(&mv).map_err(|error| self.lineup.foul(task.player, error.to_string()))?;
            let Some(seat) = session.seat() else { break };
            let decision = session.ask(self.player_of(seat, mover), &budget, &mut ());
            if cancel.is_cancelled() {
                return Ok(None);
            }
            choice = self.choice(task, &*session, &decision)?;
        }
        let realised = measure.realised(&*session, self.lineup.seats() as u8, mover, score);
        // `choice` still holds a move only if the loop ended at the limit of moves.
        Ok(Some(Prediction { predicted, realised, cut: choice.is_some() }))
    }

    /// Returns the number of the player on a seat. Player 0 decides for `mover`.
    fn player_of(&self, seat: u8, mover: u8) -> usize {
        let seats = self.lineup.seats();
        (usize::from(seat) + seats - usize::from(mover)) % seats
    }

    /// Returns the move of a decision; `None` if the player of a solo game gives up. In other games,
    /// a decision without a move is an error.
    fn choice(
        &self,
        task: Task,
        session: &dyn Session,
        decision: &Decision<String>,
    ) -> Result<Option<String>, ArenaError> {
        if decision.mv.is_none() && !self.lineup.is_solo() {
            let problem = no_move(session, decision.forfeit.as_deref());
            return Err(self.lineup.foul(task.player, problem));
        }
        Ok(decision.mv.clone())
    }
}

/// Returns a move's share of all visits; `None` if no move has visits.
fn share_of(decision: &Decision<String>, mv: &Option<String>) -> Option<f64> {
    let visited = decision.candidates.iter().any(|candidate| candidate.visits > Some(0));
    let mut candidates = decision.candidates.iter();
    let of_move = candidates.find(|candidate| Some(&candidate.mv) == mv.as_ref());
    visited.then(|| of_move.and_then(|candidate| candidate.share).unwrap_or(0.0))
}

/// Returns the standard error of the chosen move's value; `None` if the value has no interval.
fn standard_error(decision: &Decision<String>) -> Option<f64> {
    let [low, high] = decision.candidates.first()?.ci95?;
    Some((high - low) / CI95_WIDTH)
}
