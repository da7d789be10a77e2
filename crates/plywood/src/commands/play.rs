//! `plywood play`: a user against a player, one command per line.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use indicatif::ProgressBar;
use plywood_files::{FileError, create_file};
use plywood_registry::{
    GameEntry, Games, Session, document::SCHEMA, draw_seed, no_winnable_seed, result, winnable_seed,
};
use plywood_search::{Budget, Cancel};
use serde_json::json;

use super::hint::write_decision;
use super::thinking::{ask, ask_in_secret, turning};
use super::{Opened, forfeited, marked, open, totals};
use crate::cli::{GameArgs, PlayArgs, Side, TOP};
use crate::failure::{Failure, InArgument};
use crate::interrupt::exit_on_interrupt;
use crate::output::Output;

pub(crate) fn run(games: &Games, args: &PlayArgs, out: &mut Output) -> Result<(), Failure> {
    let Opened { entry, mut session, seed } = match args.winnable {
        true => open_winnable(games, &args.setup.game)?,
        false => open(games, &args.setup)?,
    };
    let seats = entry.seats();
    let you = args.you as usize;
    if you >= seats.len() {
        let sides: Vec<_> = Side::value_variants().iter().take(seats.len()).collect();
        let names: Vec<_> = sides.iter().filter_map(|side| side.to_possible_value()).collect();
        let names: Vec<_> = names.iter().map(PossibleValue::get_name).collect();
        let (game, names) = (entry.name(), names.join(", "));
        return Err(Failure::Input(format!("--you: expected a seat of {game}: {names}")));
    }
    if let Some(viewer) = session.viewer().filter(|&viewer| usize::from(viewer) != you) {
        let (viewer, you) = (&seats[usize::from(viewer)], &seats[you]);
        let problem =
            format!("--position: the position is the view of {viewer}, and you are {you}");
        return Err(Failure::Input(problem));
    }
    let players = seat_players(&mut *session, &*entry, args, seed)?;
    exit_on_interrupt()?;
    let budget = args.budget.request().apply(&session.budget(players[you]));
    let mut game = Play {
        entry: &*entry,
        start: session.view(you as u8).position,
        session: &mut *session,
        you: you as u8,
        players,
        budget: budget.with_stop_early(true),
        seed,
        args,
        your_turns: Vec::new(),
        forfeit: None,
    };
    writeln!(out, "{} · seed {seed} · type a move, or help", entry.name())?;
    let opponent = game.opponent_name();
    let others = seats.iter().enumerate().filter(|&(seat, _)| seat != you);
    let others: Vec<_> = others.map(|(_, name)| &**name).collect();
    match &others[..] {
        [] => writeln!(out, "hints are by {opponent}")?,
        [other] => writeln!(out, "you are {}, {opponent} is {other}", seats[you])?,
        others => {
            writeln!(out, "you are {}, {opponent} plays {}", seats[you], others.join(", "))?;
        }
    }
    game.run(out)
}

/// Tries the deal of the seed and those of the following seeds, and opens the first that can be won.
fn open_winnable(games: &Games, game: &GameArgs) -> Result<Opened, Failure> {
    let entry = games.find(&game.game).in_argument("GAME")?;
    if !entry.offers_winnable() {
        let offered = games.iter().filter(|one| one.offers_winnable()).map(|one| one.name());
        let names = offered.collect::<Vec<_>>().join(", ");
        let problem = format!("--winnable: expected a game of solvable deals: {names}");
        return Err(Failure::Input(problem));
    }
    let first = game.seed.unwrap_or_else(draw_seed);
    let spinner = ProgressBar::new_spinner();
    spinner.set_message("looking for a deal that can be won");
    let look = || winnable_seed(&*entry, &game.rules, first, &Cancel::new());
    let found = if spinner.is_hidden() { look() } else { turning(&spinner, look) };
    spinner.finish_and_clear();
    let seed = found.in_argument("--rules")?;
    let none = || Failure::Input(format!("--winnable: {}", no_winnable_seed(first)));
    let seed = seed.ok_or_else(none)?;
    let session = entry.open(&game.rules, None, seed).in_argument("--rules")?;
    Ok(Opened { entry, session, seed })
}

/// Adds the players to the session, and returns the number of the player of each seat. In a game without private
/// facts, a single player plays all seats and gives hints. In a game with private facts, each seat, including the
/// user's, has a player of its own that sees only the view of this seat.
fn seat_players(
    session: &mut dyn Session,
    entry: &dyn GameEntry,
    args: &PlayArgs,
    seed: u64,
) -> Result<Vec<usize>, Failure> {
    let seats = entry.seats().len();
    if !entry.is_private() {
        let player = session.seat_player(&args.opponent, seed).in_argument("--opponent")?;
        return Ok(vec![player; seats]);
    }
    let mut players = Vec::new();
    for seat in 0..seats {
        // A hint must depend only on what the user's seat sees, not on the seed of the deal.
        let seed = if seat == args.you as usize { 0 } else { seed };
        let player = session.seat_player(&args.opponent, seed).in_argument("--opponent")?;
        session.bind_player(player, seat as u8);
        players.push(player);
    }
    Ok(players)
}

/// A game of the user against players.
struct Play<'a> {
    entry: &'a dyn GameEntry,
    session: &'a mut dyn Session,
    start: String,
    you: u8,
    /// The number of the player of each seat. The player of your seat gives hints.
    players: Vec<usize>,
    budget: Budget,
    seed: u64,
    args: &'a PlayArgs,
    /// For each move of the user, the number of moves played before it. `undo` goes back to the last of these
    /// numbers.
    your_turns: Vec<usize>,
    /// The result as text, if the player of another seat forfeited.
    forfeit: Option<String>,
}

const HELP: &str = "\
a move     play it (Enter alone plays the only legal move)
moves      list the legal moves
hint       show the move that the opponent would play in your place, and its candidates
look MOVE  show what a move leads to, without playing it
undo       take back your last move, and the answer to it
save FILE  write the game to a new file
quit       leave";

/// The line of help for `winnable`, shown in games that offer this command.
const WINNABLE_HELP: &str = "\
winnable   ask a solver that sees all cards if the game can still be won; marks the game as peeked";

/// Time limit of the solver for `winnable`.
const SOLVER_TIME: Duration = Duration::from_secs(10);

impl Play<'_> {
    fn run(&mut self, out: &mut Output) -> Result<(), Failure> {
        // Reads lines as bytes, not as text: a line that is not UTF-8 must not end the game.
        let mut lines = io::stdin().lock().split(b'\n');
        self.show(out)?;
        while let Some(seat) = self.session.seat() {
            if seat != self.you {
                if self.answer(seat, out)? {
                    continue;
                }
                break;
            }
            write!(out, "{}> ", self.entry.seats()[usize::from(seat)])?;
            out.flush()?;
            let Some(line) = lines.next().transpose()? else {
                writeln!(out)?;
                return Ok(());
            };
            match String::from_utf8_lossy(&line).trim() {
                "quit" | "exit" | "q" => return Ok(()),
                line => self.execute(line, out)?,
            }
        }
        let result = self.forfeit.take().unwrap_or_else(|| result(self.entry, self.session));
        writeln!(out, "{result}")?;
        let mut players: Vec<_> = self.players.iter().copied().zip(self.entry.seats()).collect();
        players.dedup_by_key(|(player, _)| *player);
        for (player, seat) in players {
            let name = match self.entry.is_private() {
                true => format!("{} ({seat})", self.opponent_name()),
                false => self.opponent_name(),
            };
            if let Some(line) = totals(self.session, player, &name) {
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }

    fn opponent_name(&self) -> String {
        marked(self.session, self.players[0], &self.args.opponent)
    }

    fn show(&self, out: &mut Output) -> Result<(), Failure> {
        Ok(writeln!(out, "\n{}\n", self.session.view(self.you).picture)?)
    }

    /// Executes one line of input. An error in the line is printed and does not end the game.
    fn execute(&mut self, line: &str, out: &mut Output) -> Result<(), Failure> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("help" | "?", "") => {
                writeln!(out, "{HELP}")?;
                if self.entry.offers_winnable() {
                    writeln!(out, "{WINNABLE_HELP}")?;
                }
            }
            ("winnable", "") => self.say_winnable(out)?,
            ("moves", "") => writeln!(out, "{}", self.session.legal_moves().join(" "))?,
            ("hint", "") => {
                let name = self.opponent_name();
                writeln!(out, "{name} would play:")?;
                out.flush()?;
                let budget = self.budget.clone().with_stop_early(false);
                let player = self.players[usize::from(self.you)];
                let decision = ask(self.session, player, &name, &budget);
                write_decision(out, &decision, self.session, player, TOP)?;
                if self.session.is_omniscient(player) && self.session.peeked() {
                    writeln!(out, "the player sees what is hidden: the game is marked as peeked")?;
                }
            }
            ("look", "") => writeln!(out, "look: expected a move")?,
            ("look", mv) => writeln!(out, "{}", self.look(mv))?,
            ("undo", "") => self.undo(out)?,
            ("save", "") => writeln!(out, "save: expected a file name, such as save game.json")?,
            ("save", file) => match self.save(file) {
                Ok(()) => writeln!(out, "saved to {file}")?,
                // The error begins with the path.
                Err(error) => writeln!(out, "cannot save to {error}")?,
            },
            ("", "") => match &self.session.legal_moves()[..] {
                [only] => self.play(&only.clone(), out)?,
                _ => writeln!(out, "type a move, or help")?,
            },
            _ => self.play(line, out)?,
        }
        Ok(())
    }

    /// Returns the description of what a move leads to or, if the game has none, the position after the move. If the
    /// move reveals hidden facts, this position is only an example.
    fn look(&self, mv: &str) -> String {
        let line = self.session.line(self.you, &[mv.to_owned()]);
        match (line.outlook, line.positions.into_iter().next()) {
            (Some(outlook), _) => outlook,
            (None, Some(position)) if line.is_example => format!(
                "{position}\nthis is only one example of what may come: what {mv} shows is not known yet"
            ),
            (None, Some(position)) => position,
            (None, None) => format!("{mv} is not a legal move; moves lists them"),
        }
    }

    fn play(&mut self, text: &str, out: &mut Output) -> Result<(), Failure> {
        let earlier = self.session.played().len();
        match self.session.play(text) {
            Ok(_) => {
                self.your_turns.push(earlier);
                self.show(out)
            }
            Err(error) => Ok(writeln!(out, "{error}; help lists the commands")?),
        }
    }

    /// Plays the move of another seat. Returns `false` if its player resigns or forfeits. In a game with private
    /// facts, shows the move as the user's seat sees it, without its value.
    fn answer(&mut self, seat: u8, out: &mut Output) -> Result<bool, Failure> {
        out.flush()?;
        let (player, opponent) = (self.players[usize::from(seat)], self.opponent_name());
        let think = if self.entry.is_private() { ask_in_secret } else { ask };
        let decision = think(self.session, player, &opponent, &self.budget);
        let name = &self.entry.seats()[usize::from(seat)];
        let Some(mv) = decision.mv else {
            self.forfeit = decision.forfeit.map(|reason| forfeited(self.entry, seat, &reason));
            if self.forfeit.is_none() {
                writeln!(out, "{name} gives up")?;
            }
            return Ok(false);
        };
        let unit = self.session.unit(player);
        let value = decision.value.filter(|_| !self.entry.is_private());
        let value = value.map(|value| format!(" ({value:.3} {unit})"));
        self.session.play(&mv).in_argument("--opponent")?;
        let shown = self.session.view(self.you).played.pop().unwrap_or(mv);
        writeln!(out, "{name} plays {shown}{}", value.unwrap_or_default())?;
        self.show(out)?;
        Ok(true)
    }

    /// Prints whether the true deal can be won from here, and marks the game as peeked.
    fn say_winnable(&mut self, out: &mut Output) -> Result<(), Failure> {
        let spinner = ProgressBar::new_spinner();
        spinner.set_message("solving");
        let budget = Budget::unlimited().with_time(SOLVER_TIME);
        let solve = || self.session.winnable(&budget);
        let winnable = if spinner.is_hidden() { solve() } else { turning(&spinner, solve) };
        spinner.finish_and_clear();
        let answer = match winnable {
            Err(error) => return Ok(writeln!(out, "winnable: {error}")?),
            Ok(Some(true)) => "yes: the game can be won from here",
            Ok(Some(false)) => "no: the game cannot be won from here",
            Ok(None) => "unknown: the solver found no answer within its limits",
        };
        self.session.set_peeked();
        Ok(writeln!(out, "{answer} (the game is marked as peeked)")?)
    }

    /// Takes back the user's last move and all moves after it.
    fn undo(&mut self, out: &mut Output) -> Result<(), Failure> {
        let Some(earlier) = self.your_turns.pop() else {
            return Ok(writeln!(out, "you have not moved yet: nothing to take back")?);
        };
        let peeked = self.session.peeked();
        while self.session.played().len() > earlier {
            self.session.undo();
        }
        if self.session.peeked() && !peeked {
            writeln!(out, "the move had shown hidden facts: the game is marked as peeked")?;
        }
        self.show(out)
    }

    /// Writes the game to a new file. An existing file is an error, and is not changed.
    fn save(&self, file: &str) -> Result<(), FileError> {
        let document = json!({
            "schema": SCHEMA,
            "game": self.entry.name(),
            "rules": self.args.setup.game.rules.to_string(),
            "seed": self.seed,
            "from": self.args.setup.position,
            "opponent": self.args.opponent.to_string(),
            "seeing": self.session.is_omniscient(self.players[0]),
            "you": self.entry.seats()[usize::from(self.you)],
            "start": self.start,
            "moves": self.session.played(),
            "position": self.session.view(self.you).position,
            "peeked": self.session.peeked(),
        });
        create_file(Path::new(file), format!("{document}\n").as_bytes())
    }
}
