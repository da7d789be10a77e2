//! A training run: rounds of learning, each measured, validated and saved.
//!
//! The folder of a run has `checkpoint.safetensors` with everything needed to continue,
//! `best.safetensors` with the best result so far, `metrics.csv` and `curves.svg`. A run that was
//! killed and resumed writes the same files, byte for byte, as an uninterrupted run. The same holds
//! for a finished run that is resumed with a larger total, unless the trainer's settings depend on
//! the total.

use std::error::Error;
use std::fs;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::PathBuf;

use plywood_files::{create_folder, remove_parts, write_atomically};
use plywood_registry::TrainingRound;

use crate::archive::Archive;
use crate::curves::draw_curves;
use crate::error::{ArchiveError, FileError, RunError};
use crate::metrics::Metrics;
use crate::work::{Threads, Work, Worker};

/// Names and values of all settings that affect the results of a run.
pub type RunSettings = Vec<(&'static str, String)>;

/// A method of training.
///
/// A round has two steps, [`advance`](Trainer::advance) and [`validate`](Trainer::validate). Before each step, the
/// trainer describes work that can be divided among threads and processes, such as games to play:
/// [`work`](Trainer::work) and [`validation`](Trainer::validation). The results of this work are passed to the step.
/// By default the work is empty, for a method that plays its games within the step itself.
pub trait Trainer {
    /// Returns the settings, including `seed`. Runs with equal settings give equal results.
    fn settings(&self) -> RunSettings;

    /// Returns the names of the numbers in a row of metrics. The first number is the work done.
    fn columns(&self) -> &'static [&'static str];

    /// Returns the work done so far, such as the number of moves or generations.
    fn done(&self) -> u64;

    /// Returns the work after which the run ends, in the unit of [`done`](Trainer::done).
    fn total(&self) -> u64;

    /// Returns the work of the next round.
    fn work(&self) -> Work {
        Work::default()
    }

    /// Learns for a round and returns its row of metrics. `results` are the results of the work of the round, in order.
    fn advance(&mut self, results: Vec<Archive>) -> Result<Vec<f64>, ArchiveError>;

    /// Returns the work of the next validation.
    fn validation(&self) -> Work {
        Work::default()
    }

    /// Returns the validation score of the current [`result`](Trainer::result); higher is better, and scores of all
    /// rounds are comparable. `results` are the results of the work of the validation, in order.
    fn validate(&mut self, results: Vec<Archive>) -> Result<f64, ArchiveError>;

    /// Returns the function that does the work of a round or a validation with this data.
    ///
    /// The function depends on the settings and the data alone, not on the progress of the run: every trainer with the
    /// same settings, in any process, gives the same results.
    fn worker(&self, _data: &Archive) -> Result<Worker<'_>, ArchiveError> {
        Ok(Box::new(|_| Archive::default()))
    }

    /// Returns a remark for the user on how the time was spent, if there is one. It is never saved.
    fn remark(&self) -> Option<String> {
        None
    }

    /// Returns the current result, such as weights. It is saved if its validation score is the best so far.
    fn result(&self) -> Archive;

    /// Returns an archive with everything that [`restore`](Trainer::restore) needs.
    fn save(&self) -> Archive;

    /// Restores the state that [`save`](Trainer::save) returned.
    fn restore(&mut self, saved: &Archive) -> Result<(), ArchiveError>;
}

/// The folder with a run's files.
#[derive(Clone, Debug)]
pub struct RunFolder(PathBuf);

/// Maximum size in bytes of a checkpoint that is read. A replay buffer of millions of rows fits.
const CHECKPOINT_LIMIT: u64 = 2 << 30;
/// The name of the column that [`train`] adds to the trainer's columns.
const VALIDATION: &str = "validation";

impl RunFolder {
    /// Creates the handle of the run in `folder`, which need not exist.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        RunFolder(folder.into())
    }

    /// Returns the path of the best result so far.
    pub fn best(&self) -> PathBuf {
        self.0.join("best.safetensors")
    }

    /// Returns the path of the checkpoint from which a resumed run continues.
    pub fn checkpoint(&self) -> PathBuf {
        self.0.join("checkpoint.safetensors")
    }

    /// Returns the path of the metrics, with a row for every round.
    pub fn metrics(&self) -> PathBuf {
        self.0.join("metrics.csv")
    }

    /// Returns the path of a picture of the metrics.
    pub fn curves(&self) -> PathBuf {
        self.0.join("curves.svg")
    }

    /// Returns the seed and the total of the run in this folder.
    pub fn seed_and_total(&self) -> Result<(u64, u64), RunError> {
        let saved = self.read_checkpoint()?;
        let number = |key| saved.number(key, 0..=u64::MAX);
        let seed = number("settings.seed").and_then(|seed| Ok((seed, number("total")?)));
        seed.map_err(|error| self.wrong_checkpoint(error))
    }

    fn read_checkpoint(&self) -> Result<Archive, RunError> {
        self.check_begun()?;
        Archive::read(&self.checkpoint(), CHECKPOINT_LIMIT).map_err(RunError::Unusable)
    }

    /// Fails if the folder has no checkpoint.
    fn check_begun(&self) -> Result<(), RunError> {
        let begun = self.checkpoint().exists();
        if begun { Ok(()) } else { Err(RunError::NoCheckpoint(self.0.clone())) }
    }

    /// Returns an error about the contents of the checkpoint.
    fn wrong_checkpoint(&self, error: ArchiveError) -> RunError {
        match error {
            ArchiveError::NoMetadata(_) => RunError::OldCheckpoint(self.checkpoint()),
            error => RunError::Unusable(FileError::contents(&self.checkpoint())(error)),
        }
    }

    /// Fails if a new run would overwrite a file.
    fn check_new(&self) -> Result<(), RunError> {
        let files = [self.checkpoint(), self.best(), self.metrics(), self.curves()];
        let is_free = |path: &PathBuf| match fs::metadata(path) {
            // A run that was killed before its first checkpoint leaves empty metrics.
            Ok(file) => *path == self.metrics() && file.is_file() && file.len() == 0,
            Err(error) => error.kind() == ErrorKind::NotFound,
        };
        let occupied = files.into_iter().find(|path| !is_free(path));
        occupied.map_or(Ok(()), |path| Err(RunError::Occupied(path)))
    }

    /// Fails unless the best result exists and can be read.
    fn check_best(&self) -> Result<(), RunError> {
        let path = self.best();
        Archive::read(&path, CHECKPOINT_LIMIT).map(|_| ()).map_err(|error| match error {
            FileError::File(error) if error.is_not_found() => RunError::Missing(path),
            error => RunError::Unusable(error),
        })
    }
}

/// The best validation score so far; `None` before the first round.
type Best = Option<f64>;

/// Trains with a thread for each processor, as [`train_with`] does.
pub fn train(
    trainer: &mut impl Trainer,
    folder: &RunFolder,
    resume: bool,
    observer: impl FnMut(&TrainingRound) -> ControlFlow<()>,
) -> Result<Best, RunError> {
    let threads = Threads::available();
    train_with(trainer, folder, resume, |trainer, work| Ok(threads.run(trainer, work)?), observer)
}

/// The error of failed workers.
type WorkError = Box<dyn Error + Send + Sync>;

/// Trains until the total is reached or the observer stops the run, and returns the best validation score. If `resume`
/// is true, the run continues from the checkpoint in the folder. `divide` does work in batches of any size and returns
/// their results in order. `observer` is called after every round, once the round is saved. The folder is locked during
/// the training.
pub fn train_with<T: Trainer>(
    trainer: &mut T,
    folder: &RunFolder,
    resume: bool,
    mut divide: impl FnMut(&T, &Work) -> Result<Vec<Archive>, WorkError>,
    mut observer: impl FnMut(&TrainingRound) -> ControlFlow<()>,
) -> Result<Best, RunError> {
    let mut results = |trainer: &T, work: Work| match work.items {
        0 => Ok(Vec::new()),
        _ => divide(trainer, &work).map_err(RunError::Work),
    };
    let wrong_results = |error: ArchiveError| RunError::Work(error.into());
    let opened = if resume { reopen(trainer, folder) } else { create(trainer, folder) };
    let (mut metrics, mut best) = opened.map_err(|error| match error {
        RunError::File(error) => RunError::Unusable(error),
        other => other,
    })?;
    while trainer.done() < trainer.total() {
        let played = results(trainer, trainer.work())?;
        let mut row = trainer.advance(played).map_err(wrong_results)?;
        let state = trainer.save();
        state.check_finite().map_err(RunError::Diverged)?;
        let played = results(trainer, trainer.validation())?;
        let score = trainer.validate(played).map_err(wrong_results)?;
        row.push(score);
        // The checkpoint is written last: if the run is killed earlier, the resumed run repeats this
        // round and writes the same files again.
        if best.is_none_or(|best| score > best) {
            best = Some(score);
            trainer.result().write(&folder.best())?;
        }
        metrics.push(row.clone())?;
        let metrics_bytes = metrics.sync()?;
        let curves = draw_curves(&metrics.columns, &metrics.rows).map_err(RunError::Drawing)?;
        write_atomically(&folder.curves(), curves.as_bytes())?;
        checkpoint(trainer, state, best, metrics_bytes).write(&folder.checkpoint())?;
        let round = TrainingRound { done: trainer.done(), columns: &metrics.columns, row: &row };
        if observer(&round).is_break() {
            break;
        }
    }
    Ok(best)
}

fn columns(trainer: &impl Trainer) -> Vec<&'static str> {
    trainer.columns().iter().copied().chain([VALIDATION]).collect()
}

/// Starts a new run. Writes a checkpoint first, so that a run that is killed in its first round can be
/// resumed.
fn create(trainer: &impl Trainer, folder: &RunFolder) -> Result<(Metrics, Best), RunError> {
    create_folder(&folder.0)?;
    folder.check_new()?;
    let mut metrics = Metrics::lock(&folder.metrics(), columns(trainer))?;
    // Another run may have started since the first check.
    folder.check_new()?;
    checkpoint(trainer, trainer.save(), None, 0).write(&folder.checkpoint())?;
    metrics.begin()?;
    Ok((metrics, None))
}

/// Continues from the checkpoint of a run with the same settings.
fn reopen(trainer: &mut impl Trainer, folder: &RunFolder) -> Result<(Metrics, Best), RunError> {
    // Locking creates a file, which must not happen in a folder that has no run.
    folder.check_begun()?;
    let mut metrics = Metrics::lock(&folder.metrics(), columns(trainer))?;
    let saved = folder.read_checkpoint()?;
    let wrong = |error| folder.wrong_checkpoint(error);
    for (name, asked) in trainer.settings() {
        let begun = saved.text(&format!("settings.{name}")).map_err(wrong)?.to_owned();
        if begun != asked {
            return Err(RunError::OtherSetting { name, begun, asked });
        }
    }
    let bytes = saved.number("metrics_bytes", 0..=u64::MAX).map_err(wrong)?;
    let best = match bytes {
        0 => None,
        _ => Some(saved.number("best", f64::MIN..=f64::MAX).map_err(wrong)?),
    };
    trainer.restore(&saved.part("trainer.")).map_err(wrong)?;
    let (done, total) = (trainer.done(), trainer.total());
    if done > total {
        return Err(RunError::PastTotal { done, total });
    }
    remove_parts(&folder.0)?;
    if best.is_some() {
        folder.check_best()?;
    }
    metrics.resume(bytes)?;
    Ok((metrics, best))
}

/// Returns a checkpoint: the trainer's state and settings, and the progress of the run.
fn checkpoint(trainer: &impl Trainer, state: Archive, best: Best, metrics_bytes: u64) -> Archive {
    let mut archive = Archive::default();
    archive.absorb("trainer.", state);
    for (name, value) in trainer.settings() {
        archive.set_text(&format!("settings.{name}"), value);
    }
    archive.set_text("total", trainer.total().to_string());
    if let Some(best) = best {
        archive.set_text("best", best.to_string());
    }
    archive.set_text("metrics_bytes", metrics_bytes.to_string());
    archive
}
