//! Training runs for the registry.

use std::path::PathBuf;

use plywood_registry::{RoundObserver, TrainingError, TrainingRequest, TrainingRun, draw_seed};

use crate::error::RunError;
use crate::run::{RunFolder, Trainer, train};

/// A trainer and the folder of its run.
struct FolderRun<T> {
    trainer: T,
    folder: RunFolder,
    resume: bool,
    seed: u64,
    total_key: &'static str,
}

/// Opens a run for a [`TrainerKind`](plywood_registry::TrainerKind). `make` returns the trainer of a
/// seed and a total.
///
/// `total` is the key of the total work, such as `generations`, and its default. A resumed run takes a
/// seed or a total that the request lacks from its checkpoint.
pub fn open_run<T: Trainer + 'static>(
    request: &TrainingRequest,
    total: (&'static str, u64),
    make: impl FnOnce(u64, u64) -> T,
) -> Result<Box<dyn TrainingRun>, TrainingError> {
    let folder = RunFolder::new(request.folder);
    let (total_key, default_total) = total;
    let asked_total = request.settings.count(total_key)?;
    let (seed, default_total) = match (request.resume, request.seed) {
        (true, seed) => {
            let (begun_seed, begun_total) =
                folder.seed_and_total().map_err(|error| training_error(error, total_key))?;
            (seed.unwrap_or(begun_seed), begun_total)
        }
        (false, Some(seed)) => (seed, default_total),
        (false, None) => (draw_seed(), default_total),
    };
    let trainer = make(seed, asked_total.unwrap_or(default_total));
    Ok(Box::new(FolderRun { trainer, folder, resume: request.resume, seed, total_key }))
}

impl<T: Trainer> TrainingRun for FolderRun<T> {
    fn seed(&self) -> u64 {
        self.seed
    }

    fn settings(&self) -> Vec<(String, String)> {
        let settings = self.trainer.settings().into_iter();
        settings.map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn unit(&self) -> &str {
        self.trainer.columns()[0]
    }

    fn done(&self) -> u64 {
        self.trainer.done()
    }

    fn total(&self) -> u64 {
        self.trainer.total()
    }

    fn run(&mut self, observer: &mut RoundObserver) -> Result<Option<f64>, TrainingError> {
        train(&mut self.trainer, &self.folder, self.resume, observer)
            .map_err(|error| training_error(error, self.total_key))
    }

    fn remark(&self) -> Option<String> {
        self.trainer.remark()
    }

    fn weights(&self) -> PathBuf {
        self.folder.best()
    }
}

/// Names the field of the request that caused an error.
fn training_error(error: RunError, total_key: &str) -> TrainingError {
    match error {
        RunError::OtherSetting { name, begun, asked } => {
            TrainingError::OtherSetting { name: name.to_owned(), begun, asked }
        }
        RunError::PastTotal { .. } => TrainingError::input(total_key, &error),
        error if error.is_input() => TrainingError::input("folder", &error),
        error => TrainingError::Failed(Box::new(error)),
    }
}
