//! Decisions of players that judge every placement once.

use plywood_search::Decision;

use crate::{Move, Placed, Position};

/// The placement that is judged best, the first of equals, and all others
/// behind it; `value` is what is told of a judgement.
pub(crate) fn decision<J: PartialOrd>(
    position: &Position,
    judge: impl Fn(&Placed) -> J,
    value: impl Fn(&J) -> f64,
) -> Decision<Move> {
    let mut judged: Vec<(Move, J)> =
        position.placements().map(|mv| (mv, judge(&position.place(mv)))).collect();
    judged.sort_by(|(_, a), (_, b)| b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal));
    Decision::unsearched(judged.iter().map(|(mv, judged)| (*mv, Some(value(judged)))))
}

/// Placements by their values, the highest first and equals as they came.
pub(crate) fn ranked(valued: impl Iterator<Item = (Move, f64)>) -> Decision<Move> {
    let mut valued: Vec<(Move, f64)> = valued.collect();
    valued.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    Decision::unsearched(valued.into_iter().map(|(mv, value)| (mv, Some(value))))
}
