//! A sheet of pixels to draw on, that becomes SVG text.

use super::ink::{Ink, style_sheet};
use plotters::coord::Shift;
use plotters::prelude::{
    Circle, DrawingArea, IntoDrawingArea, PathElement, Polygon, Rectangle, SVGBackend,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontStyle, IntoFont, ShapeStyle, TextStyle};
use thiserror::Error;

pub(super) const TEXT_SIZE: i32 = 13;
pub(super) const TITLE_SIZE: i32 = 17;

/// The width of a letter over the font's size: wide enough for the widest of the usual sans-serif fonts.
const LETTER_WIDTH: f64 = 0.62;

/// Why there is no plot.
#[derive(Debug, Error)]
pub enum PlotError {
    /// There is nothing to show.
    #[error("nothing to plot: expected at least one {0}")]
    Empty(&'static str),
    /// A number is infinite or not a number.
    #[error("cannot plot {value} as {what}: expected a finite number")]
    NotFinite {
        /// What the number is.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// The drawing library failed.
    #[error("could not draw the plot: {0}")]
    Drawing(String),
}

pub(super) type Point = (i32, i32);

/// The widest that `text` can be.
pub(super) fn text_width(text: &str, size: i32) -> i32 {
    (text.chars().count() as f64 * f64::from(size) * LETTER_WIDTH).ceil() as i32
}

/// Refuses numbers that have no place on an axis.
pub(super) fn check_finite(
    what: &'static str,
    values: impl Iterator<Item = f64>,
) -> Result<(), PlotError> {
    let mut wrong = values.filter(|value| !value.is_finite());
    wrong.next().map_or(Ok(()), |value| Err(PlotError::NotFinite { what, value }))
}

pub(super) struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
}

impl Canvas<'_> {
    /// The SVG of what `draw` draws on a sheet of this size.
    pub(super) fn draw(
        size: Point,
        draw: impl FnOnce(&Canvas<'_>) -> Result<(), PlotError>,
    ) -> Result<String, PlotError> {
        let mut svg = String::new();
        let pixels = (size.0.unsigned_abs(), size.1.unsigned_abs());
        let canvas = Canvas { area: SVGBackend::with_string(&mut svg, pixels).into_drawing_area() };
        canvas.rectangle((0, 0), size, Ink::Ground, 1.0)?;
        draw(&canvas)?;
        canvas.area.present().map_err(failure)?;
        drop(canvas);
        let after_opening = svg.find('>').map_or(svg.len(), |end| end + 1);
        svg.insert_str(after_opening, &style_sheet());
        Ok(svg)
    }

    pub(super) fn rectangle(
        &self,
        from: Point,
        to: Point,
        ink: Ink,
        opacity: f64,
    ) -> Result<(), PlotError> {
        let style = ShapeStyle::from(ink.colour(opacity)).filled();
        self.area.draw(&Rectangle::new([from, to], style)).map_err(failure)
    }

    pub(super) fn circle(
        &self,
        centre: Point,
        radius: i32,
        ink: Ink,
        opacity: f64,
    ) -> Result<(), PlotError> {
        let style = ShapeStyle::from(ink.colour(opacity)).filled();
        self.area.draw(&Circle::new(centre, radius, style)).map_err(failure)
    }

    pub(super) fn path(&self, points: &[Point], ink: Ink, width: u32) -> Result<(), PlotError> {
        let style = ShapeStyle::from(ink.colour(1.0)).stroke_width(width);
        self.area.draw(&PathElement::new(points, style)).map_err(failure)
    }

    pub(super) fn polygon(
        &self,
        points: &[Point],
        ink: Ink,
        opacity: f64,
    ) -> Result<(), PlotError> {
        let style = ShapeStyle::from(ink.colour(opacity)).filled();
        self.area.draw(&Polygon::new(points, style)).map_err(failure)
    }

    /// Text whose vertical middle is at `place`.
    pub(super) fn text(
        &self,
        place: Point,
        side: HPos,
        text: &str,
        ink: Ink,
    ) -> Result<(), PlotError> {
        let font = ("sans-serif", TEXT_SIZE).into_font();
        let colour = ink.colour(1.0);
        let style = TextStyle::from(font).color(&colour).pos(Pos::new(side, VPos::Center));
        self.area.draw_text(text, &style, place).map_err(failure)
    }

    pub(super) fn title(&self, place: Point, text: &str) -> Result<(), PlotError> {
        let font = ("sans-serif", TITLE_SIZE).into_font().style(FontStyle::Bold);
        let colour = Ink::Text.colour(1.0);
        let style = TextStyle::from(font).color(&colour).pos(Pos::new(HPos::Left, VPos::Center));
        self.area.draw_text(text, &style, place).map_err(failure)
    }
}

fn failure(error: impl std::fmt::Display) -> PlotError {
    PlotError::Drawing(error.to_string())
}
