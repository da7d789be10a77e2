//! The learned evaluation: weights of patterns, by stages of the game.

use std::io::Read;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use flate2::read::GzDecoder;
use plywood_learn::{Archive, ArchiveError, FileError, PatternTables};
use plywood_search::{Evaluate, Shortcut};

#[cfg(target_arch = "x86_64")]
use crate::bits::avx2;
use crate::patterns::{INDICES, MAP, PatternMap, STAGES, WEIGHTS, stage};
use crate::solver::{CORNERS, SQUARES};
use crate::{Move, Othello};

/// The greatest absolute value of an estimate, in units: one disc less than the greatest final score.
const MOST: i32 = 63 * LearnedEvaluation::DISC;

/// The value of the key `kind` in files of weights, with the version of the patterns.
const KIND: &str = "othello patterns 2";

/// The largest file of weights that is read, in bytes; a file has 3.4 MB.
const LIMIT: u64 = 16 << 20;

/// A learned evaluation of positions in discs, by patterns of squares.
///
/// ```
/// use plywood_othello::{LearnedEvaluation, Othello};
/// use plywood_search::Notation;
///
/// let evaluation = LearnedEvaluation::shipped();
/// // Black is about to lose the corner h8.
/// let board = "--------------------------OOO-----OXOO----OOOO-----OOXX-------X- X";
/// let board = Othello::start().read_position(board)?;
/// let discs = evaluation.discs(&board);
/// assert!((-64.0..0.0).contains(&discs), "{discs}");
/// assert!(evaluation.win_probability(&board) < 0.5);
/// # Ok::<(), plywood_search::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LearnedEvaluation(Arc<Weights>);

#[derive(Debug)]
struct Weights {
    /// The weight of every index by stage, in units. Indices that share a weight have copies of it, so that it is found
    /// in one step.
    by_index: Vec<[i16; INDICES]>,
    /// The same weights without the copies, as they are saved.
    shared: Vec<i16>,
    /// The slopes of the logistic curves that turn discs into the probability of winning.
    slopes: [f32; STAGES],
}

impl LearnedEvaluation {
    /// The number of units in a disc. Weights and values are whole numbers of units.
    pub(crate) const DISC: i32 = 32;

    /// Returns the shipped evaluation, trained by `plywood train othello`.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<LearnedEvaluation> = LazyLock::new(|| {
            let mut bytes = Vec::new();
            GzDecoder::new(&include_bytes!("../weights/patterns.safetensors.gz")[..])
                .read_to_end(&mut bytes)
                .expect("the shipped weights are compressed");
            let archive = Archive::from_bytes(&bytes).expect("the shipped weights are an archive");
            LearnedEvaluation::from_archive(&archive).expect("the shipped weights are complete")
        });
        &SHIPPED
    }

    /// Reads a file of weights.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let archive = Archive::read(path, LIMIT)?;
        LearnedEvaluation::from_archive(&archive).map_err(FileError::contents(path))
    }

    /// Returns the evaluation with the current weights of a training, rounded to units.
    pub(crate) fn new(tables: &PatternTables, slopes: [f32; STAGES]) -> Self {
        let units = |&discs: &f32| (discs * LearnedEvaluation::DISC as f32).round() as i16;
        LearnedEvaluation::from_shared(tables.weights().iter().map(units).collect(), slopes)
    }

    fn from_shared(shared: Vec<i16>, slopes: [f32; STAGES]) -> Self {
        let mut by_index = vec![[0; INDICES]; STAGES];
        for (by_index, shared) in by_index.iter_mut().zip(shared.chunks_exact(WEIGHTS)) {
            for (weight, &number) in by_index.iter_mut().zip(&MAP.weight_of) {
                *weight = shared[number as usize];
            }
        }
        LearnedEvaluation(Arc::new(Weights { by_index, shared, slopes }))
    }

    /// Returns the weights in the form of a file.
    pub(crate) fn to_archive(&self) -> Archive {
        let mut archive = Archive::default();
        archive.set_text("kind", KIND);
        archive.set_shorts("weights", &[STAGES, WEIGHTS], self.0.shared.clone());
        archive.set_floats("slopes", &[STAGES], self.0.slopes.to_vec());
        archive
    }

    /// Reads what [`to_archive`](LearnedEvaluation::to_archive) wrote.
    pub(crate) fn from_archive(archive: &Archive) -> Result<Self, ArchiveError> {
        archive.expect_text("kind", KIND)?;
        let weights = archive.shorts("weights", &[STAGES, WEIGHTS])?;
        let slopes = archive.floats("slopes", &[STAGES])?;
        let slopes = slopes.try_into().expect("the shape is checked");
        Ok(LearnedEvaluation::from_shared(weights.to_vec(), slopes))
    }

    /// Estimates the final score for the side to move, in discs.
    #[inline]
    pub fn discs(&self, board: &Othello) -> f64 {
        f64::from(self.units(board.own, board.other)) / f64::from(LearnedEvaluation::DISC)
    }

    /// Estimates the probability that the side to move wins; a draw counts half.
    #[inline]
    pub fn win_probability(&self, board: &Othello) -> f64 {
        self.probability(self.discs(board), board.empties().count_ones())
    }

    /// Returns the probability of winning with an estimated final score, in a position with this number of
    /// empty squares.
    #[inline]
    pub(crate) fn probability(&self, discs: f64, empties: u32) -> f64 {
        1.0 / (1.0 + libm::exp(-f64::from(self.0.slopes[stage(empties)]) * discs))
    }

    /// Returns the value for the side to move with the discs `own`, in units. Fast in a function that is compiled
    /// for the features of the processor.
    #[inline(always)]
    pub(crate) fn inlined_units(&self, own: u64, other: u64) -> i32 {
        self.0.units(&MAP, own, other)
    }

    /// Returns the value for the side to move with the discs `own`, in units.
    #[inline]
    pub(crate) fn units(&self, own: u64, other: u64) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if avx2::available() {
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
            fn compiled(weights: &Weights, own: u64, other: u64) -> i32 {
                weights.units(&MAP, own, other)
            }
            // SAFETY: the processor has all these features.
            return unsafe { compiled(&self.0, own, other) };
        }
        self.0.units(&MAP, own, other)
    }
}

impl Weights {
    #[inline(always)]
    fn units(&self, map: &PatternMap, own: u64, other: u64) -> i32 {
        let weights = &self.by_index[stage((!(own | other)).count_ones())];
        let mut sum = 0;
        map.each_index(own, other, |index| sum += i32::from(weights[index]));
        sum.clamp(-MOST, MOST)
    }
}

/// How much each legal reply of the opponent lowers the rating of a move, on the scale of [`SQUARES`].
const REPLY: i32 = 16;

/// The least depth at which the rating of a move includes the evaluation of the position after it.
const ORDERED_BY_VALUE: u32 = 3;

impl Evaluate<Othello> for LearnedEvaluation {
    #[inline]
    fn evaluate(&mut self, board: &Othello) -> f64 {
        self.discs(board)
    }

    #[inline]
    fn key(&self, board: &Othello) -> u64 {
        // Multiplications by odd constants and shifts spread the bits of both boards over the key.
        let mut key = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        key ^= key >> 32;
        key = (key ^ board.other).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        key ^= key >> 29;
        key = (key ^ u64::from(board.turn)).wrapping_mul(0x94d0_49bb_1331_11eb);
        key ^ key >> 32
    }

    #[inline]
    fn promise(&mut self, _before: &Othello, mv: Move, after: &Othello, depth: u32) -> i32 {
        let Some(square) = mv.square() else { return 0 };
        let replies = after.legal();
        // A corner counts twice.
        let mobility = replies.count_ones() + (replies & CORNERS).count_ones();
        let promise = i32::from(SQUARES[usize::from(square)]) - REPLY * mobility as i32;
        if depth < ORDERED_BY_VALUE {
            return promise;
        }
        promise - self.units(after.own, after.other)
    }

    #[inline]
    fn shortcut(&self, board: &Othello, depth: u32) -> Option<Shortcut> {
        let empties = board.empties().count_ones();
        // Without a shortcut, a search to the end of the game finds the exact score.
        if depth >= empties {
            return None;
        }
        // About half the depth, with the same parity, because the value depends on who moves last.
        let shallow = 2 * (depth / 4) + depth % 2;
        Some(Shortcut { depth: shallow, margin: CONFIDENCE * deviation(empties) })
    }
}

/// How many standard deviations outside the window the value of a shallow search must be to replace the deeper search.
const CONFIDENCE: f64 = 1.3;

/// Returns the standard deviation of the difference between a search and one of half the depth, in discs: fitted to
/// the numbers of `cargo bench -p plywood-othello --bench evaluation -- deviations`. It depends little on the depth.
fn deviation(empties: u32) -> f64 {
    5.4 - 0.072 * f64::from(empties)
}
