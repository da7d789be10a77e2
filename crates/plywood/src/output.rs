//! Results on stdout, progress on stderr.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use serde_json::Value;

/// Standard output, buffered; a closed pipe comes back as an error and not as a panic.
pub(crate) struct Output(BufWriter<StdoutLock<'static>>);

impl Output {
    pub(crate) fn new() -> Self {
        Output(BufWriter::new(io::stdout().lock()))
    }

    /// Writes a JSON document on a line.
    pub(crate) fn json(&mut self, document: &Value) -> io::Result<()> {
        writeln!(self, "{document}")
    }

    /// Whether a person is looking.
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

/// A progress bar on stderr; it shows only on a terminal.
pub(crate) fn progress_bar(length: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    let style = format!("{what} {{wide_bar}} {{pos}}/{{len}}, {{rate}}, {{eta}} left {{msg}}");
    let style = ProgressStyle::with_template(&style).expect("the template is well-formed");
    // The library's own rate has more digits than anybody reads.
    bar.set_style(style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = write!(out, "{:.1}/s", state.per_sec());
    }));
    bar
}

/// A spinner on stderr for work of unknown length; it shows only on a terminal.
pub(crate) fn spinner() -> ProgressBar {
    let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}

/// 1234567 as 1,234,567.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        let texts = [0, 12, 123, 1234, 123_456, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "12", "123", "1,234", "123,456", "1,234,567"]);
    }
}
