//! Plots of estimates with 95% intervals: Elo ratings, places, differences of scores.

use super::axis::Axis;
use super::canvas::{PlotError, check_finite};
use super::frame::{Frame, Plot, Side};
use super::ink::Ink;
use crate::mean::Mean;
use crate::statistics::Interval;
use crate::statistics::elo::EloEstimate;

const ROW_HEIGHT: i32 = 36;

/// A row of the plot: an estimate with its interval. `low` or `high` is `None` if the interval is
/// unbounded on that side.
struct Row<'a> {
    name: &'a str,
    value: f64,
    low: Option<f64>,
    high: Option<f64>,
}

/// The meaning of the values in a plot.
struct Scale<'a> {
    /// The name of a value with an article, such as "an Elo rating", for error messages.
    what: &'static str,
    /// The name of a value in the remark below the title.
    dot: &'static str,
    x_label: &'a str,
    /// The value that a vertical line marks.
    origin: f64,
    decimals: usize,
}

/// Plots ratings with 95% intervals, one row for each player. An arrow marks a missing bound.
pub(crate) fn ratings(title: &str, rows: &[(String, EloEstimate)]) -> Result<String, PlotError> {
    let row = |(name, EloEstimate { elo, low, high })| Row { name, value: elo, low, high };
    let scale = Scale {
        what: "an Elo rating",
        dot: "rating",
        x_label: "Elo points above the reference player",
        origin: 0.0,
        decimals: 0,
    };
    let rows = rows.iter().map(|(name, rating)| (name.as_str(), *rating)).map(row);
    draw(title, &scale, &rows.collect::<Vec<_>>())
}

/// Plots mean differences of scores in `unit`, one row for each pair of players or line-up.
pub(crate) fn differences(
    title: &str,
    unit: &str,
    rows: &[(String, Mean)],
) -> Result<String, PlotError> {
    let scale = Scale {
        what: "a difference of scores",
        dot: "mean difference",
        x_label: &format!("{unit} per game"),
        origin: 0.0,
        decimals: 2,
    };
    draw(title, &scale, &means(rows))
}

/// Plots the mean places of players in games with this number of seats.
pub(crate) fn places(
    title: &str,
    seats: usize,
    rows: &[(String, Mean)],
) -> Result<String, PlotError> {
    let scale = Scale {
        what: "a place",
        dot: "mean place",
        x_label: &format!("place, from 1 (best) to {seats}"),
        origin: (seats as f64 + 1.0) / 2.0,
        decimals: 2,
    };
    draw(title, &scale, &means(rows))
}

fn means(rows: &[(String, Mean)]) -> Vec<Row<'_>> {
    let ends = |ci95: Option<Interval>| (ci95.map(|ends| ends.low), ci95.map(|ends| ends.high));
    let rows = rows.iter().map(|(name, mean)| {
        let (low, high) = ends(mean.ci95);
        Row { name, value: mean.mean, low, high }
    });
    rows.collect()
}

fn draw(title: &str, scale: &Scale<'_>, rows: &[Row<'_>]) -> Result<String, PlotError> {
    if rows.is_empty() {
        return Err(PlotError::Empty("player"));
    }
    let ends = |row: &Row<'_>| [Some(row.value), row.low, row.high];
    let values: Vec<f64> = rows.iter().flat_map(ends).flatten().collect();
    check_finite(scale.what, values.iter().copied())?;
    let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
    let texts: Vec<String> = rows.iter().map(|row| describe(row, scale.decimals)).collect();
    let frame = Frame {
        title,
        remark: &format!("dot: {}, line: 95% interval, arrow: no bound on that side", scale.dot),
        x: Axis::around(values.into_iter().chain([scale.origin])),
        x_label: scale.x_label,
        y: Side::Rows(&names),
        inside: (520, ROW_HEIGHT * rows.len() as i32 + 8),
        row_ends: &texts,
        legend: &[],
    };
    frame.draw(|plot| {
        let origin = plot.x(scale.origin);
        plot.canvas.path(&[(origin, plot.top), (origin, plot.bottom)], Ink::Muted, 1)?;
        let mut rows = rows.iter().enumerate();
        rows.try_for_each(|(number, row)| draw_row(plot, number, row))
    })
}

fn draw_row(plot: &Plot<'_, '_>, number: usize, row: &Row<'_>) -> Result<(), PlotError> {
    let y = plot.y(number as f64);
    let ink = Ink::Player(0);
    for (end, edge, inward) in [(row.low, plot.left, 1), (row.high, plot.right, -1)] {
        let x = end.map_or(edge, |end| plot.x(end));
        plot.canvas.path(&[(plot.x(row.value), y), (x, y)], ink, 2)?;
        if end.is_some() {
            plot.canvas.path(&[(x, y - 5), (x, y + 5)], ink, 2)?;
        } else {
            let back = x + 7 * inward;
            plot.canvas.path(&[(back, y - 5), (x, y), (back, y + 5)], ink, 2)?;
        }
    }
    plot.canvas.circle((plot.x(row.value), y), 6, ink, 1.0)
}

fn describe(row: &Row<'_>, decimals: usize) -> String {
    let rounded = |value: f64| {
        let text = format!("{value:.decimals$}");
        let zero = format!("{:.decimals$}", 0.0);
        if text == format!("-{zero}") { zero } else { text.replace('-', "\u{2212}") }
    };
    let value = rounded(row.value);
    match (row.low, row.high) {
        (Some(low), Some(high)) if low == high => value,
        (Some(low), Some(high)) => format!("{value} ({} to {})", rounded(low), rounded(high)),
        (Some(low), None) => format!("above {}", rounded(low)),
        (None, Some(high)) => format!("below {}", rounded(high)),
        (None, None) => "unknown".to_owned(),
    }
}
