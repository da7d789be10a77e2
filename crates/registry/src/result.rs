//! The result of a finished game as text.

use crate::{Ending, GameEntry, Session};

/// Returns the result of a finished game as text: the winner, or the score of a single player.
pub fn result(entry: &dyn GameEntry, session: &dyn Session) -> String {
    let (unit, names) = (entry.score_unit(), entry.seats());
    let scores: Vec<f64> = (0..names.len()).map(|seat| session.score(seat as u8)).collect();
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let winners: Vec<&str> = names
        .iter()
        .zip(&scores)
        .filter(|&(_, &score)| score == best)
        .map(|(name, _)| &**name)
        .collect();
    match (names, &winners[..]) {
        ([_], _) => match session.ending() {
            Ending::Over => format!("score: {best} {unit}"),
            Ending::LostAtLimit => format!("lost at the limit of moves, score: {best} {unit}"),
            ending => format!("{}, score: {best} {unit}", ending.name()),
        },
        (_, winners) if winners.len() == names.len() => "a draw".to_owned(),
        ([_, _], [winner]) => {
            let lost = scores.iter().copied().fold(f64::INFINITY, f64::min);
            format!("{winner} wins ({best} to {lost} {unit})")
        }
        (_, winners) => {
            let verb = if winners.len() == 1 { "wins" } else { "win" };
            let all = names.iter().zip(&scores).map(|(name, score)| format!("{name} {score}"));
            let all: Vec<_> = all.collect();
            format!("{} {verb} ({} {unit})", winners.join(" and "), all.join(", "))
        }
    }
}
