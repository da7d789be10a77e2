//! Commands for the moves of the search.

use super::layout::Layout;
use super::position::{Move, Position};
use crate::card::{self, KINGS, bit};
use crate::table::{PILES, Table};
use crate::{Card, Command};

/// A game in which moves of the search are played by commands.
#[derive(Debug)]
pub(super) struct Replay {
    layout: Layout,
    position: Position,
    table: Table,
    commands: Vec<Command>,
}

impl Replay {
    pub fn new(table: &Table) -> Replay {
        let layout = Layout::new(table);
        let position = Position::new(&layout, table);
        Replay { layout, position, table: table.clone(), commands: Vec::new() }
    }

    /// Returns the commands for the moves of a search that reached a won position, and for the
    /// rest of the game. Returns `None` if one of them is not legal or the game is not won.
    pub fn win(mut self, moves: impl Iterator<Item = Move>) -> Option<Vec<Command>> {
        self.play_forced()?;
        for mv in moves {
            let support = self.position.supported_by(&self.layout, mv);
            self.play(mv)?;
            if support.is_none() {
                self.play_forced()?;
            }
        }
        while let Some(card) = self.position.any_home() {
            self.play(Move::Home(card))?;
        }
        self.table.won().then_some(self.commands)
    }

    fn play_forced(&mut self) -> Option<()> {
        while let Some(card) = self.position.forced(&self.layout) {
            self.play(Move::Home(card))?;
        }
        Some(())
    }

    /// Plays a move, after the turns of the stock and the move of a run that it needs.
    fn play(&mut self, mv: Move) -> Option<()> {
        self.position.play(&self.layout, mv);
        let (Move::Home(card) | Move::Pile(card)) = mv;
        if let Move::Home(_) = mv {
            self.clear(card)?;
        }
        let suit = card.suit();
        let source = self.source(card)?;
        self.command(match (mv, source) {
            (Move::Home(_), Source::Pile(from)) => Command::PileHome { from, suit },
            (Move::Home(_), _) => Command::WasteHome { suit },
            (Move::Pile(_), Source::Pile(from)) => {
                Command::PileToPile { from, card, to: self.target(card)? }
            }
            (Move::Pile(_), Source::Waste) => Command::WasteToPile { to: self.target(card)? },
            (Move::Pile(_), Source::Home) => Command::HomeToPile { suit, to: self.target(card)? },
        })
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

    /// Finds a card, and turns the stock until it is the top of the waste if it is in the talon.
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

    /// A pile on which a card fits.
    fn target(&self, card: Card) -> Option<u8> {
        if bit(card) & KINGS != 0 {
            return (0..PILES as u8).find(|&pile| self.table.pile(pile.into()).is_empty());
        }
        let top = card::cards(card::supports(bit(card)) & self.table.tops).next()?;
        Some(self.table.place_of(top))
    }

    fn command(&mut self, command: Command) -> Option<()> {
        self.table.legal().contains(&command).then(|| {
            self.table.play(command);
            self.commands.push(command);
        })
    }
}

/// Where a card comes from.
enum Source {
    Pile(u8),
    Waste,
    Home,
}
