//! A run that was killed and resumed leaves the same files as one that was not.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use plywood_files::write_atomically;
use plywood_learn::cem::{Cem, CemOptions, Weighing};
use plywood_learn::{
    Archive, ArchiveError, Round, RunError, RunFolder, Trainer, TrainingObserver, train,
};
use plywood_search::Rng;

/// A hill with its top at (2, -3).
struct Hill;

impl Weighing for Hill {
    fn settings(&self) -> String {
        "hill".to_owned()
    }

    fn start(&self) -> Vec<[f64; 2]> {
        vec![[0.0, 1.0]; 2]
    }

    fn try_out(&self, weights: &[f64], seed: u64) -> f64 {
        self.validate(weights) + Rng::new(seed).unit()
    }

    fn validate(&self, weights: &[f64]) -> f64 {
        -(weights[0] - 2.0).powi(2) - (weights[1] + 3.0).powi(2)
    }

    fn weights(&self, weights: &[f64]) -> Archive {
        let mut archive = Archive::default();
        archive.set_floats("weights", &[2], weights.iter().map(|&x| x as f32).collect());
        archive
    }
}

fn climb(generations: u64, seed: u64) -> Cem<Hill> {
    Cem::new(Hill, CemOptions { generations, ..CemOptions::default() }, seed)
}

/// Stops a run after some rounds, as if it were killed there.
pub struct StopAfter(pub u64);

impl TrainingObserver for StopAfter {
    fn round(&mut self, round: &Round) -> ControlFlow<()> {
        assert_eq!(round.columns.len(), round.row.len());
        self.0 -= 1;
        if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The names and contents of all files of a folder.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

/// Trains in one go, and again with a stop, a half-written file and rows
/// beyond the checkpoint in between.
fn compare<T: Trainer>(trainer: impl Fn() -> T, stop: u64) {
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| RunFolder::new(folder.path().join(name)));
    let best = train(&mut trainer(), &whole, false, &mut ()).unwrap();
    train(&mut trainer(), &parts, false, &mut StopAfter(stop)).unwrap();
    let mut rows = fs::read(parts.metrics()).unwrap();
    rows.extend(b"1,2,3,4,5\n6,7");
    fs::write(parts.metrics(), rows).unwrap();
    fs::write(parts.checkpoint().with_extension("safetensors.tmp"), b"half").unwrap();
    let mut resumed = trainer();
    assert_eq!(train(&mut resumed, &parts, true, &mut ()).unwrap(), best);
    assert_eq!(resumed.done(), resumed.total());
    let names = ["best.safetensors", "checkpoint.safetensors", "curves.svg", "metrics.csv"];
    let [whole, parts] = ["whole", "parts"].map(|name| files(&folder.path().join(name)));
    assert_eq!(whole.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), names);
    assert!(whole == parts, "the files differ");
}

#[test]
fn killed_and_resumed_is_as_never_stopped() {
    for stop in [1, 5, 11] {
        compare(|| climb(12, 3), stop);
    }
}

/// Climbs, but is gone after some rounds.
struct Vanishing {
    climb: Cem<Hill>,
    rounds: u64,
    how: How,
}

#[derive(Clone, Copy, PartialEq)]
enum How {
    /// As if it were killed within a round.
    Killed,
    /// Its numbers are none any more.
    Diverged,
}

impl Trainer for Vanishing {
    fn settings(&self) -> String {
        self.climb.settings()
    }

    fn seed(&self) -> u64 {
        self.climb.seed()
    }

    fn columns(&self) -> &'static [&'static str] {
        self.climb.columns()
    }

    fn done(&self) -> u64 {
        self.climb.done()
    }

    fn total(&self) -> u64 {
        self.climb.total()
    }

    fn advance(&mut self) -> Vec<f64> {
        assert!(self.how == How::Diverged || self.done() < self.rounds, "killed");
        self.climb.advance()
    }

    fn validate(&mut self) -> f64 {
        self.climb.validate()
    }

    fn result(&self) -> Archive {
        self.climb.result()
    }

    fn save(&self) -> Archive {
        let mut archive = self.climb.save();
        let number = if self.done() > self.rounds { f32::NAN } else { 0.0 };
        archive.set_floats("number", &[1], vec![number]);
        archive
    }

    fn restore(&mut self, saved: &Archive) -> Result<(), ArchiveError> {
        self.climb.restore(saved)
    }
}

#[test]
fn a_run_killed_in_its_first_round_can_be_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| RunFolder::new(folder.path().join(name)));
    let trainer = |rounds| Vanishing { climb: climb(3, 1), rounds, how: How::Killed };
    train(&mut trainer(3), &whole, false, &mut ()).unwrap();
    let mut first = trainer(0);
    let run = std::panic::AssertUnwindSafe(|| train(&mut first, &killed, false, &mut ()));
    assert!(std::panic::catch_unwind(run).is_err());
    // Killed even before the metrics were begun.
    fs::remove_file(killed.metrics()).unwrap();
    train(&mut trainer(3), &killed, true, &mut ()).unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| files(&folder.path().join(name)));
    assert!(whole == killed, "the files differ");
}

#[test]
fn a_run_that_diverges_says_so_and_keeps_what_it_had() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunFolder::new(folder.path());
    let trainer = || Vanishing { climb: climb(5, 1), rounds: 2, how: How::Diverged };
    train(&mut trainer(), &run, false, &mut StopAfter(2)).unwrap();
    let before = files(folder.path());
    let error = train(&mut trainer(), &run, true, &mut ()).unwrap_err();
    assert!(matches!(error, RunError::Diverged(_)) && !error.is_input(), "{error}");
    assert!(before == files(folder.path()), "the files differ");
}

#[test]
fn files_of_others_are_not_overwritten() {
    for name in ["best.safetensors", "checkpoint.safetensors", "curves.svg", "metrics.csv"] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), "mine").unwrap();
        let run = RunFolder::new(folder.path());
        let error = train(&mut climb(5, 1), &run, false, &mut ()).unwrap_err();
        assert!(matches!(&error, RunError::Occupied(path) if path.ends_with(name)), "{error}");
        assert_eq!(files(folder.path()), [(name.to_owned(), b"mine".to_vec())]);
    }
}

#[test]
fn runs_that_cannot_go_on_say_why() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunFolder::new(folder.path().join("run"));
    let nothing = train(&mut climb(5, 1), &run, true, &mut ()).unwrap_err();
    assert!(matches!(nothing, RunError::NoCheckpoint(_)), "{nothing}");
    train(&mut climb(5, 1), &run, false, &mut StopAfter(2)).unwrap();
    assert_eq!(run.seed().unwrap(), 1);
    let again = train(&mut climb(5, 1), &run, false, &mut ()).unwrap_err();
    assert!(matches!(again, RunError::Occupied(_)), "{again}");
    let other = train(&mut climb(5, 2), &run, true, &mut ()).unwrap_err();
    assert!(matches!(other, RunError::OtherSettings { .. }), "{other}");
    let bytes = fs::read(run.checkpoint()).unwrap();
    write_atomically(&run.checkpoint(), &bytes[..bytes.len() - 1]).unwrap();
    let torn = train(&mut climb(5, 1), &run, true, &mut ()).unwrap_err();
    assert!(matches!(torn, RunError::Unusable(_)) && torn.is_input(), "{torn}");
    write_atomically(&run.checkpoint(), &bytes).unwrap();
    fs::write(run.metrics(), "short").unwrap();
    let short = train(&mut climb(5, 1), &run, true, &mut ()).unwrap_err();
    assert!(matches!(short, RunError::ShortMetrics { .. }), "{short}");
}

#[cfg(feature = "train")]
mod network {
    use plywood_learn::dqn::{Dqn, DqnOptions};
    use plywood_learn::{Choices, DenseNetwork, Next, Task};

    use super::*;

    /// Steps of one or two from 0 to 10; beyond it the game is over, and on it
    /// something is won.
    struct Steps {
        /// Whether beyond it the game is lost, or only over.
        lost: bool,
    }

    impl Task for Steps {
        type Game = u32;

        fn settings(&self) -> String {
            "steps".to_owned()
        }

        fn gains(&self) -> &[f32] {
            &[0.1, 1.0]
        }

        fn discount(&self) -> f32 {
            0.9
        }

        fn loss_reward(&self) -> f32 {
            -1.0
        }

        fn begin(&self, seed: u64) -> u32 {
            (seed % 3) as u32
        }

        fn choices(&self, game: &u32, choices: &mut Choices) {
            choices.clear();
            for step in 1..=2 {
                if *game <= 10 {
                    let place = game + step;
                    let won = if place == 10 { 1.0 } else { 0.0 };
                    choices.push(&[place as f32, (place % 2) as f32], won);
                }
            }
        }

        fn is_lost(&self, _: &u32) -> bool {
            self.lost
        }

        fn play(&self, game: &mut u32, number: usize) {
            *game += number as u32 + 1;
        }

        fn score(&self, game: &u32) -> f64 {
            f64::from(*game)
        }

        fn save(&self, game: &u32) -> String {
            game.to_string()
        }

        fn restore(&self, text: &str) -> Option<u32> {
            text.parse().ok()
        }

        fn validate(&self, network: &DenseNetwork) -> f64 {
            let (mut choices, mut game, mut won) = (Choices::default(), 0, 0.0);
            self.choices(&game, &mut choices);
            while let Some(best) = choices.best(network, self.discount()) {
                won += f64::from(choices.reward(best));
                self.play(&mut game, best);
                self.choices(&game, &mut choices);
            }
            won
        }

        fn weights(&self, network: &DenseNetwork) -> Archive {
            network.to_archive()
        }
    }

    fn dqn(seed: u64) -> Dqn<Steps> {
        let options = DqnOptions {
            hidden: vec![8, 8],
            moves: 2_000,
            round: 400,
            batch: 16,
            replay: 300,
            warm_up: 200,
            target_steps: 50,
            steps_ahead: 2,
            epsilon_moves: 1_000,
            longest_game: 5,
            rates: [1e-2, 1e-3],
            ..DqnOptions::default()
        };
        Dqn::new(Steps { lost: true }, options, seed)
    }

    #[test]
    fn only_a_lost_game_is_learned_as_a_loss() {
        for lost in [true, false] {
            let options = DqnOptions { moves: 200, ..DqnOptions::default() };
            let mut trainer = Dqn::new(Steps { lost }, options, 1);
            trainer.advance();
            let saved = trainer.save();
            let nexts = saved.integers("replay.nexts").unwrap();
            assert!(nexts.len() == 200 && nexts.contains(&(Next::Lost as u64)) == lost);
        }
    }

    #[test]
    fn as_many_moves_are_played_as_were_asked_for() {
        for moves in [50, 250] {
            let options = DqnOptions { moves, ..DqnOptions::default() };
            let mut trainer = Dqn::new(Steps { lost: true }, options, 1);
            assert_eq!(trainer.advance()[0], moves as f64);
            assert_eq!(trainer.done(), moves);
        }
    }

    #[test]
    fn a_network_killed_and_resumed_is_as_never_stopped() {
        for stop in [1, 3] {
            compare(|| dqn(7), stop);
        }
    }

    #[test]
    fn a_seed_repeats_and_another_differs() {
        let run = |seed| {
            let mut trainer = dqn(seed);
            let rows: Vec<Vec<f64>> = (0..3).map(|_| trainer.advance()).collect();
            (rows, trainer.save())
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1).1, run(2).1);
    }

    #[test]
    fn the_prize_is_found() {
        let mut trainer = dqn(3);
        while trainer.done() < trainer.total() {
            trainer.advance();
        }
        assert_eq!(trainer.validate(), 1.0);
    }
}
