//! The program of this repository: builds it, and runs it as a server.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use ureq::Agent;

/// A running server on a free port. Dropping this value ends the server.
pub(crate) struct Program {
    child: Child,
    /// The URL of the server's page.
    pub(crate) address: String,
}

impl Program {
    /// Starts the program at `path`.
    pub(crate) fn start(path: &Path) -> Result<Self> {
        let mut child = Command::new(path)
            // All pages of the test connect from one address.
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
    pub(crate) fn memory(&self) -> Option<u64> {
        self.status("VmRSS:")
    }

    /// Returns the peak memory in megabytes; `None` on a system without `/proc`.
    pub(crate) fn peak_memory(&self) -> Option<u64> {
        self.status("VmHWM:")
    }

    fn status(&self, name: &str) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kilobytes * 1024 / 1_000_000)
    }

    /// Returns whether the program runs and answers a request.
    pub(crate) fn is_responding(&mut self) -> bool {
        let answers = || agent().get(format!("{}/api/v1/games", self.address)).call();
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

/// Returns an HTTP client that keeps its connection and returns error statuses as responses.
pub(crate) fn agent() -> Agent {
    Agent::config_builder().http_status_as_error(false).proxy(None).build().new_agent()
}

/// Builds the program with a profile of cargo and returns its path. The compiler gets `options` only
/// for the last crate, the program itself, and not for the crates that it depends on.
pub(crate) fn build(profile: &str, options: &[&str]) -> Result<PathBuf> {
    let output = Command::new("cargo")
        .args(["rustc", "--locked", "--profile", profile, "--package", "plywood"])
        .args(["--bin", "plywood", "--message-format=json-render-diagnostics", "--"])
        .args(options)
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    if !output.status.success() {
        bail!("cannot build the program");
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let mut messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let path = messages.find_map(|message| message["executable"].as_str().map(PathBuf::from));
    path.context("cargo did not say where the program is")
}
