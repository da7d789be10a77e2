//! Measurements of a run: rows of numbers in a CSV file.

use std::path::Path;

use plywood_files::LockedFile;

use crate::error::RunError;

/// Maximum size in bytes of a metrics file that is read, far above that of any run.
const LIMIT: u64 = 256 << 20;

/// A CSV file that grows by one row in each round, with all its rows in memory. It is locked, so
/// that only one run at a time writes to its folder.
#[derive(Debug)]
pub(crate) struct Metrics {
    file: LockedFile,
    pub(crate) columns: Vec<&'static str>,
    /// Oldest first.
    pub(crate) rows: Vec<Vec<f64>>,
}

impl Metrics {
    /// Locks the file, which is created if it does not exist.
    pub(crate) fn lock(path: &Path, columns: Vec<&'static str>) -> Result<Self, RunError> {
        Ok(Metrics { file: LockedFile::open(path)?, columns, rows: Vec::new() })
    }

    /// Replaces the contents by a header.
    pub(crate) fn begin(&mut self) -> Result<(), RunError> {
        self.file.truncate(0)?;
        Ok(self.file.append(&csv_line(&self.columns))?)
    }

    /// Reads the file and truncates it to `bytes`, its size at the checkpoint. If `bytes` is 0, the
    /// checkpoint was written before the header, so the file begins anew.
    pub(crate) fn resume(&mut self, bytes: u64) -> Result<(), RunError> {
        if bytes == 0 {
            return self.begin();
        }
        if self.file.length() == 0 {
            return Err(RunError::Missing(self.file.path().to_owned()));
        }
        let contents = self.file.read(LIMIT)?;
        self.rows = read_rows(&contents, &self.columns, bytes).map_err(|problem| {
            RunError::BadMetrics { path: self.file.path().to_owned(), problem }
        })?;
        Ok(self.file.truncate(bytes)?)
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, row: Vec<f64>) -> Result<(), RunError> {
        let cells: Vec<String> = row.iter().map(f64::to_string).collect();
        self.file.append(&csv_line(&cells))?;
        self.rows.push(row);
        Ok(())
    }

    /// Syncs the file to disk and returns its size in bytes.
    pub(crate) fn sync(&self) -> Result<u64, RunError> {
        self.file.sync()?;
        Ok(self.file.length())
    }
}

fn csv_line(cells: &[impl AsRef<[u8]>]) -> Vec<u8> {
    const IN_MEMORY: &str = "writing to memory does not fail";
    let mut line = csv::Writer::from_writer(Vec::new());
    line.write_record(cells).expect(IN_MEMORY);
    line.into_inner().expect(IN_MEMORY)
}

/// Reads the rows in the first `bytes` bytes. The error says what is wrong with the contents.
fn read_rows(contents: &[u8], columns: &[&str], bytes: u64) -> Result<Vec<Vec<f64>>, String> {
    let size = contents.len();
    let contents = contents.get(..bytes as usize).filter(|contents| contents.ends_with(b"\n"));
    let contents = contents.ok_or_else(|| {
        format!("{size} bytes, expected whole lines up to byte {bytes}, as at the checkpoint")
    })?;
    let mut reader = csv::Reader::from_reader(contents);
    let header = reader.headers().map_err(|error| error.to_string())?;
    if header != columns {
        return Err(format!("line 1 is not the header {:?}", columns.join(",")));
    }
    reader.deserialize().collect::<Result<_, _>>().map_err(|error: csv::Error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const COLUMNS: [&str; 2] = ["moves", "loss"];

    /// Calls `test` with the path of a file that does not exist yet.
    fn with_path(test: impl FnOnce(&Path)) {
        let folder = tempfile::tempdir().unwrap();
        test(&folder.path().join("metrics.csv"));
    }

    fn resume(path: &Path, bytes: u64) -> Result<Metrics, RunError> {
        let mut metrics = Metrics::lock(path, COLUMNS.to_vec())?;
        metrics.resume(bytes)?;
        Ok(metrics)
    }

    #[test]
    fn other_files_are_refused_and_not_changed() {
        with_path(|path| {
            for (text, problem) in [
                ("a,b\n", "line 1"),
                ("moves,loss", "whole lines"),
                ("moves,loss\n1,x\n", "line: 2"),
                ("moves,loss\n1\n", "line: 2"),
                ("moves,loss\n1,2,3\n", "line: 2"),
            ] {
                fs::write(path, text).unwrap();
                let error = resume(path, text.len() as u64).unwrap_err().to_string();
                assert!(error.contains(problem), "{error}");
                assert_eq!(fs::read_to_string(path).unwrap(), text);
            }
        });
    }

    #[test]
    fn resuming_drops_rows_after_the_checkpoint() {
        with_path(|path| {
            let mut metrics = Metrics::lock(path, COLUMNS.to_vec()).unwrap();
            metrics.begin().unwrap();
            metrics.push(vec![100.0, 0.25]).unwrap();
            let bytes = metrics.sync().unwrap();
            metrics.push(vec![200.0, 0.125]).unwrap();
            metrics.sync().unwrap();
            drop(metrics);
            // A power cut can leave zero bytes at the end.
            let with_zeros = [fs::read(path).unwrap(), vec![0; 300]].concat();
            fs::write(path, with_zeros).unwrap();
            let mut resumed = resume(path, bytes).unwrap();
            assert_eq!(resumed.rows, [[100.0, 0.25]]);
            resumed.push(vec![200.0, 1e-7]).unwrap();
            resumed.push(vec![300.0, f64::NAN]).unwrap();
            let bytes = resumed.sync().unwrap();
            drop(resumed);
            let text = fs::read_to_string(path).unwrap();
            assert_eq!(text, "moves,loss\n100,0.25\n200,0.0000001\n300,NaN\n");
            assert!(resume(path, bytes).unwrap().rows[2][1].is_nan());
            let error = resume(path, 1000).unwrap_err();
            assert!(matches!(error, RunError::BadMetrics { .. }), "{error}");
        });
    }
}
