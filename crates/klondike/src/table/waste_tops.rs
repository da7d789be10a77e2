//! The cards that turning the stock brings to the top of the waste.

use super::Table;
use crate::Card;
use crate::card::{self, KINGS, bit};

impl Table {
    /// Iterates over the cards that come to the top of the waste if only `turn` is played. Each
    /// item is a number of turns and a card; the first is the current top card with 0 turns.
    ///
    /// The iteration ends before the first card that repeats. In draw 3, a later pass may bring
    /// other cards to the top than the current pass, so the cards of both passes are included. If a
    /// turn would show an unseen card, the last item is `None`, with the number of turns before
    /// that turn.
    pub fn waste_tops(&self) -> impl Iterator<Item = (u8, Option<Card>)> {
        let (mut dealt, mut turns) = (self.dealt as usize, 0);
        let mut met = 1u32 << dealt;
        let mut unseen = false;
        let turn = move || {
            if dealt == self.talon_len as usize {
                // The last card of the talon repeats at the end of the next pass, so at most one
                // further pass begins.
                dealt = self.may_pass(self.pass).then_some(0)?;
            }
            let mut shown = self.dealt_next(dealt);
            dealt = shown.end;
            if unseen || met >> dealt & 1 == 1 {
                return None;
            }
            met |= 1 << dealt;
            unseen = shown.any(|index| self.seen >> index & 1 == 0);
            if unseen {
                return Some((turns, None));
            }
            turns += 1;
            Some((turns, Some(self.talon[dealt - 1])))
        };
        let present = self.waste().last().map(|&card| (0, Some(card)));
        present.into_iter().chain(std::iter::from_fn(turn))
    }

    /// Set of the cards that come to the top of the waste if only `turn` is played;
    /// `None` if a turn would show an unseen card.
    pub fn known_waste_tops(&self) -> Option<u64> {
        self.waste_tops().map(|(_, card)| card.map(bit)).sum()
    }

    /// Whether one of `cards` could go from the waste to a foundation or a pile.
    pub fn takes(&self, cards: u64) -> bool {
        let [first, second] = card::fitting(self.tops);
        let kings = if self.empty == 0 { 0 } else { KINGS };
        cards & (self.next_home | first | second | kings) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use crate::rules::Draw;
    use crate::table::Parts;

    /// Returns the numbers of turns, and the talon indices of the cards that they bring to the top.
    /// The talon has `length` cards, of which the first `seen` have been seen and `dealt` are in
    /// the waste.
    fn tops(draw: Draw, length: usize, dealt: u8, seen: u32) -> Vec<(u8, Option<usize>)> {
        let talon = Card::all()[..length].to_vec();
        let parts = Parts { talon, dealt, seen: (1 << seen) - 1, pass: 1, ..Parts::default() };
        let table = Table::from_parts(Rules { draw, ..Rules::default() }, &parts);
        let index = |card| Card::all().iter().position(|&other| other == card).unwrap();
        table.waste_tops().map(|(turns, card)| (turns, card.map(index))).collect()
    }

    #[test]
    fn every_card_comes_up_once() {
        assert_eq!(tops(Draw::One, 3, 1, 3), [(0, Some(0)), (1, Some(1)), (2, Some(2))]);
        assert_eq!(tops(Draw::One, 3, 3, 3), [(0, Some(2)), (1, Some(0)), (2, Some(1))]);
        // In draw 3, the next pass brings other cards to the top than this pass.
        let both_passes = [(0, Some(3)), (1, Some(6)), (2, Some(2)), (3, Some(5))];
        assert_eq!(tops(Draw::Three, 7, 4, 7), both_passes);
        assert_eq!(tops(Draw::Three, 6, 3, 6), [(0, Some(2)), (1, Some(5))]);
        assert_eq!(tops(Draw::Three, 0, 0, 0), []);
    }

    #[test]
    fn unseen_cards_end_the_list() {
        assert_eq!(tops(Draw::One, 4, 1, 2), [(0, Some(0)), (1, Some(1)), (1, None)]);
        assert_eq!(tops(Draw::Three, 7, 3, 5), [(0, Some(2)), (0, None)]);
    }
}
