//! Checks a recorded game by playing its moves again.

use std::cmp::Ordering;

use crate::game::outcome;
use crate::record::{GameRecord, Outcome, Unfinished};
use crate::start::Start;
use crate::{Tournament, list};

impl Tournament {
    /// Plays the moves of a record and compares the result with the recorded one. The error says what is wrong.
    ///
    /// Does not check that the players would choose these moves, or that a player would resign or forfeit after
    /// the last one.
    pub(crate) fn check_result(&self, game: &GameRecord) -> Result<(), String> {
        let start = Start { seed: game.seed, moves: game.opening.clone() };
        let mut session = self.lineup.open_at(&start).map_err(|error| error.to_string())?;
        let mut decisions = vec![0; game.seats.len()];
        for (number, mv) in (start.moves.len() + 1..).zip(game.moves.iter()) {
            let seat = session.seat();
            session.play(mv).map_err(|error| format!("move {number}: {error}"))?;
            seat.iter().for_each(|&seat| decisions[usize::from(seat)] += 1);
        }
        let (played, limit) = (game.moves.len(), self.move_limit());
        let forfeit = game.result.forfeit.clone();
        let unfinished = match (played.cmp(&limit), forfeit) {
            // The moves do not show why a player forfeited, but only the seat to move can forfeit.
            (Ordering::Less, Some(forfeit))
                if session.seat() == Some(forfeit.seat) && decisions.len() <= 2 =>
            {
                Unfinished::Forfeited(forfeit)
            }
            (Ordering::Less, _) if self.is_solo() || session.seat().is_none() => {
                Unfinished::Resigned
            }
            (Ordering::Less, _) => return Err("its moves do not end the game".to_owned()),
            (Ordering::Equal, _) => Unfinished::Capped,
            (Ordering::Greater, _) => {
                return Err(format!("{played} moves: expected at most {limit}"));
            }
        };
        let expected = outcome(&*session, game.seats.len(), unfinished);
        // Scores in a record have passed through JSON, which may change their last bit.
        let json = serde_json::to_string(&expected).map_err(|error| error.to_string())?;
        if serde_json::from_str(&json).ok().as_ref() != Some(&game.result) {
            let (found, expected) = (describe(&game.result), describe(&expected));
            return Err(format!("its result is {found}: its moves give {expected}"));
        }
        let is_time = |time: &f64| time.is_finite() && *time >= 0.0;
        for (times, decisions) in game.times.iter().zip(decisions) {
            if times.len() != decisions || !times.iter().all(is_time) {
                return Err(format!("times: expected {decisions} of 0 or more for a seat"));
            }
        }
        Ok(())
    }
}

fn describe(result: &Outcome) -> String {
    let won = match result.won {
        Some(true) => ", won",
        Some(false) => ", not won",
        None => "",
    };
    let forfeit = match &result.forfeit {
        Some(forfeit) => format!(" by seat {}", forfeit.seat),
        None => String::new(),
    };
    format!("{}{forfeit}{won}, scores {}", result.ending.name(), list(&result.scores))
}
