//! Irreversible steps: sequences of commands that end with an irreversible command, so
//! that no sequence of steps returns to an earlier position.
//!
//! Moving only the upper part of a run gains nothing in itself, because the uncovered card and the newly
//! covered card have the same rank and colour. So a run moves as a whole, or its upper part moves so that
//! the uncovered card can go home. A card returns from a foundation only if another card is then put on
//! it. The stock is turned only to play a card of the waste or to show unseen cards.

use crate::card::{self, KINGS, bit};
use crate::rules::Draw;
use crate::table::{PILES, Table};
use crate::{Card, Command};

/// An irreversible command and the commands that make it legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The command before `last` that uncovers its card or makes a place for it, if one is needed.
    pub first: Option<Command>,
    /// Number of turns of the stock after `first`.
    turns: u8,
    /// The irreversible command.
    pub last: Command,
}

impl Step {
    fn of(last: Command) -> Step {
        Step { first: None, turns: 0, last }
    }

    pub fn commands(self) -> impl Iterator<Item = Command> {
        let turns = std::iter::repeat_n(Command::Turn, self.turns.into());
        self.first.into_iter().chain(turns).chain([self.last])
    }
}

/// Calls `add` with the steps of a position. If a safe card can go home, calls it only with this step.
/// Does not use unseen cards.
pub(crate) fn list(table: &Table, mut add: impl FnMut(Step)) {
    match safe_home(table).filter(|_| !table.ended()) {
        Some(safe) => add(Step::of(safe)),
        None => list_all(table, add),
    }
}

/// Calls `add` with every step of a position, even if a safe card can go home.
pub(crate) fn list_all(table: &Table, mut add: impl FnMut(Step)) {
    if table.ended() {
        return;
    }
    card::cards(table.tops & table.homing()).for_each(|card| {
        add(Step::of(table.home_command(card)));
    });
    runs(table, &mut add);
    let mut returns = [NO_RETURN; 8];
    let returns = list_returns(table, &mut returns);
    for &Return { first, card, to } in returns {
        for head in card::cards(on(card) & table.up) {
            let from = table.place_of(head);
            if from != to && table.is_whole_run(head) {
                let last = Command::PileToPile { from, card: head, to };
                add(Step { first: Some(first), turns: 0, last });
            }
        }
    }
    stock(table, returns, &mut add);
}

/// Returns a command that takes home a card for which [`Table::is_safe_home`] holds.
pub(crate) fn safe_home(table: &Table) -> Option<Command> {
    // In draw 3, no waste card is safe, because taking it changes which cards come up later.
    let waste = match table.rules.draw {
        Draw::One => u64::MAX,
        Draw::Three => table.tops,
    };
    let safe = |&card: &Card| table.is_safe_home(card);
    card::cards(table.homing() & waste).find(safe).map(|card| table.home_command(card))
}

/// Set of the cards that may be put on `card`.
fn on(card: Card) -> u64 {
    let [first, second] = card::fitting(bit(card));
    first | second
}

/// Adds the moves of whole runs, and of upper parts of runs if the uncovered card can go home.
fn runs(table: &Table, add: &mut impl FnMut(Step)) {
    for (set, fitting) in card::fitting(table.tops).into_iter().enumerate() {
        for head in card::cards(table.up & fitting) {
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

/// A card that can return from its foundation: the command `first` puts `card` on pile `to`.
#[derive(Clone, Copy)]
struct Return {
    first: Command,
    card: Card,
    to: u8,
}

const NO_RETURN: Return = Return { first: Command::Turn, card: Card::HIDDEN, to: 0 };

/// Fills `returns` with the cards that can return from their foundations, each to at most
/// two piles. Leaves out aces and twos: only aces fit on twos, and aces can go home.
fn list_returns<'a>(table: &Table, returns: &'a mut [Return; 8]) -> &'a [Return] {
    const ACES_AND_TWOS: u64 = 0xFF;
    let mut count = 0;
    let mut add = |card: Card, to| {
        returns[count] = Return { first: Command::HomeToPile { suit: card.suit(), to }, card, to };
        count += 1;
    };
    let back = table.given_back() & !ACES_AND_TWOS;
    for (set, fitting) in card::fitting(table.tops).into_iter().enumerate() {
        card::cards(back & fitting)
            .for_each(|card| add(card, table.place_of(card::holder(card, set))));
    }
    if let Some(to) = table.empty_pile() {
        card::cards(back & KINGS).for_each(|card| add(card, to));
    }
    &returns[..count]
}

/// Adds the steps that play a card of the waste, at once or after turns of the stock, and the step that
/// turns up unseen cards.
fn stock(table: &Table, returns: &[Return], add: &mut impl FnMut(Step)) {
    let fitting = card::fitting(table.tops);
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
        for &Return { first, card: holder, to } in returns {
            if on(holder) & bit(card) != 0 {
                play(Some(first), Command::WasteToPile { to });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, view_text};

    /// Returns the steps of a position, each as its commands.
    fn steps(view: &str) -> Vec<String> {
        let view = view_text::read(Rules::default(), view).unwrap();
        let mut steps = Vec::new();
        list(&view.0, |step| {
            steps.push(step.commands().map(|command| command.to_string()).collect::<Vec<_>>());
        });
        steps.into_iter().map(|commands| commands.join(", ")).collect()
    }

    /// In these views a king lies on face-down cards before or after an empty pile, or alone in its pile.
    /// No other card of a pile fits anywhere.
    const KINGS_AND_T1_EMPTY: &str = "-|?? KS|?? ?? 9D|?? ?? ?? 7D|?? ?? ?? ?? 5H|\
        ?? ?? ?? ?? ?? 3H|?? ?? ?? ?? ?? ?? JD home:1,0,0,0";
    const KINGS_AND_T3_EMPTY: &str =
        "9D|?? KS|-|?? ?? ?? 7D|-|?? ?? ?? ?? ?? 5H|?? ?? ?? ?? ?? ?? JD home:2,2,2,2";
    const KING_ALONE: &str =
        "9D|KS|-|?? ?? ?? 7D|-|?? ?? ?? ?? ?? 5H|?? ?? ?? ?? ?? ?? JD home:3,2,2,2";

    #[test]
    fn kings_go_to_the_first_empty_pile() {
        let talon = format!("waste:5D 9C KH stock:{}", "?? ".repeat(21));
        let steps = |piles: &str| steps(&format!("{piles} {talon}"));
        assert_eq!(steps(KINGS_AND_T1_EMPTY), ["move T2 KS T1", "move W T1", "turn"]);
        assert_eq!(steps(KINGS_AND_T3_EMPTY), ["move T2 KS T3", "move W T3", "turn"]);
        // The king without a card below it does not move, since that would only swap two piles.
        assert_eq!(steps(KING_ALONE), ["move W T3", "turn"]);
    }

    #[test]
    fn a_king_in_the_stock_goes_to_an_empty_pile_after_turns() {
        // All cards have been seen. Of the cards that can come to the top of the waste, only the king fits somewhere.
        let talon =
            "waste:2D 4D 9C stock:6D 8D KH TD QD 9H 2H 4H 9S 6H 8H 7C TH QH 7H AD AH 7S AS 3D 5C";
        let steps = steps(&format!("{KINGS_AND_T1_EMPTY} {talon}"));
        assert_eq!(steps, ["move T2 KS T1", "turn, move W T1"]);
    }
}
