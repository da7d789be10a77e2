//! Variations of UCT that reproduce the searches of the project's first design.

/// Variations of UCT. Only the `original` players of the games use them; a new player keeps
/// [`Variations::UCT`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Variations {
    /// When the children of a node enter the tree, and which node is evaluated then.
    pub expansion: Expansion,
    /// How values without a known range enter the selection formula.
    pub values: Values,
    /// How the final move is chosen.
    pub choice: FinalChoice,
    /// A condition on the mean of the best move that stops the search early; `None` for no such
    /// condition.
    pub good_enough: Option<GoodEnough>,
}

impl Variations {
    /// No variation: plain UCT.
    pub const UCT: Variations = Variations {
        expansion: Expansion::OneChild,
        values: Values::Normalised,
        choice: FinalChoice::MostVisits,
        good_enough: None,
    };
}

/// When the children of a node enter the tree, and which node is evaluated then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// The first visit evaluates the node itself; each later visit evaluates one untried child.
    OneChild,
    /// The first visit adds all children and evaluates the node itself.
    AllThenLeaf,
    /// The first visit adds all children and evaluates a random one of them.
    AllThenChild,
}

/// How values without a known range enter the selection formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Values are scaled to 0..1 by the smallest and the largest mean in the tree.
    Normalised,
    /// Values are not scaled.
    Raw,
}

/// How the final move is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalChoice {
    /// The most visited move; ties go to the higher mean.
    MostVisits,
    /// The move with the highest mean; ties go to more visits.
    HighestMean,
}

/// A condition of an early stop: the mean value of the best move exceeds `value`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoodEnough {
    /// The value that the mean of the best move must exceed.
    pub value: f64,
    /// The minimum number of simulations after which this condition may stop the search.
    pub after: u64,
}
