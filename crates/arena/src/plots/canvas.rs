//! A drawing area of pixels, written as SVG text.

use super::ink::{Ink, style_sheet};
use plotters::coord::Shift;
use plotters::prelude::{
    Circle, DrawingArea, IntoDrawingArea, PathElement, Polygon, Rectangle, SVGBackend,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontDesc, FontStyle, IntoFont, ShapeStyle, TextStyle};
use thiserror::Error;

pub(super) const TEXT_SIZE: i32 = 13;
pub(super) const TITLE_SIZE: i32 = 17;

/// The width of a letter relative to the font size, for the widest of the usual sans-serif fonts.
const LETTER_WIDTH: f64 = 0.62;

/// Why a plot cannot be drawn.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the variants and their messages explain the fields")]
pub enum PlotError {
    /// There are no data; the field names what was expected.
    #[error("nothing to plot: expected at least one {0}")]
    Empty(&'static str),
    /// A value is infinite or not a number.
    #[error("cannot plot {value} as {what}: expected a finite number")]
    NotFinite { what: &'static str, value: f64 },
    /// The drawing library failed.
    #[error("could not draw the plot: {0}")]
    Drawing(String),
}

pub(super) type Point = (i32, i32);

/// Returns an upper bound of the width of `text` in pixels.
pub(super) fn text_width(text: &str, size: i32) -> i32 {
    (text.chars().count() as f64 * f64::from(size) * LETTER_WIDTH).ceil() as i32
}

/// Returns an error if a value is infinite or not a number.
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
    /// Returns the SVG text of what `draw` draws on a canvas of this size.
    pub(super) fn draw(
        size: Point,
        draw: impl FnOnce(&Canvas<'_>) -> Result<(), PlotError>,
    ) -> Result<String, PlotError> {
        let mut svg = String::new();
        let pixels = (size.0.unsigned_abs(), size.1.unsigned_abs());
        let canvas = Canvas { area: SVGBackend::with_string(&mut svg, pixels).into_drawing_area() };
        let ground = Rectangle::new([(0, 0), size], filled(Ink::Ground, 1.0));
        canvas.area.draw(&ground).map_err(failure)?;
        draw(&canvas)?;
        canvas.area.present().map_err(failure)?;
        drop(canvas);
        let after_opening = svg.find('>').map_or(svg.len(), |end| end + 1);
        svg.insert_str(after_opening, &style_sheet());
        Ok(svg)
    }

    pub(super) fn circle(
        &self,
        centre: Point,
        radius: i32,
        ink: Ink,
        opacity: f64,
    ) -> Result<(), PlotError> {
        self.area.draw(&Circle::new(centre, radius, filled(ink, opacity))).map_err(failure)
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
        self.area.draw(&Polygon::new(points, filled(ink, opacity))).map_err(failure)
    }

    /// Draws text whose vertical middle is at `place`.
    pub(super) fn text(
        &self,
        place: Point,
        side: HPos,
        text: &str,
        ink: Ink,
    ) -> Result<(), PlotError> {
        self.write(place, side, text, ink, ("sans-serif", TEXT_SIZE).into_font())
    }

    pub(super) fn title(&self, place: Point, text: &str) -> Result<(), PlotError> {
        let font = ("sans-serif", TITLE_SIZE).into_font().style(FontStyle::Bold);
        self.write(place, HPos::Left, text, Ink::Text, font)
    }

    fn write(
        &self,
        place: Point,
        side: HPos,
        text: &str,
        ink: Ink,
        font: FontDesc<'_>,
    ) -> Result<(), PlotError> {
        let colour = ink.colour(1.0);
        let style = TextStyle::from(font).color(&colour).pos(Pos::new(side, VPos::Center));
        self.area.draw_text(text, &style, place).map_err(failure)
    }
}

fn filled(ink: Ink, opacity: f64) -> ShapeStyle {
    ShapeStyle::from(ink.colour(opacity)).filled()
}

fn failure(error: impl std::fmt::Display) -> PlotError {
    PlotError::Drawing(error.to_string())
}
