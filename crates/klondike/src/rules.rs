//! The options of the rules.

use std::num::NonZeroU16;

/// Under which rules a game is played; the default is draw 3 with everything else free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How many cards `turn` deals.
    pub draw: Draw,
    /// How often the stock may be gone through; `None` for as often as wanted.
    pub passes: Option<NonZeroU16>,
    /// Whether the top card of a foundation may return to a pile.
    pub foundations: Foundations,
    /// Which cards of the waste are seen.
    pub waste: Waste,
}

/// How many cards are dealt to the waste at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Draw {
    /// One.
    One,
    /// Three, or what is left of the stock.
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

/// Whether cards stay home once they are there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Foundations {
    /// The top card may return to a pile: "worrying back".
    #[default]
    GiveBack,
    /// What is home stays home.
    Keep,
}

/// Which cards of the waste are seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Waste {
    /// Every card that is dealt is seen.
    #[default]
    Fan,
    /// Only the card on top is seen, when it gets there. Players forget
    /// nothing: a card that was on top once is known from then on.
    Top,
}
