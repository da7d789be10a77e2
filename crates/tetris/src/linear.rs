//! Linear evaluations: features, the published weights and those that were learned.
//!
//! Nine features are those of Dellacherie and of Thiery and Scherrer's
//! "Building Controllers for Tetris", as their program MDPTetris computes them;
//! the last two are ours.

use std::path::Path;
use std::sync::LazyLock;

use plywood_learn::{Archive, ArchiveError, FileError};
use plywood_search::{Budget, Decision, Guide, Observer, Player, Rng};

use crate::evaluation::{Depth, Evaluation, LookAhead, highest};
use crate::features::NextPiece;
use crate::judged::ranked;
use crate::surface::Surface;
use crate::{Board, Move, Placed, Position, Tetris};

/// What is seen of a board after a placement, and of the placement.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Features {
    /// How high the middle of the piece came to rest, the lowest row being 0.
    pub landing_height: f64,
    /// Lines cleared times the cells of the piece that went with them.
    pub eroded_cells: u32,
    /// Changes between filled and empty along every row; the walls are full.
    pub row_transitions: u32,
    /// Changes between filled and empty along every column; the floor is full
    /// and above the top all is empty.
    pub column_transitions: u32,
    /// Empty cells with a filled one anywhere above them.
    pub holes: u32,
    /// For every empty cell between two filled ones (or walls) of its row: it
    /// and the empty cells right below it. A well of depth d gives 1 + 2 + ... + d.
    pub cumulative_wells: u32,
    /// For every hole with a filled cell on it: the unbroken filled cells there.
    pub hole_depth: u32,
    /// Rows with at least one hole.
    pub rows_with_holes: u32,
    /// How many of the height steps -2, -1, 0, 1 and 2 occur between
    /// neighbouring columns.
    pub diversity: u32,
    /// Kinds of piece that could be laid on the board without leaving a hole.
    pub fitting: u32,
    /// Those of them for which there are two ways or more.
    pub fitting_twice: u32,
}

/// How many features there are.
pub const FEATURES: usize = 11;

/// The same bit in each of four rows.
const EACH_ROW: u64 = 0x0001_0001_0001_0001;

impl Features {
    /// Dellacherie's six; the others stay 0.
    #[inline]
    pub fn six(placed: &Placed) -> Features {
        let mut features = Features {
            landing_height: landing_height(placed),
            eroded_cells: eroded_cells(placed),
            ..Features::default()
        };
        features.scan(&placed.board);
        features
    }

    /// All of them.
    pub fn of(placed: &Placed) -> Features {
        let mut features = Features::six(placed);
        features.scan_holes(&placed.board);
        features.scan_surface(&placed.board);
        features
    }

    /// Those that a board has without a placement; the first two stay 0.
    pub fn of_board(board: &Board) -> Features {
        let mut features = Features::default();
        features.scan(board);
        features.scan_holes(board);
        features.scan_surface(board);
        features
    }

    /// Counts transitions, holes and wells, four rows at a time from the top.
    #[inline]
    fn scan(&mut self, board: &Board) {
        let full = u64::from(board.full_row()) * EACH_ROW;
        let left = EACH_ROW;
        let right = EACH_ROW << (board.width() - 1);
        // One more than the pile, for the step from its top to the empty row on it.
        let windows = i32::from(board.pile()) / 4 + 1;
        let mut transitions = 0;
        let mut covered_above = 0;
        for first in (0..windows).rev().map(|window| 4 * window) {
            let filled = board.window(first);
            let empty = !filled & full;
            // Each cell against its right neighbour, the last one against the
            // wall; then the first ones against theirs.
            let steps = (filled ^ filled >> 1) & (full ^ right) | empty & right;
            transitions += steps.count_ones() + (empty & left).count_ones();
            self.column_transitions += (filled ^ board.window(first - 1)).count_ones();

            let mut covered = filled | covered_above;
            covered |= covered >> 16;
            covered |= covered >> 32;
            self.holes += (covered & empty).count_ones();
            covered_above = (covered & 0xFFFF) << 48;

            let mut wells = empty & (filled << 1 | left) & (filled >> 1 | right);
            let mut below = first;
            while wells != 0 {
                self.cumulative_wells += wells.count_ones();
                below -= 1;
                wells &= !board.window(below);
            }
        }
        // An empty row has a transition at either wall; the windows may have
        // looked at more rows than the board has.
        let unseen = 2 * (i32::from(board.height()) - 4 * windows);
        self.row_transitions = transitions.wrapping_add_signed(unseen);
    }

    /// Counts what lies on holes, and the rows that have them.
    fn scan_holes(&mut self, board: &Board) {
        let (mut on_hole, mut below) = (0, board.full_row());
        for row in 0..board.pile() {
            let filled = board.row(row);
            on_hole = filled & (!below | on_hole);
            self.hole_depth += on_hole.count_ones();
            below = filled;
        }
        let mut covered = 0;
        for row in (0..board.pile()).rev() {
            self.rows_with_holes += u32::from(covered & !board.row(row) != 0);
            covered |= board.row(row);
        }
    }

    /// Counts the steps between columns, and the pieces for which there is a place.
    #[inline]
    fn scan_surface(&mut self, board: &Board) {
        let surface = Surface::new(board);
        let fitting = surface.fitting();
        self.diversity = surface.diversity();
        self.fitting = fitting.kinds;
        self.fitting_twice = fitting.kinds_twice;
    }

    /// The features in the order of [`Weights`].
    pub fn to_array(&self) -> [f64; FEATURES] {
        [
            self.landing_height,
            f64::from(self.eroded_cells),
            f64::from(self.row_transitions),
            f64::from(self.column_transitions),
            f64::from(self.holes),
            f64::from(self.cumulative_wells),
            f64::from(self.hole_depth),
            f64::from(self.rows_with_holes),
            f64::from(self.diversity),
            f64::from(self.fitting),
            f64::from(self.fitting_twice),
        ]
    }
}

#[inline]
fn landing_height(placed: &Placed) -> f64 {
    f64::from(placed.bottom) + f64::from(placed.piece_height - 1) / 2.0
}

#[inline]
fn eroded_cells(placed: &Placed) -> u32 {
    u32::from(placed.lines) * u32::from(placed.vanished)
}

/// What files of these weights say that they are.
pub(crate) const KIND: &str = "tetris linear weights";
/// The numbers and their names take a hundredth of this.
const LARGEST_FILE: u64 = 1 << 16;

/// What each feature counts for, in the order of the fields of [`Features`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The name in a player's spec.
    pub name: &'static str,
    values: [f64; FEATURES],
    /// Whether what [`Features::scan_holes`] counts is weighed.
    weighs_holes: bool,
    /// Whether what [`Features::scan_surface`] counts is weighed.
    weighs_surface: bool,
}

impl Weights {
    /// A set of weights.
    pub const fn new(name: &'static str, values: [f64; FEATURES]) -> Self {
        let weighs_holes = values[6] != 0.0 || values[7] != 0.0;
        let weighs_surface = values[8] != 0.0 || values[9] != 0.0 || values[10] != 0.0;
        Weights { name, values, weighs_holes, weighs_surface }
    }

    /// A set of weights of the nine features of the papers.
    const fn published(name: &'static str, nine: [f64; 9]) -> Self {
        let mut values = [0.0; FEATURES];
        let (of_papers, _) = values.split_at_mut(9);
        of_papers.copy_from_slice(&nine);
        Weights::new(name, values)
    }

    /// The weights that come with the program, found by
    /// `plywood train tetris --method cem`.
    pub fn learned() -> Self {
        static LEARNED: LazyLock<Weights> = LazyLock::new(|| {
            let bytes = include_bytes!("../weights/linear.safetensors");
            let weights = Archive::from_bytes(bytes)
                .and_then(|archive| Weights::from_archive("learned", &archive));
            weights.expect("a test reads the shipped file")
        });
        *LEARNED
    }

    /// Reads a file that training wrote.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let archive = Archive::read(path, LARGEST_FILE)?;
        Weights::from_archive("read", &archive).map_err(FileError::contents(path))
    }

    fn from_archive(name: &'static str, archive: &Archive) -> Result<Self, ArchiveError> {
        archive.expect_text("kind", KIND)?;
        let mut values = [0.0; FEATURES];
        for (value, &float) in values.iter_mut().zip(archive.floats("weights", &[FEATURES])?) {
            *value = f64::from(float);
        }
        Ok(Weights::new(name, values))
    }

    /// What a placement is worth: higher is better.
    #[inline]
    pub fn value(&self, placed: &Placed) -> f64 {
        let mut features = Features::six(placed);
        if self.weighs_holes {
            features.scan_holes(&placed.board);
        }
        if self.weighs_surface {
            features.scan_surface(&placed.board);
        }
        self.sum(&features)
    }

    /// What a board is worth without a placement.
    pub fn of_board(&self, board: &Board) -> f64 {
        self.sum(&Features::of_board(board))
    }

    /// The terms are added in order, one at a time, so every machine chooses the same.
    #[inline]
    fn sum(&self, features: &Features) -> f64 {
        let terms = self.values.iter().zip(features.to_array());
        terms.fold(0.0, |sum, (weight, term)| sum + weight * term)
    }
}

/// Pierre Dellacherie's, made by hand in 2003.
pub const DELLACHERIE: Weights =
    Weights::published("dellacherie", [-1.0, 1.0, -1.0, -1.0, -4.0, -1.0, 0.0, 0.0, 0.0]);

/// Thiery and Scherrer's, found by the cross-entropy method in 2009.
pub const BCTS: Weights =
    Weights::published("bcts", [-12.63, 6.60, -9.22, -19.77, -13.08, -10.49, -1.61, -24.04, 0.0]);

/// Gabillon, Ghavamzadeh and Scherrer's, by classification-based policy
/// iteration in 2013.
pub const DT20: Weights =
    Weights::published("dt20", [-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89]);

/// All published sets.
pub const PUBLISHED: [Weights; 3] = [DELLACHERIE, BCTS, DT20];

/// What a lost game counts: less than any board.
const LOSS: f64 = -1e6;

/// A board is valued by the weighted features; of a placement that others
/// follow, only what is its own counts: where it landed and what it cleared.
impl Evaluation for Weights {
    fn values(&mut self, position: &Position, _: NextPiece, values: &mut Vec<f64>) {
        values.clear();
        values.extend(position.placements().map(|mv| self.value(&position.place(mv))));
    }

    fn earned(&self, placed: &Placed) -> f64 {
        self.values[0] * landing_height(placed) + self.values[1] * f64::from(eroded_cells(placed))
    }

    fn discount(&self) -> f64 {
        1.0
    }

    fn loss(&self) -> f64 {
        LOSS
    }
}

/// Plays the placement with the highest value, the first of equals.
#[derive(Clone, Copy, Debug)]
pub struct LinearPlayer {
    weights: Weights,
    depth: Depth,
}

impl LinearPlayer {
    /// A player with these weights that does not look at the next piece.
    pub const fn new(weights: Weights) -> Self {
        LinearPlayer { weights, depth: Depth::One }
    }

    /// The same, looking so far ahead.
    pub const fn with_depth(self, depth: Depth) -> Self {
        LinearPlayer { depth, ..self }
    }

    /// The placement that it plays; `None` when the game is over.
    pub fn best_move(&self, position: &Position) -> Option<Move> {
        if self.depth == Depth::Two {
            return highest(&self.values(position))
                .and_then(|best| position.placements().nth(best));
        }
        let mut best = None;
        let mut highest = f64::NEG_INFINITY;
        for mv in position.placements() {
            let value = self.weights.value(&position.place(mv));
            if value > highest {
                (best, highest) = (Some(mv), value);
            }
        }
        best
    }

    /// The values of all placements, in their order.
    fn values(&self, position: &Position) -> Vec<f64> {
        let mut values = Vec::new();
        LookAhead::new(self.weights, self.depth).values(position, &mut values);
        values
    }
}

impl Player<Tetris> for LinearPlayer {
    fn decide(
        &mut self,
        view: &Position,
        _budget: &Budget,
        _observer: &mut dyn Observer<Move>,
    ) -> Decision<Move> {
        ranked(view.placements().zip(self.values(view)))
    }
}

/// A guide whose rollouts are played by linear players.
impl Guide<Tetris> for LinearPlayer {
    fn rollout_move(&mut self, state: &Tetris, _: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        self.best_move(state.position())
    }
}
