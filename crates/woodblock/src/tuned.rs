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
/// 6. The mean number of places for a block of a hand, multiplied by [`SHARE`]; at most [`MOST_PLACES`] places count.
/// 7. The probability that a block of a hand fits nowhere, multiplied by [`SHARE`].
type Features = [i32; FEATURES];

const FEATURES: usize = 8;
/// The index of the first feature that needs the places of every shape.
const PLACES: usize = 6;
const SHARE: i32 = 256;
const MOST_PLACES: u32 = 8;
const MOST_STREAK: u16 = 8;

/// The number of weights: the features, and the points.
pub(crate) const WEIGHTS: usize = FEATURES + 1;

/// The weights with which a tuning starts, chosen by hand: they favour free cells, clean edges and room for large
/// blocks.
pub(crate) const BY_HAND: [f64; WEIGHTS] = [2.0, -1.0, 0.0, 1.0, -4.0, 0.0, 1.0, -40.0, 0.2];

/// The tuned weights, which are used for all rules. They are the result of `plywood train woodblock
/// --method cem --rules variant=blast8 --seed 1 --generations 30`.
pub(crate) const TUNED: [f64; WEIGHTS] =
    [1.914, -3.374, -1.054, 1.488, -1.407, 0.633, 0.862, -92.173, 0.183];

/// The fixed-point scale of values: a weight of 1 is this integer.
const UNIT: f64 = 4096.0;
/// The largest weight. It keeps every sum far from the limits of `i32`.
pub(crate) const MOST_WEIGHT: f64 = 400.0;

/// How far the value of a lost game is below 0, in free cells of weight 1.
const LOST: f64 = 1000.0;

/// The value of the key `kind` in files of weights.
pub(crate) const KIND: &str = "woodblock features 1";

/// The tuned evaluation of boards.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tuned {
    weights: Features,
    point: i32,
    /// The share of each shape among the blocks of hands, multiplied by [`SHARE`].
    shares: Vec<i32>,
    /// The sum of the shares, which may differ from [`SHARE`] by rounding.
    total: i32,
}

impl Tuned {
    /// Creates the evaluation with these weights, for games in which shapes have these shares of the blocks.
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

    /// Returns the features before [`PLACES`], which are cheap to compute; the others are 0.
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

    /// Returns the features from [`PLACES`] on.
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

    /// Returns the greatest weighted sum of features between `least` and `most`.
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
        // With the tuned weights, this is below the value of every board.
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
        // Each side of the block adds or removes at most one border, and each new dead cell is next to the block.
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

/// Returns weights as an archive for a file.
pub(crate) fn to_archive(weights: &[f64]) -> Archive {
    let mut archive = Archive::default();
    archive.set_text("kind", KIND);
    let weights = weights.iter().map(|&weight| weight as f32).collect();
    archive.set_floats("weights", &[WEIGHTS], weights);
    archive
}

/// Reads an archive written by [`to_archive`].
pub(crate) fn from_archive(archive: &Archive) -> Result<[f64; WEIGHTS], ArchiveError> {
    archive.expect_text("kind", KIND)?;
    let weights = archive.floats("weights", &[WEIGHTS])?;
    Ok(std::array::from_fn(|one| f64::from(weights[one])))
}
