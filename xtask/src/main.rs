//! The project's tasks, run as `cargo xtask COMMAND`.

#![allow(clippy::disallowed_methods, reason = "a boundary: it may read the system's clock")]

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};

mod command;
mod comment;
mod comments;
mod count;
mod dist;
mod fuzz;
mod load;
mod mutants;
mod package;
mod page;
mod peers;
mod program;
mod python;
mod shuffle;
mod test;
mod third_party;
mod web_lint;

/// The project's tasks. They run at the root of the repository, in whichever folder they are called.
#[derive(Parser)]
#[command(bin_name = "cargo xtask", max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run every check that a change must pass: formatting, lints, tests, documentation
    ///
    /// Tests the web page in Chromium and lints it with npm, and tests the Python package. Where Chromium
    /// cannot be installed, or npm or Python 3.11 is missing, these steps are skipped with a message; with
    /// CI=true a missing npm or Python fails.
    #[command(after_help = "Example:\n  cargo xtask test")]
    Test,
    /// Check web/ with Prettier and ESLint
    #[command(
        after_help = "Examples:\n  cargo xtask lint-web\n  cargo xtask lint-web --fix    format, and fix what ESLint can fix"
    )]
    LintWeb {
        /// Rewrite the files instead of only checking them
        #[arg(long)]
        fix: bool,
    },
    /// Print the size of the code: lines of Rust outside tests, public items, words to avoid
    #[command(after_help = "Example:\n  cargo xtask count")]
    Count,
    /// Print comment blocks drawn at random, each with the code that follows it
    ///
    /// They are for a reader who does not know the code and judges whether its comments are clear.
    #[command(
        after_help = "Examples:\n  cargo xtask comments --seed 7\n  cargo xtask comments --seed 7 --count 10"
    )]
    Comments(comments::Arguments),
    /// Search for inputs that panic, hang or take too much memory
    ///
    /// Builds the fuzz targets with cargo fuzz, which is installed if it is missing, and runs them.
    /// Prints a table, and adds the inputs that fail to fuzz/corpus, which the tests run.
    #[command(
        after_help = "Examples:\n  cargo xtask fuzz\n  cargo xtask fuzz --seconds 600 position moves"
    )]
    Fuzz(fuzz::Arguments),
    /// Change the code at random places and check that the tests detect it
    ///
    /// Runs cargo mutants, which is installed if it is missing, on a sample of the mutants of rules,
    /// search, statistics and server. A mutant takes about a minute.
    #[command(
        after_help = "Examples:\n  cargo xtask mutants --seed 7\n  cargo xtask mutants --seed 7 --count 10 --list"
    )]
    Mutants(mutants::Arguments),
    /// Build what users without a compiler install: an archive of the program, and a wheel
    ///
    /// The archive has the program without debug information, manual pages, completions and licences. It is
    /// unpacked and run before the task ends. The results are in target/dist.
    #[command(
        after_help = "Examples:\n  cargo xtask dist\n  cargo xtask dist --no-wheel    needs no Python"
    )]
    Dist {
        /// Build the archive only
        #[arg(long)]
        no_wheel: bool,
    },
    /// Build the Python package as a wheel, which pip installs
    #[command(after_help = "Example:\n  cargo xtask wheel && pip install target/wheels/*.whl")]
    Wheel,
    /// Take screenshots of every page: wide and narrow, light and dark
    #[command(after_help = "Example:\n  cargo xtask screenshots")]
    Screenshots,
    /// Measure the server under load
    ///
    /// Starts the program on a free port. Fails if a request or a hint fails, if pages get unequal
    /// numbers of hints, if small requests are slow, or if the program takes too much memory.
    #[command(
        after_help = "Examples:\n  cargo xtask load\n  cargo xtask load --clients 20 --seconds 10\n  cargo xtask load --arenas 20 --seconds 180"
    )]
    Load(load::Arguments),
    /// Compare the search with other libraries: speed, and points in Hearts
    #[command(
        disable_help_flag = true,
        after_help = "Examples:\n  cargo xtask peers\n  cargo xtask peers --rounds 3 --json\n  cargo xtask peers --game hearts --deals 500\n  cargo xtask peers --help"
    )]
    Peers {
        /// Options of the comparison program; --help lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
}

fn main() -> ExitCode {
    let task = Arguments::parse().task;
    match run(task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<()> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    std::env::set_current_dir(root).with_context(|| format!("cannot enter {root}"))?;
    match task {
        Task::Test => test::test(),
        Task::LintWeb { fix } => web_lint::lint(fix),
        Task::Count => count::print(),
        Task::Comments(arguments) => comments::print(&arguments),
        Task::Fuzz(arguments) => fuzz::fuzz(&arguments),
        Task::Mutants(arguments) => mutants::mutants(&arguments),
        Task::Dist { no_wheel } => dist::dist(!no_wheel),
        Task::Wheel => python::wheel(),
        Task::Screenshots => page::screenshots(),
        Task::Load(arguments) => load::load(&arguments),
        Task::Peers { options } => peers::peers(&options),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_task_shows_an_example() {
        for task in Arguments::command().get_subcommands() {
            let help = task.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains(&format!("cargo xtask {}", task.get_name())), "{help}");
        }
    }

    #[test]
    fn options_of_the_comparison_are_passed_on() {
        let parsed = Arguments::try_parse_from(["xtask", "peers", "--rounds", "3", "--help"]);
        let Ok(Arguments { task: Task::Peers { options } }) = parsed else { panic!("no task") };
        assert_eq!(options, ["--rounds", "3", "--help"]);
    }
}
