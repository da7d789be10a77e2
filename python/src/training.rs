//! Training runs whose work is done by workers in other processes.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use plywood::registry::{
    InputError, Settings, TrainerKind, TrainingError, TrainingRequest, TrainingRound, TrainingRun,
    Workers,
};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;

use crate::errors::wrong_input;
use crate::own_games::games;

/// A training method with its rules and settings, which the driver and the workers of a run share.
#[pyclass(frozen, module = "plywood._plywood")]
pub(crate) struct Training {
    kind: TrainerKind,
    rules: Settings,
    settings: Settings,
}

#[pymethods]
impl Training {
    #[new]
    fn new(
        game: &str,
        method: Option<&str>,
        rules: &str,
        options: Vec<(String, String)>,
    ) -> PyResult<Self> {
        let entry = games().find(game).map_err(wrong_input)?;
        let kinds = entry.trainers();
        if kinds.is_empty() {
            return Err(wrong_input(format!("game: {game} cannot be trained")));
        }
        let method = method.unwrap_or(kinds[0].name());
        let kind = kinds.iter().find(|kind| kind.name() == method);
        let kind = kind.ok_or_else(|| {
            wrong_input(InputError::UnknownName {
                kind: "method",
                name: method.to_owned(),
                valid: kinds.iter().map(|kind| kind.name().to_owned()).collect(),
            })
        })?;
        let rules = rules.parse().map_err(|error| wrong_input(format!("rules: {error}")))?;
        let settings = options
            .iter()
            .fold(Settings::default(), |settings, (key, value)| settings.with(key, value));
        let training = Training { kind: kind.clone(), rules, settings };
        training.open().map_err(exception)?;
        Ok(training)
    }

    /// Trains and returns a summary. `work` receives the data of a round's work and the number of its items; it returns
    /// the results of the method `work` for ranges that cover all items, in order. After every round, `progress`
    /// receives the work done so far and the total.
    fn run(
        &self,
        py: Python<'_>,
        seed: Option<u64>,
        folder: PathBuf,
        resume: bool,
        work: Py<PyAny>,
        progress: Py<PyAny>,
    ) -> PyResult<String> {
        let train = || {
            let request = self.request(seed, &folder, resume);
            let mut run = self.kind.open(&request).map_err(exception)?;
            let (total, mut raised) = (run.total(), None);
            let workers: &mut Workers = &mut |data, items| {
                let results = Python::attach(|py| {
                    work.call1(py, (PyBytes::new(py, data), items))?.extract::<Vec<Vec<u8>>>(py)
                });
                Ok(results?)
            };
            let best = run.run(Some(workers), &mut |round: &TrainingRound| {
                let reported = Python::attach(|py| {
                    progress.call1(py, (round.done, total))?;
                    py.check_signals()
                });
                match reported {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => {
                        raised = Some(error);
                        ControlFlow::Break(())
                    }
                }
            });
            let best = best.map_err(exception)?;
            let summary = json!({
                "seed": run.seed(),
                "done": run.done(),
                "unit": run.unit(),
                "best": best,
                "weights": run.weights().display().to_string(),
            });
            raised.map_or(Ok(summary.to_string()), Err)
        };
        py.detach(train)
    }

    /// Does the items `first..last` of a round's work. Returns their result.
    fn work<'py>(
        &self,
        py: Python<'py>,
        data: &[u8],
        first: u64,
        last: u64,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let result = py.detach(|| self.open().and_then(|run| run.work(data, first..last)));
        Ok(PyBytes::new(py, &result.map_err(exception)?))
    }
}

impl Training {
    /// Opens a run without starting it. Returns an error if the rules or the settings are invalid.
    fn open(&self) -> Result<Box<dyn TrainingRun>, TrainingError> {
        self.kind.open(&self.request(None, Path::new(""), false))
    }

    fn request<'a>(
        &'a self,
        seed: Option<u64>,
        folder: &'a Path,
        resume: bool,
    ) -> TrainingRequest<'a> {
        TrainingRequest { rules: &self.rules, settings: &self.settings, seed, folder, resume }
    }
}

/// Returns the exception for an error. If a Python function raised an exception, it is this exception.
fn exception(error: TrainingError) -> PyErr {
    match error {
        TrainingError::Input { field, problem } => {
            let argument = if field == "folder" { "out" } else { &field };
            wrong_input(format!("{argument}: {problem}"))
        }
        TrainingError::Failed(error) => match error.downcast::<PyErr>() {
            Ok(raised) => *raised,
            Err(error) => PyRuntimeError::new_err(error.to_string()),
        },
        error => wrong_input(error),
    }
}
