//! What the README shows is true: its commands run, its example is the real one.

use std::process::{Command, Stdio};

const README: &str = include_str!("../../../../README.md");
const EXAMPLE: &str = include_str!("../../../../examples/connect_four.rs");

/// The code blocks of a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let blocks = README.split(&fence).skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

#[test]
fn the_library_example_is_taken_from_the_example() {
    assert!(!blocks("rust").is_empty());
    for block in blocks("rust") {
        assert!(EXAMPLE.contains(block), "not in examples/connect_four.rs:\n{block}");
    }
    assert!(EXAMPLE.lines().count() < 150, "the README says that it is under 150 lines");
}

#[test]
fn every_command_runs_as_pasted() {
    let lines = blocks("sh").into_iter().flat_map(str::lines);
    let commands: Vec<_> = lines.filter_map(|line| line.strip_prefix("plywood ")).collect();
    assert!(commands.len() > 4, "the README shows what can be done");
    for command in commands {
        let output = Command::new(env!("CARGO_BIN_EXE_plywood"))
            .args(command.split_whitespace())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(output.status.success(), "plywood {command} failed");
        assert!(!output.stdout.is_empty(), "plywood {command} says nothing");
    }
}

#[test]
fn it_is_short_and_its_links_lead_somewhere() {
    assert!(README.len() < 8000, "{} bytes", README.len());
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for link in README.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(root.join(link).exists(), "{link} does not exist");
    }
}
