//! Training of the learned evaluation, from nothing: games against itself, and regression on their positions.
//!
//! A generation plays games with the current weights, then moves the weights towards the values of the games'
//! positions. The first generations learn by TD(lambda) from short searches. Later ones search deeper, and solve games
//! from an earlier position on. Each game has a number that determines its random generator, and each stage of the game
//! is trained by one thread, so the result does not depend on the number of threads.

use std::sync::Mutex;

use plywood_learn::{
    Archive, ArchiveError, Noise, PatternTables, RunSettings, Threads, Trainer, Work, Worker,
};
use plywood_search::{Notation, Rng};

use crate::patterns::{MAP, STAGES, WEIGHTS, stage};
use crate::self_play::{Play, Sample, SelfPlay};
use crate::{LearnedEvaluation, Othello};

/// The settings of a generation.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Generation {
    games: u64,
    play: Play,
    /// A weight is about the mean of at most this number of its latest samples.
    memory: f32,
}

/// The variance of samples around the best fit, in discs squared.
const NOISE: f32 = 100.0;
/// The variance of a weight before training: about that of the weights of a good fit.
const WEIGHT_VARIANCE: f32 = 1.0;

/// A position also trains the stages that begin or end within this number of discs. Neighbouring stages have similar
/// weights, and twice as many samples make the weights more certain.
const NEAR: u32 = 2;

/// The number of games before the second and before the third phase of a training.
const PHASES: [u64; 2] = [400_000, 1_200_000];

/// The version of the training method. It changes with every constant of the method.
const RECIPE: &str = "2";

impl Generation {
    /// Returns the settings of the generation that begins after this number of games. The searches of the three phases
    /// are 1, 2 and 4 moves deep.
    fn after(games: u64) -> Self {
        let [second, third] = PHASES;
        if games < second {
            let progress = games as f32 / second as f32;
            let falling = |from: f32, to: f32| from * libm::powf(to / from, progress);
            let exploration = falling(0.13, 0.03).into();
            let play = Play { depth: 1, exact: 8, opening: [0, 8], exploration, lambda: 0.7 };
            Generation { games: 4_000, play, memory: falling(300.0, 3_000.0) }
        } else if games < third {
            let play =
                Play { depth: 2, exact: 10, opening: [8, 20], exploration: 0.02, lambda: 0.9 };
            Generation { games: 50_000, play, memory: 3_000.0 }
        } else {
            let number = (games - third) / 25_000;
            let play =
                Play { depth: 4, exact: 14, opening: [8, 16], exploration: 0.02, lambda: 0.9 };
            Generation { games: 25_000, play, memory: 3_000.0 + 1_000.0 * number as f32 }
        }
    }
}

/// Rounds a number of games up to whole generations. A generation then never depends on the total number of games, so
/// an extended run equals a run that had the larger total from the start.
fn whole_generations(games: u64) -> u64 {
    let last = games.saturating_sub(1);
    let phase = PHASES.into_iter().rev().find(|&start| start <= last).unwrap_or(0);
    let size = Generation::after(last).games;
    let rest = games - phase;
    phase.saturating_add(rest.checked_next_multiple_of(size).unwrap_or(rest))
}

/// The trainer of the learned evaluation.
pub(crate) struct PatternTrainer {
    seed: u64,
    threads: Threads,
    total: u64,
    games: u64,
    tables: PatternTables,
    slopes: [f32; STAGES],
    /// Solved positions from games that are not training games.
    validation: Vec<(Othello, f64)>,
}

/// Positions with 16 empty squares and exact scores, which validate the weights. They come from games that an earlier
/// evaluation played after 8 random moves, not from training games.
const VALIDATION: &str = include_str!("../data/validation.txt");

/// Reads the positions of a file with their scores.
fn solved_positions(text: &str) -> Vec<(Othello, f64)> {
    let solved = |line: &str| {
        let (board, score) = line.rsplit_once(' ')?;
        Some((Othello::start().read_position(board).ok()?, score.parse().ok()?))
    };
    text.lines().filter_map(solved).collect()
}

impl PatternTrainer {
    pub(crate) fn new(seed: u64, total: u64, threads: Threads) -> Self {
        PatternTrainer {
            seed,
            threads,
            total: whole_generations(total),
            games: 0,
            tables: PatternTables::new(STAGES, WEIGHTS, WEIGHT_VARIANCE),
            slopes: [0.0; STAGES],
            validation: solved_positions(VALIDATION),
        }
    }

    fn evaluation(&self) -> LearnedEvaluation {
        LearnedEvaluation::new(&self.tables, self.slopes)
    }

    /// Returns the samples of a generation for each stage, in random order. A sample that is near another stage is in
    /// both.
    fn stages(&self, results: &[Archive]) -> Result<Vec<Vec<Sample>>, ArchiveError> {
        let mut stages = vec![Vec::new(); STAGES];
        for games in results {
            for sample in Sample::from_archive(games)? {
                let empties = sample.empties();
                let near = [empties.saturating_sub(NEAR), empties + NEAR].map(stage);
                (near[1]..=near[0]).for_each(|stage| stages[stage].push(sample));
            }
        }
        let mut rng = Rng::stream(self.seed, u64::MAX - self.games);
        stages.iter_mut().for_each(|samples| rng.shuffle(samples));
        Ok(stages)
    }

    /// Moves the weights towards the samples. Returns the mean absolute error of the samples, each measured before the
    /// weights learn from it.
    fn learn(&mut self, generation: &Generation, stages: &[Vec<Sample>]) -> f64 {
        let noise = Noise { variance: NOISE, floor: NOISE / generation.memory };
        let mut tables = std::mem::replace(&mut self.tables, PatternTables::new(0, WEIGHTS, 0.0));
        let work: Vec<_> =
            tables.stages_mut().zip(stages).map(|work| Mutex::new(Some(work))).collect();
        let errors = self.threads.map(STAGES as u64, |number| {
            let work = work[number as usize].lock().expect("no thread panics with the lock").take();
            let (mut weights, samples) = work.expect("a stage is trained once");
            let error = |sample: &Sample| {
                let active = MAP.active(sample.own, sample.other);
                f64::from(weights.learn(&active, sample.discs, noise).abs())
            };
            samples.iter().map(error).sum::<f64>()
        });
        self.tables = tables;
        let samples: usize = stages.iter().map(Vec::len).sum();
        errors.iter().sum::<f64>() / samples.max(1) as f64
    }

    /// Fits the curves that turn discs into the probability of winning.
    fn fit_slopes(&mut self, stages: &[Vec<Sample>]) {
        let evaluation = self.evaluation();
        let slopes = self.threads.map(STAGES as u64, |number| {
            let value = |sample: &Sample| {
                let won = f64::from(1 + sample.score?.signum()) / 2.0;
                let discs = evaluation.discs(&Othello::from_discs(sample.own, sample.other, 0));
                Some((discs, won))
            };
            let pairs: Vec<_> = stages[number as usize].iter().filter_map(value).collect();
            fitted_slope(&pairs) as f32
        });
        self.slopes = slopes.try_into().expect("a slope for each stage");
    }
}

/// Returns the slope of the logistic curve that fits pairs of discs and results best.
fn fitted_slope(pairs: &[(f64, f64)]) -> f64 {
    let mut slope = 0.0;
    // Newton's method on a convex function. The slope stays in the range of sensible curves.
    for _ in 0..20 {
        let (mut gradient, mut curvature) = (0.0, 1.0);
        for &(discs, won) in pairs {
            let probability = 1.0 / (1.0 + libm::exp(-slope * discs));
            gradient += (won - probability) * discs;
            curvature += probability * (1.0 - probability) * discs * discs;
        }
        slope = f64::clamp(slope + gradient / curvature, 0.01, 2.0);
    }
    slope
}

impl Trainer for PatternTrainer {
    fn settings(&self) -> RunSettings {
        vec![
            ("game", "othello".to_owned()),
            ("method", "patterns".to_owned()),
            ("seed", self.seed.to_string()),
            ("recipe", RECIPE.to_owned()),
        ]
    }

    fn columns(&self) -> &'static [&'static str] {
        &["games", "error"]
    }

    fn done(&self) -> u64 {
        self.games
    }

    fn total(&self) -> u64 {
        self.total
    }

    fn work(&self) -> Work {
        let mut data = self.evaluation().to_archive();
        data.set_integers("games", vec![self.seed, self.games]);
        Work { items: Generation::after(self.games).games, data }
    }

    fn worker(&self, data: &Archive) -> Result<Worker<'_>, ArchiveError> {
        let evaluation = LearnedEvaluation::from_archive(data)?;
        let [seed, first] = data.integer_array("games")?;
        let play = Generation::after(first).play;
        Ok(Box::new(move |games| {
            let (mut player, mut samples) = (SelfPlay::new(play, evaluation.clone()), Vec::new());
            for number in games {
                player.play_game(&mut Rng::stream(seed, first + number), &mut samples);
            }
            Sample::to_archive(&samples)
        }))
    }

    fn advance(&mut self, results: Vec<Archive>) -> Result<Vec<f64>, ArchiveError> {
        let generation = Generation::after(self.games);
        let stages = self.stages(&results)?;
        // The third phase has better values than the phases before, so its samples must be able to change the weights
        // quickly again.
        if self.games == PHASES[1] {
            self.tables.raise_variances(WEIGHT_VARIANCE);
        }
        let error = self.learn(&generation, &stages);
        self.fit_slopes(&stages);
        self.games += generation.games;
        Ok(vec![self.games as f64, error])
    }

    fn validate(&mut self, _results: Vec<Archive>) -> Result<f64, ArchiveError> {
        let evaluation = self.evaluation();
        let error = |(board, score): &(Othello, f64)| (evaluation.discs(board) - score).abs();
        Ok(-self.validation.iter().map(error).sum::<f64>() / self.validation.len() as f64)
    }

    fn result(&self) -> Archive {
        self.evaluation().to_archive()
    }

    fn save(&self) -> Archive {
        let mut archive = Archive::default();
        archive.set_integers("games", vec![self.games]);
        archive.set_floats("weights", &[STAGES, WEIGHTS], self.tables.weights().to_vec());
        archive.set_floats("variances", &[STAGES, WEIGHTS], self.tables.variances().to_vec());
        archive.set_floats("slopes", &[STAGES], self.slopes.to_vec());
        archive
    }

    fn restore(&mut self, saved: &Archive) -> Result<(), ArchiveError> {
        let weights = saved.floats("weights", &[STAGES, WEIGHTS])?;
        let variances = saved.floats("variances", &[STAGES, WEIGHTS])?;
        let slopes = saved.floats("slopes", &[STAGES])?;
        let [games] = saved.integer_array("games")?;
        self.tables = PatternTables::from_parts(weights.to_vec(), variances.to_vec(), WEIGHTS);
        self.slopes = slopes.try_into().expect("the shape is checked");
        self.games = games;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_and_totals_are_whole_generations() {
        let mut games = 0;
        for phase in PHASES {
            while games < phase {
                games += Generation::after(games).games;
            }
            assert_eq!(games, phase);
        }
        for (asked, played) in [
            (1, 4_000),
            (4_000, 4_000),
            (4_001, 8_000),
            (400_000, 400_000),
            (400_001, 450_000),
            (1_400_000, 1_400_000),
            (1_400_001, 1_425_000),
        ] {
            assert_eq!(whole_generations(asked), played);
        }
        assert!(whole_generations(u64::MAX) >= u64::MAX - 25_000);
    }

    #[test]
    fn slopes_fit_the_curve_that_made_the_results() {
        let mut rng = Rng::new(1);
        for slope in [0.05, 0.2, 0.6] {
            let pair = |_| {
                let discs = 40.0 * rng.unit() - 20.0;
                (discs, f64::from(u8::from(rng.unit() < 1.0 / (1.0 + (-slope * discs).exp()))))
            };
            let pairs: Vec<_> = (0..20_000).map(pair).collect();
            let fitted = fitted_slope(&pairs);
            assert!((fitted / slope - 1.0).abs() < 0.1, "{slope} {fitted}");
        }
    }

    #[test]
    fn validation_positions_are_solved_and_have_16_empty_squares() {
        let positions = solved_positions(VALIDATION);
        assert_eq!(positions.len(), VALIDATION.lines().count());
        assert!(positions.len() >= 300);
        for (board, score) in positions.iter().step_by(10) {
            assert_eq!(board.empties().count_ones(), 16);
            let budget = plywood_search::Budget::unlimited();
            let goal = plywood_search::Goal::Score;
            let solution = crate::Solver::new().solve(board, goal, &budget, &mut |_| {});
            assert_eq!(solution.score(), Some(*score));
        }
    }
}
