//! The program that is measured: a release build of `plywood serve`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// A running server on a free port. Dropping this value ends the server.
pub(super) struct Program {
    child: Child,
    /// The URL of the server's page.
    pub(super) address: String,
}

impl Program {
    /// Starts the program at `path`. Without `path`, builds and starts the program of this repository.
    pub(super) fn start(path: Option<&str>) -> Result<Self> {
        let path = path.map_or_else(build, |path| Ok(path.to_owned()))?;
        let mut child = Command::new(path)
            // All pages of the test share one address.
            .args(["serve", "--addr", "127.0.0.1:0", "--connections-per-address", "900"])
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start the program")?;
        let mut address = String::new();
        let output = child.stdout.take().context("the program has no standard output")?;
        BufReader::new(output).read_line(&mut address)?;
        Ok(Program { child, address: address.trim().to_owned() })
    }

    /// Returns the memory in use in megabytes; `None` on a system without `/proc`.
    pub(super) fn memory(&self) -> Option<u64> {
        self.status("VmRSS:")
    }

    /// Returns the peak memory in megabytes; `None` on a system without `/proc`.
    pub(super) fn peak_memory(&self) -> Option<u64> {
        self.status("VmHWM:")
    }

    fn status(&self, name: &str) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kilobytes * 1024 / 1_000_000)
    }

    /// Whether the program runs and answers a request.
    pub(super) fn is_responding(&mut self) -> bool {
        let answers = || super::page::agent().get(format!("{}/api/v1/games", self.address)).call();
        matches!(self.child.try_wait(), Ok(None)) && answers().is_ok_and(|a| a.status() == 200)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Errors are ignored: the program may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Builds the program and returns its path.
fn build() -> Result<String> {
    let output = Command::new("cargo")
        .args(["build", "--locked", "--release", "--package", "plywood", "--bin", "plywood"])
        .arg("--message-format=json-render-diagnostics")
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    if !output.status.success() {
        bail!("cannot build the program");
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let mut messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let path = messages.find_map(|message| message["executable"].as_str().map(str::to_owned));
    path.context("cargo did not say where the program is")
}
