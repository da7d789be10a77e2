//! Tables of aligned columns.

use std::io::{self, Write};

/// Writes rows of cells as columns: numbers aligned right, words aligned left.
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
            let padded = if is_number(cell) { gap + cell } else { cell.clone() + &gap };
            line.push_str(&padded);
            line.push_str("  ");
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Whether a cell is a number such as 1,234 or 12.5%.
fn is_number(cell: &str) -> bool {
    cell.replace(',', "").trim_end_matches('%').parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_aligned_right_and_words_left() {
        let rows = [["move", "visits"], ["3@i1", "1,000"], ["2@g10", "7"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let mut text = Vec::new();
        write_rows(&mut text, &rows).unwrap();
        let expected = "move   visits\n3@i1    1,000\n2@g10       7\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
