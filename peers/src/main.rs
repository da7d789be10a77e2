//! Compares Plywood's search with other libraries. The results are speed, as a ratio of simulations
//! per second, and for Hearts points per deal.
//!
//! `cargo xtask peers` installs OpenSpiel and runs this program.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, ValueEnum};
use report::HeartsReport;
use searches::CardSearch;
use searches::ismcts::IsmctsCrate;
use searches::turnbase::TurnbaseBots;

mod card_match;
mod card_speed;
mod contest;
mod entrant;
mod hearts;
mod report;
mod searches;

#[path = "../../examples/connect_four.rs"]
#[expect(dead_code, reason = "the example also has texts and a main of its own")]
mod connect_four;

/// Compares Plywood's search with others.
#[derive(Parser)]
struct Arguments {
    /// Python with OpenSpiel; without it only the crates are measured.
    #[arg(long)]
    python: Option<PathBuf>,
    /// The games to compare on; all if none is given.
    #[arg(long, value_enum)]
    game: Vec<GameName>,
    /// Number of measurements of each pair.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Number of deals of Hearts against each peer; each deal is eight games.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(2..))]
    deals: u64,
    /// Print a JSON document instead of tables.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GameName {
    Othello,
    ConnectFour,
    Hearts,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let python = arguments.python.as_deref();
    let wanted = |game| arguments.game.is_empty() || arguments.game.contains(&game);
    let mut games = Vec::new();
    if wanted(GameName::Othello) {
        games.push(contest::othello(python)?.run(arguments.rounds)?);
    }
    if wanted(GameName::ConnectFour) {
        games.push(contest::connect_four(python).run(arguments.rounds)?);
    }
    let hearts = wanted(GameName::Hearts).then(|| {
        let peers: [&dyn CardSearch; 2] = [&TurnbaseBots, &IsmctsCrate];
        HeartsReport {
            speed: card_speed::measure(&peers, arguments.rounds),
            matches: peers.map(|peer| card_match::play(peer, arguments.deals)).into(),
        }
    });
    if arguments.json {
        println!("{}", report::json(&games, hearts.as_ref())?);
    } else {
        print!("{}", report::tables(&games, hearts.as_ref()));
    }
    Ok(())
}
