//! The comparison with other libraries: prepares OpenSpiel and runs `peers/`.

use std::io::stderr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Builds and environments of the comparison, apart from the project's own.
const TARGET: &str = "target/peers";

/// Runs the comparison with `arguments` of its own; without OpenSpiel only the
/// crates are measured.
pub fn peers(arguments: &[&str]) -> Result<()> {
    let python = openspiel(&Path::new(TARGET).join("python"))
        .inspect_err(|error| {
            eprintln!(
                "OpenSpiel is not measured: {error:#}. It needs python3 with venv and pip (Debian: \
                 python3-venv), a package index, and a wheel of open_spiel for this Python."
            );
        })
        .ok();
    let mut cargo = Command::new("cargo");
    // Not locked: the lock file follows the dependencies of the project's crates.
    cargo.args(["run", "--quiet", "--release", "--manifest-path", "peers/Cargo.toml"]);
    cargo.args(["--target-dir", TARGET, "--"]).args(arguments);
    if let Some(python) = python {
        cargo.arg("--python").arg(python);
    }
    run(&mut cargo)
}

/// A Python with the OpenSpiel that `peers/requirements.txt` names.
fn openspiel(environment: &Path) -> Result<PathBuf> {
    let python = environment.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !python.exists() {
        run(to_stderr(Command::new("python3").args(["-m", "venv"]).arg(environment)))?;
    }
    let install = ["-m", "pip", "install", "--quiet", "--requirement", "peers/requirements.txt"];
    run(to_stderr(Command::new(&python).args(install)))?;
    Ok(python)
}

/// Standard output is for the table.
fn to_stderr(command: &mut Command) -> &mut Command {
    command.stdout(Stdio::from(stderr()))
}

fn run(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("{program} cannot be run"))?;
    if !status.success() {
        bail!("{command:?} failed");
    }
    Ok(())
}
