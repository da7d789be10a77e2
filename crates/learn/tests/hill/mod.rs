//! A training run that takes milliseconds, and a function that reads the files of its folder.

use std::fs;
use std::ops::Range;
use std::path::Path;

use plywood_learn::cem::{Cem, CemOptions, Fitness};
use plywood_learn::{Archive, RunSettings};
use plywood_search::Rng;

/// A quadratic function with its maximum at (2, -3).
pub struct Hill;

impl Fitness for Hill {
    fn settings(&self) -> RunSettings {
        Vec::new()
    }

    fn start(&self) -> Vec<[f64; 2]> {
        vec![[0.0, 1.0]; 2]
    }

    fn score(&self, weights: &[f64], seed: u64) -> f64 {
        let noise = Rng::new(seed).unit();
        noise - (weights[0] - 2.0).powi(2) - (weights[1] + 3.0).powi(2)
    }

    fn validation_seeds(&self) -> Range<u64> {
        0..3
    }

    fn to_archive(&self, weights: &[f64]) -> Archive {
        let mut archive = Archive::default();
        archive.set_floats("weights", &[2], weights.iter().map(|&x| x as f32).collect());
        archive
    }
}

pub fn climb(generations: u64, seed: u64) -> Cem<Hill> {
    Cem::new(Hill, CemOptions { generations, ..CemOptions::default() }, seed)
}

/// Returns the names and contents of all files in a folder.
pub fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}
