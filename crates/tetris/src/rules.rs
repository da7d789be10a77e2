//! The options of the rules.

use std::fmt;
use std::ops::RangeInclusive;

/// What is fixed before the first piece falls.
///
/// ```
/// use plywood_tetris::{End, Randomizer, Rules};
///
/// let papers =
///     Rules { height: 10, randomizer: Randomizer::Uniform, end: End::Strict, ..Rules::default() };
/// assert_eq!(papers.width, 10);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Columns, 4 to 16.
    pub width: u8,
    /// Rows, 4 to 40.
    pub height: u8,
    /// How pieces are drawn.
    pub randomizer: Randomizer,
    /// When a game is lost.
    pub end: End,
    /// The number of lines at which a game is over; `None`: it goes on until it is lost.
    pub cap: Option<u32>,
}

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Randomizer {
    /// From a bag of all seven, filled again when it is empty.
    Bag,
    /// Each of the seven as likely, whatever came before.
    Uniform,
}

/// When a game is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// When the cells where the new piece appears are not free. A piece may
    /// rest partly above the top if the lines it completes bring all of it down.
    Spawn,
    /// When no placement fits below the top.
    Strict,
}

impl Rules {
    /// The widths that there are: a flat I must fit, and a row in 16 bits.
    pub const WIDTHS: RangeInclusive<u8> = 4..=16;
    /// The heights that there are: an upright I must fit; 40 is the Tetris Bot Protocol's.
    pub const HEIGHTS: RangeInclusive<u8> = 4..=40;
}

/// As the settings by which they are chosen.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let randomizer = match self.randomizer {
            Randomizer::Bag => "bag",
            Randomizer::Uniform => "uniform",
        };
        let end = match self.end {
            End::Spawn => "spawn",
            End::Strict => "strict",
        };
        let Rules { width, height, .. } = self;
        write!(f, "width={width},height={height},randomizer={randomizer},end={end}")?;
        self.cap.map_or(Ok(()), |cap| write!(f, ",cap={cap}"))
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules { width: 10, height: 20, randomizer: Randomizer::Bag, end: End::Spawn, cap: None }
    }
}
