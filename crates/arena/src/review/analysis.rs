//! The analysis of one position of a game, as its mover saw it.

use plywood_registry::Session;
use plywood_search::{Budget, Candidate, Decision, Rng, Solution};

use super::plan::Review;
use super::valued::Valued;
use super::walk::Walkers;
use crate::ArenaError;
use crate::error::Field;

/// Maximum number of positions that a solver searches for each move.
const SOLVER_NODES: u64 = 20_000_000;

/// The analysis of one move of a game.
#[derive(Clone, Debug)]
pub(super) struct Analysis {
    pub(super) ply: usize,
    /// The seats to which the move revealed hidden facts, as one bit for each seat.
    pub(super) light: u8,
    /// `None` if the move is not reviewed.
    pub(super) judged: Option<Judged>,
}

/// The values of the move played and of the best move.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    pub(super) position: String,
    /// The description of the move played.
    pub(super) words: String,
    /// What the seat had gained before the move, so that `base + value` is comparable between positions; `None` if
    /// values of different positions are not comparable.
    pub(super) base: Option<f64>,
    pub(super) played: Option<Valued>,
    pub(super) best: Option<Valued>,
    pub(super) is_coarse: bool,
}

impl Judged {
    /// Returns the move whose value is taken as the value of the position: the best move. If the player resigned and
    /// found no best move, this is the move played, which then has the value of resigning.
    pub(super) fn worth(&self) -> Option<&Valued> {
        self.best.as_ref().or(self.played.as_ref())
    }
}

impl Review {
    /// Analyses the position before a move, and determines to which seats the move revealed hidden facts. Returns
    /// `None` if the budget was cancelled.
    pub(super) fn analyse(
        &self,
        walkers: &Walkers,
        ply: usize,
        budget: &Budget,
        is_coarse: bool,
    ) -> Result<Option<Analysis>, ArenaError> {
        let mut walker = walkers.at(ply)?;
        let mut judged = None;
        if self.includes(ply) {
            judged = self.judge(&mut *walker.session, ply, budget, is_coarse)?;
            if judged.is_none() {
                return Ok(None);
            }
        }
        walker.session.remove_players();
        walker.step(self)?;
        let asked = |seat: &u8| self.plan.seats.as_ref().is_none_or(|seats| seats.contains(seat));
        let seats = (0..self.entry.seats().len() as u8).filter(asked);
        let learned = seats.filter(|&seat| walker.session.came_to_light(ply, seat));
        let light = learned.fold(0, |light, seat| light | 1 << seat);
        walkers.put(walker);
        Ok(Some(Analysis { ply, light, judged }))
    }

    /// Returns the values of the move played and of the best move; `None` if the budget was cancelled.
    fn judge(
        &self,
        session: &mut dyn Session,
        ply: usize,
        budget: &Budget,
        is_coarse: bool,
    ) -> Result<Option<Judged>, ArenaError> {
        let (seat, mv) = (self.movers[ply], &self.plan.moves[ply]);
        // The seed depends on the move alone, so the result does not depend on the number of threads.
        let seed = Rng::stream(self.plan.seed, ply as u64).bits();
        let player = session.seat_player(&self.spec, seed).map_err(Field::Player.invalid())?;
        session.bind_player(player, seat);
        session.recall(player);
        let worth = session.worth(player, seat);
        let legal = session.legal_moves();
        let number = legal.iter().position(|other| other == mv);
        let mut given_up = None;
        let valued = match self.solved(session, budget) {
            Some(valued) => valued,
            None => {
                let budget = budget.clone().with_focus(number.into_iter().collect());
                let decision = session.ask(player, &budget, &mut ());
                let gives_up = decision.mv.is_none();
                let mut valued = self.valued(decision)?;
                if let (true, [], Some(worth)) = (gives_up, &valued[..], worth) {
                    let resigned = resigned(mv, worth.result - worth.base);
                    if session.stuck() {
                        valued.push(resigned);
                    } else {
                        // The player resigned, but there may be a good move that it did not find, so the best move is
                        // unknown.
                        given_up = Some(resigned);
                    }
                }
                valued
            }
        };
        if budget.cancel.is_cancelled() {
            return Ok(None);
        }
        let played = valued.iter().find(|one| one.mv == *mv).cloned().or(given_up);
        let view = session.view(seat);
        let words = number.and_then(|number| view.words.get(number)).unwrap_or(mv).clone();
        let in_words = |valued: Option<Valued>| {
            valued.map(|one| {
                let words = session.words(std::slice::from_ref(&one.pv)).swap_remove(0);
                Valued { words, ..one }
            })
        };
        Ok(Some(Judged {
            position: session.position(),
            words,
            base: worth.map(|worth| worth.base),
            played: in_words(played),
            best: in_words(best(&valued).cloned()),
            is_coarse,
        }))
    }

    /// Returns all moves with the exact values that the game's solver finds; `None` if there is no solver, or if it
    /// does not solve all moves within its limits.
    fn solved(&self, session: &dyn Session, budget: &Budget) -> Option<Vec<Valued>> {
        let mut limits = budget.clone();
        limits.simulations = Some(SOLVER_NODES);
        let solutions = session.solve_moves(&limits)?;
        solutions.into_iter().map(|solution| self.exact(solution)).collect()
    }

    /// Converts a solved move to a valued move; `None` if its score is not exact, or cannot be converted to a value
    /// in the player's unit.
    fn exact(&self, solution: Solution<String>) -> Option<Valued> {
        let score = solution.score()?;
        let value = match (&*self.unit, self.entry.seats().len()) {
            (unit, _) if unit == self.entry.score_unit() => score,
            ("win probability", 2) => f64::from(1 + solution.outcome()?) / 2.0,
            _ => return None,
        };
        Some(Valued {
            mv: solution.mv?,
            value,
            ci95: Some([value; 2]),
            visits: None,
            proven: Some(value),
            score: Some(score),
            pv: solution.pv,
            words: Vec::new(),
        })
    }

    /// Returns the candidates of a decision that have a value. A forfeit is an error.
    fn valued(&self, decision: Decision<String>) -> Result<Vec<Valued>, ArenaError> {
        if let Some(problem) = decision.forfeit {
            return Err(ArenaError::Player { player: self.spec.to_string(), problem });
        }
        let valued = |one: Candidate<String>| {
            Some(Valued {
                mv: one.mv,
                value: one.value?,
                ci95: one.proven.map(|value| [value; 2]).or(one.ci95),
                visits: one.visits,
                proven: one.proven,
                score: one.score,
                pv: one.pv,
                words: Vec::new(),
            })
        };
        Ok(decision.candidates.into_iter().filter_map(valued).collect())
    }
}

/// Returns the move played, `mv`, with the `value` of resigning, for a position in which the player resigns.
fn resigned(mv: &str, value: f64) -> Valued {
    Valued {
        mv: mv.to_owned(),
        value,
        ci95: None,
        visits: None,
        proven: None,
        score: None,
        pv: vec![mv.to_owned()],
        words: Vec::new(),
    }
}

/// Returns the move with the highest value, and of moves with equal values the one with the highest score.
///
/// Considers only moves that are proven, have at least a quarter of all visits, or have the most visits: the value of
/// a move with few visits is noise, and the highest of many such values is too high.
fn best(valued: &[Valued]) -> Option<&Valued> {
    let visits = |one: &Valued| one.visits.unwrap_or(0);
    let (all, most) = valued
        .iter()
        .map(visits)
        .fold((0, 0), |(all, most), visits| (all + visits, visits.max(most)));
    let enough =
        |one: &&Valued| one.proven.is_some() || 4 * visits(one) >= all || visits(one) == most;
    let is_better = |one: &Valued, best: &Valued| {
        one.value > best.value || one.value == best.value && one.score > best.score
    };
    // Keeps the first of equal moves, since candidates are sorted, best first.
    valued.iter().filter(enough).reduce(|best, one| if is_better(one, best) { one } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn valued(mv: &str, value: f64, visits: u64) -> Valued {
        Valued { visits: Some(visits), ..resigned(mv, value) }
    }

    #[test]
    fn the_best_move_has_enough_visits() {
        let named = |moves: &[Valued]| best(moves).map(|one| one.mv.clone());
        let moves = [valued("a", 0.5, 60), valued("b", 0.6, 25), valued("c", 0.9, 15)];
        assert_eq!(named(&moves).as_deref(), Some("b"));
        let unvisited = [valued("a", 0.5, 0), valued("b", 0.6, 0)];
        assert_eq!(named(&unvisited).as_deref(), Some("b"), "values without visits all count");
        let spread = [0.1, 0.5, 0.2, 0.3, 0.9].map(|value| valued("a", value, 10));
        assert_eq!(best(&spread).map(|one| one.value), Some(0.9), "all have the most visits");
        let proven = [valued("a", 0.5, 99), Valued { proven: Some(1.0), ..valued("b", 1.0, 1) }];
        assert_eq!(named(&proven).as_deref(), Some("b"));
        let equal = [valued("a", 0.5, 50), valued("b", 0.5, 50)];
        assert_eq!(named(&equal).as_deref(), Some("a"));
        let scored = |mv, score| Valued {
            score: Some(score),
            ..Valued { proven: Some(1.0), ..resigned(mv, 1.0) }
        };
        assert_eq!(named(&[scored("a", 2.0), scored("b", 6.0)]).as_deref(), Some("b"));
        assert_eq!(named(&[]), None);
    }
}
