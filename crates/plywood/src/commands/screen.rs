//! Drawing in place on a terminal.

use std::io::{self, Write};

use terminal_size::{Height, terminal_size};

use crate::output::Output;

/// Escape codes that hide the cursor, cut long lines instead of wrapping them, and clear the terminal.
const ENTER: &str = "\x1b[?25l\x1b[?7l\x1b[2J";
const HOME: &str = "\x1b[H";
const CLEAR_TO_END_OF_LINE: &str = "\x1b[K";
const CLEAR_BELOW: &str = "\x1b[J";
/// Escape codes that wrap long lines again, show the cursor and start a new line.
const LEAVE: &str = "\x1b[?7h\x1b[?25h\n";

/// A terminal on which each drawing replaces the previous one. Dropping the value undoes [`ENTER`].
pub(crate) struct Screen<'a> {
    out: &'a mut Output,
}

impl<'a> Screen<'a> {
    /// Whether stdout is a terminal that supports escape codes, and `NO_COLOR` is not set.
    pub(crate) fn is_available() -> bool {
        let plain = std::env::var_os("NO_COLOR").is_some()
            || std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        Output::is_terminal() && !plain
    }

    pub(crate) fn enter(out: &'a mut Output) -> io::Result<Self> {
        write!(out, "{ENTER}")?;
        Ok(Screen { out })
    }

    /// Replaces the contents with `text`. Cuts a text with too many lines and says so in the last line.
    pub(crate) fn draw(&mut self, text: &str) -> io::Result<()> {
        let height = terminal_size().map_or(usize::MAX, |(_, Height(rows))| usize::from(rows));
        write!(self.out, "{}", frame(text, height))?;
        self.out.flush()
    }
}

impl Drop for Screen<'_> {
    /// Ignores errors, since a closed terminal need not be restored.
    fn drop(&mut self) {
        let _ = write!(self.out, "{LEAVE}");
        let _ = self.out.flush();
    }
}

fn frame(text: &str, height: usize) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let needed = format!("… make the window taller: {} rows are needed", lines.len());
    if lines.len() > height {
        lines.truncate(height.saturating_sub(1));
        lines.push(&needed);
    }
    let joint = format!("{CLEAR_TO_END_OF_LINE}\n");
    format!("{HOME}{}{CLEAR_TO_END_OF_LINE}{CLEAR_BELOW}", lines.join(&joint))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_replaces_the_previous_one_without_scrolling() {
        assert_eq!(frame("one\ntwo\n", 2), "\x1b[Hone\x1b[K\ntwo\x1b[K\x1b[J");
        assert_eq!(
            frame("one\ntwo\nthree\n", 2),
            "\x1b[Hone\x1b[K\n… make the window taller: 3 rows are needed\x1b[K\x1b[J"
        );
        assert_eq!(frame("one", 24), "\x1b[Hone\x1b[K\x1b[J");
    }
}
