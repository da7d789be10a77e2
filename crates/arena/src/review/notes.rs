//! Sentences about a whole game, in addition to the reviews of its moves.

use plywood_registry::Session;
use plywood_search::{Budget, Cancel, Goal};

use super::plan::Review;
use crate::ArenaError;
use crate::error::Field;

/// Maximum number of positions that the solver of a puzzle searches for each position of the game.
const PUZZLE_NODES: u64 = 200_000;

/// What the solver of a puzzle finds about the true position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Solvable,
    Unsolvable,
    Unknown,
}

impl Review {
    /// Returns sentences about a game that is over. They may depend on facts that no player knew, so they never
    /// influence a loss.
    pub(super) fn notes(&self, cancel: &Cancel) -> Result<Vec<String>, ArenaError> {
        let mut session = self.open()?;
        for mv in &self.plan.moves {
            session.play(mv).map_err(Field::Moves.invalid())?;
        }
        if !self.entry.has_puzzles() || !self.is_over || session.ending().won() == Some(true) {
            return Ok(Vec::new());
        }
        Ok(self.lost_from(&mut *session, cancel).into_iter().collect())
    }

    /// Returns a sentence about the move after which a lost puzzle had no solution. A binary search finds the move,
    /// since all positions after one without a solution have none either.
    fn lost_from(&self, session: &mut dyn Session, cancel: &Cancel) -> Option<String> {
        let (mut low, mut high) = (0, self.plan.moves.len() + 1);
        let mut before = Verdict::Unknown;
        let mut at = self.plan.moves.len();
        while low < high {
            let middle = usize::midpoint(low, high).min(self.plan.moves.len());
            go_to(session, &mut at, middle, &self.plan.moves);
            let verdict = verdict(session, cancel);
            match verdict {
                Verdict::Unsolvable => high = middle,
                other => {
                    if middle == self.plan.moves.len() {
                        return None;
                    }
                    (low, before) = (middle + 1, other);
                }
            }
        }
        if cancel.is_cancelled() || high > self.plan.moves.len() {
            return None;
        }
        Some(match (high, before) {
            (0, _) => "The deal had no solution from the start, even with open cards.".to_owned(),
            (lost, Verdict::Solvable) => {
                format!(
                    "Move {lost} lost the deal: from then on it had no solution, even with open cards."
                )
            }
            (lost, _) => format!(
                "From move {lost} on, the deal was lost even with open cards; before it the solver does not know."
            ),
        })
    }
}

/// Moves the session from the position after `at` moves to that after `wanted` moves, and updates `at`.
fn go_to(session: &mut dyn Session, at: &mut usize, wanted: usize, moves: &[String]) {
    while *at > wanted && session.undo() {
        *at -= 1;
    }
    while *at < wanted && session.play(&moves[*at]).is_ok() {
        *at += 1;
    }
}

fn verdict(session: &dyn Session, cancel: &Cancel) -> Verdict {
    let budget =
        Budget::simulations(PUZZLE_NODES).with_memory(256 << 20).with_cancel(cancel.clone());
    match session.solve(Goal::Outcome, &budget, &mut |_| {}).ok().and_then(|found| found.outcome())
    {
        Some(1..) => Verdict::Solvable,
        Some(_) => Verdict::Unsolvable,
        // The solver reached a limit, or the session does not know the hidden facts of the position.
        None => Verdict::Unknown,
    }
}
