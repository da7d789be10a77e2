//! Measurements of a run: rows of numbers in a CSV file.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use plywood_files::read_bounded;

use crate::error::{FileError, RunError};

/// The largest file of metrics that is read, in bytes, far above what any run writes.
const LIMIT: u64 = 256 << 20;

/// A CSV file that grows by one row a round, with all its rows in memory.
#[derive(Debug)]
pub(crate) struct Metrics {
    path: PathBuf,
    writer: csv::Writer<File>,
    pub(crate) columns: Vec<&'static str>,
    /// Oldest first.
    pub(crate) rows: Vec<Vec<f64>>,
}

impl Metrics {
    /// Creates the file and writes its header.
    pub(crate) fn create(path: &Path, columns: Vec<&'static str>) -> Result<Self, RunError> {
        let file = File::create(path).map_err(FileError::io(path))?;
        let mut writer = csv::Writer::from_writer(file);
        writer.write_record(&columns).map_err(FileError::io(path))?;
        Ok(Metrics { path: path.to_owned(), writer, columns, rows: Vec::new() })
    }

    /// Reopens the file and truncates it to `bytes`, its size at the checkpoint. If `bytes` is 0, the
    /// checkpoint was written before the file, and the file is created again.
    pub(crate) fn resume(
        path: &Path,
        columns: Vec<&'static str>,
        bytes: u64,
    ) -> Result<Self, RunError> {
        if bytes == 0 {
            return Metrics::create(path, columns);
        }
        let contents = read_bounded(path, LIMIT).map_err(FileError::from)?;
        let rows = read_rows(&contents, &columns, bytes)
            .map_err(|problem| RunError::BadMetrics { path: path.to_owned(), problem })?;
        let file = OpenOptions::new().append(true).open(path).map_err(FileError::io(path))?;
        file.set_len(bytes).map_err(FileError::io(path))?;
        Ok(Metrics { path: path.to_owned(), writer: csv::Writer::from_writer(file), columns, rows })
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, row: Vec<f64>) -> Result<(), RunError> {
        let cells = row.iter().map(f64::to_string);
        self.writer.write_record(cells).map_err(FileError::io(&self.path))?;
        self.rows.push(row);
        Ok(())
    }

    /// Syncs the file to disk and returns its size in bytes.
    pub(crate) fn sync(&mut self) -> Result<u64, RunError> {
        self.writer.flush().map_err(FileError::io(&self.path))?;
        let file = self.writer.get_ref();
        let size = file.sync_all().and_then(|()| Ok(file.metadata()?.len()));
        Ok(size.map_err(FileError::io(&self.path))?)
    }
}

/// Reads the rows in the first `bytes` bytes; the error describes what is wrong.
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
                let resumed = Metrics::resume(path, COLUMNS.to_vec(), text.len() as u64);
                let error = resumed.unwrap_err().to_string();
                assert!(error.contains(problem), "{error}");
                assert_eq!(fs::read_to_string(path).unwrap(), text);
            }
        });
    }

    #[test]
    fn resuming_drops_rows_after_the_checkpoint() {
        with_path(|path| {
            let mut metrics = Metrics::create(path, COLUMNS.to_vec()).unwrap();
            metrics.push(vec![100.0, 0.25]).unwrap();
            let bytes = metrics.sync().unwrap();
            metrics.push(vec![200.0, 0.125]).unwrap();
            metrics.sync().unwrap();
            let mut resumed = Metrics::resume(path, COLUMNS.to_vec(), bytes).unwrap();
            assert_eq!(resumed.rows, [[100.0, 0.25]]);
            resumed.push(vec![200.0, 1e-7]).unwrap();
            resumed.push(vec![300.0, f64::NAN]).unwrap();
            let bytes = resumed.sync().unwrap();
            let text = fs::read_to_string(path).unwrap();
            assert_eq!(text, "moves,loss\n100,0.25\n200,0.0000001\n300,NaN\n");
            let again = Metrics::resume(path, COLUMNS.to_vec(), bytes).unwrap();
            assert!(again.rows[2][1].is_nan());
            let error = Metrics::resume(path, COLUMNS.to_vec(), 1000).unwrap_err();
            assert!(matches!(error, RunError::BadMetrics { .. }), "{error}");
        });
    }
}
