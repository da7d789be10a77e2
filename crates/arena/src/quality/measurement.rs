//! One player at one position.

use plywood_registry::Session;
use plywood_search::{Budget, Cancel, Decision, Rng, StoppedBy};

use super::balance::effective_moves;
use super::convergence::{Course, Step, steps_below};
use super::rollouts::{Measure, Prediction};
use super::study::{Study, Task};
use crate::ArenaError;

/// What was found out about one player at one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    pub(super) task: Task,
    pub(super) legal_moves: usize,
    /// The move of each seed; `None` where it gave up.
    pub(super) choices: Vec<Option<String>>,
    /// Over how many moves each seed spread its visits.
    pub(super) effective_moves: Vec<f64>,
    /// The standard error of each seed's value.
    pub(super) standard_errors: Vec<f64>,
    pub(super) course: Option<Course>,
    pub(super) prediction: Option<Prediction>,
}

/// The width of a 95% interval in standard errors.
const CI95_WIDTH: f64 = 2.0 * plywood_search::Z95;

/// A position with a player at it, and what it may spend.
struct Sitting<'a> {
    session: Box<dyn Session + 'a>,
    budget: Budget,
}

impl Study<'_> {
    /// Measures one player at one position; `None` if it was cancelled.
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
            course: None,
            prediction: None,
        };
        for number in 0..self.plan.seeds {
            let mut sitting = self.sit_down(task, number, cancel)?;
            let decision = sitting.session.ask(0, &sitting.budget, &mut ());
            if cancel.is_cancelled() {
                return Ok(None);
            }
            let choice = self.choice(task, &*sitting.session, &decision)?;
            measurement.choices.push(choice);
            let visits = decision.candidates.iter().map(|candidate| candidate.visits);
            measurement.effective_moves.extend(effective_moves(visits));
            measurement.standard_errors.extend(standard_error(&decision));
            if number == 0 {
                measurement.legal_moves = sitting.session.legal_moves().len();
                measurement.course = self.course(task, &decision, cancel)?;
                measurement.prediction = self.prediction(task, sitting, &decision, cancel)?;
            }
        }
        Ok((!cancel.is_cancelled()).then_some(measurement))
    }

    /// The position with a player of the seed `number` at it.
    fn sit_down(
        &self,
        task: Task,
        number: u32,
        cancel: &Cancel,
    ) -> Result<Sitting<'_>, ArenaError> {
        let position = &self.positions[task.position];
        let mut session = self
            .entry
            .open(&self.rules, None, position.seed)
            .map_err(ArenaError::input("--rules"))?;
        for mv in &position.moves {
            session.play(mv).map_err(ArenaError::input("--rules"))?;
        }
        let seed = Rng::stream(position.seed, u64::from(number)).bits();
        // One for each seat, so that none is told what another sees.
        for _ in self.entry.seats() {
            session
                .seat_player(&self.specs[task.player], seed)
                .map_err(ArenaError::input("--player"))?;
        }
        let budget = self.plan.budget.apply(&session.budget(0));
        let budget = budget.with_stop_early(false).with_cancel(cancel.clone());
        Ok(Sitting { session, budget })
    }

    /// What the player would have chosen with fewer simulations: asked anew
    /// each time, it repeats the first of the simulations that it has run.
    /// `None` for players that do not count simulations, or do not heed them.
    fn course(
        &self,
        task: Task,
        decision: &Decision<String>,
        cancel: &Cancel,
    ) -> Result<Option<Course>, ArenaError> {
        let spent = decision.stats.simulations;
        let mut steps = Vec::new();
        for simulations in steps_below(spent) {
            let mut sitting = self.sit_down(task, 0, cancel)?;
            (sitting.budget.simulations, sitting.budget.time) = (Some(simulations), None);
            let earlier = sitting.session.ask(0, &sitting.budget, &mut ());
            if cancel.is_cancelled() || earlier.stats.simulations > simulations {
                return Ok(None);
            }
            let agrees = earlier.mv == decision.mv;
            steps.push(Step { simulations, agrees, share: share_of(&earlier, &decision.mv) });
        }
        Ok((spent > 0).then(|| Course {
            steps,
            final_share: share_of(decision, &decision.mv),
            settled: decision.stopped_by != StoppedBy::Time,
        }))
    }

    /// Plays the position on to its end, the same player on all seats; a game
    /// that does not end in time counts as it stands. `None`
    /// if the player did not search for its value.
    fn prediction(
        &self,
        task: Task,
        sitting: Sitting,
        decision: &Decision<String>,
        cancel: &Cancel,
    ) -> Result<Option<Prediction>, ArenaError> {
        let Sitting { mut session, budget } = sitting;
        let searched = decision.value.filter(|_| decision.stats.simulations > 0);
        let (Some(predicted), Some(mover)) = (searched, session.seat()) else { return Ok(None) };
        let measure = Measure::new(self.entry.seats().len(), session.unit(0));
        let score = session.score(mover);
        let budget = budget.with_stop_early(true);
        let mut choice = self.choice(task, &*session, decision)?;
        for _ in 0..self.plan.max_moves {
            let Some(mv) = choice.take() else { break };
            session.play(&mv).map_err(|error| self.foul(task, error.to_string()))?;
            let Some(seat) = session.seat() else { break };
            let decision = session.ask(usize::from(seat != mover), &budget, &mut ());
            if cancel.is_cancelled() {
                return Ok(None);
            }
            choice = self.choice(task, &*session, &decision)?;
        }
        let realised = measure.realised(&*session, mover, score);
        // A move is left over only where the limit came first.
        Ok(Some(Prediction { predicted, realised, cut: choice.is_some() }))
    }

    /// The move of a decision; `None` if the player gives up, which one who
    /// plays alone may.
    fn choice(
        &self,
        task: Task,
        session: &dyn Session,
        decision: &Decision<String>,
    ) -> Result<Option<String>, ArenaError> {
        if decision.mv.is_none() && self.entry.seats().len() > 1 {
            return Err(self.foul(task, format!("it named no move in {}", session.position())));
        }
        Ok(decision.mv.clone())
    }

    fn foul(&self, task: Task, problem: String) -> ArenaError {
        ArenaError::Player { player: self.specs[task.player].to_string(), problem }
    }
}

/// A move's share of the visits; `None` if no move has any.
fn share_of(decision: &Decision<String>, mv: &Option<String>) -> Option<f64> {
    let visited = decision.candidates.iter().any(|candidate| candidate.visits > 0);
    let mut candidates = decision.candidates.iter();
    let of_move = candidates.find(|candidate| Some(&candidate.mv) == mv.as_ref());
    visited.then(|| of_move.map_or(0.0, |candidate| candidate.share))
}

/// The standard error of the chosen move's value, from its interval.
fn standard_error(decision: &Decision<String>) -> Option<f64> {
    let [low, high] = decision.candidates.first()?.ci95?;
    Some((high - low) / CI95_WIDTH)
}
