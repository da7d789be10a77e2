//! Results on stdout; progress bars and spinners on stderr.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use serde::Serialize;

/// Buffered standard output. A closed pipe is an error, not a panic as with `println!`.
pub(crate) struct Output(BufWriter<StdoutLock<'static>>);

impl Output {
    pub(crate) fn new() -> Self {
        Output(BufWriter::new(io::stdout().lock()))
    }

    /// Writes a JSON document on one line.
    pub(crate) fn json(&mut self, document: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut *self, document)?;
        writeln!(self)
    }

    /// Whether stdout is a terminal.
    pub(crate) fn is_terminal() -> bool {
        io::stdout().is_terminal()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes a line to stderr. Unlike `eprintln!`, ignores a failed write instead of panicking, since there is
/// no other place to report it.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Returns a progress bar on stderr, visible only on a terminal.
pub(crate) fn progress_bar(length: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    let style = format!("{what} {{wide_bar}} {{pos}}/{{len}}, {{rate}}, {{eta}} left {{msg}}");
    let style = ProgressStyle::with_template(&style).expect("the template is well-formed");
    // indicatif's own rate has four decimals.
    bar.set_style(style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = write!(out, "{:.1}/s", state.per_sec());
    }));
    bar
}

/// Formats 1234567 as 1,234,567.
pub(crate) fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}
