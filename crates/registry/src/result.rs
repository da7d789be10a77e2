//! The result of a finished game as text.

use crate::{Ending, GameEntry, Session};

/// Returns the result of a finished game as text: the winner, or the score of a single player.
pub fn result(entry: &dyn GameEntry, session: &dyn Session) -> String {
    let unit = entry.score_unit();
    let score = session.score(0);
    match entry.seats() {
        [_] => match session.ending() {
            Ending::Over => format!("score: {score} {unit}"),
            ending => format!("{}, score: {score} {unit}", ending.name()),
        },
        [first, second, ..] if score != session.score(1) => {
            let (winner, loser) = if score > session.score(1) { (0, 1) } else { (1, 0) };
            let name = [first, second][winner];
            let (won, lost) = (session.score(winner as u8), session.score(loser));
            format!("{name} wins ({won} to {lost} {unit})")
        }
        _ => "a draw".to_owned(),
    }
}
