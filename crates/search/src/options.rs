//! How a search searches.

/// The options of a search; the default is plain UCT.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// The constant `c` of UCB1: larger explores more.
    pub exploration: f64,
    /// When a position's moves enter the tree, and what is evaluated then.
    pub expansion: Expansion,
    /// The greatest depth of the tree.
    pub max_depth: MaxDepth,
    /// The greatest length of a rollout in moves; 0 evaluates the leaf itself.
    pub rollout_limit: u32,
    /// How values of an open range enter the selection formula.
    pub values: Values,
    /// Which move is chosen at the end.
    pub choice: FinalChoice,
    /// Whether the tree is kept from one decision to the next.
    pub reuse: bool,
    /// Whether proven results travel up the tree.
    pub proofs: bool,
    /// A value that ends the search early.
    pub good_enough: Option<GoodEnough>,
    /// A move with `n` visits has at most `outcome_widening * sqrt(n)` outcomes
    /// in the tree; further ones are evaluated on the spot.
    pub outcome_widening: f64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            exploration: std::f64::consts::SQRT_2,
            expansion: Expansion::OneChild,
            max_depth: MaxDepth::Unlimited,
            rollout_limit: u32::MAX,
            values: Values::Normalised,
            choice: FinalChoice::MostVisits,
            reuse: true,
            proofs: true,
            good_enough: None,
            outcome_widening: 2.0,
        }
    }
}

/// When a position's moves enter the tree, and what is evaluated then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// A position is evaluated on its first visit, and one untried move of it
    /// on each visit after that.
    OneChild,
    /// All moves enter on the first visit, and the position itself is evaluated.
    AllThenLeaf,
    /// All moves enter on the first visit, and a random one of them is evaluated.
    AllThenChild,
}

/// The greatest depth of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaxDepth {
    /// As deep as it grows.
    Unlimited,
    /// So many moves below the root.
    Moves(u32),
    /// As deep as the simulations could fill if every position had as many
    /// moves as the root.
    Auto,
}

impl MaxDepth {
    pub(crate) fn moves(self, root_moves: usize, simulations: Option<u64>) -> usize {
        match (self, simulations) {
            (MaxDepth::Moves(moves), _) => moves.max(1) as usize,
            (MaxDepth::Auto, Some(simulations)) => {
                let (mut depth, mut filled) = (1, root_moves as u64);
                while filled < simulations {
                    filled = filled.saturating_mul(root_moves.max(2) as u64);
                    depth += 1;
                }
                depth
            }
            _ => usize::MAX,
        }
    }
}

/// How values of an open range enter the selection formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Brought to 0..1 by the smallest and the largest mean in the tree.
    Normalised,
    /// As they are.
    Raw,
}

/// Which move is chosen at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalChoice {
    /// The most visited one; of equals the one with the higher mean.
    MostVisits,
    /// The one with the highest mean; of equals the more visited one.
    HighestMean,
}

/// A mean that ends a search early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoodEnough {
    /// What the best move's mean must pass.
    pub value: f64,
    /// After how many simulations at the earliest.
    pub after: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn automatic_depth_is_what_the_budget_fills() {
        assert_eq!(MaxDepth::Auto.moves(10, Some(1000)), 3);
        assert_eq!(MaxDepth::Auto.moves(10, Some(1001)), 4);
        assert_eq!(MaxDepth::Auto.moves(1, Some(8)), 4);
        assert_eq!(MaxDepth::Auto.moves(10, Some(u64::MAX)), 20);
        assert_eq!(MaxDepth::Auto.moves(10, None), usize::MAX);
        assert_eq!(MaxDepth::Moves(0).moves(10, None), 1);
    }
}
