//! The comparison with other libraries: prepares OpenSpiel and runs `peers/`.

use std::io::stderr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Result;

use crate::command::run;

/// The folder for the build output and the Python environment of the comparison.
const TARGET: &str = "target/peers";

/// Runs the comparison program with `options`, without OpenSpiel if that cannot be installed.
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

/// Installs the OpenSpiel version of `peers/requirements.txt` in the virtual environment
/// `environment`, which is created if it is missing. Returns the path of its Python.
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
