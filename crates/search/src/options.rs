//! The options of a search.

use crate::variations::Variations;

/// How a search builds its tree. The default is plain UCT.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// The constant `c` of UCB1. Larger values explore more.
    pub exploration: f64,
    /// The greatest depth of the tree.
    pub max_depth: MaxDepth,
    /// The greatest length of a rollout in moves; 0 evaluates the leaf itself.
    pub rollout_limit: u32,
    /// Whether the tree is kept from one decision to the next.
    pub reuse: bool,
    /// Whether proven results are backed up the tree.
    pub proofs: bool,
    /// A move with `n` visits has at most `outcome_widening * sqrt(n)` outcomes in the tree. Further
    /// outcomes are evaluated without a node of their own.
    pub outcome_widening: f64,
    /// Departures from UCT that only reproductions of other designs need.
    pub variations: Variations,
}

impl Options {
    /// Plain UCT with proofs and a tree that is kept: the default, as a constant.
    pub const UCT: Options = Options {
        exploration: std::f64::consts::SQRT_2,
        max_depth: MaxDepth::Unlimited,
        rollout_limit: u32::MAX,
        reuse: true,
        proofs: true,
        outcome_widening: 2.0,
        variations: Variations::UCT,
    };

    /// The same with another constant of UCB1.
    pub const fn with_exploration(mut self, exploration: f64) -> Self {
        self.exploration = exploration;
        self
    }

    /// The same with shorter rollouts.
    pub const fn with_rollout_limit(mut self, moves: u32) -> Self {
        self.rollout_limit = moves;
        self
    }
}

impl Default for Options {
    fn default() -> Self {
        Options::UCT
    }
}

/// The greatest depth of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaxDepth {
    /// No limit.
    Unlimited,
    /// A number of moves below the root.
    Moves(u32),
    /// The depth that the simulations could fill if every position had as many moves as the root.
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
