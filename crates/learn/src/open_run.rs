//! Training runs for the registry.

use std::ops::Range;
use std::path::PathBuf;

use plywood_registry::{
    RoundObserver, TrainingError, TrainingRequest, TrainingRun, Workers, draw_seed,
};

use crate::archive::Archive;
use crate::error::{ArchiveError, RunError};
use crate::run::{RunFolder, Trainer, train_with};
use crate::work::{Threads, Work};

/// A trainer and the folder of its run.
struct FolderRun<T> {
    trainer: T,
    folder: RunFolder,
    resume: bool,
    seed: u64,
    total_key: &'static str,
    threads: Threads,
}

/// Opens a run for a [`TrainerKind`](plywood_registry::TrainerKind). `make` returns the trainer for a seed and a total.
/// The last argument of `make` is the number of threads that the trainer may use while it learns.
///
/// `total` is the key of the total work, such as `generations`, and the default total. If the request of a resumed run
/// lacks the seed or the total, the checkpoint provides it. The number of threads has the key [`Threads::key`].
pub fn open_run<T: Trainer + 'static>(
    request: &TrainingRequest,
    total: (&'static str, u64),
    make: impl FnOnce(u64, u64, Threads) -> T,
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
    let threads = request.settings.count("threads")?.map_or_else(Threads::available, Threads::new);
    let trainer = make(seed, asked_total.unwrap_or(default_total), threads);
    Ok(Box::new(FolderRun { trainer, folder, resume: request.resume, seed, total_key, threads }))
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

    fn run(
        &mut self,
        workers: Option<&mut Workers>,
        observer: &mut RoundObserver,
    ) -> Result<Option<f64>, TrainingError> {
        let (trainer, folder, threads) = (&mut self.trainer, &self.folder, self.threads);
        let trained = match workers {
            None => {
                let divide = |trainer: &T, work: &_| Ok(threads.run(trainer, work)?);
                train_with(trainer, folder, self.resume, divide, observer)
            }
            Some(_) if trainer.work().items == 0 => {
                let problem =
                    "this method plays its games while it learns: workers have nothing to do";
                return Err(TrainingError::NotOffered(problem.to_owned()));
            }
            Some(workers) => {
                let divide = |_: &T, work: &Work| {
                    let results = workers(&work.data.to_bytes(), work.items)?;
                    let read = |bytes: &Vec<u8>| Ok(Archive::from_bytes(bytes)?);
                    results.iter().map(read).collect()
                };
                train_with(trainer, folder, self.resume, divide, observer)
            }
        };
        trained.map_err(|error| training_error(error, self.total_key))
    }

    fn work(&self, data: &[u8], items: Range<u64>) -> Result<Vec<u8>, TrainingError> {
        let failed = |error: ArchiveError| TrainingError::Failed(error.into());
        let data = Archive::from_bytes(data).map_err(failed)?;
        let worker = self.trainer.worker(&data).map_err(failed)?;
        Ok(worker(items).to_bytes())
    }

    fn remark(&self) -> Option<String> {
        self.trainer.remark()
    }

    fn weights(&self) -> PathBuf {
        self.folder.best()
    }
}

/// Converts an error, and names the field of the request that caused it.
fn training_error(error: RunError, total_key: &str) -> TrainingError {
    match error {
        RunError::OtherSetting { name, begun, asked } => {
            TrainingError::OtherSetting { name: name.to_owned(), begun, asked }
        }
        RunError::PastTotal { .. } => TrainingError::input(total_key, &error),
        RunError::Work(error) => TrainingError::Failed(error),
        error if error.is_input() => TrainingError::input("folder", &error),
        error => TrainingError::Failed(Box::new(error)),
    }
}
