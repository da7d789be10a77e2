//! Compares the speed of Plywood's search with other libraries, as ratios of
//! simulations per second.
//!
//! `cargo xtask peers` installs OpenSpiel and runs this program.

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

mod contest;
mod entrant;
mod report;
mod searches;

#[path = "../../examples/connect_four.rs"]
#[expect(dead_code, reason = "the example also has texts and a main of its own")]
mod connect_four;

/// Compares Plywood's search with others, on one core.
#[derive(Parser)]
struct Arguments {
    /// Python with OpenSpiel; without it only the crates are measured.
    #[arg(long)]
    python: Option<PathBuf>,
    /// Number of measurements of each pair.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Print a JSON document instead of a table.
    #[arg(long)]
    json: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let python = arguments.python.as_deref();
    let mut games = Vec::new();
    for contest in [contest::othello(python)?, contest::connect_four(python)] {
        games.push(contest.run(arguments.rounds)?);
    }
    if arguments.json {
        println!("{}", report::json(&games)?);
    } else {
        print!("{}", report::table(&games));
    }
    Ok(())
}
