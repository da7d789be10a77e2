//! Plays one game of a tournament.

use plywood_registry::Ending;
use plywood_registry::document::SCHEMA;
use plywood_search::{Budget, Cancel, Rng};

use crate::error::Field;
use crate::record::{GameRecord, Outcome};
use crate::{ArenaError, Fixture, Moves, Tournament};

impl Tournament<'_> {
    /// Plays a game to its end. Returns `None` if it was cancelled.
    pub(crate) fn play(
        &self,
        fixture: &Fixture,
        cancel: &Cancel,
    ) -> Result<Option<GameRecord>, ArenaError> {
        let start = self.start(fixture.round);
        let mut session = self.lineup.open_at(&start)?;
        let mut budgets: Vec<Budget> = Vec::new();
        for &player in &fixture.seats {
            // The seed depends on the player's index: players with the same spec play differently.
            let own_seed = Rng::stream(start.seed, player as u64).bits();
            let number = session
                .seat_player(&self.lineup.players[player].spec, own_seed)
                .map_err(Field::Players.invalid())?;
            let budget = self.plan.budget.apply(&session.budget(number));
            budgets.push(budget.with_stop_early(true).with_cancel(cancel.clone()));
        }
        let mut moves = Moves::default();
        let mut times = vec![Vec::new(); budgets.len()];
        let limit = self.plan.max_moves.map_or(usize::MAX, |most| most as usize);
        let mut resigned = false;
        while let Some(seat) = session.seat().map(usize::from)
            && moves.len() < limit
        {
            let decision = session.ask(seat, &budgets[seat], &mut ());
            if cancel.is_cancelled() {
                return Ok(None);
            }
            let foul = |problem: String| self.lineup.foul(fixture.seats[seat], problem);
            let Some(mv) = decision.mv else {
                if self.is_solo() {
                    resigned = true;
                    break;
                }
                let position = session.position();
                return Err(foul(format!("it named no move in {position}")));
            };
            moves.push(&session.play(&mv).map_err(|error| foul(error.to_string()))?);
            times[seat].push(milliseconds(decision.stats.elapsed.as_secs_f64()));
        }
        let ending = match session.seat() {
            _ if resigned => Ending::Resigned,
            Some(_) => Ending::Capped,
            None => session.ending(),
        };
        moves.shrink_to_fit();
        times.iter_mut().for_each(Vec::shrink_to_fit);
        let scores = (0..budgets.len() as u8).map(|seat| session.score(seat)).collect();
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
            result: Outcome { scores, ending, won: session.ending().won() },
            times,
        }))
    }
}

/// Converts seconds to milliseconds, rounded to a microsecond.
fn milliseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e3
}
