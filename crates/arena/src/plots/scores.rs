//! The plot of score distributions.

use super::axis::Axis;
use super::canvas::{PlotError, check_finite};
use super::frame::{Frame, Plot, Side};
use super::ink::Ink;
use crate::statistics::Interval;
use crate::statistics::sample::Sample;

const ROW_HEIGHT: i32 = 56;

/// Maximum number of dots in a row. If there are more scores, only those at evenly spaced ranks get dots.
const MAX_DOTS: usize = 200;

/// A player, the scores of its games or deals, and the 95% interval of their mean.
pub(crate) struct ScoreRow {
    pub(crate) player: String,
    pub(crate) scores: Vec<f64>,
    pub(crate) mean_interval: Option<Interval>,
}

/// Plots the distribution of scores in `unit`, one row for each player. `dots` names what a dot stands
/// for: games or deals.
///
/// The axis is logarithmic if the scores differ by large factors.
pub(crate) fn scores(
    title: &str,
    unit: &str,
    dots: &str,
    rows: &[ScoreRow],
) -> Result<String, PlotError> {
    let samples: Vec<Sample> = rows.iter().filter_map(|row| Sample::new(&row.scores)).collect();
    if samples.is_empty() || samples.len() < rows.len() {
        return Err(PlotError::Empty("game of each player"));
    }
    let ends =
        rows.iter().filter_map(|row| row.mean_interval).flat_map(|ends| [ends.low, ends.high]);
    let games = rows.iter().flat_map(|row| row.scores.iter().copied());
    check_finite("a score", games.clone().chain(ends.clone()))?;
    let values: Vec<f64> = games.collect();
    // Clamps interval ends to the lowest score: an end below zero has no logarithm.
    let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
    let values: Vec<f64> = values.into_iter().chain(ends.map(|end| end.max(lowest))).collect();

    let x = Axis::of_scores(&values);
    let scale = if x.is_logarithmic() { ", logarithmic" } else { "" };
    let names: Vec<&str> = rows.iter().map(|row| row.player.as_str()).collect();
    let means: Vec<String> =
        samples.iter().map(|sample| format!("mean {}", short(sample.mean()))).collect();
    let frame = Frame {
        title,
        remark: &format!(
            "dots: up to {MAX_DOTS} {dots}, box: middle half and median, diamond: mean with 95% interval"
        ),
        x,
        x_label: &format!("{unit}{scale}"),
        y: Side::Rows(&names),
        inside: (520, ROW_HEIGHT * rows.len() as i32),
        row_ends: &means,
        legend: &[],
    };
    frame.draw(|plot| {
        rows.iter().zip(&samples).enumerate().try_for_each(|(number, (row, sample))| {
            draw_row(plot, number, sample, row.mean_interval)
        })
    })
}

fn draw_row(
    plot: &Plot<'_, '_>,
    number: usize,
    sample: &Sample,
    mean_interval: Option<Interval>,
) -> Result<(), PlotError> {
    let middle = plot.y(number as f64);
    let ink = Ink::Player(0);
    let sorted = &sample.sorted;
    let dots = sorted.len().min(MAX_DOTS);
    for dot in 0..dots {
        // Evenly spaced ranks, from the smallest score to the largest.
        let score = sorted[dot * (sorted.len() - 1) / (dots - 1).max(1)];
        // Multiples of the golden ratio give neighbouring dots different heights.
        let lane = (dot as f64 * 0.618_034).fract();
        let y = middle + 8 + (lane * 14.0).round() as i32;
        plot.canvas.circle((plot.x(score), y), 2, ink, 0.55)?;
    }

    let (top, bottom) = (middle - 18, middle + 2);
    let [low, median, high] = [0.25, 0.5, 0.75].map(|share| plot.x(sample.quantile(share)));
    let outline = [(low, top), (high, top), (high, bottom), (low, bottom), (low, top)];
    plot.canvas.polygon(&outline, ink, 0.25)?;
    plot.canvas.path(&outline, ink, 1)?;
    plot.canvas.path(&[(median, top), (median, bottom)], ink, 3)?;

    let (mean, y) = (plot.x(sample.mean()), (top + bottom) / 2);
    if let Some(Interval { low, high }) = mean_interval {
        let within = |end: f64| plot.x(end).clamp(plot.left, plot.right);
        plot.canvas.path(&[(within(low), y), (within(high), y)], Ink::Text, 2)?;
    }
    plot.canvas.polygon(
        &[(mean - 5, y), (mean, y - 5), (mean + 5, y), (mean, y + 5)],
        Ink::Text,
        1.0,
    )
}

/// Formats a number with about three digits.
fn short(value: f64) -> String {
    let decimals = match value.abs() {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        _ => 2,
    };
    format!("{value:.decimals$}").replace('-', "\u{2212}")
}
