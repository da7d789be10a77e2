//! Departures from UCT that reproduce the searches of other designs.

/// How a search departs from UCT. The `original` players of the games are built from these; a new
/// player leaves them at their default.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Variations {
    /// When a position's moves enter the tree, and what is evaluated then.
    pub expansion: Expansion,
    /// How values of an open range enter the selection formula.
    pub values: Values,
    /// Which move is chosen at the end.
    pub choice: FinalChoice,
    /// A value that ends the search early.
    pub good_enough: Option<GoodEnough>,
}

impl Variations {
    /// No departure: the default, as a constant.
    pub const UCT: Variations = Variations {
        expansion: Expansion::OneChild,
        values: Values::Normalised,
        choice: FinalChoice::MostVisits,
        good_enough: None,
    };
}

impl Default for Variations {
    fn default() -> Self {
        Variations::UCT
    }
}

/// When a position's moves enter the tree, and what is evaluated then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// The first visit evaluates the position; each later visit evaluates one untried move.
    OneChild,
    /// The first visit adds all moves and evaluates the position.
    AllThenLeaf,
    /// The first visit adds all moves and evaluates a random one of them.
    AllThenChild,
}

/// How values of an open range enter the selection formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Scaled to 0..1 by the smallest and the largest mean in the tree.
    Normalised,
    /// Unscaled.
    Raw,
}

/// Which move is chosen at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalChoice {
    /// The most visited move; ties go to the higher mean.
    MostVisits,
    /// The move with the highest mean; ties go to more visits.
    HighestMean,
}

/// A mean that ends a search early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoodEnough {
    /// The mean that the best move must exceed.
    pub value: f64,
    /// The number of simulations before which the search does not stop.
    pub after: u64,
}
