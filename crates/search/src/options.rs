//! The options of a search.

use crate::variations::Variations;

/// Options that control how a search builds its tree. The default is plain UCT.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// The constant `c` of UCB1 or PUCT; larger values explore more. `None` stands for
    /// [`EXPLORATION`](Options::EXPLORATION) if the values of the objective have a range, else for
    /// [`OPEN_EXPLORATION`](Options::OPEN_EXPLORATION).
    pub exploration: Option<f64>,
    /// The maximum depth of the tree.
    pub max_depth: MaxDepth,
    /// The maximum length of a rollout in moves; 0 evaluates the leaf itself.
    pub rollout_limit: u32,
    /// Whether the tree is kept from one decision to the next.
    pub reuse: bool,
    /// Whether the search proves exact values from the results of finished games.
    pub proofs: bool,
    /// Limits the number of outcomes in the tree: a move with `n` visits has at most `outcome_widening * sqrt(n)`
    /// outcomes in the tree. Further outcomes are evaluated without a node of their own.
    pub outcome_widening: f64,
    /// Whether the simulations of all moves at the root use the same worlds: the n-th simulation of each move uses the
    /// n-th world. Then no move looks better only because its worlds were luckier.
    pub paired_worlds: bool,
    /// The number of moves that a search considers, if its guide rates moves.
    pub move_widening: MoveWidening,
    /// Variations of UCT for the `original` players, which reproduce the project's first design.
    pub variations: Variations,
}

impl Options {
    /// The default constant if the values of the objective have a range: that of UCB1.
    pub const EXPLORATION: f64 = std::f64::consts::SQRT_2;

    /// The default constant if the values have no range. Without a range, the smallest and the largest mean in the tree
    /// set the scale of values. Bad moves widen the scale, so that the scaled values of good moves differ by little,
    /// and a smaller constant than that of UCB1 suffices. Even smaller constants choose wrong moves in games whose
    /// values are mostly chance: `docs/results/open-ranges.md` has the measurements.
    pub const OPEN_EXPLORATION: f64 = 0.8;

    /// The default as a constant: plain UCT with proofs and tree reuse.
    pub const UCT: Options = Options {
        exploration: None,
        max_depth: MaxDepth::Unlimited,
        rollout_limit: u32::MAX,
        reuse: true,
        proofs: true,
        outcome_widening: 2.0,
        paired_worlds: false,
        move_widening: MoveWidening::ALL,
        variations: Variations::UCT,
    };

    /// Sets the constant of UCB1 or PUCT.
    pub const fn with_exploration(mut self, exploration: f64) -> Self {
        self.exploration = Some(exploration);
        self
    }

    /// Returns the constant of UCB1 or PUCT for an objective with this range.
    pub fn exploration_for(&self, range: Option<(f64, f64)>) -> f64 {
        let default =
            if range.is_some() { Options::EXPLORATION } else { Options::OPEN_EXPLORATION };
        self.exploration.unwrap_or(default)
    }

    /// Sets the number of moves that a search considers, if its guide rates moves.
    pub const fn with_move_widening(mut self, widening: MoveWidening) -> Self {
        self.move_widening = widening;
        self
    }

    /// Sets whether the simulations of all moves at the root use the same worlds.
    pub const fn with_paired_worlds(mut self, paired: bool) -> Self {
        self.paired_worlds = paired;
        self
    }

    /// Sets the maximum length of a rollout.
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

/// The number of moves that a search with a rating guide considers, the greatest weights first.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MoveWidening {
    /// Selection considers `factor * n^exponent` moves of a position with `n` visits, at least one.
    pub factor: f64,
    /// The exponent, from 0 to 1.
    pub exponent: f64,
    /// The maximum number of moves of a position in the tree. Other moves are never tried, and nothing is proven about
    /// a position whose moves this limit may have cut. In a game with private facts, the limit for a position of
    /// another seat applies to the moves that are legal in one world; other worlds can add more.
    pub max_moves: u16,
}

impl MoveWidening {
    /// No limit.
    pub const ALL: MoveWidening =
        MoveWidening { factor: f64::INFINITY, exponent: 0.0, max_moves: u16::MAX };

    /// Creates the limit of `factor * n^exponent` moves.
    pub const fn new(factor: f64, exponent: f64) -> Self {
        MoveWidening { factor, exponent, ..MoveWidening::ALL }
    }

    /// Sets the maximum number of moves of a position, at least 1.
    pub const fn with_max_moves(mut self, max_moves: u16) -> Self {
        self.max_moves = if max_moves == 0 { 1 } else { max_moves };
        self
    }

    /// Returns the number of moves that selection considers in a position.
    pub(crate) fn moves(&self, visits: u32) -> usize {
        let most = usize::from(self.max_moves);
        if self.factor == f64::INFINITY {
            return most;
        }
        // `libm`, because the results of `f64::powf` differ between platforms.
        let moves = self.factor * libm::pow(f64::from(visits.max(1)), self.exponent);
        (moves.ceil().max(1.0) as usize).min(most)
    }

    /// Returns whether `max_moves` may have cut the moves of a position with this number of children.
    pub(crate) fn may_cut(&self, children: usize) -> bool {
        self.max_moves < u16::MAX && children >= usize::from(self.max_moves)
    }
}

/// The maximum depth of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaxDepth {
    /// No limit.
    Unlimited,
    /// A number of moves below the root.
    Moves(u32),
    /// The smallest `d` with `root_moves^d >= simulations`; no limit if `simulations` is `None`.
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
    fn automatic_depth_is_the_depth_that_the_simulations_fill() {
        assert_eq!(MaxDepth::Auto.moves(10, Some(1000)), 3);
        assert_eq!(MaxDepth::Auto.moves(10, Some(1001)), 4);
        assert_eq!(MaxDepth::Auto.moves(1, Some(8)), 4);
        assert_eq!(MaxDepth::Auto.moves(10, Some(u64::MAX)), 20);
        assert_eq!(MaxDepth::Auto.moves(10, None), usize::MAX);
        assert_eq!(MaxDepth::Moves(0).moves(10, None), 1);
    }

    #[test]
    fn widening_considers_a_power_of_the_visits() {
        let widening = MoveWidening::new(1.5, 0.5);
        assert_eq!([0, 1, 4, 100].map(|visits| widening.moves(visits)), [2, 2, 3, 15]);
        assert_eq!(MoveWidening::new(0.1, 0.0).moves(100), 1);
        assert_eq!(MoveWidening::ALL.moves(0), usize::from(u16::MAX));
        assert_eq!(MoveWidening::ALL.with_max_moves(3).moves(100), 3);
    }

    #[test]
    fn a_position_with_the_greatest_number_of_moves_may_be_cut() {
        let three = MoveWidening::ALL.with_max_moves(3);
        assert_eq!([2, 3, 4].map(|moves| three.may_cut(moves)), [false, true, true]);
        assert_eq!(MoveWidening::ALL.with_max_moves(0).max_moves, 1);
        assert!(!MoveWidening::ALL.may_cut(usize::from(u16::MAX)));
    }
}
