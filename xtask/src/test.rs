//! Every check that a change must pass before it is merged.

use anyhow::Result;

use crate::command::{cargo, ensure_cargo_tool, succeeds};
use crate::{dist, package, page, python, web_lint};

/// All features of the workspace but `train`. The dependency of `train` takes minutes to build, so
/// only the last two steps enable that feature.
const FEATURES: &str = "--features plywood-search/serde";

/// The options to install `cargo deny`. A debug build without the default features, one of which
/// contains cargo itself, takes only a minute.
const CARGO_DENY: &str = "--debug --no-default-features cargo-deny@0.20.2";

pub(crate) fn test() -> Result<()> {
    cargo("fmt --all --check")?;
    cargo("fmt --manifest-path peers/Cargo.toml --check")?;
    web_lint::lint_if_possible()?;
    ensure_cargo_tool("deny", CARGO_DENY)?;
    cargo("deny check licenses bans sources")?;
    // Checks the engine crate alone, without the features that a workspace build enables in it.
    cargo("clippy --locked --package plywood-search --all-targets -- -D warnings")?;
    cargo(&format!("clippy --locked --workspace --all-targets {FEATURES} -- -D warnings"))?;
    // `cargo nextest` is faster and its output clearer, but it is not on every machine.
    if succeeds("cargo", &["nextest", "--version"]) {
        cargo(&format!("nextest run --locked --workspace {FEATURES} --no-fail-fast"))?;
    } else {
        cargo(&format!("test --locked --workspace {FEATURES} --lib --bins --tests --examples"))?;
    }
    page::test()?;
    python::test_if_possible()?;
    dist::test()?;
    package::test()?;
    cargo(&format!("test --locked --workspace {FEATURES} --doc"))?;
    cargo(&format!("doc --locked --workspace {FEATURES} --no-deps"))?;
    cargo("clippy --locked --package plywood --features train --all-targets -- -D warnings")?;
    cargo("test --locked --package plywood-learn --features train --lib --tests")?;
    println!("all checks passed");
    Ok(())
}
