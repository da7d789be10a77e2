//! The program as the other end of a conversation in lines.

use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};

use assert_cmd::cargo::cargo_bin;

use crate::timed_lines::TimedLines;

/// A running program that reads and writes lines. Dropping the value kills it.
pub struct Conversation {
    child: Child,
    input: Option<ChildStdin>,
    /// Its stdout.
    pub lines: TimedLines,
}

impl Conversation {
    pub fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(cargo_bin!("plywood"));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = TimedLines::of(child.stdout.take().unwrap());
        Conversation { input: child.stdin.take(), child, lines }
    }

    /// Sends a line.
    pub fn send(&mut self, line: impl AsRef<[u8]>) {
        let input = self.input.as_mut().unwrap();
        input.write_all(&[line.as_ref(), b"\n"].concat()).unwrap();
    }

    /// Closes stdin, waits until the program ends with success, and returns the remaining lines.
    pub fn end(mut self) -> Vec<String> {
        self.input = None;
        self.wait()
    }

    /// Waits until the program ends with success, and returns the remaining lines.
    pub fn wait(mut self) -> Vec<String> {
        assert!(self.child.wait().unwrap().success());
        self.lines.by_ref().collect()
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        // Fails if the process has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
