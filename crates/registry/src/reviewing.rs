//! How the games of an entry are reviewed.

/// Settings of the reviews of a game. The default suits most games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReviewSettings {
    /// Simulations for each move if a request names none; `None` for the player's default.
    pub simulations: Option<u64>,
    /// The minimum loss of value for each mark (inaccuracy, mistake, blunder), in the unit of the player's values. If
    /// this is `None`, a review uses `score_thresholds` if the values are scores, and otherwise the default of the
    /// unit.
    pub thresholds: Option<Thresholds>,
    /// The minimum loss of exact score for each mark, in the unit of scores. `None` if moves are marked by value only.
    pub score_thresholds: Option<Thresholds>,
}

/// The minimum losses that make a move an inaccuracy, a mistake or a blunder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// The least loss of an inaccuracy.
    pub inaccuracy: f64,
    /// The least loss of a mistake.
    pub mistake: f64,
    /// The least loss of a blunder.
    pub blunder: f64,
}

impl Thresholds {
    /// Creates thresholds, in ascending order.
    pub const fn new(inaccuracy: f64, mistake: f64, blunder: f64) -> Self {
        Thresholds { inaccuracy, mistake, blunder }
    }

    /// Returns the thresholds multiplied by `factor`, to convert them to a unit that is `factor` times as small.
    pub fn times(self, factor: f64) -> Self {
        let Thresholds { inaccuracy, mistake, blunder } = self;
        Thresholds::new(inaccuracy * factor, mistake * factor, blunder * factor)
    }
}
