//! Klondike in larger steps: each ends with something that cannot be taken
//! back, so no sequence of steps goes round in a circle.
//!
//! A run that moves off a card face up gains nothing by itself: what fits on
//! that card fits on the one that took the run. So runs move as a whole, or to
//! send the card under them home; cards return from foundations only to hold
//! another card; and the stock is turned only to a card that is played then,
//! or to cards that have not been seen.

use crate::card::{self, KINGS, bit};
use crate::rules::Draw;
use crate::table::{PILES, Table};
use crate::{Card, Command};

/// A command that cannot be taken back, and what it takes to get to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// Makes room for the last command.
    first: Option<Command>,
    /// Then the stock is turned so often.
    turns: u8,
    last: Command,
}

impl Step {
    fn of(last: Command) -> Step {
        Step { first: None, turns: 0, last }
    }

    /// Its commands, in order.
    pub fn commands(self) -> impl Iterator<Item = Command> {
        let turns = std::iter::repeat_n(Command::Turn, self.turns.into());
        self.first.into_iter().chain(turns).chain([self.last])
    }

    /// The command that all others are played for.
    pub fn last(self) -> Command {
        self.last
    }

    /// What makes room for it, if anything has to.
    pub fn first(self) -> Option<Command> {
        self.first
    }
}

/// Lists the steps from a position. They depend on nothing that is unseen.
pub(crate) fn list(table: &Table, mut add: impl FnMut(Step)) {
    if table.ended() {
        return;
    }
    if let Some(safe) = safe_home(table) {
        return add(Step::of(safe));
    }
    card::cards(table.tops() & table.homing()).for_each(|card| {
        add(Step::of(table.home_command(card)));
    });
    runs(table, &mut add);
    let returning = Returning::to(table);
    for &(first, card, to) in returning.iter() {
        for head in card::cards(on(card) & table.up()) {
            let from = table.place_of(head);
            if from != to && table.is_whole_run(head) {
                let last = Command::PileToPile { from, card: head, to };
                add(Step { first: Some(first), turns: 0, last });
            }
        }
    }
    stock(table, &returning, &mut add);
}

/// A card that goes home at once: it can do no harm there.
fn safe_home(table: &Table) -> Option<Command> {
    // With three cards dealt at once, taking one changes which are reached.
    let waste = match table.rules().draw {
        Draw::One => u64::MAX,
        Draw::Three => table.tops(),
    };
    let safe = |&card: &Card| table.is_safe_home(card);
    card::cards(table.homing() & waste).find(safe).map(|card| table.home_command(card))
}

/// The cards that may be laid on `card`.
fn on(card: Card) -> u64 {
    let [first, second] = card::fitting(bit(card));
    first | second
}

/// Runs that move as a whole, and those that move to send a card home.
fn runs(table: &Table, add: &mut impl FnMut(Step)) {
    for (set, fitting) in card::fitting(table.tops()).into_iter().enumerate() {
        for head in card::cards(table.up() & fitting) {
            let (from, to) = (table.place_of(head), table.place_of(card::holder(head, set)));
            let aside = Command::PileToPile { from, card: head, to };
            if table.is_whole_run(head) {
                add(Step::of(aside));
                continue;
            }
            let cards = table.pile(from.into());
            let top = cards[cards.len() - 1];
            let under = cards[cards.len() - 2 - usize::from(head.rank() - top.rank())];
            if table.wants_home(under) {
                let last = Command::PileHome { from, suit: under.suit() };
                add(Step { first: Some(aside), turns: 0, last });
            }
        }
    }
    let Some(to) = table.empty_pile() else { return };
    for from in (0..PILES).filter(|&from| table.down(from) > 0) {
        let head = table.pile(from)[table.down(from)];
        if bit(head) & KINGS != 0 {
            add(Step::of(Command::PileToPile { from: from as u8, card: head, to }));
        }
    }
}

/// The ways in which cards can return from foundations: the command, the card,
/// and the pile that it goes to.
struct Returning {
    ways: [(Command, Card, u8); 8],
    count: usize,
}

impl Returning {
    fn to(table: &Table) -> Returning {
        let mut returning = Returning { ways: [(Command::Turn, Card::HIDDEN, 0); 8], count: 0 };
        let back = table.given_back() & !ACES_AND_TWOS;
        for (set, fitting) in card::fitting(table.tops()).into_iter().enumerate() {
            for card in card::cards(back & fitting) {
                returning.add(card, table.place_of(card::holder(card, set)));
            }
        }
        if let Some(to) = table.empty_pile() {
            card::cards(back & KINGS).for_each(|card| returning.add(card, to));
        }
        returning
    }

    fn add(&mut self, card: Card, to: u8) {
        self.ways[self.count] = (Command::HomeToPile { suit: card.suit(), to }, card, to);
        self.count += 1;
    }

    fn iter(&self) -> impl Iterator<Item = &(Command, Card, u8)> {
        self.ways[..self.count].iter()
    }
}

/// An ace never has to wait on a two.
const ACES_AND_TWOS: u64 = 0xFF;

/// What can be done with the cards of the stock, each after so many turns, up
/// to the first that have not been seen.
fn stock(table: &Table, returning: &Returning, add: &mut impl FnMut(Step)) {
    let fitting = card::fitting(table.tops());
    let empty = table.empty_pile();
    for (turns, top) in table.waste_tops() {
        let mut play = |first, last| add(Step { first, turns, last });
        let Some(card) = top else { return play(None, Command::Turn) };
        if table.wants_home(card) {
            play(None, Command::WasteHome { suit: card.suit() });
        }
        for (set, fitting) in fitting.into_iter().enumerate() {
            if fitting & bit(card) != 0 {
                let to = table.place_of(card::holder(card, set));
                play(None, Command::WasteToPile { to });
            }
        }
        if let Some(to) = empty.filter(|_| bit(card) & KINGS != 0) {
            play(None, Command::WasteToPile { to });
        }
        for &(first, holder, to) in returning.iter() {
            if on(holder) & bit(card) != 0 {
                play(Some(first), Command::WasteToPile { to });
            }
        }
    }
}
