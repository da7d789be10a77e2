//! The output of another process, read with a timeout.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Timeout of a line, longer than any line takes, so that only a missing line fails the test.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The lines of an output. A thread reads them, so that the process never blocks on a full pipe.
pub struct TimedLines(Receiver<String>);

impl TimedLines {
    pub fn of(output: impl Read + Send + 'static) -> Self {
        let (sender, receiver) = channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            // Sending fails only if the test no longer reads. Then the lines are still read, and dropped.
            lines.for_each(|line| sender.send(line).unwrap_or_default());
        });
        TimedLines(receiver)
    }
}

/// Iterates over the lines until the output ends. Panics if the next line takes too long.
impl Iterator for TimedLines {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        match self.0.recv_timeout(TIMEOUT) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("timeout: no line and no end of the output"),
        }
    }
}
