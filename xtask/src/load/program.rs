//! The program that is measured, as it is released.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// A server on a free port, which ends with this value.
pub(super) struct Program {
    child: Child,
    /// Where its page is.
    pub(super) address: String,
}

impl Program {
    /// Starts the program at a path, or else builds it first.
    pub(super) fn start(path: Option<&str>) -> Result<Self> {
        let path = path.map_or_else(build, |path| Ok(path.to_owned()))?;
        let mut child = Command::new(path)
            .args(["serve", "--addr", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .spawn()
            .context("the program cannot be started")?;
        let mut address = String::new();
        let output = child.stdout.take().context("it has no output")?;
        BufReader::new(output).read_line(&mut address)?;
        Ok(Program { child, address: address.trim().to_owned() })
    }

    /// Its memory by now in megabytes, where the system tells.
    pub(super) fn memory(&self) -> Option<u64> {
        self.status("VmRSS:")
    }

    /// The most memory that it ever had.
    pub(super) fn peak_memory(&self) -> Option<u64> {
        self.status("VmHWM:")
    }

    fn status(&self, name: &str) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kilobytes * 1024 / 1_000_000)
    }

    /// Whether it runs and answers.
    pub(super) fn is_well(&mut self) -> bool {
        let answers = || super::page::agent().get(format!("{}/api/v1/games", self.address)).call();
        matches!(self.child.try_wait(), Ok(None)) && answers().is_ok_and(|a| a.status() == 200)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Builds the program, and gives its path.
fn build() -> Result<String> {
    let output = Command::new("cargo")
        .args(["build", "--locked", "--release", "--package", "plywood", "--bin", "plywood"])
        .arg("--message-format=json-render-diagnostics")
        .stderr(Stdio::inherit())
        .output()
        .context("cargo cannot be run")?;
    if !output.status.success() {
        bail!("the program cannot be built");
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let mut messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let path = messages.find_map(|message| message["executable"].as_str().map(str::to_owned));
    path.context("cargo did not say where the program is")
}
