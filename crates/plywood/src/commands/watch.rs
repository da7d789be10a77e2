//! `plywood watch`: a game between players, move by move.

use std::borrow::Cow;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use plywood_arena::Forfeit;
use plywood_registry::{Games, Session, document::SCHEMA, result};
use plywood_search::Cancel;
use serde_json::json;

use super::screen::Screen;
use super::thinking::ask;
use super::{Opened, forfeited, marked, open, scores, totals};
use crate::cli::WatchArgs;
use crate::failure::{Failure, InArgument};
use crate::interrupt::{cancel_on_interrupt, exit_on_interrupt};
use crate::output::Output;

/// The default time between moves on a terminal.
const DELAY: Duration = Duration::from_millis(300);
/// The interval at which [`wait`] checks for an interruption.
const POLL: Duration = Duration::from_millis(50);

pub(crate) fn run(games: &Games, args: &WatchArgs, out: &mut Output) -> Result<(), Failure> {
    let Opened { entry, mut session, seed } = open(games, &args.setup)?;
    let seats = entry.seats();
    if args.players.len() > seats.len() {
        let (game, seats, found) = (entry.name(), seats.len(), args.players.len());
        let problem = format!("--player: {game} has {seats} seat(s), found {found} players");
        return Err(Failure::Input(problem));
    }
    // In a game with private facts, each seat has a player of its own that sees only the view of this
    // seat.
    let count = if entry.is_private() { seats.len() } else { args.players.len() };
    let mut names = Vec::new();
    for seat in 0..count {
        let spec = &args.players[seat.min(args.players.len() - 1)];
        let player = session.seat_player(spec, seed).in_argument("--player")?;
        if count == seats.len() {
            session.bind_player(player, seat as u8);
        }
        names.push(marked(&*session, player, spec));
    }
    let start = session.position();
    let title = format!("{} · {} · seed {seed}", entry.name(), names.join(" against "));
    let mut view = match (args.json, Screen::is_available() && !args.scroll) {
        (true, _) => View::Nothing,
        (false, true) => View::InPlace { screen: Screen::enter(out)?, title },
        (false, false) => {
            writeln!(out, "{title}\n")?;
            View::Scrolling(out)
        }
    };
    let cancel = match view {
        View::InPlace { .. } => cancel_on_interrupt()?,
        View::Nothing | View::Scrolling(_) => {
            exit_on_interrupt()?;
            Cancel::new()
        }
    };
    let played = play(&mut *session, seats, &names, args, &cancel, &mut view);
    drop(view);
    let forfeit = played?;
    if cancel.is_cancelled() && session.seat().is_some() {
        writeln!(out, "interrupted; moves played: {}", session.played().len())?;
        return Err(Failure::Interrupted);
    }
    let result = match &forfeit {
        Some(Forfeit { seat, reason }) => forfeited(&*entry, *seat, reason),
        None => result(&*entry, &*session),
    };
    if args.json {
        let mut document = json!({
            "schema": SCHEMA,
            "game": entry.name(),
            "rules": args.setup.game.rules.to_string(),
            "seed": seed,
            "from": args.setup.position,
            "players": names,
            "position": start,
            "moves": session.played(),
            "scores": scores(&*session, seats.len()),
            "result": result,
        });
        if let Some(forfeit) = forfeit {
            document["forfeit"] = json!(forfeit);
        }
        return Ok(out.json(&document)?);
    }
    writeln!(out, "{result}")?;
    for (player, name) in names.iter().enumerate() {
        if let Some(line) = totals(&*session, player, name) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// Plays until the game is over, a player resigns or forfeits, or `cancel` is set, and shows each move.
/// Returns the forfeit if a player forfeited.
fn play(
    session: &mut dyn Session,
    seats: &[Cow<'static, str>],
    names: &[String],
    args: &WatchArgs,
    cancel: &Cancel,
    view: &mut View,
) -> Result<Option<Forfeit>, Failure> {
    let delay = args.delay.or((Output::is_terminal() && !args.json).then_some(DELAY));
    view.show(None, session)?;
    while let Some(seat) = session.seat() {
        let player = usize::from(seat).min(names.len() - 1);
        let budget = args.budget.request().apply(&session.budget(player));
        let budget = budget.with_stop_early(true).with_cancel(cancel.clone());
        let decision = ask(session, player, &names[player], &budget);
        if cancel.is_cancelled() {
            break;
        }
        let (name, spec) = (&seats[usize::from(seat)], &names[player]);
        let Some(mv) = decision.mv else {
            let Some(reason) = decision.forfeit else {
                view.show(Some(&format!("{name} ({spec}) gives up")), session)?;
                break;
            };
            view.show(Some(&format!("{name} ({spec}) forfeits: {reason}")), session)?;
            return Ok(Some(Forfeit { seat, reason }));
        };
        session.play(&mv).in_argument("--player")?;
        let value = decision.value.map(|value| format!(", {value:.3} {}", session.unit(player)));
        let number = session.played().len();
        let played = format!("{number}. {name} ({spec}) plays {mv}{}", value.unwrap_or_default());
        view.show(Some(&played), session)?;
        wait(delay.unwrap_or_default(), cancel);
    }
    Ok(None)
}

/// How positions are shown.
enum View<'a> {
    Nothing,
    Scrolling(&'a mut Output),
    InPlace { screen: Screen<'a>, title: String },
}

impl View<'_> {
    /// Shows the position and, if given, a text about the move that led to it.
    fn show(&mut self, played: Option<&str>, session: &dyn Session) -> io::Result<()> {
        match self {
            View::Nothing => Ok(()),
            View::Scrolling(out) => {
                if let Some(played) = played {
                    writeln!(out, "{played}\n")?;
                }
                writeln!(out, "{}\n", session.picture())?;
                out.flush()
            }
            View::InPlace { screen, title } => {
                let played = played.unwrap_or_default();
                // The spinner is shown on the empty line below the picture.
                screen.draw(&format!("{title}\n{played}\n{}\n\n", session.picture()))
            }
        }
    }
}

/// Sleeps for `delay`, or until `cancel` is set.
fn wait(delay: Duration, cancel: &Cancel) {
    let end = Instant::now().checked_add(delay);
    while !cancel.is_cancelled() {
        let left = end.map_or(POLL, |end| end.saturating_duration_since(Instant::now()));
        if left.is_zero() {
            break;
        }
        std::thread::sleep(left.min(POLL));
    }
}
