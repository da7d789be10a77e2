//! Converts the moves of the search to commands.

use super::layout::Layout;
use super::position::{Move, Position};
use crate::card::{self, bit};
use crate::table::Table;
use crate::{Card, Command};

/// Returns commands for the moves of a search that reached a won position and for the rest of the game.
/// Returns `None` if a command is not legal or the game is not won at the end.
pub(super) fn win(table: &Table, moves: impl Iterator<Item = Move>) -> Option<Vec<Command>> {
    let layout = Layout::new(table);
    let mut position = Position::new(&layout, table);
    let mut commands = Commands::new(table);
    commands.play_forced(&layout, &mut position)?;
    for mv in moves {
        let support = position.supported_by(&layout, mv);
        position.play(&layout, mv);
        commands.play(mv)?;
        if support.is_none() {
            commands.play_forced(&layout, &mut position)?;
        }
    }
    while let Some(card) = position.any_home() {
        position.play(&layout, Move::Home(card));
        commands.home(card)?;
    }
    commands.won()
}

/// A game that is played card by card, and its commands so far.
#[derive(Debug)]
pub(super) struct Commands {
    table: Table,
    commands: Vec<Command>,
}

/// Where a card comes from.
enum Source {
    Pile(u8),
    Waste,
    Home,
}

impl Commands {
    pub fn new(table: &Table) -> Commands {
        Commands { table: table.clone(), commands: Vec::new() }
    }

    /// Returns the commands if they win the game.
    pub fn won(self) -> Option<Vec<Command>> {
        self.table.won().then_some(self.commands)
    }

    fn play_forced(&mut self, layout: &Layout, position: &mut Position) -> Option<()> {
        while let Some(card) = position.forced(layout) {
            position.play(layout, Move::Home(card));
            self.home(card)?;
        }
        Some(())
    }

    fn play(&mut self, mv: Move) -> Option<()> {
        match mv {
            Move::Home(card) => self.home(card),
            Move::Pile(card) => {
                let tops = card::supports(bit(card)) & self.table.tops;
                self.put(card, card::cards(tops).next())
            }
        }
    }

    /// Takes a card home. First turns the stock if the card is in the talon, or moves the run on it to its twin.
    pub fn home(&mut self, card: Card) -> Option<()> {
        self.clear(card)?;
        let suit = card.suit();
        match self.source(card)? {
            Source::Pile(from) => self.command(Command::PileHome { from, suit }),
            Source::Waste => self.command(Command::WasteHome { suit }),
            Source::Home => None,
        }
    }

    /// Puts a card on another card, or a king on an empty pile. First turns the stock if the card is in the talon.
    pub fn put(&mut self, card: Card, on: Option<Card>) -> Option<()> {
        let to = match on {
            Some(on) => self.table.place_of(on),
            None => self.table.empty_pile()?,
        };
        match self.source(card)? {
            Source::Pile(from) => self.command(Command::PileToPile { from, card, to }),
            Source::Waste => self.command(Command::WasteToPile { to }),
            Source::Home => self.command(Command::HomeToPile { suit: card.suit(), to }),
        }
    }

    /// Moves the cards on `card`, if there are any, to its twin.
    fn clear(&mut self, card: Card) -> Option<()> {
        if self.table.up & !self.table.tops & bit(card) == 0 {
            return Some(());
        }
        let from = self.table.place_of(card);
        let pile = self.table.pile(from.into());
        let index = pile.iter().position(|&other| other == card)?;
        let command = Command::PileToPile {
            from,
            card: pile[index + 1],
            to: self.table.place_of(card.twin()),
        };
        self.command(command)
    }

    /// Returns where a card is. If it is in the talon, turns the stock until it is the top of the waste.
    fn source(&mut self, card: Card) -> Option<Source> {
        if self.table.up & bit(card) != 0 {
            return Some(Source::Pile(self.table.place_of(card)));
        }
        if self.table.home(card.suit()) > card.rank() {
            return Some(Source::Home);
        }
        while self.table.waste().last() != Some(&card) {
            self.command(Command::Turn)?;
        }
        Some(Source::Waste)
    }

    fn command(&mut self, command: Command) -> Option<()> {
        self.table.legal().contains(&command).then(|| {
            self.table.play(command);
            self.commands.push(command);
        })
    }
}
