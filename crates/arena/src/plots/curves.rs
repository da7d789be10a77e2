//! Plots against the number of simulations: strength, or the share of the finally chosen move.

use super::axis::Axis;
use super::canvas::{PlotError, check_finite};
use super::frame::{Frame, Plot, Side};
use super::ink::Ink;

/// A measured value at a number of simulations, with its 95% interval.
#[derive(Clone, Copy)]
pub(crate) struct CurvePoint {
    pub(crate) simulations: u64,
    pub(crate) value: f64,
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
}

/// A named line of a plot, with points by increasing simulations.
pub(crate) struct Curve {
    pub(crate) name: String,
    pub(crate) points: Vec<CurvePoint>,
}

/// Plots strength in `unit` (Elo, points, lines) against simulations.
pub(crate) fn strength(title: &str, unit: &str, curves: &[Curve]) -> Result<String, PlotError> {
    let values = curves.iter().flat_map(|curve| &curve.points).flat_map(ends);
    draw(title, unit, Axis::around(values), curves)
}

/// Plots the share of decisions, or of visits, that the finally chosen move has after a number of
/// simulations.
pub(crate) fn convergence(title: &str, curves: &[Curve]) -> Result<String, PlotError> {
    draw(title, "share of the finally best move", Axis::between(0.0, 1.02), curves)
}

fn ends(point: &CurvePoint) -> impl Iterator<Item = f64> + use<> {
    [Some(point.value), point.low, point.high].into_iter().flatten()
}

fn draw(title: &str, y_label: &str, y: Axis, curves: &[Curve]) -> Result<String, PlotError> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    if points().next().is_none() {
        return Err(PlotError::Empty("number of simulations"));
    }
    check_finite("a measured value", points().flat_map(ends))?;
    let names: Vec<&str> = curves.iter().map(|curve| curve.name.as_str()).collect();
    let frame = Frame {
        title,
        remark: "bars: 95% intervals",
        x: Axis::of_factors(points().map(simulations)),
        x_label: "simulations for each decision, logarithmic",
        y: Side::Values(y, y_label),
        inside: (600, 320),
        row_ends: &[],
        legend: &names,
    };
    frame.draw(|plot| {
        curves
            .iter()
            .enumerate()
            .try_for_each(|(number, curve)| draw_curve(plot, number, &curve.points))
    })
}

fn draw_curve(plot: &Plot<'_, '_>, number: usize, points: &[CurvePoint]) -> Result<(), PlotError> {
    let ink = Ink::Player(number);
    let place = |point: &CurvePoint| (plot.x(simulations(point)), plot.y(point.value));
    let line: Vec<_> = points.iter().map(place).collect();
    plot.canvas.path(&line, ink, 2)?;
    for point in points {
        let (x, y) = place(point);
        for end in [point.low, point.high].into_iter().flatten().map(|end| plot.y(end)) {
            plot.canvas.path(&[(x, y), (x, end)], ink, 2)?;
            plot.canvas.path(&[(x - 4, end), (x + 4, end)], ink, 2)?;
        }
        plot.canvas.circle((x, y), 4, ink, 1.0)?;
    }
    Ok(())
}

/// Returns the x value of a point: at least 1, since a logarithmic axis has no zero.
fn simulations(point: &CurvePoint) -> f64 {
    point.simulations.max(1) as f64
}
