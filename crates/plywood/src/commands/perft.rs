//! `plywood perft`: counts move sequences.

use std::io::Write;
use std::time::Instant;

use plywood_registry::{Games, document::SCHEMA};
use serde_json::json;

use super::{Opened, open};
use crate::cli::PerftArgs;
use crate::failure::{Failure, InArgument};
use crate::output::{Output, grouped, progress_bar};

pub(crate) fn run(games: &Games, args: &PerftArgs, out: &mut Output) -> Result<(), Failure> {
    let Opened { entry, session, .. } = open(games, &args.setup)?;
    let (depth, began) = (args.depth, Instant::now());
    let bar = progress_bar(0, &format!("perft {depth}"));
    let nodes = session.perft(depth, &mut |done, of| {
        bar.set_length(of);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    let nodes = nodes.in_argument("GAME")?;
    let seconds = began.elapsed().as_secs_f64();
    if args.json {
        out.json(&json!({
            "schema": SCHEMA,
            "nodes": nodes,
            "game": entry.name(),
            "rules": args.setup.game.rules.to_string(),
            "position": session.position(),
            "depth": depth,
            "elapsed_s": seconds,
        }))?;
    } else {
        let rate = grouped((nodes as f64 / seconds.max(1e-9)) as u64);
        writeln!(out, "depth {depth}: {} nodes in {seconds:.2} s ({rate}/s)", grouped(nodes))?;
    }
    Ok(())
}
