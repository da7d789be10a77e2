//! Patterns: linear evaluations of boards by tables of weights, also called n-tuple networks.
//!
//! A pattern is a list of cells. The values of its cells are the digits of a number, the index, and the
//! table of the pattern has a weight for each index. All images of a pattern under the symmetries of the
//! board share a table. The value of a position is the sum of the weights of all images.

use std::collections::HashMap;

/// A pattern with its images under the symmetries of a board.
///
/// ```
/// use plywood_learn::Pattern;
///
/// // The two rows of a board of 2x2 cells, and its reflections.
/// let symmetries = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]];
/// let row = Pattern::new(3, &[0, 1], &symmetries);
/// assert_eq!(row.instances(), [[0, 1], [2, 3]]);
/// // A row and its reflection have the same weight: 3 of 9 rows are their own reflections.
/// assert_eq!((row.indices(), row.weights()), (9, 6));
/// ```
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The cells of each image, the cell of the lowest digit first.
    instances: Vec<Vec<u8>>,
    /// For each index, the position of its weight in the table.
    weight_of: Vec<u32>,
    weights: usize,
}

impl Pattern {
    /// Creates the pattern of `cells`, each of which has one of `values` values. Each of `symmetries` lists the image
    /// of every cell of the board.
    ///
    /// # Panics
    /// If a cell has no image.
    pub fn new(values: usize, cells: &[u8], symmetries: &[impl AsRef<[u8]>]) -> Self {
        let mut instances = vec![cells.to_vec()];
        // The images with the same cells as the pattern. Index `i` has the same weight as index `j` if one of these
        // images maps `i` to `j`.
        let mut own_images = vec![cells.to_vec()];
        for symmetry in symmetries {
            let image: Vec<u8> =
                cells.iter().map(|&cell| symmetry.as_ref()[usize::from(cell)]).collect();
            match instances.iter().position(|instance| same_cells(instance, &image)) {
                None => instances.push(image),
                Some(0) => own_images.push(image),
                Some(_) => {}
            }
        }
        let places: Vec<Vec<usize>> = own_images
            .iter()
            .map(|image| cells.iter().map(|cell| place(image, *cell)).collect())
            .collect();
        let (mut weight_of, mut numbers) = (Vec::new(), HashMap::new());
        let mut digits = vec![0; cells.len()];
        for index in 0..values.pow(cells.len() as u32) {
            let mut rest = index;
            for digit in &mut digits {
                (*digit, rest) = (rest % values, rest / values);
            }
            let image = |places: &Vec<usize>| {
                places.iter().rev().fold(0, |index, &place| values * index + digits[place])
            };
            let smallest = places.iter().map(image).min().unwrap_or(index);
            let next = numbers.len() as u32;
            weight_of.push(*numbers.entry(smallest).or_insert(next));
        }
        Pattern { instances, weight_of, weights: numbers.len() }
    }

    /// Returns the cells of each image, the cell of the lowest digit first.
    pub fn instances(&self) -> &[Vec<u8>] {
        &self.instances
    }

    /// Returns the number of indices.
    pub fn indices(&self) -> usize {
        self.weight_of.len()
    }

    /// Returns the number of different weights.
    pub fn weights(&self) -> usize {
        self.weights
    }

    /// Returns the position in the table of the weight of an index, below [`weights`](Pattern::weights).
    ///
    /// # Panics
    /// If `index` is not below [`indices`](Pattern::indices).
    #[inline]
    pub fn weight_of(&self, index: usize) -> u32 {
        self.weight_of[index]
    }
}

fn same_cells(one: &[u8], other: &[u8]) -> bool {
    one.iter().all(|cell| other.contains(cell))
}

fn place(cells: &[u8], cell: u8) -> usize {
    cells.iter().position(|&one| one == cell).expect("both images have the same cells")
}

/// The weights of patterns during training, with a table for each stage of the game.
///
/// The active weights of a position are the weights of its images, given as indices into the table of its stage. Each
/// weight has a variance, which falls with every sample: a weight that was active in few samples learns fast. This is a
/// Kalman filter without covariances.
///
/// ```
/// use plywood_learn::{Noise, PatternTables};
///
/// let mut tables = PatternTables::new(1, 9, 1.0);
/// let active = [2, 5];
/// for _ in 0..100 {
///     tables.stages_mut().next().unwrap().learn(&active, 8.0, Noise { variance: 4.0, floor: 0.01 });
/// }
/// assert!((tables.value(0, &active) - 8.0).abs() < 0.2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PatternTables {
    weights: Vec<f32>,
    variances: Vec<f32>,
    per_stage: usize,
}

/// The variances that say how much a sample is trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// The variance of the values of samples around the best fit.
    pub variance: f32,
    /// Minimum variance of a weight. With this variance, a weight is about the mean of its last `variance / floor`
    /// samples.
    pub floor: f32,
}

/// The tables of a stage.
#[derive(Debug)]
pub struct StageTables<'a> {
    weights: &'a mut [f32],
    variances: &'a mut [f32],
}

impl PatternTables {
    /// Creates tables of zeros: `per_stage` weights for each stage. `variance` is the first variance of each weight:
    /// the expected variance of the weights in a good fit.
    pub fn new(stages: usize, per_stage: usize, variance: f32) -> Self {
        let size = stages * per_stage;
        PatternTables { weights: vec![0.0; size], variances: vec![variance; size], per_stage }
    }

    /// Creates tables with these weights and variances, stage by stage.
    ///
    /// # Panics
    /// If there is not a variance for each weight, or if the number of weights is not a multiple of `per_stage`.
    pub fn from_parts(weights: Vec<f32>, variances: Vec<f32>, per_stage: usize) -> Self {
        assert_eq!(weights.len(), variances.len(), "a variance for each weight");
        assert!(weights.len().is_multiple_of(per_stage), "whole stages");
        PatternTables { weights, variances, per_stage }
    }

    /// Returns the weights of all stages.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Returns the variances of the weights of all stages.
    pub fn variances(&self) -> &[f32] {
        &self.variances
    }

    /// Raises all variances to at least `variance`, so that weights learn fast again.
    pub fn raise_variances(&mut self, variance: f32) {
        self.variances.iter_mut().for_each(|one| *one = one.max(variance));
    }

    /// Returns the tables of each stage, for threads that train one stage each.
    pub fn stages_mut(&mut self) -> impl Iterator<Item = StageTables<'_>> {
        let weights = self.weights.chunks_exact_mut(self.per_stage);
        let variances = self.variances.chunks_exact_mut(self.per_stage);
        weights.zip(variances).map(|(weights, variances)| StageTables { weights, variances })
    }

    /// Returns the value of a position of a stage.
    #[inline]
    pub fn value(&self, stage: usize, active: &[u32]) -> f32 {
        sum(&self.weights[stage * self.per_stage..(stage + 1) * self.per_stage], active)
    }
}

impl StageTables<'_> {
    /// Moves the value of a position towards `target`. Returns `target` minus the value before the step.
    #[inline]
    pub fn learn(&mut self, active: &[u32], target: f32, noise: Noise) -> f32 {
        let error = target - sum(self.weights, active);
        let rate = 1.0 / (noise.variance + sum(self.variances, active));
        for &number in active {
            let variance = &mut self.variances[number as usize];
            let gain = *variance * rate;
            self.weights[number as usize] += gain * error;
            *variance = (*variance * (1.0 - gain)).max(noise.floor);
        }
        error
    }

    /// Learns as [`learn`](StageTables::learn) does, for positions in which a weight is active several times. `active`
    /// has each active weight once: its index in the table, and how often it is active.
    #[inline]
    pub fn learn_counted(&mut self, active: &[(u32, f32)], target: f32, noise: Noise) -> f32 {
        let error = target - counted_sum(self.weights, active);
        let variance =
            |&(number, count): &(u32, f32)| count * count * self.variances[number as usize];
        let rate = 1.0 / (noise.variance + active.iter().map(variance).sum::<f32>());
        for &(number, count) in active {
            let variance = &mut self.variances[number as usize];
            let gain = *variance * count * rate;
            self.weights[number as usize] += gain * error;
            *variance = (*variance * (1.0 - gain * count)).max(noise.floor);
        }
        error
    }
}

#[inline]
fn counted_sum(weights: &[f32], active: &[(u32, f32)]) -> f32 {
    active.iter().map(|&(number, count)| count * weights[number as usize]).sum()
}

/// Returns the eight symmetries of a square board with `side` rows of `side` cells: the image of each cell,
/// row by row. The first one is the identity.
pub fn square_symmetries(side: u8) -> Vec<Vec<u8>> {
    let image = |which: u8| {
        (0..side * side).map(move |cell| {
            let (mut x, mut y) = (cell % side, cell / side);
            if which & 1 != 0 {
                x = side - 1 - x;
            }
            if which & 2 != 0 {
                y = side - 1 - y;
            }
            if which & 4 != 0 { x * side + y } else { y * side + x }
        })
    };
    (0..8).map(|which| image(which).collect()).collect()
}

#[inline]
fn sum(numbers: &[f32], active: &[u32]) -> f32 {
    active.iter().map(|&number| numbers[number as usize]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_and_weights_are_as_many_as_counted_by_hand() {
        let symmetries = square_symmetries(8);
        for (cells, instances, weights) in [
            // An edge: the reflection maps it to itself.
            (&[0, 1, 2, 3, 4, 5, 6, 7][..], 4, (6561 + 81) / 2),
            // The diagonal: also its own reflection at itself, which moves no cell.
            (&[0, 9, 18, 27, 36, 45, 54, 63], 2, (6561 + 81) / 2),
            // A corner of 3x3 cells: the reflection at the diagonal fixes 3 cells and swaps 3 pairs.
            (&[0, 1, 2, 8, 9, 10, 16, 17, 18], 4, (19683 + 729) / 2),
            // A corner of 2x5 cells has no symmetry.
            (&[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], 8, 59049),
        ] {
            let pattern = Pattern::new(3, cells, &symmetries);
            assert_eq!((pattern.instances().len(), pattern.weights()), (instances, weights));
        }
    }

    #[test]
    fn raised_variances_make_weights_learn_fast_again() {
        let noise = Noise { variance: 1.0, floor: 0.0 };
        let (mut tables, active) = (PatternTables::new(1, 1, 1.0), [0]);
        for _ in 0..1_000 {
            tables.stages_mut().next().unwrap().learn(&active, 0.0, noise);
        }
        let learned = |tables: &PatternTables| {
            let mut tables = tables.clone();
            tables.stages_mut().next().unwrap().learn(&active, 1.0, noise);
            tables.value(0, &active)
        };
        assert!(learned(&tables) < 0.01);
        tables.raise_variances(1.0);
        assert_eq!((tables.variances(), learned(&tables)), (&[1.0][..], 0.5));
        // Variances that are greater already do not change.
        tables.raise_variances(0.5);
        assert_eq!(tables.variances(), [1.0]);
    }

    #[test]
    fn a_weight_that_is_active_several_times_is_not_overshot() {
        let noise = Noise { variance: 1.0, floor: 0.0 };
        let mut tables = PatternTables::new(1, 2, 1.0);
        let error = tables.stages_mut().next().unwrap().learn_counted(&[(0, 20.0)], 10.0, noise);
        assert_eq!(error, 10.0);
        let value = 20.0 * tables.weights()[0];
        assert!((9.0..10.0).contains(&value), "{value}");
        // Weights that are active once learn as in `learn`.
        let [mut one, mut other] = [(); 2].map(|()| PatternTables::new(1, 3, 2.0));
        one.stages_mut().next().unwrap().learn(&[0, 2], 3.0, noise);
        other.stages_mut().next().unwrap().learn_counted(&[(0, 1.0), (2, 1.0)], 3.0, noise);
        assert_eq!(one, other);
    }

    #[test]
    fn symmetric_boards_have_the_same_active_weights() {
        let (symmetries, cells) = (square_symmetries(4), [0, 1, 2, 5]);
        let pattern = Pattern::new(3, &cells, &symmetries);
        let active = |board: &[usize]| {
            let index = |instance: &Vec<u8>| {
                let digits = instance.iter().rev().map(|&cell| board[usize::from(cell)]);
                digits.fold(0, |index, digit| 3 * index + digit)
            };
            let mut active: Vec<u32> =
                pattern.instances().iter().map(|one| pattern.weight_of(index(one))).collect();
            active.sort_unstable();
            active
        };
        let board: Vec<usize> = (0..16).map(|cell| cell * cell % 7 % 3).collect();
        for symmetry in &symmetries {
            let mut image = vec![0; 16];
            for (cell, &to) in symmetry.iter().enumerate() {
                image[usize::from(to)] = board[cell];
            }
            assert_eq!(active(&image), active(&board));
        }
    }
}
