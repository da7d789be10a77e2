//! The scripts of the page that need no browser, tested in Node against the real program.

use std::path::Path;
use std::process::Command;

use crate::server::Server;

fn run(script: &str) {
    let server = Server::start();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/model").join(script);
    let output = Command::new("node")
        .arg("--test")
        .arg(&path)
        .env("PLYWOOD_URL", server.url(""))
        .output()
        .expect("Node runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("# pass ") && !text.contains("# pass 0"), "no test ran: {text}");
}

#[test]
#[ignore = "needs Node"]
fn interleavings_end_in_the_servers_state() {
    run("interleavings.test.mjs");
}

#[test]
#[ignore = "needs Node"]
fn the_model_keeps_what_it_needs() {
    run("model.test.mjs");
}

#[test]
#[ignore = "needs Node"]
fn settings_follow_the_grammar_of_the_registry() {
    run("settings.test.mjs");
}

#[test]
#[ignore = "needs Node"]
fn reviews_become_graphs_and_exercises() {
    run("review.test.mjs");
}

#[test]
#[ignore = "needs Node"]
fn marks_follow_the_values() {
    run("scale.test.mjs");
}
