//! Runs that are killed and resumed, or extended, write the same files as uninterrupted ones.

mod hill;

use std::fs;
use std::ops::ControlFlow;
use std::sync::Barrier;

use plywood_files::{PART_EXTENSION, write_atomically};
use plywood_learn::cem::{Cem, CemOptions};
use plywood_learn::{
    Archive, ArchiveError, Round, RunError, RunFolder, RunSettings, Threads, Trainer, Work, Worker,
    train, train_with,
};

use hill::{Hill, climb, files};

/// An observer that does not stop the run.
fn no_stop(_: &Round) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Returns an observer that stops a run after this number of rounds.
fn stop_after(mut rounds: u64) -> impl FnMut(&Round) -> ControlFlow<()> {
    move |round| {
        assert_eq!(round.columns.len(), round.row.len());
        rounds -= 1;
        if rounds == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Asserts that a resumed run writes the same files as an uninterrupted run of `trainer`. The resumed
/// run begins with `stop` rounds of the trainer `first`. Then a partial file and extra rows are added to
/// its folder, as a killed process leaves them.
fn compare<T: Trainer>(first: impl Fn() -> T, trainer: impl Fn() -> T, stop: u64) {
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| RunFolder::new(folder.path().join(name)));
    let best = train(&mut trainer(), &whole, false, no_stop).unwrap();
    train(&mut first(), &parts, false, stop_after(stop)).unwrap();
    let mut rows = fs::read(parts.metrics()).unwrap();
    rows.extend(b"1,2,3,4,5\n6,7");
    fs::write(parts.metrics(), rows).unwrap();
    fs::write(parts.checkpoint().with_added_extension(PART_EXTENSION), b"half").unwrap();
    let mut resumed = trainer();
    assert_eq!(train(&mut resumed, &parts, true, no_stop).unwrap(), best);
    assert_eq!(resumed.done(), resumed.total());
    let names = ["best.safetensors", "checkpoint.safetensors", "curves.svg", "metrics.csv"];
    let [whole, parts] = ["whole", "parts"].map(|name| files(&folder.path().join(name)));
    assert_eq!(whole.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), names);
    assert!(whole == parts, "the files differ");
}

#[test]
fn the_optimum_is_found() {
    let mut trainer = climb(40, 7);
    while trainer.done() < trainer.total() {
        let played = Threads::new(1).run(&trainer, &trainer.work()).unwrap();
        trainer.advance(played).unwrap();
    }
    for (found, optimum) in trainer.mean().iter().zip([2.0, -3.0]) {
        assert!((found - optimum).abs() < 0.05, "{:?}", trainer.mean());
    }
}

#[test]
fn resumed_runs_write_the_same_files() {
    for stop in [1, 5, 11] {
        compare(|| climb(12, 3), || climb(12, 3), stop);
    }
}

#[test]
fn extended_runs_write_the_same_files() {
    let climb = |generations| {
        let options = CemOptions { generations, schedule: 3, ..CemOptions::default() };
        Cem::new(Hill, options, 3)
    };
    for finished in [1, 3, 4] {
        compare(|| climb(finished), || climb(5), finished);
    }
}

/// Divides work into batches of different sizes. Another trainer does each batch, as in another process.
#[test]
fn divided_runs_write_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, divided] =
        ["whole", "divided"].map(|name| RunFolder::new(folder.path().join(name)));
    train(&mut climb(4, 3), &whole, false, no_stop).unwrap();
    let divide = |_: &Cem<Hill>, work: &Work| {
        let data = Archive::from_bytes(&work.data.to_bytes())?;
        let (mut results, mut start) = (Vec::new(), 0);
        while start < work.items {
            let end = (2 * start + 1).min(work.items);
            let result = climb(1, 99).worker(&data)?(start..end);
            results.push(Archive::from_bytes(&result.to_bytes())?);
            start = end;
        }
        Ok(results)
    };
    train_with(&mut climb(4, 3), &divided, false, divide, no_stop).unwrap();
    let [whole, divided] = ["whole", "divided"].map(|name| files(&folder.path().join(name)));
    assert!(whole == divided, "the files differ");
}

#[test]
fn a_round_whose_workers_fail_is_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunFolder::new(folder.path().join("run"));
    train(&mut climb(4, 3), &run, false, stop_after(2)).unwrap();
    let before = files(&folder.path().join("run"));
    let fail = |_: &Cem<Hill>, _: &Work| Err("the cluster is gone".into());
    let error = train_with(&mut climb(4, 3), &run, true, fail, no_stop).unwrap_err();
    assert!(!error.is_input() && error.to_string().contains("the cluster is gone"), "{error}");
    let lose =
        |trainer: &Cem<Hill>, work: &Work| Ok(vec![trainer.worker(&work.data)?(1..work.items)]);
    let error = train_with(&mut climb(4, 3), &run, true, lose, no_stop).unwrap_err();
    assert!(error.to_string().contains("299 numbers, expected 300"), "{error}");
    assert!(before == files(&folder.path().join("run")), "the files differ");
    train(&mut climb(4, 3), &run, true, no_stop).unwrap();
}

/// A trainer that fails after some rounds.
struct Failing {
    climb: Cem<Hill>,
    rounds: u64,
    failure: Failure,
}

#[derive(Clone, Copy, PartialEq)]
enum Failure {
    /// The trainer panics within a round.
    Killed,
    /// A weight is NaN.
    Diverged,
}

impl Trainer for Failing {
    fn settings(&self) -> RunSettings {
        self.climb.settings()
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

    fn work(&self) -> Work {
        self.climb.work()
    }

    fn worker(&self, data: &Archive) -> Result<Worker<'_>, ArchiveError> {
        self.climb.worker(data)
    }

    fn advance(&mut self, results: Vec<Archive>) -> Result<Vec<f64>, ArchiveError> {
        assert!(self.failure == Failure::Diverged || self.done() < self.rounds, "killed");
        self.climb.advance(results)
    }

    fn validation(&self) -> Work {
        self.climb.validation()
    }

    fn validate(&mut self, results: Vec<Archive>) -> Result<f64, ArchiveError> {
        self.climb.validate(results)
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
    let trainer = |rounds| Failing { climb: climb(3, 1), rounds, failure: Failure::Killed };
    train(&mut trainer(3), &whole, false, no_stop).unwrap();
    let mut first = trainer(0);
    let run = std::panic::AssertUnwindSafe(|| train(&mut first, &killed, false, no_stop));
    assert!(std::panic::catch_unwind(run).is_err());
    // Simulates a process that was killed before it created the metrics.
    fs::remove_file(killed.metrics()).unwrap();
    train(&mut trainer(3), &killed, true, no_stop).unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| files(&folder.path().join(name)));
    assert!(whole == killed, "the files differ");
}

#[test]
fn a_diverged_run_keeps_the_files_of_the_round_before() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunFolder::new(folder.path());
    let trainer = || Failing { climb: climb(5, 1), rounds: 2, failure: Failure::Diverged };
    train(&mut trainer(), &run, false, stop_after(2)).unwrap();
    let before = files(folder.path());
    let error = train(&mut trainer(), &run, true, no_stop).unwrap_err();
    assert!(matches!(error, RunError::Diverged(_)) && !error.is_input(), "{error}");
    assert!(before == files(folder.path()), "the files differ");
}

#[test]
fn existing_files_are_not_overwritten() {
    for name in ["best.safetensors", "checkpoint.safetensors", "curves.svg", "metrics.csv"] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), "mine").unwrap();
        let run = RunFolder::new(folder.path());
        let error = train(&mut climb(5, 1), &run, false, no_stop).unwrap_err();
        assert!(matches!(&error, RunError::Occupied(path) if path.ends_with(name)), "{error}");
        assert_eq!(files(folder.path()), [(name.to_owned(), b"mine".to_vec())]);
    }
}

#[test]
fn runs_that_cannot_continue_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunFolder::new(folder.path().join("run"));
    let resume = |trainer: &mut Cem<Hill>| train(trainer, &run, true, no_stop).unwrap_err();
    let nothing = resume(&mut climb(5, 1));
    assert!(matches!(nothing, RunError::NoCheckpoint(_)), "{nothing}");
    train(&mut climb(5, 1), &run, false, stop_after(2)).unwrap();
    assert_eq!(run.seed_and_total().unwrap(), (1, 5));
    let again = train(&mut climb(5, 1), &run, false, no_stop).unwrap_err();
    assert!(matches!(again, RunError::Occupied(_)), "{again}");
    let other = resume(&mut climb(5, 2));
    assert_eq!(other.to_string(), "seed was 1, asked for 2");
    assert!(other.is_input());
    let options = CemOptions { elite: 3, ..CemOptions::default() };
    let other = resume(&mut Cem::new(Hill, options, 1));
    assert!(matches!(other, RunError::OtherSetting { name: "constants", .. }), "{other}");
    let bytes = fs::read(run.checkpoint()).unwrap();
    write_atomically(&run.checkpoint(), &bytes[..bytes.len() - 1]).unwrap();
    let torn = resume(&mut climb(5, 1));
    assert!(matches!(torn, RunError::Unusable(_)) && torn.is_input(), "{torn}");
    write_atomically(&run.checkpoint(), &bytes).unwrap();
    fs::write(run.metrics(), "short").unwrap();
    let short = resume(&mut climb(5, 1));
    assert!(matches!(short, RunError::BadMetrics { .. }), "{short}");
}

#[test]
fn one_of_several_runs_gets_a_folder() {
    const THREADS: u64 = 3;
    for _ in 0..30 {
        let folder = tempfile::tempdir().unwrap();
        let run = RunFolder::new(folder.path());
        let barrier = Barrier::new(THREADS as usize);
        let results: Vec<_> = std::thread::scope(|scope| {
            let threads = (0..THREADS).map(|seed| {
                let (run, barrier) = (&run, &barrier);
                scope.spawn(move || {
                    let mut trainer = climb(2, seed);
                    barrier.wait();
                    train(&mut trainer, run, false, no_stop)
                })
            });
            let threads: Vec<_> = threads.collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let winner = results.iter().position(Result::is_ok).unwrap();
        for error in results.iter().filter_map(|result| result.as_ref().err()) {
            assert!(matches!(error, RunError::Locked(_) | RunError::Occupied(_)), "{error}");
        }
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
        let alone = tempfile::tempdir().unwrap();
        train(&mut climb(2, winner as u64), &RunFolder::new(alone.path()), false, no_stop).unwrap();
        assert!(files(folder.path()) == files(alone.path()), "the files differ");
    }
}

#[test]
fn a_run_that_is_in_progress_cannot_be_resumed_by_another() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunFolder::new(folder.path());
    let mut refused = None;
    let observer = |_: &Round| {
        let before = files(folder.path());
        refused = Some(train(&mut climb(5, 1), &run, true, no_stop).unwrap_err());
        assert!(before == files(folder.path()), "the files differ");
        ControlFlow::Break(())
    };
    train(&mut climb(5, 1), &run, false, observer).unwrap();
    let error = refused.unwrap();
    assert!(matches!(error, RunError::Locked(_)) && error.is_input(), "{error}");
    assert!(error.to_string().ends_with("metrics.csv: another training run is writing to it"));
    train(&mut climb(5, 1), &run, true, no_stop).unwrap();
}

#[test]
fn files_that_are_missing_or_damaged_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunFolder::new(folder.path());
    train(&mut climb(3, 1), &run, false, no_stop).unwrap();
    let resume = || train(&mut climb(3, 1), &run, true, no_stop);
    for path in [run.best(), run.metrics()] {
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let error = resume().unwrap_err();
        assert!(matches!(&error, RunError::Missing(missing) if *missing == path), "{error}");
        assert!(error.is_input() && error.to_string().contains("is missing"), "{error}");
        fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        let error = resume().unwrap_err();
        assert!(error.is_input() && error.to_string().starts_with(path.to_str().unwrap()));
        fs::write(&path, bytes).unwrap();
        resume().unwrap();
    }
}

#[test]
fn a_run_cannot_be_shortened() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunFolder::new(folder.path());
    train(&mut climb(3, 1), &run, false, no_stop).unwrap();
    let before = files(folder.path());
    let error = train(&mut climb(2, 1), &run, true, no_stop).unwrap_err();
    assert_eq!(error.to_string(), "the run has done 3 already, asked for 2");
    assert!(error.is_input());
    assert!(before == files(folder.path()), "the files differ");
}

#[test]
fn checkpoints_of_earlier_versions_are_refused_in_plain_words() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunFolder::new(folder.path());
    // Earlier versions wrote all settings as one string.
    let mut old = Archive::default();
    old.set_text("settings", "method=cem seed=1");
    old.write(&run.checkpoint()).unwrap();
    let resumed = train(&mut climb(3, 1), &run, true, no_stop).map(|_| ());
    for error in [run.seed_and_total().map(|_| ()), resumed].map(Result::unwrap_err) {
        assert!(matches!(error, RunError::OldCheckpoint(_)) && error.is_input(), "{error}");
        assert!(error.to_string().contains("an earlier version"), "{error}");
    }
}

#[cfg(feature = "train")]
mod network {
    use plywood_learn::dqn::{Dqn, DqnOptions};
    use plywood_learn::{DenseNetwork, Task};
    use plywood_search::{Encoding, Game, Rng, SteppingClock, SystemClock, conformance};
    use std::time::Duration;

    use super::*;

    /// A walk in steps of one or two. A step to 10 has the reward 1; beyond 10 the game is over.
    #[derive(Clone, Debug, PartialEq)]
    struct Walk {
        place: u32,
        won: bool,
    }

    impl Game for Walk {
        type Move = u32;
        type Seen = ();
        type View = Walk;
        const HIDDEN: bool = false;

        fn seats(&self) -> u8 {
            1
        }

        fn seat(&self) -> Option<u8> {
            (self.place <= 10).then_some(0)
        }

        fn moves(&self, out: &mut Vec<u32>) {
            out.extend((1..=2).filter(|_| self.place <= 10));
        }

        fn play(&mut self, step: u32) {
            self.place += step;
            self.won |= self.place == 10;
        }

        fn score(&self, _: u8) -> f64 {
            f64::from(u8::from(self.won))
        }

        fn view(&self, _: u8) -> Walk {
            self.clone()
        }

        fn world(view: &Walk, _: &mut Rng) -> Walk {
            view.clone()
        }
    }

    /// An encoding of a walk as its place and the parity of the place.
    struct Place;

    impl Encoding<Walk> for Place {
        fn shape(&self) -> Vec<usize> {
            vec![2]
        }

        fn observe(&self, view: &Walk, _: u8, out: &mut [f32]) {
            out.copy_from_slice(&[view.place as f32, (view.place % 2) as f32]);
        }

        fn actions(&self) -> usize {
            2
        }

        fn index(&self, _: &Walk, step: u32) -> usize {
            step as usize - 1
        }
    }

    struct Steps {
        /// Whether a game that is over is lost; otherwise it is truncated.
        lost: bool,
    }

    impl Task for Steps {
        type Game = Walk;
        type Encoding = Place;

        fn settings(&self) -> RunSettings {
            Vec::new()
        }

        fn encoding(&self) -> &Place {
            &Place
        }

        fn gains(&self) -> &[f32] {
            &[0.1, 1.0]
        }

        fn start(&self, seed: u64) -> Walk {
            Walk { place: (seed % 3) as u32, won: false }
        }

        fn reward(&self, view: &Walk, step: u32) -> f32 {
            if view.place + step == 10 { 1.0 } else { 0.0 }
        }

        fn discount(&self) -> f32 {
            0.9
        }

        fn loss_reward(&self) -> f32 {
            -1.0
        }

        fn is_lost(&self, _: &Walk) -> bool {
            self.lost
        }

        fn validation_games(&self) -> Vec<Walk> {
            vec![self.start(0)]
        }

        fn to_archive(&self, network: &DenseNetwork) -> Archive {
            network.to_archive()
        }
    }

    #[test]
    fn the_places_keep_the_contract() {
        conformance::check_encoding(10, |seed| Steps { lost: true }.start(seed), &Place);
    }

    #[test]
    fn games_that_cannot_be_replayed_are_refused() {
        let mut trainer = dqn(1);
        trainer.advance(Vec::new()).unwrap();
        let mut saved = trainer.save();
        saved.set_integers("game", vec![1, 5]);
        let error = trainer.restore(&saved).unwrap_err().to_string();
        assert!(error.contains("a game with an illegal move"), "{error}");
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
        Dqn::new(Steps { lost: true }, options, seed, SystemClock)
    }

    /// The integer that stands for `Next::Lost` in a saved replay buffer.
    const LOST: u64 = 1;

    #[test]
    fn truncated_games_are_not_losses() {
        for lost in [true, false] {
            let options = DqnOptions { moves: 200, ..DqnOptions::default() };
            let mut trainer = Dqn::new(Steps { lost }, options, 1, SystemClock);
            trainer.advance(Vec::new()).unwrap();
            let saved = trainer.save();
            let nexts = saved.integers("replay.nexts").unwrap();
            assert!(nexts.len() == 200 && nexts.contains(&LOST) == lost);
        }
    }

    #[test]
    fn a_run_plays_exactly_its_total_of_moves() {
        for moves in [50, 250] {
            let options = DqnOptions { moves, ..DqnOptions::default() };
            let mut trainer = Dqn::new(Steps { lost: true }, options, 1, SystemClock);
            assert_eq!(trainer.advance(Vec::new()).unwrap()[0], moves as f64);
            assert_eq!(trainer.done(), moves);
        }
    }

    #[test]
    fn resumed_networks_write_the_same_files() {
        for stop in [1, 3] {
            compare(|| dqn(7), || dqn(7), stop);
        }
    }

    #[test]
    fn equal_seeds_give_equal_runs() {
        let run = |seed| {
            let mut trainer = dqn(seed);
            let rows: Vec<Vec<f64>> =
                (0..3).map(|_| trainer.advance(Vec::new()).unwrap()).collect();
            (rows, trainer.save())
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1).1, run(2).1);
    }

    #[test]
    fn the_reward_is_found() {
        let mut trainer = dqn(3);
        while trainer.done() < trainer.total() {
            trainer.advance(Vec::new()).unwrap();
        }
        assert_eq!(trainer.validate(Vec::new()).unwrap(), 1.0);
    }

    #[test]
    fn the_remark_uses_the_given_clock() {
        let options = DqnOptions { moves: 100, warm_up: 0, batch: 8, ..DqnOptions::default() };
        let clock = SteppingClock::new(Duration::from_secs(1));
        let mut trainer = Dqn::new(Steps { lost: true }, options, 1, clock);
        assert_eq!(trainer.remark(), None);
        trainer.advance(Vec::new()).unwrap();
        // 1 second of playing, then 25 steps, each with 1 second for targets and 1 for gradients.
        let remark = trainer.remark().unwrap();
        assert!(remark.starts_with("25 gradient steps of 8 moves, 0 a second"), "{remark}");
        assert!(remark.ends_with("2% of the time for playing, 49% for targets, 49% for gradients"));
    }
}
