//! `plywood play`: a person against a player, line by line.

use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};

use plywood_registry::{GameEntry, Games, Session, document::SCHEMA, result};
use plywood_search::Budget;
use serde_json::json;

use super::hint::write_hint;
use super::{Opened, marked, open, totals};
use crate::cli::{PlayArgs, Side};
use crate::failure::{Failure, InArgument};
use crate::output::Output;

pub(crate) fn run(games: &Games, args: &PlayArgs, out: &mut Output) -> Result<(), Failure> {
    let Opened { entry, mut session, seed } = open(games, &args.setup)?;
    let seats = entry.seats();
    if args.you == Side::Second && seats.len() < 2 {
        return Err(Failure::Input(format!("--you: {} has one seat: first", entry.name())));
    }
    let opponent = session.seat_player(&args.opponent, seed).in_argument("--opponent")?;
    let budget = args.budget.request().apply(&session.budget(opponent)).with_stop_early(true);
    let mut game = Play {
        entry,
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

/// A person's game.
struct Play<'a> {
    entry: &'a dyn GameEntry,
    session: &'a mut dyn Session,
    start: String,
    you: u8,
    opponent: usize,
    budget: Budget,
    seed: u64,
    args: &'a PlayArgs,
    /// How many moves had been played at each of your turns.
    your_turns: Vec<usize>,
}

const HELP: &str = "\
a move     play it (Enter alone plays it if there is just one)
moves      the legal moves
hint       what the opponent would play in your place, and why
undo       take back your last move, and the answer to it
save FILE  write the game to a new file
quit       leave";

impl Play<'_> {
    fn run(&mut self, out: &mut Output) -> Result<(), Failure> {
        // By bytes, since a line that is no UTF-8 must not end the game.
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
                line => self.obey(line, out)?,
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

    /// Does what a line asks for; what is wrong with it is told, and the game goes on.
    fn obey(&mut self, line: &str, out: &mut Output) -> Result<(), Failure> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("help" | "?", "") => writeln!(out, "{HELP}")?,
            ("moves", "") => writeln!(out, "{}", self.session.legal_moves().join(" "))?,
            ("hint", "") => {
                writeln!(out, "{} would play:", self.opponent_name())?;
                let budget = self.budget.clone().with_stop_early(false);
                write_hint(out, self.session, self.opponent, &budget)?;
            }
            ("undo", "") => self.undo(out)?,
            ("save", "") => writeln!(out, "save needs the name of a file: save game.json")?,
            ("save", file) => match self.save(file) {
                Ok(()) => writeln!(out, "saved to {file}")?,
                Err(error) => writeln!(out, "cannot save to {file}: {error}")?,
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
            Err(error) => Ok(writeln!(out, "{error}; or try help")?),
        }
    }

    /// Lets the opponent move; `false` if it gives up.
    fn answer(&mut self, out: &mut Output) -> Result<bool, Failure> {
        out.flush()?;
        let decision = self.session.ask(self.opponent, &self.budget, &mut ());
        let name = self.entry.seats()[usize::from(1 - self.you)];
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

    /// Goes back to the last time that it was your turn, if there was one.
    fn undo(&mut self, out: &mut Output) -> Result<(), Failure> {
        let Some(earlier) = self.your_turns.pop() else {
            return Ok(writeln!(out, "there is nothing to take back")?);
        };
        while self.session.played().len() > earlier {
            self.session.undo();
        }
        self.show(out)
    }

    /// Writes the game so far; an existing file is left as it is.
    fn save(&self, file: &str) -> io::Result<()> {
        let document = json!({
            "schema": SCHEMA,
            "game": self.entry.name(),
            "rules": self.args.setup.rules.to_string(),
            "seed": self.seed,
            "from": self.args.setup.position,
            "opponent": self.args.opponent.to_string(),
            "seeing": self.session.is_omniscient(self.opponent),
            "you": self.entry.seats()[usize::from(self.you)],
            "start": self.start,
            "moves": self.session.played(),
            "position": self.session.position(),
        });
        let mut file = OpenOptions::new().write(true).create_new(true).open(file)?;
        writeln!(file, "{document}")
    }
}
