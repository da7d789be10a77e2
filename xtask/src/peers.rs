//! The comparison with other libraries: prepares OpenSpiel and runs `peers/`.

use std::io::stderr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Result;

use crate::command::run;

/// Build output and Python environment of the comparison, separate from the project's own.
const TARGET: &str = "target/peers";

/// Runs the comparison program with `options`. Without OpenSpiel it measures only the crates.
pub(crate) fn peers(options: &[String]) -> Result<()> {
    let python = openspiel(&Path::new(TARGET).join("python"))
        .inspect_err(|error| {
            eprintln!(
                "OpenSpiel is not measured: {error:#}. It needs python3 with venv and pip (Debian: \
                 python3-venv), a package index, and a wheel of open_spiel for this Python."
            );
        })
        .ok();
    let mut cargo = Command::new("cargo");
    // Without --locked: peers/Cargo.lock changes with the dependencies of the project's crates.
    cargo.args(["run", "--quiet", "--release", "--manifest-path", "peers/Cargo.toml"]);
    cargo.args(["--target-dir", TARGET, "--"]).args(options);
    if let Some(python) = python {
        cargo.arg("--python").arg(python);
    }
    run(&mut cargo)
}

/// Returns the path of a Python that has the OpenSpiel version of `peers/requirements.txt`, in a
/// virtual environment that is created if it is missing.
fn openspiel(environment: &Path) -> Result<PathBuf> {
    let python = environment.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !python.exists() {
        run(to_stderr(Command::new("python3").args(["-m", "venv"]).arg(environment)))?;
    }
    let install = ["-m", "pip", "install", "--quiet", "--requirement", "peers/requirements.txt"];
    run(to_stderr(Command::new(&python).args(install)))?;
    Ok(python)
}

/// Sends the output of `command` to standard error: standard output is for the results.
fn to_stderr(command: &mut Command) -> &mut Command {
    command.stdout(Stdio::from(stderr()))
}
