//! The plot of Elo ratings.

use super::axis::Axis;
use super::canvas::{PlotError, check_finite};
use super::frame::{Frame, Plot, Side};
use super::ink::Ink;
use crate::statistics::elo::EloEstimate;

const ROW_HEIGHT: i32 = 36;

/// Plots ratings with 95% intervals, one row for each player. An arrow marks a missing bound.
pub(crate) fn ratings(title: &str, rows: &[(String, EloEstimate)]) -> Result<String, PlotError> {
    if rows.is_empty() {
        return Err(PlotError::Empty("player"));
    }
    let ends = |(_, rating): &(String, EloEstimate)| [Some(rating.elo), rating.low, rating.high];
    let values: Vec<f64> = rows.iter().flat_map(ends).flatten().collect();
    check_finite("an Elo rating", values.iter().copied())?;
    let names: Vec<&str> = rows.iter().map(|(player, _)| player.as_str()).collect();
    let texts: Vec<String> = rows.iter().map(|(_, rating)| describe(rating)).collect();
    let frame = Frame {
        title,
        remark: "dot: rating, line: 95% interval, arrow: no bound on that side",
        x: Axis::around(values.into_iter().chain([0.0])),
        x_label: "Elo points above the reference player",
        y: Side::Rows(&names),
        inside: (520, ROW_HEIGHT * rows.len() as i32 + 8),
        row_ends: &texts,
        legend: &[],
    };
    frame.draw(|plot| {
        let zero = plot.x(0.0);
        plot.canvas.path(&[(zero, plot.top), (zero, plot.bottom)], Ink::Muted, 1)?;
        let mut rows = rows.iter().enumerate();
        rows.try_for_each(|(number, (_, rating))| draw_row(plot, number, rating))
    })
}

fn draw_row(plot: &Plot<'_, '_>, number: usize, rating: &EloEstimate) -> Result<(), PlotError> {
    let y = plot.y(number as f64);
    let ink = Ink::Player(0);
    for (end, edge, inward) in [(rating.low, plot.left, 1), (rating.high, plot.right, -1)] {
        let x = end.map_or(edge, |end| plot.x(end));
        plot.canvas.path(&[(plot.x(rating.elo), y), (x, y)], ink, 2)?;
        if end.is_some() {
            plot.canvas.path(&[(x, y - 5), (x, y + 5)], ink, 2)?;
        } else {
            let back = x + 7 * inward;
            plot.canvas.path(&[(back, y - 5), (x, y), (back, y + 5)], ink, 2)?;
        }
    }
    plot.canvas.circle((plot.x(rating.elo), y), 6, ink, 1.0)
}

fn describe(rating: &EloEstimate) -> String {
    let rounded = |value: f64| {
        let text = format!("{value:.0}");
        if text == "-0" { "0".to_owned() } else { text.replace('-', "\u{2212}") }
    };
    let elo = rounded(rating.elo);
    match (rating.low, rating.high) {
        (Some(low), Some(high)) if low == high => elo,
        (Some(low), Some(high)) => format!("{elo} ({} to {})", rounded(low), rounded(high)),
        (Some(low), None) => format!("above {}", rounded(low)),
        (None, Some(high)) => format!("below {}", rounded(high)),
        (None, None) => "unknown".to_owned(),
    }
}
