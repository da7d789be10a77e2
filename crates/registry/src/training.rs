//! Trainers of games: the interface that `plywood train` needs. The methods of learning are in `plywood-learn`.

use std::error::Error;
use std::fmt::Display;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plywood_search::quoted;

use crate::{InputError, Key, Settings};

/// A method of training for a game, by name.
///
/// [`Entry::with_trainer`](crate::Entry::with_trainer) adds it to a game. The function that opens a run gets rules and
/// settings as text. It can use `open_run` of `plywood-learn`, which creates the run of any trainer of that crate.
#[derive(Clone)]
pub struct TrainerKind {
    name: String,
    summary: String,
    keys: Vec<Key>,
    open: Arc<Open>,
}

type Open = dyn Fn(&TrainingRequest) -> Result<Box<dyn TrainingRun>, TrainingError> + Send + Sync;

/// A request for a training run.
#[derive(Clone, Copy, Debug)]
pub struct TrainingRequest<'a> {
    /// The rules of the game.
    pub rules: &'a Settings,
    /// The settings of the method; their keys are those of the [`TrainerKind`].
    pub settings: &'a Settings,
    /// The seed. With `None`, a resumed run keeps its seed, and a new run draws one.
    pub seed: Option<u64>,
    /// The folder of the run's files.
    pub folder: &'a Path,
    /// Whether to resume the run in the folder.
    pub resume: bool,
}

/// A training run, which may be new, in progress or finished.
pub trait TrainingRun {
    /// Returns the seed.
    fn seed(&self) -> u64;

    /// Returns the names and values of all settings that affect the result.
    fn settings(&self) -> Vec<(String, String)>;

    /// Returns the unit of work, such as `moves` or `generations`.
    fn unit(&self) -> &str;

    /// Returns the work done so far.
    fn done(&self) -> u64;

    /// Returns the work after which the run ends.
    fn total(&self) -> u64;

    /// Trains until the total is reached or the observer stops the run after a round. Returns the best validation
    /// score; `None` if no round has ended. `workers` do the work of each round that can be divided; without them,
    /// threads of this process do it. The result is the same.
    fn run(
        &mut self,
        workers: Option<&mut Workers>,
        observer: &mut RoundObserver,
    ) -> Result<Option<f64>, TrainingError>;

    /// Processes the range `items` of the items of a round's work and returns their results, serialised. `data` is the
    /// data that a run with the same rules and settings, in any process, has passed to its [`Workers`].
    fn work(&self, data: &[u8], items: Range<u64>) -> Result<Vec<u8>, TrainingError>;

    /// Returns a remark for the user on how the time was spent, if there is one.
    fn remark(&self) -> Option<String> {
        None
    }

    /// Returns the path of the best weights.
    fn weights(&self) -> PathBuf;
}

/// A function that divides the work of a round among workers. Its arguments are the data and the number of items of the
/// work. It divides the items into consecutive ranges and returns the results of [`TrainingRun::work`] for them, in
/// order.
pub type Workers<'a> =
    dyn FnMut(&[u8], u64) -> Result<Vec<Vec<u8>>, Box<dyn Error + Send + Sync>> + 'a;

/// A function that gets the report on every round and decides whether the run continues.
pub type RoundObserver<'a> = dyn FnMut(&TrainingRound) -> ControlFlow<()> + 'a;

/// The report on a round. The round is saved before the observer gets the report.
#[derive(Clone, Copy, Debug)]
pub struct TrainingRound<'a> {
    /// The work done so far.
    pub done: u64,
    /// The names of the numbers in `row`.
    pub columns: &'a [&'static str],
    /// The numbers of this round; the last is its validation score.
    pub row: &'a [f64],
}

/// The error of a training run that cannot start, resume or continue. Every boundary adds the names of its options.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the variants and their messages explain the fields")]
pub enum TrainingError {
    /// A wrong input; `field` is `rules`, `folder`, `resume` or a key of the settings.
    #[error("{field}: {problem}")]
    Input { field: String, problem: String },
    /// A setting has another value than in the run to resume.
    #[error("{name} was {begun}, asked for {asked}")]
    OtherSetting { name: String, begun: String, asked: String },
    /// A valid request that this program cannot fulfil.
    #[error("{0}")]
    NotOffered(String),
    /// A failure during the run.
    #[error(transparent)]
    Failed(Box<dyn Error + Send + Sync>),
}

impl TrainingError {
    /// Returns an error about a field.
    pub fn input(field: &str, problem: &dyn Display) -> Self {
        TrainingError::Input { field: field.to_owned(), problem: problem.to_string() }
    }
}

/// Converts an error in the settings of a method.
impl From<InputError> for TrainingError {
    fn from(error: InputError) -> Self {
        match error {
            InputError::BadValue { key, value, expected } => {
                let problem = format!("{} is not valid: expected {expected}", quoted(&value));
                TrainingError::Input { field: key, problem }
            }
            other => TrainingError::NotOffered(other.to_string()),
        }
    }
}

impl TrainerKind {
    /// Creates a method from its name, a one-line description, its keys, and the function that opens a run. The
    /// settings of a request contain only these keys.
    ///
    /// `plywood train` has an option for every key, so a key must not have the name of one of the command's own
    /// options: `rules`, `method`, `out`, `resume`, `seed`, `json`.
    pub fn new(
        name: &str,
        summary: &str,
        keys: &[Key],
        open: impl Fn(&TrainingRequest) -> Result<Box<dyn TrainingRun>, TrainingError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let (name, summary) = (name.to_owned(), summary.to_owned());
        TrainerKind { name, summary, keys: keys.to_vec(), open: Arc::new(open) }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the description.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// Returns the names of the keys.
    pub fn key_names(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().map(|key| &*key.name)
    }

    /// Returns the key called `name`; `None` if the method does not have it.
    pub fn key(&self, name: &str) -> Option<&Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// Opens a run. Writes nothing: [`TrainingRun::run`] creates the files.
    ///
    /// Fails if a rule or a setting is not valid, or if there is no run to resume.
    pub fn open(&self, request: &TrainingRequest) -> Result<Box<dyn TrainingRun>, TrainingError> {
        request.settings.check(&self.keys)?;
        (self.open)(request)
    }
}
