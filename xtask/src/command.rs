//! Running other programs.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Runs cargo with `arguments`, separated by spaces, and prints the command first.
pub(crate) fn cargo(arguments: &str) -> Result<()> {
    println!("\n$ cargo {arguments}");
    run(Command::new("cargo").args(arguments.split(' ')).env("RUSTDOCFLAGS", "-D warnings"))
}

/// Runs a program and waits for its end. Fails if the program cannot be started or does not succeed.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("cannot run {program}"))?;
    if !status.success() {
        bail!("{command:?} failed");
    }
    Ok(())
}

/// Runs a program and returns its standard output. Fails if the program cannot be started or does not succeed.
pub(crate) fn output(program: impl AsRef<OsStr>, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new(program);
    let output =
        command.args(arguments).output().with_context(|| format!("cannot run {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("the output of {command:?}"))
}

/// Returns the system that the compiler compiles for, such as `x86_64-unknown-linux-gnu`.
pub(crate) fn host() -> Result<String> {
    Ok(output("rustc", &["--print", "host-tuple"])?.trim().to_owned())
}

/// Runs a program, hides its standard output, and returns whether the program succeeded.
pub(crate) fn succeeds(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Installs the tool `cargo NAME` if it is missing. `options` are those of `cargo install`.
pub(crate) fn ensure_cargo_tool(name: &str, options: &str) -> Result<()> {
    if succeeds("cargo", &[name, "--version"]) {
        return Ok(());
    }
    cargo(&format!("install --locked {options}"))
}

/// Returns the files that git tracks and whose extension is in `extensions`.
pub(crate) fn tracked_files(extensions: &[&str]) -> Result<Vec<String>> {
    let names = output("git", &["ls-files"])?;
    let is_wanted = |name: &&str| {
        name.rsplit_once('.').is_some_and(|(_, extension)| extensions.contains(&extension))
    };
    Ok(names.lines().filter(is_wanted).map(str::to_owned).collect())
}
