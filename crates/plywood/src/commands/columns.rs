//! Columns that line up.

use std::io::{self, Write};

/// Writes rows of cells as columns, numbers to the right and words to the left.
pub(crate) fn write_rows(out: &mut impl Write, rows: &[Vec<String>]) -> io::Result<()> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let gap = " ".repeat(widths[column] - cell.chars().count());
            let is_number = cell.starts_with(|c: char| c.is_ascii_digit());
            let padded = if is_number { gap + cell } else { cell.clone() + &gap };
            line.push_str(&padded);
            line.push_str("  ");
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
