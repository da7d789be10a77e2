//! Numbers in the cells of tables.

use plywood_arena::Interval;

use crate::output::grouped;

/// The cell of a missing value.
pub(crate) const NOTHING: &str = "-";

/// Formats a number with `digits` decimals, or as 12,345 if its absolute value is at least 10,000.
pub(crate) fn number(value: Option<f64>, digits: usize) -> String {
    match value {
        Some(value) if digits == 0 => format!("{value:.0}"),
        Some(value) if value.abs() >= 1e4 => {
            format!("{}{}", if value < 0.0 { "-" } else { "" }, grouped(value.abs().round() as u64))
        }
        Some(value) => format!("{value:.digits$}"),
        None => NOTHING.to_owned(),
    }
}

pub(crate) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| NOTHING.to_owned(), |share| format!("{:.1}%", share * 100.0))
}

pub(crate) fn interval(ends: Option<Interval>, digits: usize) -> String {
    match ends {
        Some(Interval { low, high }) => {
            format!("{} to {}", number(Some(low), digits), number(Some(high), digits))
        }
        None => NOTHING.to_owned(),
    }
}
