//! The plot of the values of a game after each move, with the marks of moves and the changes by luck.

use plotters::style::text_anchor::HPos;

use super::axis::Axis;
use super::canvas::{PlotError, check_finite};
use super::frame::{Frame, Plot, Side};
use super::ink::Ink;

/// The value after a number of moves.
#[derive(Clone, Copy)]
pub(crate) struct ValuePoint {
    pub(crate) moves: usize,
    pub(crate) value: f64,
    pub(crate) ci95: Option<[f64; 2]>,
    /// The value including the luck of the last move, that is, the facts that it revealed; `None` if it
    /// revealed none.
    pub(crate) lucky: Option<f64>,
    /// The mark of the last move.
    pub(crate) mark: Option<ValueMark>,
}

/// The mark of a move whose loss reaches a threshold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueMark {
    Inaccuracy,
    Mistake,
    Blunder,
}

/// The values for one seat, or for both seats of a game for two.
pub(crate) struct ValueLine {
    pub(crate) name: String,
    pub(crate) points: Vec<ValuePoint>,
}

/// Maximum width of the area between the axes.
const WIDEST: i32 = 1200;
/// Width of each move, as long as the whole width is between `NARROWEST` and `WIDEST`.
const MOVE_WIDTH: i32 = 14;
/// Minimum width of the area between the axes.
const NARROWEST: i32 = 600;

/// Stroke width of the vertical steps that show luck: wider than the line, which would otherwise hide a
/// small step.
const LUCK_WIDTH: u32 = 5;

/// Index of the player colour that marks are drawn in. Lines have lower indices, and luck has [`LUCK`].
const MARK: usize = 3;
const LUCK: usize = 4;

/// Plots values in `unit` against the moves of a game. `range` has the lowest and the highest possible
/// value, if they are known.
pub(crate) fn values(
    title: &str,
    unit: &str,
    range: Option<(f64, f64)>,
    lines: &[ValueLine],
) -> Result<String, PlotError> {
    let points = || lines.iter().flat_map(|line| &line.points);
    let Some(last) = points().map(|point| point.moves).max() else {
        return Err(PlotError::Empty("move with a value"));
    };
    let numbers = |point: &ValuePoint| {
        [point.value].into_iter().chain(point.ci95.into_iter().flatten()).chain(point.lucky)
    };
    check_finite("a value", points().flat_map(numbers))?;
    let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
    let y = match range {
        Some((low, high)) => {
            let margin = 0.02 * (high - low);
            Axis::between(low - margin, high + margin)
        }
        None => Axis::around(points().flat_map(numbers)),
    };
    let has_luck = points().any(|point| point.lucky.is_some());
    let luck = if has_luck { "; vertical steps: luck" } else { "" };
    let remark = format!("band: 95% interval; ?! inaccuracy, ? mistake, ?? blunder{luck}");
    let width = (last as i32).saturating_mul(MOVE_WIDTH).clamp(NARROWEST, WIDEST);
    let frame = Frame {
        title,
        remark: &remark,
        x: Axis::between(0.0, last as f64),
        x_label: "moves",
        y: Side::Values(y, unit),
        inside: (width, 320),
        row_ends: &[],
        legend: &names,
    };
    frame.draw(|plot| {
        let mut lines = lines.iter().enumerate();
        lines.try_for_each(|(number, line)| draw_line(plot, number, &line.points))
    })
}

fn draw_line(plot: &Plot<'_, '_>, number: usize, points: &[ValuePoint]) -> Result<(), PlotError> {
    let ink = Ink::Player(number);
    let x = |point: &ValuePoint| plot.x(point.moves as f64);
    let edge = |end: usize| {
        let of = move |point: &ValuePoint| point.ci95.unwrap_or([point.value; 2])[end];
        points.iter().map(move |point| (x(point), plot.y(of(point))))
    };
    let mut band: Vec<_> = edge(1).collect();
    let lower: Vec<_> = edge(0).collect();
    band.extend(lower.iter().rev());
    plot.canvas.polygon(&band, ink, 0.18)?;
    let line: Vec<_> = points.iter().map(|point| (x(point), plot.y(point.value))).collect();
    let (mut run, mut steps) = (Vec::new(), Vec::new());
    for (point, &end) in points.iter().zip(&line) {
        run.push(end);
        if let Some(lucky) = point.lucky {
            plot.canvas.path(&run, ink, 2)?;
            run = vec![(x(point), plot.y(lucky))];
            steps.push([end, run[0]]);
        }
    }
    plot.canvas.path(&run, ink, 2)?;
    for step in steps {
        plot.canvas.path(&step, Ink::Player(LUCK), LUCK_WIDTH)?;
    }
    for (place, mark) in points.iter().zip(line).filter_map(|(point, at)| Some((at, point.mark?))) {
        let (radius, text) = match mark {
            ValueMark::Inaccuracy => (3, "?!"),
            ValueMark::Mistake => (4, "?"),
            ValueMark::Blunder => (6, "??"),
        };
        plot.canvas.circle(place, radius, Ink::Player(MARK), 1.0)?;
        plot.canvas.text((place.0, place.1 - 14), HPos::Center, text, Ink::Text)?;
    }
    Ok(())
}
