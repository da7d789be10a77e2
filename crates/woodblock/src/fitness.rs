//! The fitness of weights of features for the cross-entropy method.

use std::ops::Range;

use plywood_learn::cem::Fitness;
use plywood_learn::{Archive, RunSettings};

use crate::beam::Beam;
use crate::bits::Cells;
use crate::layout::{Layout, State};
use crate::plan::Blocks;
use crate::position::SLOTS;
use crate::rules::Rules;
use crate::tuned::{self, BY_HAND, Tuned, WEIGHTS};

/// The fitness of weights: the points scored in games in which a narrow beam search with these
/// weights plans the hands.
pub(crate) struct FeatureFitness {
    layout: Layout<Cells>,
    /// The settings of the run that identify the rules.
    rules: RunSettings,
}

/// The width of the beam.
const WIDTH: usize = 4;
/// The number of hands after which a game ends.
const HANDS: u32 = 150;
/// The number of games that validate the mean weights of a generation.
const VALIDATION_GAMES: u64 = 100;
/// The seed of the first validation game.
const VALIDATION_SEED: u64 = 1 << 32;

impl FeatureFitness {
    /// Creates the fitness under these rules, which `settings` identify.
    pub(crate) fn new(rules: &Rules, settings: RunSettings) -> Self {
        FeatureFitness { layout: Layout::new(rules), rules: settings }
    }
}

impl Fitness for FeatureFitness {
    fn settings(&self) -> RunSettings {
        let limits = format!("{HANDS} hands, beam of {WIDTH}");
        let mut settings = vec![("game", "woodblock".to_owned())];
        settings.extend_from_slice(&self.rules);
        settings.push(("games", limits));
        settings
    }

    fn start(&self) -> Vec<[f64; 2]> {
        BY_HAND.iter().map(|weight| [*weight, 0.5 + weight.abs() / 2.0]).collect()
    }

    fn score(&self, weights: &[f64], seed: u64) -> f64 {
        let mut values = [0.0; WEIGHTS];
        values.copy_from_slice(weights);
        let value = Tuned::new(&values, &self.layout.shares);
        let (mut beam, mut state, mut points) = (Beam::new(), State::default(), 0.0);
        for number in 0..HANDS {
            let blocks = Blocks::new(self.layout.rules.deal(seed, number), false);
            let plans = beam.search(&self.layout, &value, state, blocks, WIDTH, 1, &mut || false);
            let Some(plan) = plans.first() else { break };
            points += f64::from(plan.end.points);
            if usize::from(plan.length) < SLOTS {
                break;
            }
            state = State { points: 0, ..plan.end };
        }
        points
    }

    fn validation_seeds(&self) -> Range<u64> {
        VALIDATION_SEED..VALIDATION_SEED + VALIDATION_GAMES
    }

    fn to_archive(&self, weights: &[f64]) -> Archive {
        tuned::to_archive(weights)
    }
}
