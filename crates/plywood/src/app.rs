//! Runs the command that the command line names, and turns its result into an exit status.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use plywood_registry::{GameEntry, Games};
use plywood_search::shortened;
use tracing_subscriber::EnvFilter;

use crate::cli::{Cli, Command, program_name, set_program_name};
use crate::commands;
use crate::failure::Failure;
use crate::interrupt::INTERRUPTED;
use crate::output::{Output, complain};

/// The program with the built-in games and the games that a user adds.
pub struct App {
    games: Games,
}

/// Returns the program with the built-in games. Its help calls the program by the name of its executable.
///
/// ```no_run
/// use plywood::registry::Entry;
/// use plywood::search::nim::Nim;
///
/// let nim = Entry::new("nim", "take one to three", |_seed| Nim::new(21));
/// plywood::app().without_games().game(nim).run();
/// ```
pub fn app() -> App {
    App { games: games() }
}

/// Returns the built-in games.
pub fn games() -> Games {
    let mut games = Games::default();
    games.add(plywood_othello::entry());
    games.add(plywood_klondike::entry());
    games.add(plywood_woodblock::entry());
    games.add(plywood_tetris::entry());
    games
}

impl From<Games> for App {
    /// Returns the program with these games.
    fn from(games: Games) -> Self {
        App { games }
    }
}

/// The exit status for bad input or usage.
const BAD_INPUT: u8 = 2;
/// The exit status for a failure while running.
const FAILED: u8 = 1;

impl App {
    /// Removes all games added so far, for a program that has only games of its own.
    pub fn without_games(self) -> Self {
        App { games: Games::default() }
    }

    /// Adds a game; all commands work with it.
    pub fn game(mut self, entry: impl GameEntry + 'static) -> Self {
        self.games.add(entry);
        self
    }

    /// Runs the command line of this process and returns its exit status.
    pub fn run(self) -> ExitCode {
        ExitCode::from(self.run_with(std::env::args_os()))
    }

    /// Runs a command line, which begins with the name of the program, and returns its exit status.
    pub fn run_with<T: Into<OsString>>(self, arguments: impl IntoIterator<Item = T>) -> u8 {
        let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
        set_program_name(arguments.first());
        let cli = match Cli::read(&self.games, arguments) {
            Ok(cli) => cli,
            Err(error) => return refuse(&error),
        };
        start_log(&cli);
        let mut output = Output::new();
        let result = self.command(cli, &mut output).and_then(|()| Ok(output.flush()?));
        match result {
            Ok(()) | Err(Failure::ClosedPipe) => 0,
            Err(Failure::Interrupted) => INTERRUPTED,
            Err(failure) => {
                complain(&shortened(&format!("error: {failure}")));
                let bad_input = matches!(failure, Failure::Input(_));
                if bad_input { BAD_INPUT } else { FAILED }
            }
        }
    }

    fn command(self, cli: Cli, output: &mut Output) -> Result<(), Failure> {
        let games = &self.games;
        match cli.command.unwrap_or_default() {
            Command::Serve(args) => commands::serve::run(games, &args, output),
            Command::Games { json } => commands::games::run(games, json, output),
            Command::Players(args) => commands::players::run(games, &args, output),
            Command::Hint(args) => commands::hint::run(games, &args, output),
            Command::Perft(args) => commands::perft::run(games, &args, output),
            Command::Solve(args) => commands::solve::run(games, &args, output),
            Command::Convert(args) => commands::convert::run(games, &args, output),
            Command::Play(args) => commands::play::run(games, &args, output),
            Command::Watch(args) => commands::watch::run(games, &args, output),
            Command::Train(args) => commands::train::run(games, &args, output),
            Command::Bench(args) => commands::bench::run(games, &args, output),
            Command::Arena(args) => commands::arena::run(games, &args, output),
            Command::Report(args) => commands::arena::report(games, &args, output),
            Command::Replay(args) => commands::replay::run(games, &args, output),
            Command::Review(args) => commands::review::run(games, &args, output),
            Command::Quality(args) => commands::quality::run(games, &args, output),
            Command::Engine(args) => commands::engine::run(games, &args, output),
            Command::Completions { shell } => commands::shell::completions(games, shell, output),
            Command::Man { out } => commands::shell::man(games, out.as_deref(), output),
        }
    }
}

/// Prints the help text, or a usage error on at most two lines, and returns the exit status.
fn refuse(error: &clap::Error) -> u8 {
    if !error.use_stderr() {
        return match error.print().map_err(Failure::from) {
            Ok(()) | Err(Failure::ClosedPipe) => 0,
            Err(_) => FAILED,
        };
    }
    let text = error.to_string();
    let mut lines = text.lines().map(str::trim);
    let what: Vec<&str> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
    complain(&shortened(&what.join(" ")));
    let hint = lines.find(|line| line.starts_with("tip:") || line.starts_with('['));
    let program = program_name();
    let help = format!("try '{program} --help' or '{program} COMMAND --help'");
    complain(&shortened(hint.unwrap_or(&help)));
    BAD_INPUT
}

/// Starts logging to stderr. `RUST_LOG` overrides `-v` and `-q`.
fn start_log(cli: &Cli) {
    let level = match (cli.quiet, cli.verbose) {
        (true, _) => "error",
        (false, 0) => "warn",
        (false, 1) => "warn,plywood=debug",
        (false, _) => "trace",
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(false)
        .log_internal_errors(false);
    log.with_writer(std::io::stderr).init();
}
