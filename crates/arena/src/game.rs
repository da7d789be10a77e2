//! Plays one game of a tournament.

use plywood_registry::document::SCHEMA;
use plywood_registry::{Ending, Session};
use plywood_search::{Budget, Cancel, Rng};

use crate::error::Field;
use crate::record::{Forfeit, GameRecord, Outcome, Unfinished};
use crate::{ArenaError, Fixture, Moves, Tournament};

impl Tournament {
    /// Plays a game to its end. Returns `None` if it was cancelled.
    pub(crate) fn play(
        &self,
        fixture: &Fixture,
        cancel: &Cancel,
    ) -> Result<Option<GameRecord>, ArenaError> {
        let start = self.start(fixture.round);
        let mut session = self.lineup.open(start.seed)?;
        let mut budgets: Vec<Budget> = Vec::new();
        for (seat, &player) in (0..).zip(&fixture.seats) {
            // The seed depends on the player's index, so that players with the same spec play differently.
            let own_seed = Rng::stream(start.seed, player as u64).bits();
            let number = session
                .seat_player(&self.lineup.players[player].spec, own_seed)
                .map_err(Field::Players.invalid())?;
            session.bind_player(number, seat);
            let budget = self.plan.budget.apply(&session.budget(number));
            budgets.push(budget.with_stop_early(true).with_cancel(cancel.clone()));
        }
        // Players that follow the game from its start observe the opening too.
        start.play(&mut *session)?;
        let mut moves = Moves::default();
        let mut times = vec![Vec::new(); budgets.len()];
        let mut unfinished = Unfinished::Capped;
        while let Some(seat) = session.seat().map(usize::from)
            && moves.len() < self.move_limit()
        {
            let decision = session.ask(seat, &budgets[seat], &mut ());
            if cancel.is_cancelled() {
                return Ok(None);
            }
            let foul = |problem: String| self.lineup.foul(fixture.seats[seat], problem);
            let Some(mv) = decision.mv else {
                unfinished = match decision.forfeit {
                    Some(reason) if fixture.seats.len() <= 2 => {
                        Unfinished::Forfeited(Forfeit { seat: seat as u8, reason })
                    }
                    None if self.is_solo() => Unfinished::Resigned,
                    // Only the player of a solo game may resign. With three and more seats, a forfeit is
                    // an error, too, since the scores of the other players would not be comparable.
                    reason => return Err(foul(no_move(&*session, reason.as_deref()))),
                };
                break;
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

/// Describes the fault of a player that returned a decision without a move.
pub(crate) fn no_move(session: &dyn Session, reason: Option<&str>) -> String {
    let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
    format!("it named no move in {}{reason}", session.position())
}

/// Returns the result of a game of `seats` players. `unfinished` says why play stopped if the game is not
/// over by its rules; it is ignored otherwise.
pub(crate) fn outcome(session: &dyn Session, seats: usize, unfinished: Unfinished) -> Outcome {
    let scores = (0..seats as u8).map(|seat| session.score(seat)).collect();
    let (ending, forfeit) = match unfinished {
        _ if session.seat().is_none() => (session.ending(), None),
        Unfinished::Capped => (Ending::Capped, None),
        Unfinished::Resigned => (Ending::Resigned, None),
        Unfinished::Forfeited(forfeit) => (Ending::Forfeited, Some(forfeit)),
    };
    Outcome { scores, ending, won: session.ending().won(), forfeit }
}

/// Converts seconds to milliseconds, rounded to a microsecond.
fn milliseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e3
}
