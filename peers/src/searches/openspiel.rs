//! OpenSpiel: its C++ `MCTSBot`, in a Python process that waits for requests.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::{Answer, Search};

const PROGRAM: &str = include_str!("../../openspiel.py");

/// Starts OpenSpiel. Returns its version, and its search of `game` from the
/// position after `transcript`.
pub fn start(python: &Path, game: &str, transcript: &str) -> Result<(String, Search)> {
    let mut bot = Bot::start(python, game, transcript)?;
    let version = bot.read_line()?;
    Ok((version, Box::new(move |simulations, seed| bot.decide(simulations, seed))))
}

/// The Python process. It ends when its input is closed.
struct Bot {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Bot {
    fn start(python: &Path, game: &str, transcript: &str) -> Result<Bot> {
        let mut process = Command::new(python)
            .args(["-c", PROGRAM, game, transcript])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} cannot be run", python.display()))?;
        let input = process.stdin.take();
        let output = process.stdout.take().context("the output of Python is not piped")?;
        Ok(Bot { process, input, output: BufReader::new(output) })
    }

    fn decide(&mut self, simulations: u64, seed: u64) -> Result<Answer> {
        let input = self.input.as_mut().context("the input of Python is not piped")?;
        writeln!(input, "{simulations} {seed}")?;
        Ok(serde_json::from_str(&self.read_line()?)?)
    }

    fn read_line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        ensure!(!line.is_empty(), "the Python program of OpenSpiel ended early");
        Ok(line.trim().to_string())
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        drop(self.input.take());
        // The exit status does not matter any more.
        let _ = self.process.wait();
    }
}
