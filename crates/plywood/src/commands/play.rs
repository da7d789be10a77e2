//! `plywood play`: a user against a player, one command per line.

use std::io::{self, BufRead, Write};
use std::path::Path;

use plywood_files::{FileError, create_file};
use plywood_registry::{GameEntry, Games, Session, document::SCHEMA, result};
use plywood_search::Budget;
use serde_json::json;

use super::hint::write_decision;
use super::thinking::ask;
use super::{Opened, marked, open, totals};
use crate::cli::{PlayArgs, Side, TOP};
use crate::failure::{Failure, InArgument};
use crate::output::Output;

pub(crate) fn run(games: &Games, args: &PlayArgs, out: &mut Output) -> Result<(), Failure> {
    let Opened { entry, mut session, seed } = open(games, &args.setup)?;
    let seats = entry.seats();
    if args.you == Side::Second && seats.len() < 2 {
        return Err(Failure::Input(format!("--you: {} has one seat, first", entry.name())));
    }
    let opponent = session.seat_player(&args.opponent, seed).in_argument("--opponent")?;
    let budget = args.budget.request().apply(&session.budget(opponent)).with_stop_early(true);
    let mut game = Play {
        entry: &*entry,
        start: session.position(),
        session: &mut *session,
        you: u8::from(args.you == Side::Second),
        opponent,
        budget,
        seed,
        args,
        your_turns: Vec::new(),
    };
    writeln!(out, "{} · seed {seed} · type a move, or help", entry.name())?;
    let opponent = game.opponent_name();
    if seats.len() == 2 {
        let (you, other) = (usize::from(game.you), usize::from(1 - game.you));
        writeln!(out, "you are {}, {opponent} is {}", seats[you], seats[other])?;
    } else {
        writeln!(out, "hints are by {opponent}")?;
    }
    game.run(out)
}

/// A game of the user against a player.
struct Play<'a> {
    entry: &'a dyn GameEntry,
    session: &'a mut dyn Session,
    start: String,
    you: u8,
    opponent: usize,
    budget: Budget,
    seed: u64,
    args: &'a PlayArgs,
    /// The number of moves played before each of the user's moves, for `undo`.
    your_turns: Vec<usize>,
}

const HELP: &str = "\
a move     play it (Enter alone plays the only legal move)
moves      list the legal moves
hint       show the move that the opponent would play in your place, and its candidates
undo       take back your last move, and the answer to it
save FILE  write the game to a new file
quit       leave";

impl Play<'_> {
    fn run(&mut self, out: &mut Output) -> Result<(), Failure> {
        // Reads lines as bytes, not as text: a line that is not UTF-8 must not end the game.
        let mut lines = io::stdin().lock().split(b'\n');
        self.show(out)?;
        while let Some(seat) = self.session.seat() {
            if seat != self.you {
                if self.answer(out)? {
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
        writeln!(out, "{}", result(self.entry, self.session))?;
        if let Some(line) = totals(self.session, self.opponent, &self.opponent_name()) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    fn opponent_name(&self) -> String {
        marked(self.session, self.opponent, &self.args.opponent)
    }

    fn show(&self, out: &mut Output) -> Result<(), Failure> {
        Ok(writeln!(out, "\n{}\n", self.session.picture())?)
    }

    /// Runs one line of input. Errors in the line are printed, and the game continues.
    fn execute(&mut self, line: &str, out: &mut Output) -> Result<(), Failure> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("help" | "?", "") => writeln!(out, "{HELP}")?,
            ("moves", "") => writeln!(out, "{}", self.session.legal_moves().join(" "))?,
            ("hint", "") => {
                let name = self.opponent_name();
                writeln!(out, "{name} would play:")?;
                out.flush()?;
                let budget = self.budget.clone().with_stop_early(false);
                let decision = ask(self.session, self.opponent, &name, &budget);
                write_decision(out, &decision, self.session, self.opponent, TOP)?;
            }
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

    /// Plays the opponent's move; returns `false` if the opponent gives up.
    fn answer(&mut self, out: &mut Output) -> Result<bool, Failure> {
        out.flush()?;
        let opponent = self.opponent_name();
        let decision = ask(self.session, self.opponent, &opponent, &self.budget);
        let name = &self.entry.seats()[usize::from(1 - self.you)];
        let Some(mv) = decision.mv else {
            writeln!(out, "{name} gives up")?;
            return Ok(false);
        };
        let unit = self.session.unit(self.opponent);
        let value = decision.value.map(|value| format!(" ({value:.3} {unit})"));
        self.session.play(&mv).in_argument("--opponent")?;
        writeln!(out, "{name} plays {mv}{}", value.unwrap_or_default())?;
        self.show(out)?;
        Ok(true)
    }

    /// Takes back the user's last move and all moves after it.
    fn undo(&mut self, out: &mut Output) -> Result<(), Failure> {
        let Some(earlier) = self.your_turns.pop() else {
            return Ok(writeln!(out, "you have not moved yet: nothing to take back")?);
        };
        while self.session.played().len() > earlier {
            self.session.undo();
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
            "seeing": self.session.is_omniscient(self.opponent),
            "you": self.entry.seats()[usize::from(self.you)],
            "start": self.start,
            "moves": self.session.played(),
            "position": self.session.position(),
        });
        create_file(Path::new(file), format!("{document}\n").as_bytes())
    }
}
