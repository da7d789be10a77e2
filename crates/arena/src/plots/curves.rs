//! Something that grows with simulations: strength, or the share of the best move.

use super::axis::Axis;
use super::canvas::{PlotError, check_finite};
use super::frame::{Frame, Plot, Side};
use super::ink::Ink;

/// What was measured with some number of simulations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// Simulations for each decision.
    pub simulations: u64,
    /// What was measured.
    pub value: f64,
    /// The lower end of its 95% interval, if it has one.
    pub low: Option<f64>,
    /// The upper end of its 95% interval, if it has one.
    pub high: Option<f64>,
}

/// One line of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What the points have in common: a spec without its simulations.
    pub name: String,
    /// The points, in the order of their simulations.
    pub points: Vec<CurvePoint>,
}

/// Strength against simulations, in `unit`: Elo, points, lines.
pub fn strength(title: &str, unit: &str, curves: &[Curve]) -> Result<String, PlotError> {
    let values = curves.iter().flat_map(|curve| &curve.points).flat_map(ends);
    draw(title, unit, Axis::around(values), curves)
}

/// The share of decisions that choose the move which is best in the end, against simulations.
pub fn convergence(title: &str, curves: &[Curve]) -> Result<String, PlotError> {
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

/// The place of a point on an axis of factors, which has none for zero.
fn simulations(point: &CurvePoint) -> f64 {
    point.simulations.max(1) as f64
}
