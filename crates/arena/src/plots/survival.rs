//! Survival curves: the share of games that last longer than a given length.

use super::axis::Axis;
use super::canvas::{PlotError, Point, check_finite};
use super::frame::{Frame, Plot, Side};
use super::ink::Ink;
use crate::statistics::survival::{SurvivalCurve, SurvivalStep};

/// Plots the share of games that last longer than a given length in `unit`, with 95% bands.
pub(crate) fn survival(
    title: &str,
    unit: &str,
    lines: &[(String, SurvivalCurve)],
) -> Result<String, PlotError> {
    if lines.is_empty() {
        return Err(PlotError::Empty("player"));
    }
    let longest = lines.iter().map(|(_, curve)| curve.longest);
    check_finite("a game's length", longest.clone())?;
    let names: Vec<&str> = lines.iter().map(|(player, _)| player.as_str()).collect();
    let frame = Frame {
        title,
        remark: "line: share of games that last longer (Kaplan-Meier), band: 95% interval",
        x: Axis::between(0.0, longest.fold(1.0, f64::max) * 1.02),
        x_label: &format!("length in {unit}"),
        y: Side::Values(Axis::between(0.0, 1.02), "share of games still going"),
        inside: (600, 320),
        row_ends: &[],
        legend: &names,
    };
    frame.draw(|plot| {
        for (number, (_, curve)) in lines.iter().enumerate() {
            let mut band = stairs(plot, curve, |step| step.high);
            band.extend(stairs(plot, curve, |step| step.low).into_iter().rev());
            plot.canvas.polygon(&band, Ink::Player(number), 0.14)?;
        }
        for (number, (_, curve)) in lines.iter().enumerate() {
            let stairs = stairs(plot, curve, |step| step.survival);
            plot.canvas.path(&stairs, Ink::Player(number), 2)?;
        }
        Ok(())
    })
}

/// Returns the corners, in pixels, of the step function that `height` defines.
fn stairs(
    plot: &Plot<'_, '_>,
    curve: &SurvivalCurve,
    height: impl Fn(&SurvivalStep) -> f64,
) -> Vec<Point> {
    let mut level = plot.y(1.0);
    let mut points = vec![(plot.x(0.0), level)];
    for step in &curve.steps {
        let x = plot.x(step.length);
        points.push((x, level));
        level = plot.y(height(step));
        points.push((x, level));
    }
    points.push((plot.x(curve.longest), level));
    points
}
