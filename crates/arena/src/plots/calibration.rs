//! The plot of predicted against realised results.

use super::axis::Axis;
use super::canvas::{PlotError, check_finite};
use super::frame::{Frame, Side};
use super::ink::Ink;
use crate::quality::CalibrationPoint;
use crate::statistics::Interval;

/// Plots predicted against realised results in `unit`; perfect predictions lie on the diagonal.
pub(crate) fn calibration(
    title: &str,
    unit: &str,
    points: &[CalibrationPoint],
) -> Result<String, PlotError> {
    if points.is_empty() {
        return Err(PlotError::Empty("prediction"));
    }
    let ends = |point: &CalibrationPoint| point.ci95.map(|ends| [ends.low, ends.high]);
    let values = || {
        let means = points.iter().flat_map(|point| [point.predicted, point.realised]);
        means.chain(points.iter().filter_map(ends).flatten())
    };
    check_finite("a result", values())?;
    let axis = Axis::around(values());
    let most = points.iter().map(|point| point.count).max().unwrap_or(1).max(1);
    let frame = Frame {
        title,
        remark: "dot size: decisions, bars: 95% intervals, line: as predicted",
        x: axis.clone(),
        x_label: &format!("predicted {unit}"),
        y: Side::Values(axis.clone(), &format!("realised {unit}")),
        inside: (440, 440),
        row_ends: &[],
        legend: &[],
    };
    frame.draw(|plot| {
        let diagonal = [axis.low, axis.high].map(|end| (plot.x(end), plot.y(end)));
        plot.canvas.path(&diagonal, Ink::Muted, 1)?;
        for point in points {
            let (x, y) = (plot.x(point.predicted), plot.y(point.realised));
            if let Some(Interval { low, high }) = point.ci95 {
                plot.canvas.path(&[(x, plot.y(low)), (x, plot.y(high))], Ink::Player(0), 2)?;
            }
            // The area of a dot grows with the number of decisions.
            let radius = 3.0 + 7.0 * (point.count as f64 / most as f64).sqrt();
            plot.canvas.circle((x, y), radius.round() as i32, Ink::Player(0), 1.0)?;
        }
        Ok(())
    })
}
