//! The cards that turning the stock brings to the top of the waste.

use super::Table;
use crate::Card;
use crate::card::{self, KINGS, bit};

impl Table {
    /// Iterates over the cards that come to the top of the waste if only `turn` is
    /// played: pairs of a number of turns and a card, first the present top with 0 turns.
    ///
    /// Ends before the first card that repeats. In draw 3, later passes may bring
    /// other cards to the top than the present pass; the cards of both are yielded.
    /// If a turn would show an unseen card, the iteration ends with the number of
    /// turns before that turn and `None`.
    pub fn waste_tops(&self) -> impl Iterator<Item = (u8, Option<Card>)> {
        let (mut dealt, mut pass, mut turns) = (self.dealt as usize, self.pass, 0);
        let mut met = 1u32 << dealt;
        let mut unseen = false;
        let turn = move || {
            if dealt == self.talon_len as usize {
                (dealt, pass) = self.may_pass(pass).then_some((0, pass + 1))?;
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
