//! The graph of a review: the value over the game, with marks and luck.

use super::marks::Mark;
use super::summary::ReviewSummary;
use super::valued::ReviewedMove;
use crate::ArenaError;
use crate::plots::{ValueLine, ValueMark, ValuePoint, values};

/// Returns the graph of a review as SVG text. If the values of a game for two are win probabilities, a single line has
/// the values for the first seat. Otherwise each seat has its own line.
pub fn value_graph(summary: &ReviewSummary) -> Result<String, ArenaError> {
    let is_win = summary.unit == "win probability";
    let is_shared = is_win && summary.players.len() == 2;
    let points_of = |one: &ReviewedMove| {
        let base = one.base.unwrap_or(0.0);
        let total = |value: f64| match is_shared && one.seat == 1 {
            true => 1.0 - value,
            false => base + value,
        };
        let ends = |[low, high]: [f64; 2]| match is_shared && one.seat == 1 {
            true => [total(high), total(low)],
            false => [total(low), total(high)],
        };
        let played = one.played.as_ref()?;
        let before = ValuePoint {
            moves: one.ply,
            value: total(one.value?),
            ci95: one.ci95.map(ends),
            lucky: None,
            mark: None,
        };
        let after = ValuePoint {
            moves: one.ply + 1,
            value: total(played.value),
            ci95: played.ci95.map(ends),
            lucky: one.luck.map(|luck| total(played.value + luck)),
            mark: match one.mark {
                None | Some(Mark::Best | Mark::Good) => None,
                Some(Mark::Inaccuracy) => Some(ValueMark::Inaccuracy),
                Some(Mark::Mistake) => Some(ValueMark::Mistake),
                Some(Mark::Blunder) => Some(ValueMark::Blunder),
            },
        };
        Some([before, after])
    };
    let of_seat = |seat: Option<u8>| {
        let own = summary.moves.iter().filter(|one| seat.is_none_or(|seat| one.seat == seat));
        // The value before the first move, then the value after each move, so a loss by the last move shows too.
        let points = own.filter_map(points_of).enumerate();
        points.flat_map(|(number, both)| both.into_iter().skip(number.min(1))).collect::<Vec<_>>()
    };
    let lines = match is_shared {
        true => vec![ValueLine {
            name: format!("value for {}", summary.players[0].name),
            points: of_seat(None),
        }],
        false => {
            let line = |player: &super::PlayerReview| ValueLine {
                name: player.name.clone(),
                points: of_seat(Some(player.seat)),
            };
            summary.players.iter().map(line).filter(|line| !line.points.is_empty()).collect()
        }
    };
    let title = format!("{}, reviewed by {}", summary.game, summary.player);
    let range = is_win.then_some((0.0, 1.0));
    Ok(values(&title, &summary.unit, range, &lines)?)
}
