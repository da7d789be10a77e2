//! `plywood engine`: a protocol on stdin and stdout.

use std::io::{self, BufReader};

use plywood_othello::{gtp, nboard};
use plywood_registry::{BudgetRequest, Games, Spec};
use plywood_search::Budget;
use plywood_server::{Engine, ResourceLimits, json_lines};
use plywood_tetris::tbp;

use crate::cli::{EngineArgs, Protocol};
use crate::failure::{Failure, InArgument};
use crate::interrupt::exit_on_interrupt;
use crate::output::Output;

pub(crate) fn run(games: &Games, args: &EngineArgs, out: &mut Output) -> Result<(), Failure> {
    // Ignores a failure to start the handler's thread: an engine can run without the handler.
    let _ = exit_on_interrupt();
    match args.protocol {
        Protocol::Json => {
            let engine = Engine::new(games.clone(), ResourceLimits::for_program())?;
            Ok(json_lines::serve(&engine, BufReader::new(io::stdin()), out)?)
        }
        Protocol::Tbp => tetris_bot(args, out),
        Protocol::Gtp => gtp_engine(args, out),
        Protocol::Nboard => nboard_engine(args, out),
    }
}

/// The default player of the Tetris bot. It answers at once, without a search.
const TETRIS_BOT: &str = "linear";

fn tetris_bot(args: &EngineArgs, out: &mut Output) -> Result<(), Failure> {
    let spec = player(args, TETRIS_BOT)?;
    let tetris = plywood_tetris::entry();
    let (player, budget) = tetris.make_player(&spec, args.seed).in_argument("--player")?;
    let budget = args.budget.request().apply(&budget).with_stop_early(true);
    let mut bot = tbp::Bot::new(&spec.to_string(), player, budget, args.seed);
    Ok(tbp::serve(&mut bot, &mut io::stdin().lock(), out)?)
}

/// The default player of the Othello engines.
const OTHELLO_ENGINE: &str = "expert";

fn gtp_engine(args: &EngineArgs, out: &mut Output) -> Result<(), Failure> {
    let spec = player(args, OTHELLO_ENGINE)?;
    let (player, budget) =
        plywood_othello::entry().make_player(&spec, args.seed).in_argument("--player")?;
    let budget = args.budget.request().apply(&budget);
    // If the other program sets a clock, it replaces the default limits of the player, but not
    // limits that the user has set.
    let wanted = BudgetRequest::from_settings(&spec.settings).in_argument("--player")?;
    let flags = args.budget.request();
    let mut clock_budget = Budget::unlimited().with_memory(budget.memory);
    clock_budget.threads = budget.threads;
    clock_budget.simulations = flags.simulations.or(wanted.simulations);
    clock_budget.time = flags.time.or(wanted.time);
    let mut engine = gtp::Engine::new(player, budget).with_clock_budget(clock_budget);
    Ok(gtp::serve(&mut engine, &mut io::stdin().lock(), out)?)
}

fn nboard_engine(args: &EngineArgs, out: &mut Output) -> Result<(), Failure> {
    let spec = player(args, OTHELLO_ENGINE)?;
    let (player, budget) =
        plywood_othello::entry().make_player(&spec, args.seed).in_argument("--player")?;
    let budget = args.budget.request().apply(&budget);
    let mut engine = nboard::Engine::new(&spec.to_string(), player, budget);
    Ok(nboard::serve(&mut engine, BufReader::new(io::stdin()), out)?)
}

/// Returns the spec of `--player`, or of `default`.
fn player(args: &EngineArgs, default: &str) -> Result<Spec, Failure> {
    match &args.player {
        Some(spec) => Ok(spec.clone()),
        None => default.parse().in_argument("--player"),
    }
}
