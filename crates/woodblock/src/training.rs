//! Training of the learned value, from nothing.
//!
//! A generation plays games with the current weights, and learns by TD(lambda) from the boards between two hands. The
//! reward of a hand is the value of its points, plus 1 if the whole hand is placed. Each game has a number that
//! determines its seed, and one thread learns, so the result does not depend on the number of threads.

use plywood_learn::{
    Archive, ArchiveError, Noise, PatternTables, RunSettings, Trainer, Work, Worker,
};
use plywood_search::Rng;

use crate::beam::Beam;
use crate::bits::Bits;
use crate::features::FeatureMap;
use crate::layout::{Layout, State};
use crate::learned::{HAND, Learned, LearnedWeights, POINT};
use crate::plan::{Blocks, BoardValue};
use crate::position::SLOTS;
use crate::rules::Rules;

/// The number of games of a generation.
const GENERATION: u64 = 250;
/// The number of hands after which a training game ends.
const HANDS: u32 = 200;
/// The width of the beam that plays the games.
const WIDTH: usize = 12;

/// The factor by which a reward is multiplied for each hand of delay.
const DISCOUNT: f32 = 0.98;
/// The lambda of TD(lambda): the weight of a board's target in the target of the board before it. The rest is the
/// weight of the board's value.
const LAMBDA: f32 = 0.2;

/// The variance of samples around the best fit, in hands squared.
const NOISE: f32 = 50.0;
/// The variance of a weight before training: about that of the weights of a good fit.
const WEIGHT_VARIANCE: f32 = 1.0;
/// A weight is about the mean of at most this number of its latest samples. The items are the number in the first
/// generation, its increase in each generation, and its maximum.
const MEMORY: [f32; 3] = [300.0, 50.0, 10_000.0];

/// The number of validation games.
const VALIDATION: u64 = 60;
/// The number of hands after which a validation game ends.
const VALIDATION_HANDS: u32 = 300;
/// The seed of the first validation game. The seeds of training games are random 64-bit numbers, so they hardly ever
/// coincide with the seeds of validation games.
const VALIDATION_SEED: u64 = 1 << 32;

/// The version of the training method. It changes with every constant of the method.
const RECIPE: &str = "1";

/// The trainer of the learned value.
pub(crate) struct ValueTrainer<B> {
    layout: Layout<B>,
    map: FeatureMap,
    /// The settings that identify the rules.
    rules: RunSettings,
    seed: u64,
    total: u64,
    games: u64,
    tables: PatternTables,
}

/// A board between two hands, with its value in hands.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sample<B> {
    state: State<B>,
    value: f32,
}

/// The name of the array with the seed of the run, the number of the first game, and whether the games are for
/// training.
const GAMES: &str = "games";
/// The name of the array with two words of cells and the streak for each sample.
const BOARDS: &str = "boards";
/// The name of the array with the value of each sample.
const VALUES: &str = "values";
/// The name of the array with the number of hands placed in each validation game.
const PLACED: &str = "hands";

impl<B: Bits> Sample<B> {
    fn to_archive(samples: &[Self]) -> Archive {
        let words = |sample: &Self| {
            let cells = sample.state.board.cells();
            [cells as u64, (cells >> 64) as u64, sample.state.streak.into()]
        };
        let mut archive = Archive::default();
        archive.set_integers(BOARDS, samples.iter().flat_map(words).collect());
        let values: Vec<f32> = samples.iter().map(|sample| sample.value).collect();
        archive.set_floats(VALUES, &[values.len()], values);
        archive
    }

    fn from_archive(archive: &Archive) -> Result<Vec<Self>, ArchiveError> {
        let (boards, _) = archive.integers(BOARDS)?.as_chunks::<3>();
        let values = archive.floats(VALUES, &[boards.len()])?;
        let sample = |(&[low, high, streak], &value): (&[u64; 3], &f32)| {
            let board = B::of(u128::from(high) << 64 | u128::from(low));
            Sample { state: State { board, streak: streak as u16, points: 0 }, value }
        };
        Ok(boards.iter().zip(values).map(sample).collect())
    }
}

/// A board between two hands of a game.
struct Between<B> {
    state: State<B>,
    /// The value of the board by the current weights, in hands.
    value: f32,
    /// The reward of the hand before the board.
    reward: f32,
}

impl<B: Bits> ValueTrainer<B> {
    pub(crate) fn new(rules: &Rules, settings: RunSettings, seed: u64, total: u64) -> Self {
        let layout = Layout::new(rules);
        let map = FeatureMap::new(&layout);
        let tables = PatternTables::new(1, map.weights(), WEIGHT_VARIANCE);
        let total = total.checked_next_multiple_of(GENERATION).unwrap_or(total);
        ValueTrainer { layout, map, rules: settings, seed, total, games: 0, tables }
    }

    fn weights(&self) -> LearnedWeights {
        LearnedWeights::new(&self.layout.rules, &self.tables)
    }

    /// Returns the data with which workers play games: the current weights and the numbers of the games.
    fn data(&self, first: u64, training: bool) -> Archive {
        let mut data = self.weights().to_archive();
        data.set_integers(GAMES, vec![self.seed, first, training.into()]);
        data
    }

    /// Plays the game of a seed. Returns the boards between its hands, beginning with the empty board, and the reward
    /// of the hand that could not be placed; `None` if the game ended at the limit of `hands` instead.
    fn play(
        &self,
        value: &Learned,
        beam: &mut Beam<B>,
        seed: u64,
        hands: u32,
    ) -> (Vec<Between<B>>, Option<f32>) {
        let worth = |state: State<B>| {
            value.value(&self.layout, state.board, state.streak) as f32 / HAND as f32
        };
        let reward = |points: u32| points as f32 * POINT as f32 / HAND as f32;
        let mut state = State::default();
        let mut between = vec![Between { state, value: worth(state), reward: 0.0 }];
        for number in 0..hands {
            let blocks = Blocks::new(self.layout.rules.deal(seed, number), false);
            let plans = beam.search(&self.layout, value, state, blocks, WIDTH, 1, &mut || false);
            let Some(plan) = plans.first() else { return (between, Some(0.0)) };
            let reward = reward(plan.end.points);
            if usize::from(plan.length) < SLOTS {
                return (between, Some(reward));
            }
            state = State { points: 0, ..plan.end };
            between.push(Between { state, value: worth(state), reward: 1.0 + reward });
        }
        (between, None)
    }

    /// Returns the samples of a game.
    fn samples(&self, value: &Learned, beam: &mut Beam<B>, seed: u64) -> Vec<Sample<B>> {
        let (between, lost) = self.play(value, beam, seed, HANDS);
        let mut samples = Vec::with_capacity(between.len());
        // The reward of the hand after a board, and the value of the game after this hand.
        let mut next = lost.map(|reward| (reward, 0.0));
        for one in between.iter().rev() {
            let mut mixed = one.value;
            if let Some((reward, follows)) = next {
                let target = reward + DISCOUNT * follows;
                samples.push(Sample { state: one.state, value: target });
                mixed += LAMBDA * (target - one.value);
            }
            next = Some((one.reward, mixed));
        }
        samples
    }
}

impl<B: Bits + Sync> Trainer for ValueTrainer<B> {
    fn settings(&self) -> RunSettings {
        let mut settings = vec![("game", "woodblock".to_owned())];
        settings.extend_from_slice(&self.rules);
        settings.extend([
            ("method", "value".to_owned()),
            ("seed", self.seed.to_string()),
            ("recipe", RECIPE.to_owned()),
        ]);
        settings
    }

    fn columns(&self) -> &'static [&'static str] {
        &["games", "hands", "error"]
    }

    fn done(&self) -> u64 {
        self.games
    }

    fn total(&self) -> u64 {
        self.total
    }

    fn work(&self) -> Work {
        Work { items: GENERATION, data: self.data(self.games, true) }
    }

    fn validation(&self) -> Work {
        Work { items: VALIDATION, data: self.data(VALIDATION_SEED, false) }
    }

    fn worker(&self, data: &Archive) -> Result<Worker<'_>, ArchiveError> {
        let weights = LearnedWeights::from_archive(data)?;
        let value = weights.value(&self.layout).map_err(|problem| {
            let (what, expected) = ("weights".to_owned(), "those of the run".to_owned());
            ArchiveError::Unexpected { what, found: problem, expected }
        })?;
        let [seed, first, training] = data.integer_array(GAMES)?;
        if training == 0 {
            return Ok(Box::new(move |games| {
                let mut beam = Beam::new();
                let hands = |number| {
                    let seed = first + number;
                    self.play(&value, &mut beam, seed, VALIDATION_HANDS).0.len() as f32 - 1.0
                };
                let hands: Vec<f32> = games.map(hands).collect();
                let mut archive = Archive::default();
                archive.set_floats(PLACED, &[hands.len()], hands);
                archive
            }));
        }
        Ok(Box::new(move |games| {
            let mut beam = Beam::new();
            let samples = |number| {
                let seed = Rng::stream(seed, first + number).bits();
                self.samples(&value, &mut beam, seed)
            };
            Sample::to_archive(&games.flat_map(samples).collect::<Vec<_>>())
        }))
    }

    fn advance(&mut self, results: Vec<Archive>) -> Result<Vec<f64>, ArchiveError> {
        let mut samples: Vec<Sample<B>> = Vec::new();
        for games in &results {
            samples.extend(Sample::from_archive(games)?);
        }
        let first = self.games;
        Rng::stream(self.seed, u64::MAX - first).shuffle(&mut samples);
        let [least, more, most] = MEMORY;
        let memory = (least + more * (first / GENERATION) as f32).min(most);
        let noise = Noise { variance: NOISE, floor: NOISE / memory };
        let mut tables = self.tables.stages_mut();
        let mut weights = tables.next().expect("there is one stage");
        let error = |sample: &Sample<B>| {
            let State { board, streak, .. } = sample.state;
            let counts = self.map.counts(&self.layout, board, streak);
            f64::from(weights.learn_counted(&counts, sample.value, noise).abs())
        };
        let error = samples.iter().map(error).sum::<f64>() / samples.len().max(1) as f64;
        self.games += GENERATION;
        let hands = samples.len() as f64 / GENERATION as f64;
        Ok(vec![self.games as f64, hands, error])
    }

    /// Returns the mean number of hands placed in the validation games, whose deals are the same in every round.
    fn validate(&mut self, results: Vec<Archive>) -> Result<f64, ArchiveError> {
        let mut hands = Vec::new();
        for games in &results {
            hands.extend_from_slice(games.any_floats(PLACED)?);
        }
        Ok(hands.iter().copied().map(f64::from).sum::<f64>() / hands.len().max(1) as f64)
    }

    fn result(&self) -> Archive {
        self.weights().to_archive()
    }

    fn save(&self) -> Archive {
        let mut archive = Archive::default();
        let shape = [self.map.weights()];
        archive.set_integers("games", vec![self.games]);
        archive.set_floats("weights", &shape, self.tables.weights().to_vec());
        archive.set_floats("variances", &shape, self.tables.variances().to_vec());
        archive
    }

    fn restore(&mut self, saved: &Archive) -> Result<(), ArchiveError> {
        let shape = [self.map.weights()];
        let weights = saved.floats("weights", &shape)?.to_vec();
        let variances = saved.floats("variances", &shape)?.to_vec();
        [self.games] = saved.integer_array("games")?;
        self.tables = PatternTables::from_parts(weights, variances, self.map.weights());
        Ok(())
    }
}
