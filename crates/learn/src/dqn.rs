//! Deep Q-learning on afterstates: the network learns what follows after a
//! choice, and the choice is the best of what it earns and what follows.
//!
//! Playing and learning take turns. Playing uses our own kernel, learning the
//! library; the target of a move is what it earned within a few moves and what
//! an older copy of the network expects after them.

use std::time::{Duration, Instant};

use plywood_search::Rng;

use crate::afterstate::{Choices, Task};
use crate::archive::Archive;
use crate::dense::DenseNetwork;
use crate::error::ArchiveError;
use crate::learner::Learner;
use crate::replay::{Next, Replay};
use crate::run::Trainer;

/// The numbers of the training.
#[derive(Clone, Debug, PartialEq)]
pub struct DqnOptions {
    /// The widths of the hidden layers.
    pub hidden: Vec<usize>,
    /// Moves in all.
    pub moves: u64,
    /// Moves of a round.
    pub round: u64,
    /// Moves for each gradient step.
    pub moves_a_step: u64,
    /// Afterstates of a gradient step.
    pub batch: usize,
    /// Afterstates that are remembered.
    pub replay: usize,
    /// Afterstates before the first gradient step.
    pub warm_up: u64,
    /// Gradient steps between copies of the network into the target.
    pub target_steps: u64,
    /// Moves that a target looks at before it trusts the copy.
    pub steps_ahead: u64,
    /// The learning rate at the start and at the end.
    pub rates: [f64; 2],
    /// The probability of a random move at the start and at the end ...
    pub epsilons: [f64; 2],
    /// ... and the moves from the one to the other.
    pub epsilon_moves: u64,
    /// Moves after which a game is broken off.
    pub longest_game: u64,
}

impl Default for DqnOptions {
    fn default() -> Self {
        DqnOptions {
            hidden: vec![64, 64],
            moves: 2_000_000,
            round: 20_000,
            moves_a_step: 4,
            batch: 256,
            replay: 50_000,
            warm_up: 2_000,
            target_steps: 500,
            steps_ahead: 1,
            rates: [1e-3, 1e-4],
            epsilons: [1.0, 0.002],
            epsilon_moves: 30_000,
            longest_game: 20_000,
        }
    }
}

/// Moves that are played before the network learns again, and then plays on
/// with what it has learned.
const TURN: u64 = 100;

/// The trainer.
pub struct Dqn<T: Task> {
    task: T,
    options: DqnOptions,
    seed: u64,
    learner: Learner,
    playing: DenseNetwork,
    target: DenseNetwork,
    replay: Replay,
    game: T::Game,
    game_moves: u64,
    moves: u64,
    steps: u64,
    finished: Finished,
    times: Times,
    choices: Choices,
}

/// The games that ended, of which a round tells.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Finished {
    games: u64,
    score: f64,
    /// The mean of the last round in which a game ended.
    mean: f64,
}

/// Where the time went since the trainer was made; not part of what is saved.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    steps: u64,
    /// Playing, with our own kernel.
    playing: Duration,
    /// Choosing moves from the buffer and working out their targets.
    targets: Duration,
    /// In the library.
    library: Duration,
}

impl<T: Task> Dqn<T> {
    /// A trainer at its beginning.
    pub fn new(task: T, options: DqnOptions, seed: u64) -> Self {
        let mut rng = Rng::stream(seed, u64::MAX);
        let playing = DenseNetwork::random(task.gains(), &options.hidden, &mut rng);
        Dqn {
            learner: Learner::new(&playing),
            target: playing.clone(),
            replay: Replay::new(task.gains().len(), options.replay),
            game: task.begin(rng.bits()),
            playing,
            game_moves: 0,
            moves: 0,
            steps: 0,
            finished: Finished::default(),
            times: Times::default(),
            choices: Choices::default(),
            task,
            options,
            seed,
        }
    }

    fn epsilon(&self) -> f64 {
        let [first, last] = self.options.epsilons;
        let share = self.moves as f64 / self.options.epsilon_moves.max(1) as f64;
        first + (last - first) * share.min(1.0)
    }

    fn rate(&self) -> f64 {
        let [first, last] = self.options.rates;
        first + (last - first) * (self.moves as f64 / self.options.moves as f64).min(1.0)
    }

    fn play(&mut self, rng: &mut Rng) {
        self.task.choices(&self.game, &mut self.choices);
        let over = self.choices.count() == 0;
        if over && self.task.is_lost(&self.game) {
            self.replay.follow(self.task.loss_reward(), Next::Lost);
            self.finish_game(rng);
        } else if over || self.game_moves >= self.options.longest_game {
            self.replay.follow(0.0, Next::BrokenOff);
            self.finish_game(rng);
        }
        let count = self.choices.count();
        let choice = if rng.unit() < self.epsilon() {
            Some(rng.below(count))
        } else {
            self.choices.best(&self.playing, self.task.discount())
        };
        self.moves += 1;
        let Some(choice) = choice.filter(|_| count > 0) else { return };
        if self.game_moves > 0 {
            self.replay.follow(self.choices.reward(choice), Next::Played);
        }
        self.replay.push(self.choices.features(choice));
        self.task.play(&mut self.game, choice);
        self.game_moves += 1;
    }

    fn finish_game(&mut self, rng: &mut Rng) {
        self.finished.games += 1;
        self.finished.score += self.task.score(&self.game);
        self.game = self.task.begin(rng.bits());
        self.game_moves = 0;
        self.task.choices(&self.game, &mut self.choices);
    }

    /// One gradient step; gives its loss.
    fn learn(&mut self, rng: &mut Rng) -> f64 {
        let began = Instant::now();
        let ahead = self.options.steps_ahead;
        let known = self.replay.known(ahead);
        let count = (known.end - known.start) as usize;
        let (mut rows, mut lasts, mut returns) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..self.options.batch {
            let number = known.start + rng.below(count) as u64;
            let worth = self.replay.worth(number, ahead, self.task.discount());
            rows.extend_from_slice(self.replay.features(number));
            lasts.extend_from_slice(self.replay.features(worth.last));
            returns.push(worth);
        }
        let mut targets = Vec::new();
        self.target.evaluate(&lasts, &mut targets);
        for (target, worth) in targets.iter_mut().zip(returns) {
            *target = worth.rewards + worth.discount * *target;
        }
        let prepared = Instant::now();
        let loss = self.learner.step(&rows, &targets, self.rate());
        self.times.steps += 1;
        self.times.targets += prepared - began;
        self.times.library += prepared.elapsed();
        self.steps += 1;
        if self.steps.is_multiple_of(self.options.target_steps) {
            self.target = self.learner.network();
        }
        f64::from(loss)
    }

    /// Plays for a turn and learns from it; gives the losses.
    fn turn(&mut self) -> Vec<f64> {
        let mut rng = Rng::stream(self.seed, self.moves);
        let began = Instant::now();
        let turn = TURN.min(self.options.moves.saturating_sub(self.moves));
        for _ in 0..turn {
            self.play(&mut rng);
        }
        self.times.playing += began.elapsed();
        if self.replay.known(self.options.steps_ahead).is_empty()
            || self.moves < self.options.warm_up
        {
            return Vec::new();
        }
        let losses = (0..turn / self.options.moves_a_step).map(|_| self.learn(&mut rng)).collect();
        self.playing = self.learner.network();
        losses
    }
}

impl<T: Task> Trainer for Dqn<T> {
    fn settings(&self) -> String {
        format!("{} seed={} {:?}", self.task.settings(), self.seed, self.options)
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn columns(&self) -> &'static [&'static str] {
        &["moves", "score_per_game", "games", "loss", "epsilon"]
    }

    fn done(&self) -> u64 {
        self.moves
    }

    fn total(&self) -> u64 {
        self.options.moves
    }

    fn advance(&mut self) -> Vec<f64> {
        let end = (self.moves + self.options.round).min(self.options.moves);
        let mut losses = Vec::new();
        while self.moves < end {
            losses.extend(self.turn());
        }
        if self.finished.games > 0 {
            self.finished.mean = self.finished.score / self.finished.games as f64;
        }
        let games = self.finished.games as f64;
        (self.finished.games, self.finished.score) = (0, 0.0);
        let loss = losses.iter().sum::<f64>() / losses.len().max(1) as f64;
        vec![self.moves as f64, self.finished.mean, games, loss, self.epsilon()]
    }

    fn validate(&mut self) -> f64 {
        self.task.validate(&self.playing)
    }

    fn remark(&self) -> Option<String> {
        let Times { steps, playing, targets, library } = self.times;
        let learning = (targets + library).as_secs_f64();
        let all = playing.as_secs_f64() + learning;
        let share = |time: Duration| 100.0 * time.as_secs_f64() / all;
        (steps > 0).then(|| {
            format!(
                "{steps} gradient steps of {} moves, {:.0} a second while learning; of the time \
                 {:.0}% playing, {:.0}% working out targets, {:.0}% in the library",
                self.options.batch,
                steps as f64 / learning,
                share(playing),
                share(targets),
                share(library),
            )
        })
    }

    fn result(&self) -> Archive {
        self.task.weights(&self.playing)
    }

    fn save(&self) -> Archive {
        let mut archive = Archive::default();
        archive.absorb("learner.", self.learner.to_archive());
        archive.absorb("target.", self.target.to_archive());
        archive.absorb("replay.", self.replay.to_archive());
        archive.set_text("game", self.task.save(&self.game));
        archive.set_text("mean", self.finished.mean.to_string());
        archive.set_integers("counters", vec![self.moves, self.steps, self.game_moves]);
        archive
    }

    fn restore(&mut self, saved: &Archive) -> Result<(), ArchiveError> {
        let inputs = self.task.gains().len();
        let &[moves, steps, game_moves] = saved.integers("counters")? else {
            return Err(ArchiveError::NoTensor("counters".to_owned()));
        };
        let text = saved.text("game")?;
        let game = self.task.restore(text).ok_or_else(|| ArchiveError::OtherMetadata {
            key: "game".to_owned(),
            found: text.to_owned(),
            expected: "a game in progress".to_owned(),
        })?;
        self.replay.restore(&saved.part("replay."))?;
        self.learner = Learner::from_archive(&saved.part("learner."), inputs)?;
        self.target = DenseNetwork::from_archive(&saved.part("target."), inputs)?;
        self.playing = self.learner.network();
        self.finished =
            Finished { mean: saved.number("mean", f64::MIN..=f64::MAX)?, ..Finished::default() };
        (self.moves, self.steps, self.game_moves, self.game) = (moves, steps, game_moves, game);
        Ok(())
    }
}
