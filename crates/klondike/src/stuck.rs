//! Detection of positions from which no irreversible step can be reached.

use std::collections::{HashSet, VecDeque};

use crate::card::{KINGS, bit};
use crate::table::Table;
use crate::{Card, Command};

/// Largest number of arrangements of the piles that [`stuck`] examines; if there are more,
/// [`stuck`] returns `false`. Games of `greedy` and `random` need at most 1,000 arrangements.
const ARRANGEMENTS: usize = 10_000;

/// Returns whether no irreversible step can be reached from a position, with any number of commands
/// and as many passes as the rules allow.
///
/// An irreversible step turns up a face-down card of a pile, plays a card of the waste, deals an
/// unseen card, empties a pile that does not begin with a king, or brings more cards home than are
/// home now. All other commands rearrange face-up cards and can be reversed. They do not change
/// which cards come to the top of the waste, so every arrangement is checked against the same set
/// of waste cards.
///
/// Does not use unseen cards. Returns `false` if the game is over.
pub(crate) fn stuck(table: &Table) -> bool {
    let Some(waste) = table.known_waste_tops().filter(|_| !table.over()) else { return false };
    let home = table.cards_home();
    let mut met = HashSet::from([table.key()]);
    let mut queue = VecDeque::from([table.clone()]);
    while let Some(mut table) = queue.pop_front() {
        // Ignores the limit on commands.
        table.commands = 0;
        let mut gains = table.takes(waste) || table.cards_home() > home;
        table.list(|command| {
            gains |= is_irreversible(&table, command);
            if !gains && command != Command::Turn && !table.is_redundant(command) {
                let mut next = table.clone();
                next.play(command);
                if met.insert(next.key()) {
                    queue.push_back(next);
                }
            }
        });
        if gains || met.len() > ARRANGEMENTS {
            return false;
        }
    }
    true
}

/// Whether a command within the piles turns a card up or empties a pile that
/// does not begin with a king.
fn is_irreversible(table: &Table, command: Command) -> bool {
    let (pile, head) = match command {
        Command::PileToPile { from, card, .. } => (usize::from(from), card),
        Command::PileHome { from, suit } => (usize::from(from), Card::at(table.home(suit), suit)),
        _ => return false,
    };
    let is_king = bit(head) & KINGS != 0;
    table.is_whole_run(head) && (table.down(pile) > 0 || !is_king)
}
