//! The command line: every command, flag and example.

mod comparing;
mod train;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use plywood_registry::{BudgetRequest, Settings, Spec, read_bytes, read_duration, read_threads};

pub(crate) use comparing::{ArenaArgs, QualityArgs, ReplayArgs, ReportArgs};
pub(crate) use train::{Method, RewardsOf, TrainArgs};

/// A game-decision engine: play, watch, and look inside the search.
#[derive(Parser)]
#[command(
    name = "plywood",
    version,
    about,
    after_help = "\
Examples:
  plywood                                         the page: play, watch, look inside the search
  plywood play othello                            play in the terminal
  plywood hint othello --position f5d6c3 --time 1s
  plywood watch othello --player hard --player easy
  plywood players othello                         who plays, and with which keys"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Log every decision to stderr (-vv: everything); RUST_LOG overrides
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    pub(crate) verbose: u8,
    /// Log nothing but errors
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Serve(ServeArgs),
    Games(GamesArgs),
    Players(PlayersArgs),
    Play(PlayArgs),
    Watch(WatchArgs),
    Hint(HintArgs),
    Perft(PerftArgs),
    Arena(ArenaArgs),
    Report(ReportArgs),
    Replay(ReplayArgs),
    Quality(QualityArgs),
    Engine(EngineArgs),
    Train(TrainArgs),
    Bench(BenchArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Plain `plywood` starts the page.
impl Default for Command {
    fn default() -> Self {
        let Cli { command, .. } = Cli::parse_from(["plywood", "serve"]);
        command.expect("the line above names a command")
    }
}

/// Start the page: play, watch, and look inside the search
#[derive(Args)]
#[command(after_help = "\
The page and all it needs are inside the program; Ctrl-C ends it.

Examples:
  plywood serve --open
  plywood serve --addr 127.0.0.1:8080")]
pub(crate) struct ServeArgs {
    /// The address to listen on; any but this machine's own can be reached by others
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:7878")]
    pub(crate) addr: SocketAddr,
    /// Show the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
}

/// List the games
#[derive(Args)]
#[command(after_help = "Example: plywood games")]
pub(crate) struct GamesArgs {
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// List the players of a game, with their keys
#[derive(Args)]
#[command(after_help = "Example: plywood players othello")]
pub(crate) struct PlayersArgs {
    /// The game; all games when left out
    pub(crate) game: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// What a game starts from.
#[derive(Args)]
pub(crate) struct Setup {
    /// The game
    pub(crate) game: String,
    /// The position to start from, in the game's notation
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// The rules, as key=value,key=value
    #[arg(long, value_name = "R", default_value = "", allow_hyphen_values = true)]
    pub(crate) rules: Settings,
    /// The seed of all chance; drawn and shown when left out
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) seed: Option<u64>,
}

/// What a decision may cost; flags override the keys of a spec.
#[derive(Args)]
pub(crate) struct BudgetArgs {
    /// Simulations a decision
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(u64).range(1..))]
    simulations: Option<u64>,
    /// Time a decision, such as 500ms, 2s or 1m
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration)]
    time: Option<Duration>,
    /// Memory for the tree, such as 512MB
    #[arg(long, value_name = "M", allow_hyphen_values = true, value_parser = read_bytes)]
    memory: Option<usize>,
    /// Trees searched at once
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = threads)]
    threads: Option<usize>,
}

fn threads(text: &str) -> Result<usize, String> {
    read_threads(text).ok_or_else(|| "expected a whole number from 1 to 1024".to_owned())
}

impl BudgetArgs {
    pub(crate) fn request(&self) -> BudgetRequest {
        BudgetRequest {
            simulations: self.simulations,
            time: self.time,
            memory: self.memory,
            threads: self.threads,
        }
    }
}

/// Play in the terminal
#[derive(Args)]
#[command(after_help = "\
Type a move, or: hint, undo, moves, save FILE, help, quit.

Examples:
  plywood play othello
  plywood play othello --opponent hard --you second
  plywood play othello --opponent mcts:simulations=20000 --seed 7")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) setup: Setup,
    /// Who plays against you, and gives hints
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true, default_value = "medium")]
    pub(crate) opponent: Spec,
    /// Which seat is yours
    #[arg(long, value_enum, default_value_t = Side::First)]
    pub(crate) you: Side,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    First,
    Second,
}

/// Watch players play, move by move
#[derive(Args)]
#[command(after_help = "\
On a terminal the board is drawn in place; Ctrl-C ends the game.

Examples:
  plywood watch tetris --player linear --delay 100ms
  plywood watch othello --player hard --player easy --scroll
  plywood watch othello --player medium --delay 1s --seed 7")]
pub(crate) struct WatchArgs {
    #[command(flatten)]
    pub(crate) setup: Setup,
    /// A player for each seat, or one for all
    #[arg(long = "player", value_name = "SPEC", allow_hyphen_values = true, required = true)]
    pub(crate) players: Vec<Spec>,
    /// Time between moves [default: 300ms on a terminal, else none]
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration)]
    pub(crate) delay: Option<Duration>,
    /// Print the boards one below the other, as without a terminal
    #[arg(long)]
    pub(crate) scroll: bool,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
    /// Print one JSON document at the end instead of boards
    #[arg(long)]
    pub(crate) json: bool,
}

/// One decision with its reasons
#[derive(Args)]
#[command(after_help = "\
Examples:
  plywood hint othello
  plywood hint othello --position f5d6c3d3c4 --player hard --time 2s
  plywood hint othello --player mcts:simulations=5000 --seed 7 --json
  plywood hint othello --simulations 2000 --tree tree.dot")]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) setup: Setup,
    /// Who is asked
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true, default_value = "hard")]
    pub(crate) player: Spec,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
    /// Write the search tree to a file that ends in .json or .dot
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    pub(crate) tree: Option<PathBuf>,
    /// The deepest level of the tree that is written
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = 4)]
    pub(crate) tree_depth: usize,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Answer another program on stdin and stdout
#[derive(Args)]
#[command(after_help = "\
json takes requests about every game, with everything that the page can do: a JSON object on a line,
several at once, answered under their ids; docs/api.md has them all. A think names its own player.
tbp is the Tetris Bot Protocol: JSON lines by which a Tetris front end asks for placements on its
10x40 board. The bot never holds, and suggests placements that are reached by dropping.

Examples:
  echo '{\"id\":1,\"method\":\"new\",\"game\":\"othello\"}' | plywood engine json
  plywood engine tbp
  plywood engine tbp --player hard --time 50ms")]
pub(crate) struct EngineArgs {
    /// The protocol
    #[arg(value_enum)]
    pub(crate) protocol: Protocol,
    /// Who is asked, by tbp [default: linear]
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    pub(crate) player: Option<Spec>,
    /// The seed of the player's chance, by tbp
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Protocol {
    /// Requests of a line each, about every game
    Json,
    /// The Tetris Bot Protocol
    Tbp,
}

/// Count move sequences, to check rules
#[derive(Args)]
#[command(after_help = "Example: plywood perft othello --depth 9")]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) setup: Setup,
    /// Moves in a sequence
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) depth: u32,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Measure this machine: playouts and simulations a second, cost of the tree
#[derive(Args)]
#[command(after_help = "Example: plywood bench --json")]
pub(crate) struct BenchArgs {
    /// The game; all games when left out
    pub(crate) game: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Print shell completions
#[derive(Args)]
#[command(after_help = "Example: plywood completions bash > plywood.bash")]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Print the manual page, or write all of them
#[derive(Args)]
#[command(after_help = "\
Examples:
  plywood man > plywood.1
  plywood man --out man1")]
pub(crate) struct ManArgs {
    /// Write a page for each command into this folder
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    pub(crate) out: Option<PathBuf>,
}
