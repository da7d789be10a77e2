//! `linear`: evaluation by weighted features, with published and learned weights.
//!
//! Nine features are those of Dellacherie and of Thiery and Scherrer's "Building Controllers for
//! Tetris", as their program MDPTetris computes them; the last two are this project's own.

use std::path::Path;
use std::sync::LazyLock;

use plywood_learn::{Archive, ArchiveError, FileError};
use plywood_search::Decision;

use crate::evaluation::{Depth, Evaluation, LookAhead};
use crate::features::NextPiece;
use crate::surface::Surface;
use crate::unsearched::{ranked, unsearched_player};
use crate::{Board, Move, Placed, Position};

/// The features of a placement and of the board after it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Features {
    /// The row of the middle of the placed piece; the lowest row is 0.
    pub landing_height: f64,
    /// The number of cleared lines times the number of the piece's cells in these lines.
    pub eroded_cells: u32,
    /// Changes between filled and empty along every row; the walls count as filled.
    pub row_transitions: u32,
    /// Changes between filled and empty along every column; the floor counts as filled, the space
    /// above the board as empty.
    pub column_transitions: u32,
    /// Empty cells with a filled cell anywhere above them.
    pub holes: u32,
    /// Sum over all empty cells whose left and right neighbours are filled or walls: the number of
    /// empty cells from this cell down to a filled one. A well of depth d counts 1 + 2 + ... + d.
    pub cumulative_wells: u32,
    /// Sum over all holes: the number of filled cells directly above, up to the next empty cell.
    pub hole_depth: u32,
    /// Rows with at least one hole.
    pub rows_with_holes: u32,
    /// How many of the height differences -2, -1, 0, 1 and 2 occur between neighbouring columns.
    pub diversity: u32,
    /// The number of the seven pieces that fit on the board without leaving a hole.
    pub fitting: u32,
    /// The number of the seven pieces that fit without leaving a hole in at least two ways.
    pub fitting_twice: u32,
}

/// The number of features.
pub const FEATURES: usize = 11;

/// The same bit in each of four rows.
const EACH_ROW: u64 = 0x0001_0001_0001_0001;

impl Features {
    /// Computes Dellacherie's six features; the others are 0.
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

    /// Computes all features.
    pub fn of(placed: &Placed) -> Features {
        let mut features = Features::six(placed);
        features.scan_holes(&placed.board);
        features.scan_surface(&placed.board);
        features
    }

    /// Computes the features of a board without a placement: landing height and eroded cells are 0.
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
        // The windows cover at least one row above the pile, for the transitions at the pile's top.
        let windows = i32::from(board.pile()) / 4 + 1;
        let mut transitions = 0;
        let mut covered_above = 0;
        for first in (0..windows).rev().map(|window| 4 * window) {
            let filled = board.window(first);
            let empty = !filled & full;
            // The bits of `steps` are the transitions between horizontal neighbours and at the right
            // wall. Transitions at the left wall are added below.
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
        // Every row above the windows is empty and has a transition at each wall. If the windows cover
        // more rows than the board has, `unseen` is negative and corrects the count.
        let unseen = 2 * (i32::from(board.height()) - 4 * windows);
        self.row_transitions = transitions.wrapping_add_signed(unseen);
    }

    /// Counts the cells above holes, and the rows with holes.
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

    /// Counts the height differences between columns, and the pieces that fit.
    #[inline]
    fn scan_surface(&mut self, board: &Board) {
        let surface = Surface::new(board);
        self.diversity = surface.diversity();
        [self.fitting, self.fitting_twice] = surface.fitting();
    }

    /// Returns the features in the order of [`Weights`].
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

/// The value of the key `kind` in files of weights.
pub(crate) const KIND: &str = "tetris linear weights";
/// The largest accepted file of weights, in bytes; the shipped file has 244.
const LARGEST_FILE: u64 = 1 << 16;

/// A weight for each feature, in the order of the fields of [`Features`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The name in a player's spec.
    pub name: &'static str,
    values: [f64; FEATURES],
    /// Whether a feature that [`Features::scan_holes`] computes has a weight other than 0.
    weighs_holes: bool,
    /// Whether a feature that [`Features::scan_surface`] computes has a weight other than 0.
    weighs_surface: bool,
}

impl Weights {
    /// Weights with a name.
    pub const fn new(name: &'static str, values: [f64; FEATURES]) -> Self {
        let weighs_holes = values[6] != 0.0 || values[7] != 0.0;
        let weighs_surface = values[8] != 0.0 || values[9] != 0.0 || values[10] != 0.0;
        Weights { name, values, weighs_holes, weighs_surface }
    }

    /// Weights of the nine published features.
    const fn published(name: &'static str, nine: [f64; 9]) -> Self {
        let mut values = [0.0; FEATURES];
        let (of_papers, _) = values.split_at_mut(9);
        of_papers.copy_from_slice(&nine);
        Weights::new(name, values)
    }

    /// Returns the shipped weights, found by `plywood train tetris --method cem`.
    pub fn learned() -> Self {
        static LEARNED: LazyLock<Weights> = LazyLock::new(|| {
            let bytes = include_bytes!("../weights/linear.safetensors");
            let weights = Archive::from_bytes(bytes)
                .and_then(|archive| Weights::from_archive("learned", &archive));
            weights.expect("a test reads the shipped file")
        });
        *LEARNED
    }

    /// Reads a file of weights.
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

    /// Returns the value of a placement; higher is better.
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

    /// Returns the value of a board without a placement.
    pub fn of_board(&self, board: &Board) -> f64 {
        self.sum(&Features::of_board(board))
    }

    /// Returns the weighted sum, added in a fixed order so that every machine computes the same bits.
    #[inline]
    fn sum(&self, features: &Features) -> f64 {
        let terms = self.values.iter().zip(features.to_array());
        terms.fold(0.0, |sum, (weight, term)| sum + weight * term)
    }
}

/// Pierre Dellacherie's weights, tuned by hand in 2003.
pub const DELLACHERIE: Weights =
    Weights::published("dellacherie", [-1.0, 1.0, -1.0, -1.0, -4.0, -1.0, 0.0, 0.0, 0.0]);

/// Thiery and Scherrer's weights, found by the cross-entropy method in 2009.
pub const BCTS: Weights =
    Weights::published("bcts", [-12.63, 6.60, -9.22, -19.77, -13.08, -10.49, -1.61, -24.04, 0.0]);

/// Gabillon, Ghavamzadeh and Scherrer's weights, found by classification-based policy iteration in
/// 2013.
pub const DT20: Weights =
    Weights::published("dt20", [-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89]);

/// The value of a lost game, lower than the value of any board.
const LOSS: f64 = -1e6;

/// The reward of a placement is the part of its value that later placements do not change: the terms
/// of the landing height and of the eroded cells.
impl Evaluation for Weights {
    fn values(&mut self, position: &Position, _: NextPiece, values: &mut Vec<f64>) {
        values.clear();
        values.extend(position.placements().map(|mv| self.value(&position.place(mv))));
    }

    fn reward(&self, placed: &Placed) -> f64 {
        self.values[0] * landing_height(placed) + self.values[1] * f64::from(eroded_cells(placed))
    }

    fn discount(&self) -> f64 {
        1.0
    }

    fn loss(&self) -> f64 {
        LOSS
    }
}

/// A player that chooses the placement with the highest value, the first if values are equal.
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

    /// The same player with another depth.
    pub const fn with_depth(self, depth: Depth) -> Self {
        LinearPlayer { depth, ..self }
    }

    /// Returns the placement to play; `None` when the game is over.
    pub fn best_move(&self, position: &Position) -> Option<Move> {
        if self.depth == Depth::Two {
            return self.rank(position).mv;
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

    fn rank(&self, position: &Position) -> Decision<Move> {
        let mut values = Vec::new();
        LookAhead::new(self.weights, self.depth).values(position, &mut values);
        ranked(position.placements().zip(values))
    }
}

unsearched_player!(LinearPlayer);
