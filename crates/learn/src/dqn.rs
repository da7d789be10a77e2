//! Deep Q-learning on afterstates: the network learns the value of an afterstate, and a player takes
//! the move with the highest `reward + discount * value`.
//!
//! Playing and learning alternate. Playing uses `DenseNetwork`, learning uses the library burn. The
//! target of an afterstate is the discounted rewards of the next few moves plus a discounted value,
//! which an older copy of the network gives to the afterstate after these moves.

use std::time::Duration;

use plywood_search::{Clock, Encoding, Game, Rng};

use crate::afterstate::{Choices, Move, Task, play_out};
use crate::archive::Archive;
use crate::dense::DenseNetwork;
use crate::error::ArchiveError;
use crate::learner::Learner;
use crate::replay::{Next, Replay};
use crate::run::{RunSettings, Trainer};

/// The parameters of the training.
#[derive(Clone, Debug, PartialEq)]
pub struct DqnOptions {
    /// The widths of the hidden layers.
    pub hidden: Vec<usize>,
    /// Moves of the whole run.
    pub moves: u64,
    /// Moves in a round.
    pub round: u64,
    /// Moves played for each gradient step.
    pub moves_a_step: u64,
    /// Afterstates in a gradient step.
    pub batch: usize,
    /// Capacity of the replay buffer, in afterstates.
    pub replay: usize,
    /// Moves before the first gradient step.
    pub warm_up: u64,
    /// The number of gradient steps after which the network is copied to the target network.
    pub target_steps: u64,
    /// The number of moves whose rewards are part of a target. The target network evaluates the
    /// afterstate after the last of these moves.
    pub steps_ahead: u64,
    /// The first and the last learning rate.
    pub rates: [f64; 2],
    /// The first and the last probability of a random move.
    pub epsilons: [f64; 2],
    /// Moves over which `epsilons` goes from the first to the last probability.
    pub epsilon_moves: u64,
    /// Moves after which a game is truncated.
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

/// The number of moves in a turn. After each turn the network learns, and plays the next turn with its
/// new weights.
const TURN: u64 = 100;

/// The trainer of deep Q-learning.
pub struct Dqn<T: Task> {
    task: T,
    options: DqnOptions,
    seed: u64,
    learner: Learner,
    playing: DenseNetwork,
    target: DenseNetwork,
    replay: Replay,
    game: GameInProgress<T>,
    moves: u64,
    steps: u64,
    finished: Finished,
    clock: Box<dyn Clock>,
    times: Times,
    choices: Choices,
    legal: Vec<Move<T>>,
}

/// A training game. A checkpoint stores it as its seed and the actions so far.
struct GameInProgress<T: Task> {
    state: T::Game,
    seed: u64,
    /// The indices of the moves.
    actions: Vec<u64>,
}

impl<T: Task> GameInProgress<T> {
    fn start(task: &T, seed: u64) -> Self {
        GameInProgress { state: task.start(seed), seed, actions: Vec::new() }
    }

    fn play(&mut self, task: &T, mv: Move<T>) {
        let index = task.encoding().index(&self.state.view(0), mv);
        self.actions.push(index as u64);
        self.state.play(mv);
    }

    /// Plays the actions of a stored game again. Returns `None` if an action is not legal.
    fn replay(task: &T, seed: u64, actions: &[u64]) -> Option<Self> {
        let (mut game, mut legal) = (GameInProgress::start(task, seed), Vec::new());
        for &index in actions {
            legal.clear();
            game.state.moves(&mut legal);
            let view = game.state.view(0);
            let mv = task.encoding().action(&view, &legal, usize::try_from(index).ok()?)?;
            game.play(task, mv);
        }
        Some(game)
    }
}

/// The games that ended in this round.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Finished {
    games: u64,
    score: f64,
    /// The mean score of the last round in which a game ended.
    mean: f64,
}

/// The gradient steps and the time spent since the trainer was created. They are not saved.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    steps: u64,
    /// The time for playing moves.
    playing: Duration,
    /// The time for drawing afterstates from the buffer and computing their targets.
    targets: Duration,
    /// The time for gradient steps in the library burn.
    library: Duration,
}

impl<T: Task> Dqn<T> {
    /// Creates a trainer before its first move. The clock is used only for the times in
    /// [`remark`](Trainer::remark).
    pub fn new(task: T, options: DqnOptions, seed: u64, clock: impl Clock + 'static) -> Self {
        let mut rng = Rng::stream(seed, u64::MAX);
        let playing = DenseNetwork::random(task.gains(), &options.hidden, &mut rng);
        Dqn {
            learner: Learner::new(&playing),
            target: playing.clone(),
            replay: Replay::new(task.gains().len(), options.replay),
            game: GameInProgress::start(&task, rng.bits()),
            playing,
            moves: 0,
            steps: 0,
            finished: Finished::default(),
            clock: Box::new(clock),
            times: Times::default(),
            choices: Choices::default(),
            legal: Vec::new(),
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
        self.choices.list(&self.task, &self.game.state, &mut self.legal);
        let over = self.legal.is_empty();
        if over && self.task.is_lost(&self.game.state) {
            self.replay.follow(self.task.loss_reward(), Next::Lost);
            self.finish_game(rng);
        } else if over || self.game.actions.len() as u64 >= self.options.longest_game {
            self.replay.follow(0.0, Next::Truncated);
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
        if !self.game.actions.is_empty() {
            self.replay.follow(self.choices.reward(choice), Next::Played);
        }
        self.replay.push(self.choices.features(choice));
        self.game.play(&self.task, self.legal[choice]);
    }

    fn finish_game(&mut self, rng: &mut Rng) {
        self.finished.games += 1;
        self.finished.score += self.game.state.score(0);
        self.game = GameInProgress::start(&self.task, rng.bits());
        self.choices.list(&self.task, &self.game.state, &mut self.legal);
    }

    /// Takes a gradient step and returns its loss.
    fn learn(&mut self, rng: &mut Rng) -> f64 {
        let began = self.clock.now();
        let ahead = self.options.steps_ahead;
        let known = self.replay.known(ahead);
        let count = (known.end - known.start) as usize;
        let (mut rows, mut lasts, mut outcomes) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..self.options.batch {
            let number = known.start + rng.below(count) as u64;
            let outcome = self.replay.outcome(number, ahead, self.task.discount());
            rows.extend_from_slice(self.replay.features(number));
            lasts.extend_from_slice(self.replay.features(outcome.last));
            outcomes.push(outcome);
        }
        let mut targets = Vec::new();
        self.target.evaluate(&lasts, &mut targets);
        for (target, outcome) in targets.iter_mut().zip(outcomes) {
            *target = outcome.rewards + outcome.discount * *target;
        }
        let prepared = self.clock.now();
        let loss = self.learner.step(&rows, &targets, self.rate());
        self.times.steps += 1;
        self.times.targets += prepared - began;
        self.times.library += self.clock.now() - prepared;
        self.steps += 1;
        if self.steps.is_multiple_of(self.options.target_steps) {
            self.target = self.learner.network();
        }
        f64::from(loss)
    }

    /// Plays a turn, takes its gradient steps, and returns their losses.
    fn turn(&mut self) -> Vec<f64> {
        let mut rng = Rng::stream(self.seed, self.moves);
        let began = self.clock.now();
        let turn = TURN.min(self.options.moves.saturating_sub(self.moves));
        for _ in 0..turn {
            self.play(&mut rng);
        }
        self.times.playing += self.clock.now() - began;
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
    /// The learning rate depends on `moves`, so `moves` is a setting: runs of different lengths differ
    /// from the start.
    fn settings(&self) -> RunSettings {
        let constants = format!("{:?}", DqnOptions { moves: 0, ..self.options.clone() });
        let mut settings = vec![("method", "dqn".to_owned())];
        settings.extend(self.task.settings());
        settings.extend([
            ("moves", self.options.moves.to_string()),
            ("seed", self.seed.to_string()),
            ("constants", constants),
        ]);
        settings
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

    fn advance(&mut self, _results: Vec<Archive>) -> Result<Vec<f64>, ArchiveError> {
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
        Ok(vec![self.moves as f64, self.finished.mean, games, loss, self.epsilon()])
    }

    fn validate(&mut self, _results: Vec<Archive>) -> Result<f64, ArchiveError> {
        let games = self.task.validation_games();
        let count = games.len().max(1) as f64;
        let scores = games.into_iter().map(|game| play_out(&self.task, &self.playing, game));
        Ok(scores.sum::<f64>() / count)
    }

    fn remark(&self) -> Option<String> {
        let Times { steps, playing, targets, library } = self.times;
        let learning = (targets + library).as_secs_f64();
        let all = playing.as_secs_f64() + learning;
        let share = |time: Duration| 100.0 * time.as_secs_f64() / all;
        (steps > 0).then(|| {
            format!(
                "{steps} gradient steps of {} moves, {:.0} a second while learning; {:.0}% of the \
                 time for playing, {:.0}% for targets, {:.0}% for gradients",
                self.options.batch,
                steps as f64 / learning,
                share(playing),
                share(targets),
                share(library),
            )
        })
    }

    fn result(&self) -> Archive {
        self.task.to_archive(&self.playing)
    }

    fn save(&self) -> Archive {
        let mut archive = Archive::default();
        archive.absorb("learner.", self.learner.to_archive());
        archive.absorb("target.", self.target.to_archive());
        archive.absorb("replay.", self.replay.to_archive());
        archive.set_text("game_seed", self.game.seed.to_string());
        archive.set_integers("game", self.game.actions.clone());
        archive.set_text("mean", self.finished.mean.to_string());
        archive.set_integers("counters", vec![self.moves, self.steps]);
        archive
    }

    fn restore(&mut self, saved: &Archive) -> Result<(), ArchiveError> {
        let inputs = self.task.gains().len();
        let game_seed = saved.number("game_seed", 0..=u64::MAX)?;
        let game = GameInProgress::replay(&self.task, game_seed, saved.integers("game")?);
        let game = game.ok_or_else(|| {
            ArchiveError::tensor("game", "a game with an illegal move", "legal moves")
        })?;
        let [moves, steps] = saved.integer_array("counters")?;
        self.replay.restore(&saved.part("replay."))?;
        self.learner = Learner::from_archive(&saved.part("learner."), inputs)?;
        self.target = DenseNetwork::from_archive(&saved.part("target."), inputs)?;
        self.playing = self.learner.network();
        self.finished =
            Finished { mean: saved.number("mean", f64::MIN..=f64::MAX)?, ..Finished::default() };
        (self.moves, self.steps, self.game) = (moves, steps, game);
        Ok(())
    }
}
