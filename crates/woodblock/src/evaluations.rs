//! The evaluations of boards from which a player that plans hands can choose.

use std::path::Path;
use std::sync::Arc;

use plywood_learn::{Archive, ArchiveError, FileError};
use plywood_search::quoted;

use crate::bits::Cells;
use crate::layout::Layout;
use crate::learned::{self, LearnedWeights};
use crate::rules::Rules;
use crate::tuned::{self, WEIGHTS};

/// How boards between hands are valued.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// Features with tuned weights.
    #[default]
    Tuned,
    /// The learned value if weights for the rules are shipped, else the tuned features.
    Learned,
    /// The weights in a file.
    File(EvaluationFile),
}

/// The weights of a file, read by [`Evaluation::read`].
#[derive(Clone, Debug)]
pub struct EvaluationFile(Arc<File>);

#[derive(Debug)]
enum File {
    Features([f64; WEIGHTS]),
    Learned(LearnedWeights),
}

/// The weights for a game under given rules.
pub(crate) enum Chosen<'a> {
    Features(&'a [f64; WEIGHTS]),
    Learned(&'a LearnedWeights),
}

/// The largest accepted file of weights, in bytes.
const LIMIT: u64 = 4 << 20;

impl Evaluation {
    /// Reads a file written by either method of `plywood train woodblock`.
    ///
    /// A learned value is only valid for the rules that it was trained with. With other rules, a session refuses the
    /// player, and a [`HandPlayer`](crate::HandPlayer) without a session forfeits.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let archive = Archive::read(path, LIMIT)?;
        let file = Evaluation::from_archive(&archive).map_err(FileError::contents(path))?;
        Ok(Evaluation::File(EvaluationFile(Arc::new(file))))
    }

    fn from_archive(archive: &Archive) -> Result<File, ArchiveError> {
        match archive.text("kind")? {
            tuned::KIND => Ok(File::Features(tuned::from_archive(archive)?)),
            learned::KIND => Ok(File::Learned(LearnedWeights::from_archive(archive)?)),
            other => Err(ArchiveError::Unexpected {
                what: "kind".to_owned(),
                found: quoted(other),
                expected: format!("{:?} or {:?}", learned::KIND, tuned::KIND),
            }),
        }
    }

    /// Returns an error if the weights of a file are for other rules. Built-in weights fit all rules.
    pub(crate) fn check(&self, rules: &Rules) -> Result<(), String> {
        match (self, self.chosen(rules)) {
            (Evaluation::File(_), Chosen::Learned(weights)) => {
                weights.value(&Layout::<Cells>::new(rules)).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Returns the weights to use under these rules.
    pub(crate) fn chosen(&self, rules: &Rules) -> Chosen<'_> {
        let shipped = match self {
            Evaluation::File(file) => match &*file.0 {
                File::Features(weights) => return Chosen::Features(weights),
                File::Learned(weights) => return Chosen::Learned(weights),
            },
            Evaluation::Learned => LearnedWeights::shipped(rules),
            Evaluation::Tuned => None,
        };
        shipped.map_or(Chosen::Features(&tuned::TUNED), Chosen::Learned)
    }
}
