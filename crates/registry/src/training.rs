//! Trainers of games: what `plywood train` needs, without the methods of learning.

use std::error::Error;
use std::fmt::Display;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plywood_search::quoted;

use crate::{InputError, Key, Settings};

/// A method of training for a game, by name.
///
/// [`Entry::with_trainer`](crate::Entry::with_trainer) adds it to a game. The function that opens a run
/// gets rules and settings as text; `open_run` of `plywood-learn` makes the run of any trainer there.
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
    /// The seed; `None`: as in the resumed run, or drawn.
    pub seed: Option<u64>,
    /// The folder of the run's files.
    pub folder: &'a Path,
    /// Whether the run in the folder is continued.
    pub resume: bool,
}

/// A training run, before, during or after its work.
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

    /// Trains until the total is reached or the observer stops the run after a round, and returns the
    /// best validation; `None` if no round has ended. Without `workers`, threads of this process do their work. The result is
    /// the same.
    fn run(
        &mut self,
        workers: Option<&mut Workers>,
        observer: &mut RoundObserver,
    ) -> Result<Option<f64>, TrainingError>;

    /// Does items of work that a run with the same rules and settings, in any process, gives to its [`Workers`], and returns
    /// their result.
    fn work(&self, data: &[u8], items: Range<u64>) -> Result<Vec<u8>, TrainingError>;

    /// Returns a text for the user on how the time was spent.
    fn remark(&self) -> Option<String> {
        None
    }

    /// Returns the path of the best weights.
    fn weights(&self) -> PathBuf;
}

/// A function that divides work among workers. It gets the data of the work and the number of its items, and returns what
/// [`TrainingRun::work`] returns for consecutive ranges of all items, in order.
pub type Workers<'a> =
    dyn FnMut(&[u8], u64) -> Result<Vec<Vec<u8>>, Box<dyn Error + Send + Sync>> + 'a;

/// A function that gets the report on every round and decides whether the run goes on.
pub type RoundObserver<'a> = dyn FnMut(&TrainingRound) -> ControlFlow<()> + 'a;

/// The report on a round, which is saved when the observer gets it.
#[derive(Clone, Copy, Debug)]
pub struct TrainingRound<'a> {
    /// The work done so far.
    pub done: u64,
    /// The names of the numbers.
    pub columns: &'a [&'static str],
    /// The numbers of this round; the last is its validation.
    pub row: &'a [f64],
}

/// Why a training run cannot start, continue or go on. Every boundary adds the names of its options.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the variants and their messages explain the fields")]
pub enum TrainingError {
    /// A wrong input; `field` is `rules`, `folder`, `resume` or a key of the settings.
    #[error("{field}: {problem}")]
    Input { field: String, problem: String },
    /// The resumed run has another value of a setting.
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

/// An error in the settings of a method.
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
    /// Creates a method from its name, a description for a list, its keys, and the function that opens
    /// a run. The settings of a request contain only these keys.
    ///
    /// `plywood train` has an option for every key, so a key is not named as one of its own options:
    /// `rules`, `method`, `out`, `resume`, `seed`, `json`.
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

    /// Returns the names of its keys.
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
