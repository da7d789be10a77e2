//! The parts that all plots share: title, remark, axes, legend.

use super::axis::Axis;
use super::canvas::{Canvas, PlotError, Point, TEXT_SIZE, TITLE_SIZE, text_width};
use super::ink::Ink;
use plotters::style::text_anchor::HPos;

const EDGE: i32 = 20;
const LINE_HEIGHT: i32 = 22;
const SWATCH: i32 = 18;

/// The y axis.
pub(super) enum Side<'a> {
    /// An axis of numbers, with a label above it.
    Values(Axis, &'a str),
    /// A row for each name, from the top.
    Rows(&'a [&'a str]),
}

/// The description of a plot without its data.
pub(super) struct Frame<'a> {
    pub(super) title: &'a str,
    /// How to read the plot, in small letters.
    pub(super) remark: &'a str,
    pub(super) x: Axis,
    /// The quantity and the unit of the x axis.
    pub(super) x_label: &'a str,
    pub(super) y: Side<'a>,
    /// The size of the area between the axes.
    pub(super) inside: Point,
    /// Text at the right of each row; may be empty.
    pub(super) row_ends: &'a [String],
    /// The names of the lines; line `n` has the colour of player `n`. Empty for no legend.
    pub(super) legend: &'a [&'a str],
}

/// A frame with a position on a canvas: converts values to pixels.
pub(super) struct Plot<'a, 'b> {
    pub(super) canvas: &'a Canvas<'b>,
    frame: &'a Frame<'a>,
    // The edges of the area between the axes.
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
}

impl Frame<'_> {
    /// Returns the SVG text of the frame and of what `inside` draws into it.
    pub(super) fn draw(
        &self,
        inside: impl FnOnce(&Plot<'_, '_>) -> Result<(), PlotError>,
    ) -> Result<String, PlotError> {
        let widest = |texts: &mut dyn Iterator<Item = &str>| {
            texts.map(|text| text_width(text, TEXT_SIZE)).max().unwrap_or(0)
        };
        let left = match &self.y {
            Side::Rows(names) => widest(&mut names.iter().copied()),
            Side::Values(axis, _) => {
                let ticks = axis.ticks();
                widest(&mut ticks.iter().map(|(_, text)| text.as_str()))
            }
        } + EDGE
            + 10;
        let right = widest(&mut self.row_ends.iter().map(String::as_str)) + EDGE + 10;
        let legend = widest(&mut self.legend.iter().copied()) + SWATCH + 8;
        // The title is bold, and bold letters are wider.
        let title = text_width(self.title, TITLE_SIZE + 1);
        let remark = text_width(self.remark, TEXT_SIZE);
        let width = (left + self.inside.0 + right).max(legend.max(title).max(remark) + 2 * EDGE);

        let value_label = matches!(self.y, Side::Values(..));
        let top = EDGE + 24 + (1 + i32::from(value_label)) * LINE_HEIGHT;
        let lines = self.legend.len() as i32;
        let legend_top = top + self.inside.1 + 2 * LINE_HEIGHT + 12;
        let height = legend_top + lines * LINE_HEIGHT + if lines > 0 { EDGE / 2 } else { 0 };

        Canvas::draw((width, height), |canvas| {
            canvas.title((EDGE, EDGE + 4), self.title)?;
            canvas.text((EDGE, EDGE + 4 + LINE_HEIGHT), HPos::Left, self.remark, Ink::Muted)?;
            let (right, bottom) = (left + self.inside.0, top + self.inside.1);
            let plot = Plot { canvas, frame: self, left, top, right, bottom };
            plot.draw_x_axis()?;
            plot.draw_y_axis()?;
            inside(&plot)?;
            for (number, name) in self.legend.iter().enumerate() {
                let y = legend_top + number as i32 * LINE_HEIGHT + LINE_HEIGHT / 2;
                canvas.path(&[(left, y), (left + SWATCH, y)], Ink::Player(number), 3)?;
                canvas.circle((left + SWATCH / 2, y), 4, Ink::Player(number), 1.0)?;
                canvas.text((left + SWATCH + 8, y), HPos::Left, name, Ink::Text)?;
            }
            Ok(())
        })
    }
}

impl Plot<'_, '_> {
    /// Returns the pixel column of a value on the x axis.
    pub(super) fn x(&self, value: f64) -> i32 {
        self.left + (self.frame.x.share(value) * f64::from(self.frame.inside.0)).round() as i32
    }

    /// Returns the y pixel of a value or, if the y side has rows, of the middle of row `value`.
    pub(super) fn y(&self, value: f64) -> i32 {
        let share = match &self.frame.y {
            Side::Values(axis, _) => 1.0 - axis.share(value),
            Side::Rows(names) => (value + 0.5) / names.len() as f64,
        };
        self.top + (share * f64::from(self.frame.inside.1)).round() as i32
    }

    fn draw_x_axis(&self) -> Result<(), PlotError> {
        for (value, text) in self.frame.x.ticks() {
            let x = self.x(value);
            self.canvas.path(&[(x, self.top), (x, self.bottom)], Ink::Grid, 1)?;
            self.canvas.text((x, self.bottom + 14), HPos::Center, &text, Ink::Muted)?;
        }
        let middle = (self.left + self.right) / 2;
        self.canvas.text((middle, self.bottom + 38), HPos::Center, self.frame.x_label, Ink::Text)
    }

    fn draw_y_axis(&self) -> Result<(), PlotError> {
        match &self.frame.y {
            Side::Values(axis, label) => {
                for (value, text) in axis.ticks() {
                    let y = self.y(value);
                    self.canvas.path(&[(self.left, y), (self.right, y)], Ink::Grid, 1)?;
                    self.canvas.text((self.left - 8, y), HPos::Right, &text, Ink::Muted)?;
                }
                self.canvas.text((EDGE, self.top - 16), HPos::Left, label, Ink::Text)
            }
            Side::Rows(names) => {
                for (row, name) in names.iter().enumerate() {
                    let y = self.y(row as f64);
                    self.canvas.text((self.left - 10, y), HPos::Right, name, Ink::Text)?;
                    if let Some(end) = self.frame.row_ends.get(row) {
                        self.canvas.text((self.right + 10, y), HPos::Left, end, Ink::Muted)?;
                    }
                }
                Ok(())
            }
        }
    }
}
