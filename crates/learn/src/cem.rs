//! The cross-entropy method: draws vectors of weights from a normal distribution, scores them, and
//! fits the distribution to the best vectors.

use std::ops::Range;

use plywood_registry::{Key, TrainerKind, TrainingError, TrainingRequest, TrainingRun};
use plywood_search::Rng;

use crate::archive::Archive;
use crate::error::ArchiveError;
use crate::run::{RunSettings, Trainer};
use crate::work::{Threads, Work, Worker};

/// The objective for which weights are optimised. Several threads or processes call
/// [`score`](Fitness::score).
pub trait Fitness: Sync {
    /// Returns the objective's part of the run settings.
    fn settings(&self) -> RunSettings;

    /// Returns the first distribution: a mean and a standard deviation for each weight.
    fn start(&self) -> Vec<[f64; 2]>;

    /// Returns the score of weights in one game; equal seeds give all weights the same game.
    fn score(&self, weights: &[f64], seed: u64) -> f64;

    /// Returns the seeds of the games that validate the mean weights of every generation.
    fn validation_seeds(&self) -> Range<u64>;

    /// Returns the archive that stores the weights as a result.
    fn to_archive(&self, weights: &[f64]) -> Archive;
}

/// The parameters of the method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CemOptions {
    /// The number of generations of the whole run. This is the only option that a resumed run may
    /// change.
    pub generations: u64,
    /// The number of vectors in a generation.
    pub population: usize,
    /// How many of the best vectors the next distribution is fitted to.
    pub elite: usize,
    /// The number of games for each vector, in the first generation and at the end of the schedule.
    /// Early vectors differ much, so a few games are enough to rank them.
    pub games: [u64; 2],
    /// `noise * (1 - p) * v` is added to each weight's variance: `p` is the finished share of the
    /// schedule, `v` the weight's first variance. This keeps the distribution from narrowing too soon.
    pub noise: f64,
    /// Generations over which `games` and `noise` change. The schedule does not depend on
    /// `generations`, so a run can be extended.
    pub schedule: u64,
}

impl Default for CemOptions {
    fn default() -> Self {
        let (generations, schedule) = (40, 40);
        CemOptions { generations, population: 60, elite: 10, games: [4, 32], noise: 0.02, schedule }
    }
}

/// Returns the trainer `cem` of a game. `open` must open a run by [`open_run`](crate::open_run), with the key
/// `generations` and the default 40 as the total.
pub fn trainer(
    open: impl Fn(&TrainingRequest) -> Result<Box<dyn TrainingRun>, TrainingError>
    + Send
    + Sync
    + 'static,
) -> TrainerKind {
    let generations = Key::new(
        "generations",
        "generations of the whole run; left out: 40, or as the resumed run",
    );
    let summary = "linear weights by the cross-entropy method";
    TrainerKind::new("cem", summary, &[generations, Threads::key()], open)
}

/// The trainer of the cross-entropy method.
pub struct Cem<F> {
    fitness: F,
    options: CemOptions,
    seed: u64,
    generation: u64,
    /// Mean and standard deviation of each weight.
    spread: Vec<[f64; 2]>,
}

impl<F: Fitness> Cem<F> {
    /// Creates a trainer before its first generation.
    pub fn new(fitness: F, options: CemOptions, seed: u64) -> Self {
        Cem { spread: fitness.start(), fitness, options, seed, generation: 0 }
    }

    /// Returns the mean of each weight.
    pub fn mean(&self) -> Vec<f64> {
        self.spread.iter().map(|&[mean, _]| mean).collect()
    }

    /// Draws the seeds of the next generation's games and the vectors of weights that play them.
    fn draw(&self) -> (Vec<u64>, Vec<Vec<f64>>) {
        let mut rng = Rng::stream(self.seed, self.generation);
        let [first, last] = self.options.games.map(|games| games as f64);
        let games = (first + (last - first) * self.progress()).round() as u64;
        let seeds = (0..games).map(|_| rng.bits()).collect();
        let mut drawn =
            || self.spread.iter().map(|[mean, sigma]| mean + sigma * normal(&mut rng)).collect();
        let population = (0..self.options.population).map(|_| drawn()).collect();
        (seeds, population)
    }

    /// Returns the finished share of the schedule, from 0 to 1.
    fn progress(&self) -> f64 {
        (self.generation as f64 / self.options.schedule.max(1) as f64).min(1.0)
    }
}

impl<F: Fitness> Trainer for Cem<F> {
    fn settings(&self) -> RunSettings {
        let constants = format!("{:?}", CemOptions { generations: 0, ..self.options });
        let mut settings = vec![("method", "cem".to_owned())];
        settings.extend(self.fitness.settings());
        settings.extend([("seed", self.seed.to_string()), ("constants", constants)]);
        settings
    }

    fn columns(&self) -> &'static [&'static str] {
        &["generations", "score_of_all", "score_of_elite", "spread"]
    }

    fn done(&self) -> u64 {
        self.generation
    }

    fn total(&self) -> u64 {
        self.options.generations
    }

    fn work(&self) -> Work {
        let (seeds, population) = self.draw();
        games(seeds, &population)
    }

    fn worker(&self, data: &Archive) -> Result<Worker<'_>, ArchiveError> {
        let seeds = data.integers("seeds")?.to_vec();
        let weights: Vec<f64> =
            data.integers("weights")?.iter().copied().map(f64::from_bits).collect();
        let size = self.spread.len();
        Ok(Box::new(move |games| {
            let score = |game: u64| {
                let (vector, seed) = (game as usize / seeds.len(), game as usize % seeds.len());
                let weights = &weights[vector * size..(vector + 1) * size];
                self.fitness.score(weights, seeds[seed]).to_bits()
            };
            let mut scores = Archive::default();
            scores.set_integers("scores", games.map(score).collect());
            scores
        }))
    }

    fn advance(&mut self, results: Vec<Archive>) -> Result<Vec<f64>, ArchiveError> {
        let (seeds, population) = self.draw();
        let scores = scores(&results, seeds.len() * population.len())?;
        let mut scores = scores.into_iter();
        let mut tried: Vec<(f64, Vec<f64>)> = population
            .into_iter()
            .map(|weights| (mean(scores.by_ref().take(seeds.len()), seeds.len()), weights))
            .collect();
        tried.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let mean_score = |tried: &[(f64, Vec<f64>)]| {
            tried.iter().map(|(score, _)| score).sum::<f64>() / tried.len().max(1) as f64
        };
        let elite = &tried[..self.options.elite.clamp(1, tried.len())];
        let noise = self.options.noise * (1.0 - self.progress());
        for (index, start) in self.fitness.start().iter().enumerate() {
            let weights = || elite.iter().map(|(_, weights)| weights[index]);
            let mean = weights().sum::<f64>() / elite.len() as f64;
            let squares = weights().map(|weight| (weight - mean).powi(2)).sum::<f64>();
            let variance = squares / elite.len() as f64 + noise * start[1] * start[1];
            self.spread[index] = [mean, variance.sqrt()];
        }
        self.generation += 1;
        let spread = self.spread.iter().map(|[_, sigma]| sigma).sum::<f64>();
        let spread = spread / self.spread.len().max(1) as f64;
        Ok(vec![self.generation as f64, mean_score(&tried), mean_score(elite), spread])
    }

    fn validation(&self) -> Work {
        games(self.fitness.validation_seeds().collect(), &[self.mean()])
    }

    fn validate(&mut self, results: Vec<Archive>) -> Result<f64, ArchiveError> {
        let games = self.fitness.validation_seeds().count();
        Ok(mean(scores(&results, games)?.into_iter(), games))
    }

    fn result(&self) -> Archive {
        self.fitness.to_archive(&self.mean())
    }

    fn save(&self) -> Archive {
        let mut archive = Archive::default();
        // The numbers are saved as bits, since the floats of an archive have only single precision.
        let bits = self.spread.iter().flatten().map(|x| x.to_bits()).collect();
        archive.set_integers("spread", bits);
        archive.set_integers("generation", vec![self.generation]);
        archive
    }

    fn restore(&mut self, saved: &Archive) -> Result<(), ArchiveError> {
        let bits = saved.integers("spread")?;
        if bits.len() != 2 * self.spread.len() {
            let found = format!("of {} weights", bits.len() / 2);
            return Err(ArchiveError::tensor("spread", &found, format!("{}", self.spread.len())));
        }
        [self.generation] = saved.integer_array("generation")?;
        let (pairs, _) = bits.as_chunks::<2>();
        self.spread = pairs.iter().map(|pair| pair.map(f64::from_bits)).collect();
        Ok(())
    }
}

/// Returns work whose items are games: each vector of weights plays the game of each seed.
fn games(seeds: Vec<u64>, vectors: &[Vec<f64>]) -> Work {
    let items = (seeds.len() * vectors.len()) as u64;
    let mut data = Archive::default();
    data.set_integers("seeds", seeds);
    // The numbers are passed as bits, since the floats of an archive have only single precision.
    data.set_integers("weights", vectors.iter().flatten().map(|x| x.to_bits()).collect());
    Work { items, data }
}

/// Returns the scores in `results`. Fails unless there is one for each of `games` games.
fn scores(results: &[Archive], games: usize) -> Result<Vec<f64>, ArchiveError> {
    let mut scores = Vec::with_capacity(games);
    for result in results {
        scores.extend(result.integers("scores")?.iter().copied().map(f64::from_bits));
    }
    if scores.len() == games {
        return Ok(scores);
    }
    Err(ArchiveError::tensor("scores", &format!("{} numbers", scores.len()), format!("{games}")))
}

fn mean(scores: impl Iterator<Item = f64>, games: usize) -> f64 {
    scores.sum::<f64>() / games.max(1) as f64
}

/// Draws from the standard normal distribution by the polar method. `libm`'s logarithm has the same
/// bits on every machine.
fn normal(rng: &mut Rng) -> f64 {
    loop {
        let [x, y] = [(); 2].map(|()| rng.unit() * 2.0 - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * libm::log(square) / square).sqrt();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_draws_have_mean_zero_and_variance_one() {
        let mut rng = Rng::new(1);
        let draws: Vec<f64> = (0..100_000).map(|_| normal(&mut rng)).collect();
        let mean = draws.iter().sum::<f64>() / 1e5;
        let variance = draws.iter().map(|x| x * x).sum::<f64>() / 1e5;
        assert!(mean.abs() < 0.02 && (variance - 1.0).abs() < 0.03, "{mean} {variance}");
    }
}
