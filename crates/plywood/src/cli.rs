//! The command line: every command, flag and example.

mod arena;
mod convert;
mod own_help;
mod review;
mod shared;
mod solve;
mod train;

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use plywood_registry::{Games, Spec, read_duration};
use plywood_server::{HostName, ResourceLimits};

use arena::at_least_one;
pub(crate) use arena::{ArenaArgs, QualityArgs, ReplayArgs, ReportArgs};
pub(crate) use convert::ConvertArgs;
pub(crate) use review::ReviewArgs;
pub(crate) use shared::{BudgetArgs, GameArgs, ListArgs, Setup};
pub(crate) use solve::SolveArgs;
pub(crate) use train::TrainArgs;

/// The default number of candidates of a decision in text output.
pub(crate) const TOP: usize = 10;

/// A game-decision engine: play, watch, and look inside the search
#[derive(Parser)]
#[command(
    name = "plywood",
    version,
    about,
    after_help = "\
Examples:
  plywood                                         start the web page
  plywood play othello                            play in the terminal
  plywood hint othello --position f5d6c3 --time 1s
  plywood watch othello --player hard --player easy
  plywood players othello                         the players and their keys

Exit status: 0 done, 1 failure while running, 2 bad input or usage, 130 interrupted (Ctrl-C)."
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

impl Cli {
    /// Returns the command line of a program with these games. The options of `train` depend on the trainers of the
    /// games, the help of `convert` lists the formats of the games, and the examples name the games.
    pub(crate) fn of(games: &Games) -> clap::Command {
        let program = program_name();
        let command = Cli::command().mut_subcommands(|command| match command.get_name() {
            "train" => train::offer_trainers(command, games),
            "convert" => convert::list_formats(command, games),
            _ => command,
        });
        own_help::with_own_examples(command, program, games).name(program)
    }

    /// Parses the arguments of a program. The first argument is the name of the program.
    pub(crate) fn read<T: Into<OsString> + Clone>(
        games: &Games,
        arguments: impl IntoIterator<Item = T>,
    ) -> Result<Self, clap::Error> {
        let mut command = Cli::of(games);
        let matches = command.try_get_matches_from_mut(arguments)?;
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }
}

static PROGRAM: OnceLock<String> = OnceLock::new();

/// Sets the name of the program from the first argument of its command line.
pub(crate) fn set_program_name(first: Option<&OsString>) {
    let name = first.and_then(|path| Path::new(path).file_stem());
    let name = name.map(|name| name.to_string_lossy().into_owned());
    PROGRAM.get_or_init(|| name.unwrap_or_else(|| "plywood".to_owned()));
}

/// Returns the name of the program, for help texts and scripts.
pub(crate) fn program_name() -> &'static str {
    PROGRAM.get().map_or("plywood", String::as_str)
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Serve(ServeArgs),
    /// List the games
    #[command(after_help = "Example: plywood games")]
    Games {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// List the players of a game, with their keys
    #[command(after_help = "Example: plywood players othello")]
    Players(ListArgs),
    Play(PlayArgs),
    Watch(WatchArgs),
    Hint(HintArgs),
    Perft(PerftArgs),
    Solve(SolveArgs),
    Convert(ConvertArgs),
    Arena(ArenaArgs),
    Report(ReportArgs),
    Replay(ReplayArgs),
    Review(ReviewArgs),
    Quality(QualityArgs),
    Engine(EngineArgs),
    Train(TrainArgs),
    /// Measure this machine: playouts and simulations per second, cost of the tree
    #[command(after_help = "Example: plywood bench --json")]
    Bench(ListArgs),
    /// Print shell completions
    #[command(after_help = "Example: plywood completions bash > plywood.bash")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write one page per command
    #[command(after_help = "\
Examples:
  plywood man > plywood.1
  plywood man --out man1")]
    Man {
        /// Write a page per command to this folder
        #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
        out: Option<PathBuf>,
    },
}

/// `plywood` without a command starts the page.
impl Default for Command {
    fn default() -> Self {
        let Cli { command, .. } = Cli::parse_from(["plywood", "serve"]);
        command.expect("the arguments name a command")
    }
}

/// Start the web page: play, watch, and look inside the search
#[derive(Args)]
#[command(after_help = "\
The program contains all files of the page. Ctrl-C ends it.

Examples:
  plywood serve --open
  plywood serve --addr 127.0.0.1:8080
  plywood serve --addr 0.0.0.0:7878 --host games.example
  plywood serve --connections-per-address 900     behind a proxy, whose address all clients share")]
pub(crate) struct ServeArgs {
    /// The address to listen on; other machines can reach any address but 127.0.0.1 and [::1]
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:7878")]
    pub(crate) addr: SocketAddr,
    /// A name by which browsers may reach the server, besides localhost and IP addresses; repeatable
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<HostName>,
    /// Open the page in the default browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Connections from one IP address; one more replaces the connection that has waited longest
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = ResourceLimits::for_http().connections_per_address, value_parser = at_least_one)]
    pub(crate) connections_per_address: usize,
}

/// Play in the terminal
#[derive(Args)]
#[command(after_help = "\
Type a move, or: hint, undo, moves, winnable, save FILE, help, quit.

Examples:
  plywood play othello
  plywood play klondike --winnable
  plywood play othello --opponent hard --you second
  plywood play othello --opponent mcts:simulations=20000 --seed 7
  plywood play othello --opponent 'gtp:command=\"gtp-rhino --level=2\",passes=implicit'")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) setup: Setup,
    /// The player of the other seats, which also gives hints
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true, default_value = "medium")]
    pub(crate) opponent: Spec,
    /// Your seat
    #[arg(long, value_name = "SEAT", value_enum, default_value_t = Side::First)]
    pub(crate) you: Side,
    /// Play the first deal from the seed on that a solver proves winnable
    #[arg(long, conflicts_with = "position")]
    pub(crate) winnable: bool,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

/// Watch a game between players, move by move
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
    /// A player for each seat, or one for all seats
    #[arg(long = "player", value_name = "SPEC", allow_hyphen_values = true, required = true)]
    pub(crate) players: Vec<Spec>,
    /// Time between moves [default: 300ms on a terminal, 0 otherwise]
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration)]
    pub(crate) delay: Option<Duration>,
    /// Print the boards one below the other instead of drawing in place
    #[arg(long)]
    pub(crate) scroll: bool,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
    /// Print one JSON document instead of boards
    #[arg(long)]
    pub(crate) json: bool,
}

/// Show one decision: the move, the candidates with their values, the cost
#[derive(Args)]
#[command(after_help = "\
Examples:
  plywood hint othello
  plywood hint othello --position f5d6c3d3c4 --player hard --time 2s
  plywood hint tetris --player linear --all
  plywood hint othello --player mcts:simulations=5000 --seed 7 --json
  plywood hint othello --simulations 2000 --tree tree.dot")]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) setup: Setup,
    /// The player that decides
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true, default_value = "hard")]
    pub(crate) player: Spec,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
    /// Candidates shown in the text; JSON has all of them
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = TOP, value_parser = at_least_one)]
    pub(crate) top: usize,
    /// Show all candidates in the text
    #[arg(long, conflicts_with = "top")]
    pub(crate) all: bool,
    /// Write the search tree to a file that ends in .json or .dot
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    pub(crate) tree: Option<PathBuf>,
    /// Levels of the tree to write
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = 4)]
    pub(crate) tree_depth: usize,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Speak a protocol with another program on stdin and stdout
#[derive(Args)]
#[command(after_help = "\
json: one JSON request per line, answered under its id; docs/api.md describes them. The protocol can do
all that the page does, for every game. Each `think` request names its player.
tbp: the Tetris Bot Protocol, one JSON message per line. A Tetris front end requests placements on a
10x40 board. The bot never holds, and suggests only placements that a straight drop reaches.
gtp: the Go Text Protocol, version 2, for Othello. After time_settings or time_left, a move gets its part of
the clock instead of the player's default limits; --simulations and --time still hold.
nboard: the NBoard protocol, version 2. `ping`, `quit` and the end of the input stop a search.

Examples:
  echo '{\"id\":1,\"method\":\"new\",\"game\":\"othello\"}' | plywood engine json
  plywood engine tbp
  plywood engine tbp --player hard --time 50ms
  echo genmove black | plywood engine gtp --player medium
  plywood engine nboard --player mcts --time 2s")]
pub(crate) struct EngineArgs {
    /// The protocol
    #[arg(value_enum)]
    pub(crate) protocol: Protocol,
    /// The player of the other protocols [default: linear for tbp, expert for gtp and nboard]
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    pub(crate) player: Option<Spec>,
    /// The seed of the player
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Protocol {
    /// JSON requests, one per line, for every game
    Json,
    /// The Tetris Bot Protocol
    Tbp,
    /// The Go Text Protocol, for Othello
    Gtp,
    /// The NBoard protocol, for Othello
    Nboard,
}

/// Count move sequences, to check the rules of a game
#[derive(Args)]
#[command(after_help = "Example: plywood perft othello --depth 9")]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) setup: Setup,
    /// Moves per sequence
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) depth: u32,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}
