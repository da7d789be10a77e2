//! The tuned evaluation: features of a board with weights from the cross-entropy method.

use plywood_learn::{Archive, ArchiveError};

use crate::bits::Bits;
use crate::layout::Layout;
use crate::plan::BoardValue;

/// The features of a board, in the order of the weights.
///
/// 0. The free cells.
/// 1. The pairs of neighbouring cells of which one is filled and one is free.
/// 2. The sides of free cells at the edge of the grid.
/// 3. The places where a 3x3 square fits.
/// 4. The free cells without a free neighbour.
/// 5. The streak, at most [`MOST_STREAK`].
/// 6. The places for a block, at most [`MOST_PLACES`]: the mean over the blocks of hands, in [`SHARE`]s.
/// 7. The share of the blocks of hands that fit nowhere, in [`SHARE`]s.
type Features = [i32; FEATURES];

const FEATURES: usize = 8;
/// The first of the features that need the places of every shape.
const PLACES: usize = 6;
const SHARE: i32 = 256;
const MOST_PLACES: u32 = 8;
const MOST_STREAK: u16 = 8;

/// The number of weights: the features, and the points.
pub(crate) const WEIGHTS: usize = FEATURES + 1;

/// The first weights of a tuning, by hand: cells, clean edges, room for large blocks.
pub(crate) const BY_HAND: [f64; WEIGHTS] = [2.0, -1.0, 0.0, 1.0, -4.0, 0.0, 1.0, -40.0, 0.2];

/// The tuned weights, for all rules: `plywood train woodblock --method cem --rules variant=blast8 --seed 1
/// --generations 30`.
pub(crate) const TUNED: [f64; WEIGHTS] =
    [1.914, -3.374, -1.054, 1.488, -1.407, 0.633, 0.862, -92.173, 0.183];

/// The units of a weight of 1 in the values of a search.
const UNIT: f64 = 4096.0;
/// Weights up to this one keep every sum far from the limits of `i32`.
pub(crate) const MOST_WEIGHT: f64 = 400.0;

/// What a lost game is worth less than a board without value, in free cells of weight 1.
const LOST: f64 = 1000.0;

/// The name of the format in files of weights.
pub(crate) const KIND: &str = "woodblock features 1";

/// The tuned evaluation of boards.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tuned {
    weights: Features,
    point: i32,
    /// The share of each shape among the blocks of hands, in [`SHARE`]s.
    shares: Vec<i32>,
    /// The sum of all shares, which rounding may change.
    total: i32,
}

impl Tuned {
    /// Returns the evaluation with these weights, for games with these shares of shapes.
    pub(crate) fn new(weights: &[f64; WEIGHTS], shares: &[f64]) -> Self {
        let units = |feature: usize| {
            let scale = if feature < PLACES { 1.0 } else { f64::from(SHARE) };
            (weights[feature].clamp(-MOST_WEIGHT, MOST_WEIGHT) * UNIT / scale).round() as i32
        };
        let shares = shares.iter().map(|share| (share * f64::from(SHARE)).round() as i32);
        let point = weights[FEATURES].clamp(0.0, MOST_WEIGHT);
        let point = (point * UNIT).round() as i32;
        let shares: Vec<i32> = shares.collect();
        Tuned { weights: std::array::from_fn(units), point, total: shares.iter().sum(), shares }
    }

    /// Returns the features that need no places of shapes; the others are 0.
    #[inline(always)]
    fn cheap<B: Bits>(layout: &Layout<B>, board: B, streak: u16) -> Features {
        let free = layout.cells & !board;
        [
            free.count() as i32,
            layout.borders(board) as i32,
            layout.open_edges(board) as i32,
            layout.squares(board) as i32,
            layout.dead_cells(board).count() as i32,
            i32::from(streak.min(MOST_STREAK)),
            0,
            0,
        ]
    }

    /// Returns the last two features.
    #[inline(always)]
    fn places<B: Bits>(&self, layout: &Layout<B>, board: B) -> [i32; 2] {
        let (mut places, mut misfits) = (0, 0);
        for (block, &share) in layout.blocks.iter().zip(&self.shares) {
            let count = block[0].fits(board).count().min(MOST_PLACES);
            places += share * count as i32;
            misfits += if count == 0 { share } else { 0 };
        }
        [places, misfits]
    }

    #[inline(always)]
    fn sum(&self, features: &Features) -> i32 {
        features.iter().zip(&self.weights).map(|(feature, weight)| feature * weight).sum()
    }

    /// Returns the greatest sum of features within these limits.
    #[inline(always)]
    fn greatest(&self, least: &Features, most: &Features) -> i32 {
        let limits = least.iter().zip(most).zip(&self.weights);
        limits.map(|((least, most), weight)| (weight * least).max(weight * most)).sum()
    }
}

impl<B: Bits> BoardValue<B> for Tuned {
    #[inline(always)]
    fn point(&self) -> i32 {
        self.point
    }

    fn unit(&self) -> i32 {
        UNIT as i32
    }

    fn hand(&self) -> i32 {
        0
    }

    fn lost(&self) -> i32 {
        // Less than any board, even in units of the greatest weights.
        -(LOST * UNIT) as i32
    }

    #[inline(always)]
    fn value(&self, layout: &Layout<B>, board: B, streak: u16) -> i32 {
        let mut features = Tuned::cheap(layout, board, streak);
        [features[PLACES], features[PLACES + 1]] = self.places(layout, board);
        self.sum(&features)
    }

    #[inline(always)]
    fn value_above(&self, layout: &Layout<B>, board: B, streak: u16, floor: i32) -> i32 {
        let least = Tuned::cheap(layout, board, streak);
        let mut most = least;
        most[PLACES] = MOST_PLACES as i32 * self.total;
        most[PLACES + 1] = self.total;
        let most = self.greatest(&least, &most);
        if most <= floor { most } else { self.value(layout, board, streak) }
    }

    #[inline(always)]
    fn bound(&self, layout: &Layout<B>, board: B, block: u8, turn: usize, floor: i32) -> i32 {
        let block = &layout.blocks[usize::from(block)][turn];
        let (count, perimeter) = (block.count as i32, block.perimeter as i32);
        let [free, borders, edges, squares, dead, ..] = Tuned::cheap(layout, board, 0);
        // Each edge of the block changes at most one border, and each new dead cell is beside the block.
        let least = [free - count, borders - perimeter, edges - 4 * count, 0, dead - count, 0];
        let most = [free - count, borders + perimeter, edges, squares, dead + perimeter, 0];
        let with = |features: [i32; PLACES], [places, misfits]: [i32; 2]| {
            let [free, borders, edges, squares, dead, streak] = features;
            [free, borders, edges, squares, dead, streak, places, misfits]
        };
        let all = [MOST_PLACES as i32 * self.total, self.total];
        let bound = self.greatest(&with(least, [0, 0]), &with(most, all));
        if bound <= floor {
            return bound;
        }
        let [places, misfits] = self.places(layout, board);
        self.greatest(&with(least, [0, misfits]), &with(most, [places, self.total]))
    }
}

/// Returns weights in the form of a file.
pub(crate) fn to_archive(weights: &[f64]) -> Archive {
    let mut archive = Archive::default();
    archive.set_text("kind", KIND);
    let weights = weights.iter().map(|&weight| weight as f32).collect();
    archive.set_floats("weights", &[WEIGHTS], weights);
    archive
}

/// Reads what [`to_archive`] wrote.
pub(crate) fn from_archive(archive: &Archive) -> Result<[f64; WEIGHTS], ArchiveError> {
    archive.expect_text("kind", KIND)?;
    let weights = archive.floats("weights", &[WEIGHTS])?;
    Ok(std::array::from_fn(|one| f64::from(weights[one])))
}
