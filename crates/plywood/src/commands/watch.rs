//! `plywood watch`: players play, move by move.

use std::io::Write;
use std::time::Duration;

use plywood_table::{Games, Session, document::SCHEMA};
use serde_json::json;

use super::{Opened, marked, open, result, totals};
use crate::cli::WatchArgs;
use crate::failure::{Failure, InArgument};
use crate::output::Output;

/// Slow enough to follow.
const DELAY: Duration = Duration::from_millis(300);

pub(crate) fn run(games: &Games, args: &WatchArgs, out: &mut Output) -> Result<(), Failure> {
    let Opened { entry, mut session, seed } = open(games, &args.setup)?;
    let seats = entry.seats();
    if args.players.len() > seats.len() {
        return Err(Failure::Input(format!(
            "--player: {} has {} seat(s), {} players were given",
            entry.name(),
            seats.len(),
            args.players.len()
        )));
    }
    let mut names = Vec::new();
    for spec in &args.players {
        let player = session.seat_player(spec, seed).in_argument("--player")?;
        names.push(marked(&*session, player, spec));
    }
    let player_of = |seat: u8| usize::from(seat).min(names.len() - 1);
    let start = session.position();
    let delay = args.delay.or((Output::is_terminal() && !args.json).then_some(DELAY));
    if !args.json {
        writeln!(out, "{} · {} · seed {seed}\n", entry.name(), names.join(" against "))?;
        writeln!(out, "{}\n", session.picture())?;
    }
    while let Some(seat) = session.seat() {
        let player = player_of(seat);
        let budget = args.budget.request().apply(&session.budget(player)).with_stop_early(true);
        let decision = session.ask(player, &budget, &mut ());
        let Some(mv) = decision.mv else {
            if !args.json {
                writeln!(out, "{} ({}) gives up", seats[usize::from(seat)], names[player])?;
            }
            break;
        };
        session.play(&mv).in_argument("--player")?;
        if args.json {
            continue;
        }
        let value = decision.value.map(|value| format!(", {value:.3} {}", session.unit(player)));
        let number = session.played().len();
        let (name, spec) = (seats[usize::from(seat)], &names[player]);
        writeln!(out, "{number}. {name} ({spec}) plays {mv}{}\n", value.unwrap_or_default())?;
        writeln!(out, "{}\n", session.picture())?;
        out.flush()?;
        if let Some(delay) = delay {
            std::thread::sleep(delay);
        }
    }
    if args.json {
        out.json(&json!({
            "schema": SCHEMA,
            "game": entry.name(),
            "rules": args.setup.rules.to_string(),
            "seed": seed,
            "from": args.setup.position,
            "players": names,
            "position": start,
            "moves": session.played(),
            "scores": scores(&*session, seats.len()),
            "result": result(entry, &*session),
        }))?;
        return Ok(());
    }
    writeln!(out, "{}", result(entry, &*session))?;
    for (player, name) in names.iter().enumerate() {
        if let Some(line) = totals(&*session, player, name) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

fn scores(session: &dyn Session, seats: usize) -> Vec<f64> {
    (0..seats as u8).map(|seat| session.score(seat)).collect()
}
