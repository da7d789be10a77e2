//! Training of the learned value from random weights, by self-play and TD(lambda).
//!
//! In the first games, the value plays by itself: it chooses the step with the greatest mean value over a few
//! worlds, and all views of a game move towards the game's result. In later games, the search of the presets
//! plays. Then only views of positions that the solver could still win move towards the result, because the
//! search uses the value only in worlds that the solver wins.

use std::sync::Arc;

use plywood_learn::{Archive, ArchiveError, RunSettings, Trainer};
use plywood_search::{Budget, Game, Options, Player, Rng, Searcher};

use crate::entry::rules_text;
use crate::features;
use crate::leaf::{LeafOptions, Leaves};
use crate::solver::{Outcome, Solver};
use crate::step::Step;
use crate::step_game::{InSteps, StepGame, StepView};
use crate::value::{Network, Value};
use crate::{Deal, Klondike, Rules, Win};

/// Number of games that the value plays by itself.
const FIRST_GAMES: u64 = 40_000;
/// Number of games per round: in the first games, and in later games.
const ROUNDS: [u64; 2] = [4_000, 1_000];
/// Number of validation games after a round.
const VALIDATION_GAMES: u64 = 200;
/// Number of worlds over which the value averages a step when it plays by itself.
const WORLDS: usize = 3;
/// Simulations per decision of the search in later games.
const SIMULATIONS: u64 = 48;
const EXPLORATION: f64 = 0.4;
const LEAVES: LeafOptions = LeafOptions { positions: 500, learned: 1.0 };
/// In training games, one step in this number is random.
const RANDOM_STEPS: usize = 50;
/// Maximum number of positions for solving a game once at most one card is unseen.
const POSITIONS: u64 = 5_000;
const SOLVER_BYTES: usize = 1 << 20;
/// The lambda of TD(lambda), in the first games and in later games: the weight of the next view's target in the
/// target of a view. The rest is the weight of the next view's value.
const LAMBDAS: [f64; 2] = [0.8, 0.95];
/// The learning rate of the first game.
const RATE: f64 = 0.003;
/// Number of games after which the learning rate is half as high.
const RATE_GAMES: f64 = 10_000.0;

/// The version of the training method. It changes with every constant above and with the format of settings and
/// results.
const RECIPE: &str = "2";

/// The trainer of the learned value.
pub(crate) struct ValueTrainer {
    rules: Rules,
    seed: u64,
    total: u64,
    games: u64,
    network: Arc<Network>,
    solver: Solver,
}

/// The player of a training game.
enum Mover {
    /// The value by itself, without a search.
    Value(Value),
    /// The search of the presets.
    Search(Box<Searcher<StepGame, Leaves, InSteps<Win>>>),
}

/// A finished game: the features of its views, and whether it was won. Views that do not count for training are
/// left out.
struct Played {
    views: Vec<Vec<u16>>,
    won: bool,
}

/// Returns the phase after a number of games: 0 in the first games, 1 in later games.
fn phase(games: u64) -> usize {
    usize::from(games >= FIRST_GAMES)
}

/// Rounds a number of games up to the end of a round.
fn whole_rounds(games: u64) -> u64 {
    let rounded = games.max(1).checked_next_multiple_of(ROUNDS[phase(games.max(1) - 1)]);
    rounded.unwrap_or(games)
}

impl ValueTrainer {
    pub fn new(rules: Rules, seed: u64, total: u64) -> Self {
        let network = Network::untrained(&mut Rng::stream(seed, u64::MAX));
        ValueTrainer {
            rules,
            seed,
            total: whole_rounds(total),
            games: 0,
            network: Arc::new(network),
            solver: Solver::new(SOLVER_BYTES),
        }
    }

    fn mover(&self, phase: usize, rng: &mut Rng) -> Mover {
        let value = Value::new(Arc::clone(&self.network));
        if phase == 0 {
            return Mover::Value(value);
        }
        let options = Options::UCT
            .with_exploration(EXPLORATION)
            .with_rollout_limit(0)
            .with_paired_worlds(true);
        let leaves = Leaves::new(LEAVES, value);
        let searcher = Searcher::with_objective(options, leaves, InSteps(Win), rng.bits());
        Mover::Search(Box::new(searcher))
    }

    /// Plays a game of a phase. With `random`, some steps are random.
    fn play(&mut self, phase: usize, rng: &mut Rng, random: bool) -> Played {
        let mut mover = self.mover(phase, rng);
        let deal = Deal::from_seed(rng.bits());
        let mut game = StepGame::new(Klondike::new(self.rules, &deal));
        let (mut views, mut steps) = (Vec::new(), Vec::new());
        let mut counts = true;
        let won = loop {
            if game.klondike.won() {
                break true;
            }
            let exact = game.klondike.0.unseen_cards() <= 1;
            let positions = if exact { POSITIONS } else { LEAVES.positions };
            let mut solve =
                || self.solver.solve(&game.klondike, positions, || false) == Outcome::Solvable;
            counts = counts && (phase == 0 || solve());
            if counts {
                let mut view = Vec::new();
                features::list(&game.klondike.0, &mut view);
                views.push(view);
            }
            if exact {
                break solve();
            }
            steps.clear();
            game.moves(&mut steps);
            let view = game.view(0);
            let step = match steps[..] {
                [] => break false,
                [step] => step,
                _ if random && rng.below(RANDOM_STEPS) == 0 => steps[rng.below(steps.len())],
                _ => mover.choose(&view, &steps, rng),
            };
            let seen = game.play(step);
            if let Mover::Search(searcher) = &mut mover {
                searcher.observe(&view, step, seen, &game.view(0));
            }
        };
        Played { views, won }
    }

    /// Learns from a game, beginning with its last view.
    fn learn(&mut self, phase: usize, played: &Played) {
        let rate = RATE / (1.0 + self.games as f64 / RATE_GAMES);
        let network = Arc::make_mut(&mut self.network);
        let mut target = f64::from(u8::from(played.won));
        for view in played.views.iter().rev() {
            let value = network.value(view);
            network.learn(view, target, rate);
            target = LAMBDAS[phase] * target + (1.0 - LAMBDAS[phase]) * value;
        }
    }
}

impl Mover {
    fn choose(&mut self, view: &StepView, steps: &[Step], rng: &mut Rng) -> Step {
        match self {
            Mover::Value(value) => best(value, view, steps, rng),
            Mover::Search(searcher) => {
                let mut budget = Budget::simulations(SIMULATIONS);
                budget.stop_early = true;
                searcher.decide(view, &budget, &mut ()).mv.expect("there are steps")
            }
        }
    }
}

/// Returns the step with the greatest mean value over a few worlds.
fn best(value: &mut Value, view: &StepView, steps: &[Step], rng: &mut Rng) -> Step {
    let worlds: [StepGame; WORLDS] = std::array::from_fn(|_| StepGame::world(view, rng));
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
            // Precedes the rules, because their format depends on the recipe.
            ("recipe", RECIPE.to_owned()),
            ("rules", rules_text(self.rules)),
            ("seed", self.seed.to_string()),
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

    fn advance(&mut self, _results: Vec<Archive>) -> Result<Vec<f64>, ArchiveError> {
        let phase = phase(self.games);
        let mut won = 0;
        for _ in 0..ROUNDS[phase] {
            let played = self.play(phase, &mut Rng::stream(self.seed, self.games), true);
            self.learn(phase, &played);
            self.games += 1;
            won += u64::from(played.won);
        }
        Ok(vec![self.games as f64, 100.0 * won as f64 / ROUNDS[phase] as f64])
    }

    /// Returns the percentage of validation games that the search wins. The deals are the same in every round.
    fn validate(&mut self, _results: Vec<Archive>) -> Result<f64, ArchiveError> {
        let mut is_won = |game: &u64| {
            let mut rng = Rng::stream(self.seed, u64::MAX - 1 - game);
            self.play(1, &mut rng, false).won
        };
        let won = (0..VALIDATION_GAMES).filter(|game| is_won(game)).count();
        Ok(100.0 * won as f64 / VALIDATION_GAMES as f64)
    }

    fn result(&self) -> Archive {
        self.network.to_archive(self.rules.draw)
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
        let mut trainer = ValueTrainer::new(Rules::default(), 1, 1);
        for game in 0..400 {
            let played = trainer.play(0, &mut Rng::stream(1, game), true);
            trainer.learn(0, &played);
        }
        let (mut won, mut lost) = (Vec::new(), Vec::new());
        for game in 1000..1100 {
            let played = trainer.play(0, &mut Rng::stream(1, game), false);
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
        for phase in [0, 1] {
            let games = |trainer: &mut ValueTrainer, first: u64| {
                for game in first..first + 4 {
                    let played = trainer.play(phase, &mut Rng::stream(7, game), true);
                    trainer.learn(phase, &played);
                    trainer.games += 1;
                }
                trainer.network.to_weights()
            };
            let mut trainer = ValueTrainer::new(Rules::default(), 7, 1);
            games(&mut trainer, 0);
            let mut other = ValueTrainer::new(Rules::default(), 7, 1);
            other.restore(&trainer.save()).unwrap();
            assert_eq!(games(&mut trainer, 4), games(&mut other, 4), "phase {phase}");
        }
    }

    #[test]
    fn the_rules_of_a_run_are_written_as_they_are_read() {
        let texts = [
            ("", "draw=3"),
            ("draw=1", "draw=1"),
            ("waste=top,passes=2,draw=3", "draw=3,passes=2,waste=top"),
            ("worrying_back=false,passes=unlimited", "draw=3,worrying_back=false"),
        ];
        for (text, expected) in texts {
            let rules = crate::entry::read_rules(&text.parse().unwrap()).unwrap();
            let trainer = ValueTrainer::new(rules, 1, 1);
            let settings = trainer.settings();
            let (_, written) = settings.iter().find(|(name, _)| *name == "rules").unwrap();
            assert_eq!(written, expected);
            assert_eq!(crate::entry::read_rules(&written.parse().unwrap()).unwrap(), rules);
            assert_eq!(trainer.result().text("draw").unwrap(), &expected[5..6]);
        }
    }

    #[test]
    fn runs_have_whole_rounds() {
        for (asked, played) in [(1, 4_000), (4_001, 8_000), (40_000, 40_000), (40_001, 41_000)] {
            assert_eq!(whole_rounds(asked), played);
        }
    }
}
