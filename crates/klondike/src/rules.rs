//! The options of the rules.

use std::num::NonZeroU16;

/// The rules of a game. By default, a turn deals three cards, passes are unlimited,
/// cards may return from foundations, and every dealt card is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Number of cards that `turn` deals.
    pub draw: Draw,
    /// Number of passes through the stock; `None` for unlimited.
    pub passes: Option<NonZeroU16>,
    /// Whether the top card of a foundation may return to a pile.
    pub foundations: Foundations,
    /// Which cards of the waste are seen.
    pub waste: Waste,
}

/// Number of cards dealt to the waste at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Draw {
    /// One.
    One,
    /// Three, or all cards of a stock that has fewer.
    #[default]
    Three,
}

impl Draw {
    pub(crate) fn cards(self) -> usize {
        match self {
            Draw::One => 1,
            Draw::Three => 3,
        }
    }
}

/// Whether cards may return from foundations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Foundations {
    /// The top card may return to a pile: "worrying back".
    #[default]
    GiveBack,
    /// Cards stay on their foundation.
    Keep,
}

/// Which cards of the waste are seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Waste {
    /// Every card that is dealt is seen.
    #[default]
    Fan,
    /// Only the top card is seen. A card that has been the top card stays known.
    Top,
}
