//! The cross-entropy method: draw many vectors of weights around a mean, try
//! them all, move the mean and the spread to the best of them.

use plywood_search::Rng;

use crate::archive::Archive;
use crate::error::ArchiveError;
use crate::run::Trainer;

/// What weights are found for.
pub trait Weighing {
    /// What is weighed, and how it is tried.
    fn settings(&self) -> String;

    /// Where the search begins: a mean and a spread for each weight.
    fn start(&self) -> Vec<[f64; 2]>;

    /// How good weights are in the games of a seed: the same seed gives the
    /// same games to all.
    fn try_out(&self, weights: &[f64], seed: u64) -> f64;

    /// How good weights are, by games that are always the same.
    fn validate(&self, weights: &[f64]) -> f64;

    /// The file of weights.
    fn weights(&self, weights: &[f64]) -> Archive;
}

/// The numbers of the method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CemOptions {
    /// Generations in all.
    pub generations: u64,
    /// Vectors of a generation.
    pub population: usize,
    /// How many of the best decide on the next generation.
    pub elite: usize,
    /// Games that each vector is tried in, at the start and at the end: at the
    /// start the vectors differ enough to be told apart by few.
    pub games: [u64; 2],
    /// Added to the variance of every weight, as a share of the first: keeps
    /// the search from narrowing too soon. It falls to zero until the end.
    pub noise: f64,
}

impl Default for CemOptions {
    fn default() -> Self {
        CemOptions { generations: 40, population: 60, elite: 10, games: [4, 32], noise: 0.02 }
    }
}

/// The trainer.
pub struct Cem<W> {
    weighing: W,
    options: CemOptions,
    seed: u64,
    generation: u64,
    spread: Vec<[f64; 2]>,
}

impl<W: Weighing> Cem<W> {
    /// A trainer at its beginning.
    pub fn new(weighing: W, options: CemOptions, seed: u64) -> Self {
        Cem { spread: weighing.start(), weighing, options, seed, generation: 0 }
    }

    /// The mean of the weights now.
    pub fn mean(&self) -> Vec<f64> {
        self.spread.iter().map(|&[mean, _]| mean).collect()
    }

    fn progress(&self) -> f64 {
        (self.generation as f64 / self.options.generations.max(1) as f64).min(1.0)
    }
}

impl<W: Weighing> Trainer for Cem<W> {
    fn settings(&self) -> String {
        format!("{} seed={} {:?}", self.weighing.settings(), self.seed, self.options)
    }

    fn seed(&self) -> u64 {
        self.seed
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

    fn advance(&mut self) -> Vec<f64> {
        let mut rng = Rng::stream(self.seed, self.generation);
        let [first, last] = self.options.games.map(|games| games as f64);
        let games = (first + (last - first) * self.progress()).round() as u64;
        let seeds: Vec<u64> = (0..games).map(|_| rng.bits()).collect();
        let mut tried: Vec<(f64, Vec<f64>)> = (0..self.options.population)
            .map(|_| {
                let drawn = self.spread.iter().map(|[mean, sigma]| mean + sigma * normal(&mut rng));
                let weights: Vec<f64> = drawn.collect();
                let score: f64 = seeds.iter().map(|&s| self.weighing.try_out(&weights, s)).sum();
                (score / games.max(1) as f64, weights)
            })
            .collect();
        tried.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let mean_score = |tried: &[(f64, Vec<f64>)]| {
            tried.iter().map(|(score, _)| score).sum::<f64>() / tried.len().max(1) as f64
        };
        let elite = &tried[..self.options.elite.clamp(1, tried.len())];
        let noise = self.options.noise * (1.0 - self.progress());
        for (index, start) in self.weighing.start().iter().enumerate() {
            let weights = || elite.iter().map(|(_, weights)| weights[index]);
            let mean = weights().sum::<f64>() / elite.len() as f64;
            let squares = weights().map(|weight| (weight - mean).powi(2)).sum::<f64>();
            let variance = squares / elite.len() as f64 + noise * start[1] * start[1];
            self.spread[index] = [mean, variance.sqrt()];
        }
        self.generation += 1;
        let spread = self.spread.iter().map(|[_, sigma]| sigma).sum::<f64>();
        let spread = spread / self.spread.len().max(1) as f64;
        vec![self.generation as f64, mean_score(&tried), mean_score(elite), spread]
    }

    fn validate(&mut self) -> f64 {
        self.weighing.validate(&self.mean())
    }

    fn result(&self) -> Archive {
        self.weighing.weights(&self.mean())
    }

    fn save(&self) -> Archive {
        let mut archive = Archive::default();
        // As bits, since the archive's floats are of single precision.
        let bits = self.spread.iter().flatten().map(|x| x.to_bits()).collect();
        archive.set_integers("spread", bits);
        archive.set_integers("generation", vec![self.generation]);
        archive
    }

    fn restore(&mut self, saved: &Archive) -> Result<(), ArchiveError> {
        let bits = saved.integers("spread")?;
        let generation = saved.integers("generation")?;
        if bits.len() != 2 * self.spread.len() || generation.len() != 1 {
            return Err(ArchiveError::OtherShape {
                name: "spread".to_owned(),
                found: format!("of {} weights", bits.len() / 2),
                expected: format!("of {}", self.spread.len()),
            });
        }
        let (pairs, _) = bits.as_chunks::<2>();
        self.spread = pairs.iter().map(|pair| pair.map(f64::from_bits)).collect();
        self.generation = generation[0];
        Ok(())
    }
}

/// A draw from the normal distribution, by the polar method; the logarithm is
/// the same on every machine.
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

    /// To be near a point.
    struct Near([f64; 3]);

    impl Weighing for Near {
        fn settings(&self) -> String {
            "near".to_owned()
        }

        fn start(&self) -> Vec<[f64; 2]> {
            vec![[0.0, 2.0]; 3]
        }

        fn try_out(&self, weights: &[f64], seed: u64) -> f64 {
            self.validate(weights) + Rng::new(seed).unit()
        }

        fn validate(&self, weights: &[f64]) -> f64 {
            -weights.iter().zip(self.0).map(|(weight, x)| (weight - x).powi(2)).sum::<f64>()
        }

        fn weights(&self, weights: &[f64]) -> Archive {
            let mut archive = Archive::default();
            archive.set_floats("weights", &[3], weights.iter().map(|&x| x as f32).collect());
            archive
        }
    }

    #[test]
    fn the_best_weights_are_found_and_a_restored_search_goes_the_same_way() {
        let trainer = || Cem::new(Near([3.0, -1.0, 0.5]), CemOptions::default(), 7);
        let mut cem = trainer();
        while cem.done() < 20 {
            cem.advance();
        }
        let mut restored = trainer();
        restored.restore(&cem.save()).unwrap();
        while cem.done() < cem.total() {
            assert_eq!(cem.advance(), restored.advance());
        }
        assert_eq!(cem.save(), restored.save());
        for (found, sought) in cem.mean().iter().zip([3.0, -1.0, 0.5]) {
            assert!((found - sought).abs() < 0.05, "{:?}", cem.mean());
        }
    }

    #[test]
    fn normal_draws_have_their_mean_and_variance() {
        let mut rng = Rng::new(1);
        let draws: Vec<f64> = (0..100_000).map(|_| normal(&mut rng)).collect();
        let mean = draws.iter().sum::<f64>() / 1e5;
        let variance = draws.iter().map(|x| x * x).sum::<f64>() / 1e5;
        assert!(mean.abs() < 0.02 && (variance - 1.0).abs() < 0.03, "{mean} {variance}");
    }
}
