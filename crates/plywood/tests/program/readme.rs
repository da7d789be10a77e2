//! The commands and the example of the README work.

use std::process::{Command, Stdio};

const README: &str = include_str!("../../../../README.md");
const EXAMPLE: &str = include_str!("../../../../examples/connect_four.rs");

/// Returns the README's code blocks in a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let blocks = README.split(&fence).skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

#[test]
fn the_library_example_is_a_part_of_connect_four() {
    assert!(!blocks("rust").is_empty());
    for block in blocks("rust") {
        assert!(EXAMPLE.contains(block), "not in examples/connect_four.rs:\n{block}");
    }
    assert!(EXAMPLE.lines().count() < 150, "the README promises fewer than 150 lines");
}

#[test]
fn every_command_runs_as_pasted() {
    let lines = blocks("sh").into_iter().flat_map(str::lines);
    let commands: Vec<_> = lines.filter_map(|line| line.strip_prefix("plywood ")).collect();
    assert!(commands.len() > 4, "only {} commands in the README", commands.len());
    for command in commands {
        let output = Command::new(env!("CARGO_BIN_EXE_plywood"))
            .args(command.split_whitespace())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(output.status.success(), "plywood {command} failed");
        assert!(!output.stdout.is_empty(), "plywood {command} prints nothing");
    }
}

#[test]
fn the_readme_is_short_and_its_links_exist() {
    assert!(README.len() < 8000, "{} bytes", README.len());
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for link in README.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(root.join(link).exists(), "{link} does not exist");
    }
}
