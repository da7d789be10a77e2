//! Runs the program, and looks at what it says.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

/// The program, to be run with these arguments.
pub fn plywood(arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("plywood"));
    command.args(arguments).env_remove("RUST_LOG").env_remove("NO_COLOR");
    command
}

/// What it prints.
pub fn stdout(arguments: &[&str]) -> String {
    let output = plywood(arguments).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

/// The same, read as JSON.
pub fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(arguments)).unwrap()
}

/// A decision without the fields that tell time.
pub fn timeless(arguments: &[&str]) -> Value {
    let mut document = json(arguments);
    let stats = document["stats"].as_object_mut().unwrap();
    assert!(stats.remove("elapsed_ms").is_some());
    assert!(stats.remove("simulations_per_second").is_some());
    document
}

/// Bad input gets a line or two that name what is wrong, and status 2.
pub fn is_refused(arguments: &[&str], named: &str) {
    let output = plywood(arguments).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(output.stdout.is_empty(), "{arguments:?} wrote to stdout");
    assert!((1..=2).contains(&error.lines().count()), "{arguments:?}:\n{error}");
    assert!(error.contains(named), "{arguments:?} does not name {named:?}:\n{error}");
}
