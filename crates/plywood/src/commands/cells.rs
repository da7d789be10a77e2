//! Numbers as cells of tables.

use crate::output::grouped;

/// The cell of a missing number.
pub(crate) const NOTHING: &str = "-";

/// Formats a number with `digits` decimals; from 10,000 on, as a grouped whole number.
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

pub(crate) fn interval(ends: Option<[f64; 2]>, digits: usize) -> String {
    match ends {
        Some([low, high]) => {
            format!("{} to {}", number(Some(low), digits), number(Some(high), digits))
        }
        None => NOTHING.to_owned(),
    }
}
