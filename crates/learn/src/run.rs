//! A training run: rounds of learning, each measured, validated and saved.
//!
//! A run lives in a folder: `checkpoint.safetensors` with all that is needed
//! to go on, `best.safetensors` with the best result so far, `metrics.csv` and
//! `curves.svg`. A run that was killed and resumed leaves the same files, byte
//! for byte, as one that was not.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::archive::Archive;
use crate::curves::draw_curves;
use crate::error::{ArchiveError, FileError, RunError};
use crate::metrics::Metrics;
use plywood_files::write_atomically;

/// What learns.
pub trait Trainer {
    /// What decides how a run goes: with the same settings it goes the same way.
    fn settings(&self) -> String;

    /// The seed of all its chance.
    fn seed(&self) -> u64;

    /// The names of a row's numbers; the first counts what is done.
    fn columns(&self) -> &'static [&'static str];

    /// How much is done.
    fn done(&self) -> u64;

    /// How much there is to do.
    fn total(&self) -> u64;

    /// Learns for a round and gives its row.
    fn advance(&mut self) -> Vec<f64>;

    /// How good the result is now, by a measure that is the same in every
    /// round: more is better.
    fn validate(&mut self) -> f64;

    /// How the time was spent, for people; nothing of it is saved.
    fn remark(&self) -> Option<String> {
        None
    }

    /// What is kept if it is the best so far.
    fn result(&self) -> Archive;

    /// Everything that is needed to go on.
    fn save(&self) -> Archive;

    /// Goes on from what was saved.
    fn restore(&mut self, saved: &Archive) -> Result<(), ArchiveError>;
}

/// What is told after every round.
#[derive(Clone, Copy, Debug)]
pub struct Round<'a> {
    /// How much is done.
    pub done: u64,
    /// How much there is to do.
    pub total: u64,
    /// The names of the numbers.
    pub columns: &'a [&'static str],
    /// The numbers of this round; the last is its validation.
    pub row: &'a [f64],
    /// The best validation so far.
    pub best: f64,
}

/// Whoever wants to know how training goes; `()` does not.
pub trait TrainingObserver {
    /// Called after every round, when it is saved; may stop the run.
    fn round(&mut self, round: &Round) -> ControlFlow<()>;
}

impl TrainingObserver for () {
    fn round(&mut self, _: &Round) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Where a run keeps its files.
#[derive(Clone, Debug)]
pub struct RunFolder(PathBuf);

/// The largest checkpoint that is read: a replay buffer of millions of rows.
const CHECKPOINT_LIMIT: u64 = 2 << 30;
/// What the harness adds to a trainer's own columns.
const VALIDATION: &str = "validation";

impl RunFolder {
    /// The run in this folder.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        RunFolder(folder.into())
    }

    /// The best result so far.
    pub fn best(&self) -> PathBuf {
        self.0.join("best.safetensors")
    }

    /// What the run goes on from.
    pub fn checkpoint(&self) -> PathBuf {
        self.0.join("checkpoint.safetensors")
    }

    /// A row for every round.
    pub fn metrics(&self) -> PathBuf {
        self.0.join("metrics.csv")
    }

    /// The rows as a picture.
    pub fn curves(&self) -> PathBuf {
        self.0.join("curves.svg")
    }

    /// The seed that the run was begun with.
    pub fn seed(&self) -> Result<u64, RunError> {
        let seed = self.read_checkpoint()?.number("seed", 0..=u64::MAX);
        seed.map_err(|error| RunError::Unusable(FileError::contents(&self.checkpoint())(error)))
    }

    fn read_checkpoint(&self) -> Result<Archive, RunError> {
        let path = self.checkpoint();
        if !path.exists() {
            return Err(RunError::NoCheckpoint(self.path().to_owned()));
        }
        Archive::read(&path, CHECKPOINT_LIMIT).map_err(RunError::Unusable)
    }

    fn path(&self) -> &Path {
        &self.0
    }

    /// A file that a new run would overwrite.
    fn occupied(&self) -> Option<PathBuf> {
        let files = [self.checkpoint(), self.best(), self.metrics(), self.curves()];
        files.into_iter().find(|path| fs::exists(path).unwrap_or(true))
    }
}

/// The state of the harness beside the trainer's.
struct Progress {
    metrics: Metrics,
    columns: Vec<&'static str>,
    /// The best validation so far; none before the first round.
    best: Option<f64>,
}

/// Trains until all is done or the observer stops it, and gives the best
/// validation; with `resume`, from the last checkpoint on.
pub fn train(
    trainer: &mut impl Trainer,
    folder: &RunFolder,
    resume: bool,
    observer: &mut dyn TrainingObserver,
) -> Result<Option<f64>, RunError> {
    let columns: Vec<&'static str> =
        trainer.columns().iter().copied().chain([VALIDATION]).collect();
    let progress = match resume {
        true => go_on(trainer, folder, columns),
        false => begin(trainer, folder, columns),
    };
    let mut progress = progress.map_err(RunError::at_the_start)?;
    while trainer.done() < trainer.total() {
        let mut row = trainer.advance();
        let state = trainer.save();
        state.check_finite().map_err(RunError::Diverged)?;
        let score = trainer.validate();
        row.push(score);
        // The checkpoint after all else: a run that is killed before it
        // repeats this round and writes the same files again.
        if progress.best.is_none_or(|best| score > best) {
            progress.best = Some(score);
            trainer.result().write(&folder.best())?;
        }
        progress.metrics.push(row.clone())?;
        let metrics_bytes = progress.metrics.sync()?;
        let curves = draw_curves(&progress.metrics).map_err(RunError::Drawing)?;
        write_atomically(&folder.curves(), curves.as_bytes()).map_err(FileError::from)?;
        checkpoint(trainer, state, progress.best, metrics_bytes).write(&folder.checkpoint())?;
        let round = Round {
            done: trainer.done(),
            total: trainer.total(),
            columns: &progress.columns,
            row: &row,
            best: progress.best.unwrap_or(score),
        };
        if observer.round(&round).is_break() {
            break;
        }
    }
    Ok(progress.best)
}

/// The checkpoint before all else: a run can be resumed whenever it is killed.
fn begin(
    trainer: &impl Trainer,
    folder: &RunFolder,
    columns: Vec<&'static str>,
) -> Result<Progress, RunError> {
    fs::create_dir_all(folder.path()).map_err(FileError::io(folder.path()))?;
    if let Some(file) = folder.occupied() {
        return Err(RunError::Occupied(file));
    }
    checkpoint(trainer, trainer.save(), None, 0).write(&folder.checkpoint())?;
    Ok(Progress { metrics: Metrics::create(&folder.metrics(), &columns)?, columns, best: None })
}

fn go_on(
    trainer: &mut impl Trainer,
    folder: &RunFolder,
    columns: Vec<&'static str>,
) -> Result<Progress, RunError> {
    let path = folder.checkpoint();
    let saved = folder.read_checkpoint()?;
    let wrong = || FileError::contents(&path);
    let begun = saved.text("settings").map_err(wrong())?.to_owned();
    let asked = trainer.settings();
    if begun != asked {
        return Err(RunError::OtherSettings { begun, asked });
    }
    let bytes = saved.number("metrics_bytes", 0..=u64::MAX).map_err(wrong())?;
    let best = match bytes {
        0 => None,
        _ => Some(saved.number("best", f64::MIN..=f64::MAX).map_err(wrong())?),
    };
    trainer.restore(&saved.part("trainer.")).map_err(wrong())?;
    let metrics = Metrics::resume(&folder.metrics(), &columns, bytes)?;
    Ok(Progress { metrics, columns, best })
}

/// All that is needed to go on: the trainer's state, and the harness's.
fn checkpoint(
    trainer: &impl Trainer,
    state: Archive,
    best: Option<f64>,
    metrics_bytes: u64,
) -> Archive {
    let mut archive = Archive::default();
    archive.absorb("trainer.", state);
    archive.set_text("settings", trainer.settings());
    archive.set_text("seed", trainer.seed().to_string());
    if let Some(best) = best {
        archive.set_text("best", best.to_string());
    }
    archive.set_text("metrics_bytes", metrics_bytes.to_string());
    archive
}
