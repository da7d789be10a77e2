//! The options of the rules.

use std::fmt;
use std::ops::RangeInclusive;

/// The rules of a game.
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
    /// The number of lines at which a game ends; `None`: games end only when they are lost.
    pub cap: Option<u32>,
}

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Randomizer {
    /// Pieces are drawn from a bag of all seven pieces, which is refilled when it is empty.
    Bag,
    /// Pieces are drawn independently, with equal probabilities.
    Uniform,
}

/// When a game is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// A game is lost when a spawn cell of the new piece is filled, or no placement is legal.
    /// A piece may land partly above the top if the pile is below the top after lines are cleared.
    Spawn,
    /// A game is lost when no placement fits below the top.
    Strict,
}

impl Rules {
    /// The valid widths: a horizontal I must fit, and a row has 16 bits.
    pub const WIDTHS: RangeInclusive<u8> = 4..=16;
    /// The valid heights: a vertical I must fit; the board of the Tetris Bot Protocol has 40 rows.
    pub const HEIGHTS: RangeInclusive<u8> = 4..=40;
}

/// Writes the rules as the settings that select them.
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
