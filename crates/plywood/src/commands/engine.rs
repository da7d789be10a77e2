//! `plywood engine`: a protocol on stdin and stdout.

use std::io::{self, BufReader};

use plywood_registry::{Games, Spec};
use plywood_server::{Engine, ResourceLimits, json_lines};
use plywood_tetris::tbp;

use crate::cli::{EngineArgs, Protocol};
use crate::failure::{Failure, InArgument};
use crate::output::Output;

pub(crate) fn run(games: &Games, args: &EngineArgs, out: &mut Output) -> Result<(), Failure> {
    match args.protocol {
        Protocol::Json => {
            let engine = Engine::new(games.clone(), ResourceLimits::for_program())?;
            Ok(json_lines::serve(&engine, BufReader::new(io::stdin()), out)?)
        }
        Protocol::Tbp => tetris_bot(args, out),
    }
}

/// The default player of the Tetris bot. It answers at once, without a search.
const TETRIS_BOT: &str = "linear";

fn tetris_bot(args: &EngineArgs, out: &mut Output) -> Result<(), Failure> {
    let spec = match &args.player {
        Some(spec) => spec.clone(),
        None => TETRIS_BOT.parse::<Spec>().in_argument("--player")?,
    };
    let tetris = plywood_tetris::entry();
    let (player, budget) = tetris.make_player(&spec, args.seed).in_argument("--player")?;
    let budget = args.budget.request().apply(&budget).with_stop_early(true);
    let mut bot = tbp::Bot::new(&spec.to_string(), player, budget, args.seed);
    Ok(tbp::serve(&mut bot, &mut io::stdin().lock(), out)?)
}
