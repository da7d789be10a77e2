//! Training of the learned value, from nothing: games against chance, and TD(lambda).
//!
//! A game is played by the value itself: the step whose mean value over a few worlds is greatest. After a
//! game, the value of each of its views moves towards the result and the values of the later views.

use std::sync::Arc;

use plywood_learn::{Archive, ArchiveError, RunSettings, Trainer};
use plywood_search::{Game, Rng};

use crate::features;
use crate::solver::{Outcome, Solver};
use crate::step::Step;
use crate::step_game::StepGame;
use crate::value::{Network, Value};
use crate::{Deal, Klondike, Rules};

/// Games of a round.
const ROUND: u64 = 4_000;
/// Games that validate a round.
const VALIDATION_GAMES: u64 = 1_000;
/// Worlds in which a step is valued.
const WORLDS: usize = 3;
/// One of this number of steps is random in games of training.
const RANDOM_STEPS: usize = 50;
/// Positions of the exact solution of a game once at most one card is unseen.
const POSITIONS: u64 = 5_000;
const SOLVER_BYTES: usize = 1 << 20;
/// How much of a view's target is the later part of its game, the rest being the value of the next view.
const LAMBDA: f64 = 0.8;
/// The rate of learning at first, and the games after which it has fallen to one half.
const RATE: f64 = 0.003;
const RATE_GAMES: f64 = 10_000.0;

/// The version of the recipe, which changes with any of its numbers.
const RECIPE: &str = "1";

/// The trainer of the learned value.
pub(crate) struct ValueTrainer {
    rules: Rules,
    seed: u64,
    total: u64,
    games: u64,
    network: Arc<Network>,
    solver: Solver,
}

/// A finished game: the features of its views, and whether it was won.
struct Played {
    views: Vec<Vec<u16>>,
    won: bool,
}

impl ValueTrainer {
    pub fn new(rules: Rules, seed: u64, total: u64) -> Self {
        let network = Network::untrained(&mut Rng::stream(seed, u64::MAX));
        ValueTrainer {
            rules,
            seed,
            total: total.next_multiple_of(ROUND),
            games: 0,
            network: Arc::new(network),
            solver: Solver::new(SOLVER_BYTES),
        }
    }

    /// Plays a game by the value, with some steps at random if `random` is set.
    fn play(&mut self, rng: &mut Rng, random: bool) -> Played {
        let mut value = Value::new(Arc::clone(&self.network));
        let deal = Deal::from_seed(rng.bits());
        let mut game = StepGame::new(Klondike::new(self.rules, &deal));
        let (mut views, mut steps) = (Vec::new(), Vec::new());
        let won = loop {
            if game.klondike.won() {
                break true;
            }
            let mut view = Vec::new();
            features::list(&game.klondike.0, &mut view);
            views.push(view);
            if game.klondike.0.unseen_cards() <= 1 {
                let outcome = self.solver.solve(&game.klondike, POSITIONS, || false);
                break outcome == Outcome::Solvable;
            }
            steps.clear();
            game.moves(&mut steps);
            let step = match steps[..] {
                [] => break false,
                [step] => step,
                _ if random && rng.below(RANDOM_STEPS) == 0 => steps[rng.below(steps.len())],
                _ => best(&mut value, &game, &steps, rng),
            };
            game.play(step);
        };
        Played { views, won }
    }

    /// Learns from a game, its last view first.
    fn learn(&mut self, played: &Played) {
        let rate = RATE / (1.0 + self.games as f64 / RATE_GAMES);
        let network = Arc::make_mut(&mut self.network);
        let mut target = f64::from(u8::from(played.won));
        for view in played.views.iter().rev() {
            let value = network.value(view);
            network.learn(view, target, rate);
            target = LAMBDA * target + (1.0 - LAMBDA) * value;
        }
    }
}

/// Returns the step with the greatest mean value over a few worlds.
fn best(value: &mut Value, game: &StepGame, steps: &[Step], rng: &mut Rng) -> Step {
    let view = game.view(0);
    let worlds: [StepGame; WORLDS] = std::array::from_fn(|_| StepGame::world(&view, rng));
    let sum = |step: Step| {
        let after = worlds.iter().map(|world| {
            let mut after = world.clone();
            after.play(step);
            if after.klondike.won() { 1.0 } else { value.of(&after.klondike.0) }
        });
        after.sum::<f64>()
    };
    let sums: Vec<f64> = steps.iter().copied().map(sum).collect();
    let best = (0..steps.len()).max_by(|&a, &b| sums[a].total_cmp(&sums[b]));
    steps[best.expect("there are steps")]
}

impl Trainer for ValueTrainer {
    fn settings(&self) -> RunSettings {
        vec![
            ("game", "klondike".to_owned()),
            ("method", "value".to_owned()),
            ("rules", format!("{:?}", self.rules)),
            ("seed", self.seed.to_string()),
            ("recipe", RECIPE.to_owned()),
        ]
    }

    fn columns(&self) -> &'static [&'static str] {
        &["games", "won_percent"]
    }

    fn done(&self) -> u64 {
        self.games
    }

    fn total(&self) -> u64 {
        self.total
    }

    fn advance(&mut self) -> Vec<f64> {
        let mut won = 0;
        for _ in 0..ROUND {
            let played = self.play(&mut Rng::stream(self.seed, self.games), true);
            self.learn(&played);
            self.games += 1;
            won += u64::from(played.won);
        }
        vec![self.games as f64, 100.0 * won as f64 / ROUND as f64]
    }

    /// Returns the percentage of games won, always of the same deals.
    fn validate(&mut self) -> f64 {
        let mut is_won = |game: &u64| {
            let mut rng = Rng::stream(self.seed, u64::MAX - 1 - game);
            self.play(&mut rng, false).won
        };
        let won = (0..VALIDATION_GAMES).filter(|game| is_won(game)).count();
        100.0 * won as f64 / VALIDATION_GAMES as f64
    }

    fn result(&self) -> Archive {
        self.network.to_archive()
    }

    fn save(&self) -> Archive {
        let mut archive = Archive::default();
        archive.set_integers("games", vec![self.games]);
        archive.set_floats("weights", &Network::SHAPE, self.network.to_weights());
        archive
    }

    fn restore(&mut self, saved: &Archive) -> Result<(), ArchiveError> {
        let weights = saved.floats("weights", &Network::SHAPE)?;
        let [games] = saved.integer_array("games")?;
        self.network = Arc::new(Network::from_weights(weights));
        self.games = games;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_learns_to_tell_won_games_from_lost_ones() {
        let mut trainer = ValueTrainer::new(Rules::default(), 1, ROUND);
        for game in 0..400 {
            let played = trainer.play(&mut Rng::stream(1, game), true);
            trainer.learn(&played);
        }
        let (mut won, mut lost) = (Vec::new(), Vec::new());
        for game in 1000..1100 {
            let played = trainer.play(&mut Rng::stream(1, game), false);
            let values = played.views.iter().map(|view| trainer.network.value(view));
            let mean = values.sum::<f64>() / played.views.len() as f64;
            if played.won { won.push(mean) } else { lost.push(mean) }
        }
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        assert!(won.len() >= 5 && lost.len() >= 5, "{} won, {} lost", won.len(), lost.len());
        assert!(mean(&won) > mean(&lost) + 0.1, "{} and {}", mean(&won), mean(&lost));
    }

    #[test]
    fn a_restored_run_goes_on_with_the_same_games() {
        let mut trainer = ValueTrainer::new(Rules::default(), 7, ROUND);
        let mut games = |trainer: &mut ValueTrainer, first: u64| {
            for game in first..first + 20 {
                let played = trainer.play(&mut Rng::stream(7, game), true);
                trainer.learn(&played);
                trainer.games += 1;
            }
            trainer.network.to_weights()
        };
        games(&mut trainer, 0);
        let mut other = ValueTrainer::new(Rules::default(), 7, ROUND);
        other.restore(&trainer.save()).unwrap();
        assert_eq!(games(&mut trainer, 20), games(&mut other, 20));
    }
}
