//! Plays one game of a tournament.

use plywood_registry::document::SCHEMA;
use plywood_registry::{Ending, Session};
use plywood_search::{Budget, Cancel, Rng};

use crate::error::Field;
use crate::record::{GameRecord, Outcome};
use crate::{ArenaError, Fixture, Moves, Tournament};

impl Tournament {
    /// Plays a game to its end. Returns `None` if it was cancelled.
    pub(crate) fn play(
        &self,
        fixture: &Fixture,
        cancel: &Cancel,
    ) -> Result<Option<GameRecord>, ArenaError> {
        let start = self.start(fixture.round);
        let mut session = self.lineup.open_at(&start)?;
        let mut budgets: Vec<Budget> = Vec::new();
        for (seat, &player) in (0..).zip(&fixture.seats) {
            // The seed depends on the player's index: players with the same spec play differently.
            let own_seed = Rng::stream(start.seed, player as u64).bits();
            let number = session
                .seat_player(&self.lineup.players[player].spec, own_seed)
                .map_err(Field::Players.invalid())?;
            session.bind_player(number, seat);
            let budget = self.plan.budget.apply(&session.budget(number));
            budgets.push(budget.with_stop_early(true).with_cancel(cancel.clone()));
        }
        let mut moves = Moves::default();
        let mut times = vec![Vec::new(); budgets.len()];
        let mut unfinished = Ending::Capped;
        while let Some(seat) = session.seat().map(usize::from)
            && moves.len() < self.move_limit()
        {
            let decision = session.ask(seat, &budgets[seat], &mut ());
            if cancel.is_cancelled() {
                return Ok(None);
            }
            let foul = |problem: String| self.lineup.foul(fixture.seats[seat], problem);
            let Some(mv) = decision.mv else {
                if self.is_solo() {
                    unfinished = Ending::Resigned;
                    break;
                }
                let position = session.position();
                return Err(foul(format!("it named no move in {position}")));
            };
            moves.push(&session.play(&mv).map_err(|error| foul(error.to_string()))?);
            times[seat].push(milliseconds(decision.stats.elapsed.as_secs_f64()));
        }
        moves.shrink_to_fit();
        times.iter_mut().for_each(Vec::shrink_to_fit);
        Ok(Some(GameRecord {
            schema: SCHEMA,
            game: self.plan.game.clone(),
            rules: self.plan.rules.clone(),
            round: fixture.round,
            seats: fixture.seats.clone(),
            players: fixture.seats.iter().map(|&seat| self.plan.players[seat].clone()).collect(),
            seeing: fixture.seats.iter().map(|&seat| self.lineup.players[seat].seeing).collect(),
            seed: start.seed,
            opening: start.moves,
            moves,
            result: outcome(&*session, fixture.seats.len(), unfinished),
            times,
        }))
    }

    /// Returns the number of moves after which a game is cut off.
    pub(crate) fn move_limit(&self) -> usize {
        self.plan.max_moves.map_or(usize::MAX, |most| most as usize)
    }
}

/// Returns the result of a game of `seats` players. `unfinished` is the ending of a game that is not
/// over by its rules.
pub(crate) fn outcome(session: &dyn Session, seats: usize, unfinished: Ending) -> Outcome {
    let ending = if session.seat().is_some() { unfinished } else { session.ending() };
    let scores = (0..seats as u8).map(|seat| session.score(seat)).collect();
    Outcome { scores, ending, won: session.ending().won() }
}

/// Converts seconds to milliseconds, rounded to a microsecond.
fn milliseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e3
}
