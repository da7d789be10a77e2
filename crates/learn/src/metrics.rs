//! Measurements of a run: rows of numbers in a CSV file.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::error::{FileError, RunError};
use plywood_files::read_bounded;

/// No run writes as much.
const LIMIT: u64 = 256 << 20;

/// A CSV file that rows are added to, and all its rows.
#[derive(Debug)]
pub struct Metrics {
    path: PathBuf,
    file: File,
    bytes: u64,
    columns: Vec<&'static str>,
    rows: Vec<Vec<f64>>,
}

impl Metrics {
    /// Begins a file with its heading.
    pub fn create(path: &Path, columns: &[&'static str]) -> Result<Self, RunError> {
        let file = File::create(path).map_err(FileError::io(path))?;
        let columns = columns.to_vec();
        let mut metrics =
            Metrics { path: path.to_owned(), file, bytes: 0, columns, rows: Vec::new() };
        metrics.write(&metrics.columns.join(","))?;
        Ok(metrics)
    }

    /// Goes on with a file as it was when it had `bytes` bytes; when it had
    /// none, it was not there yet.
    pub fn resume(path: &Path, columns: &[&'static str], bytes: u64) -> Result<Self, RunError> {
        if bytes == 0 {
            return Metrics::create(path, columns);
        }
        let mut contents = read_bounded(path, LIMIT).map_err(FileError::from)?;
        let found = contents.len() as u64;
        if found < bytes {
            let path = path.to_owned();
            return Err(RunError::ShortMetrics { path, bytes: found, expected: bytes });
        }
        contents.truncate(bytes as usize);
        let rows = read_rows(path, &String::from_utf8_lossy(&contents), columns)?;
        let file = OpenOptions::new().append(true).open(path).map_err(FileError::io(path))?;
        file.set_len(bytes).map_err(FileError::io(path))?;
        Ok(Metrics { path: path.to_owned(), file, bytes, columns: columns.to_vec(), rows })
    }

    /// Adds a row.
    pub fn push(&mut self, row: Vec<f64>) -> Result<(), RunError> {
        let cells: Vec<String> = row.iter().map(f64::to_string).collect();
        self.write(&cells.join(","))?;
        self.rows.push(row);
        Ok(())
    }

    fn write(&mut self, line: &str) -> Result<(), RunError> {
        let line = format!("{line}\n");
        self.file.write_all(line.as_bytes()).map_err(FileError::io(&self.path))?;
        self.bytes += line.len() as u64;
        Ok(())
    }

    /// Makes sure that the rows are on the disk, and says how many bytes they take.
    pub fn sync(&self) -> Result<u64, RunError> {
        self.file.sync_all().map_err(FileError::io(&self.path))?;
        Ok(self.bytes)
    }

    /// The names of the columns.
    pub fn columns(&self) -> &[&'static str] {
        &self.columns
    }

    /// All rows.
    pub fn rows(&self) -> &[Vec<f64>] {
        &self.rows
    }
}

/// The numbers below the heading.
fn read_rows(path: &Path, text: &str, columns: &[&str]) -> Result<Vec<Vec<f64>>, RunError> {
    let other = |index: usize, line: &str, expected: String| RunError::OtherMetrics {
        path: path.to_owned(),
        line: index + 1,
        found: line.to_owned(),
        expected,
    };
    let mut rows = Vec::new();
    for (index, line) in text.split_inclusive('\n').enumerate() {
        // A line without an end was cut.
        let cells = line.strip_suffix('\n');
        if index == 0 {
            let heading = columns.join(",");
            if cells != Some(&heading) {
                return Err(other(index, line, format!("the heading {heading:?}")));
            }
            continue;
        }
        let row: Option<Vec<f64>> =
            cells.and_then(|cells| cells.split(',').map(|cell| cell.parse().ok()).collect());
        match row.filter(|row| row.len() == columns.len()) {
            Some(row) => rows.push(row),
            None => return Err(other(index, line, format!("{} numbers", columns.len()))),
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn metrics_of_something_else_are_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("metrics.csv");
        for (text, line) in
            [("a,b\n", 1), ("moves,loss", 1), ("moves,loss\n1,x\n", 2), ("moves,loss\n1\n", 2)]
        {
            fs::write(&path, text).unwrap();
            let bytes = text.len() as u64;
            let error = Metrics::resume(&path, &["moves", "loss"], bytes).unwrap_err().to_string();
            assert!(error.contains(&format!("line {line} is")), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn resuming_cuts_back_and_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("metrics.csv");
        let mut metrics = Metrics::create(&path, &["moves", "loss"]).unwrap();
        metrics.push(vec![100.0, 0.25]).unwrap();
        let bytes = metrics.sync().unwrap();
        metrics.push(vec![200.0, 0.125]).unwrap();
        let mut resumed = Metrics::resume(&path, &["moves", "loss"], bytes).unwrap();
        assert_eq!(resumed.rows(), [[100.0, 0.25]]);
        resumed.push(vec![200.0, 1e-7]).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, "moves,loss\n100,0.25\n200,0.0000001\n");
        let error = Metrics::resume(&path, &["moves", "loss"], 1000).unwrap_err();
        assert!(matches!(error, RunError::ShortMetrics { .. }), "{error}");
    }
}
