//! Runs the program and checks its output.

use std::fs;
use std::io::Read;
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use tempfile::TempDir;

/// Returns a command that runs the program, without the caller's `RUST_LOG` and `NO_COLOR`.
pub fn plywood(arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("plywood"));
    command.args(arguments).env_remove("RUST_LOG").env_remove("NO_COLOR");
    command
}

/// Runs the program and returns its stdout.
pub fn stdout(arguments: &[&str]) -> String {
    let output = plywood(arguments).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

/// Runs the program and returns its stdout as JSON.
pub fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(arguments)).unwrap()
}

/// Writes a file to a folder, and returns its path as an argument.
pub fn write_file(folder: &TempDir, name: &str, contents: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    fs::write(&path, contents).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Runs the program and returns a decision without its timings.
pub fn timeless(arguments: &[&str]) -> Value {
    let mut document = json(arguments);
    let stats = document["stats"].as_object_mut().unwrap();
    assert!(stats.remove("elapsed_ms").is_some());
    assert!(stats.remove("simulations_per_second").is_some());
    document
}

/// Asserts an exit status, and returns stderr.
pub fn error_of(output: Output, status: i32) -> String {
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{error}");
    error
}

/// Asserts exit status 2, an empty stdout, and one or two lines on stderr that contain `named`.
pub fn is_refused(arguments: &[&str], named: &str) {
    let output = plywood(arguments).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(output.stdout.is_empty(), "{arguments:?} wrote to stdout");
    assert!((1..=2).contains(&error.lines().count()), "{arguments:?}:\n{error}");
    assert!(error.contains(named), "{arguments:?} does not name {named:?}:\n{error}");
}

/// A program that runs in the background. Dropping the value kills it.
pub struct Background(Option<Child>);

impl Background {
    /// Starts the program, with pipes for its stdout and stderr.
    pub fn start(arguments: &[&str]) -> Self {
        let mut command = std::process::Command::new(cargo_bin!("plywood"));
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        Background(Some(command.spawn().unwrap()))
    }

    /// Reads a line of its stdout.
    pub fn line(&mut self) -> String {
        let stdout = self.0.as_mut().and_then(|child| child.stdout.as_mut()).unwrap();
        #[expect(clippy::unbuffered_bytes, reason = "`interrupt` gets the lines after this one")]
        let bytes = stdout.bytes().map(Result::unwrap).take_while(|&byte| byte != b'\n');
        String::from_utf8(bytes.collect()).unwrap()
    }

    /// Sends SIGINT, as Ctrl-C does, and returns the output.
    pub fn interrupt(mut self) -> Output {
        let child = self.0.take().unwrap();
        let mut kill = std::process::Command::new("kill");
        assert!(kill.args(["-INT", &child.id().to_string()]).status().unwrap().success());
        child.wait_with_output().unwrap()
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
}

/// Waits until a condition holds. Panics after a minute.
#[track_caller]
pub fn wait_until(condition: impl Fn() -> bool) {
    let began = Instant::now();
    while !condition() {
        assert!(began.elapsed() < Duration::from_secs(60), "the condition does not hold");
        std::thread::sleep(Duration::from_millis(5));
    }
}
