//! Hides unseen cards for a view, and deals them again for a world.

use super::Table;
use crate::Card;
use crate::card::{self, ALL, bit};

impl Table {
    /// Set of the cards that have been seen.
    fn known(&self) -> u64 {
        let home: u64 =
            card::cards(ALL).filter(|card| card.rank() < self.home(card.suit())).map(bit).sum();
        let talon: u64 = (0..self.talon_len as usize)
            .filter(|index| self.seen >> index & 1 == 1)
            .map(|index| bit(self.talon[index]))
            .sum();
        self.up | home | talon
    }

    /// Iterates over the unseen cards in the piles and in the talon.
    fn unseen(&mut self) -> impl Iterator<Item = &mut Card> {
        let down = self.down;
        let piles = self.piles.iter_mut().zip(down);
        let face_down = piles.flat_map(|(pile, down)| &mut pile[..down as usize]);
        let (seen, length) = (self.seen, self.talon_len as usize);
        let talon = self.talon[..length].iter_mut().enumerate();
        face_down
            .chain(talon.filter(move |(index, _)| seen >> index & 1 == 0).map(|(_, card)| card))
    }

    /// Returns a copy in which every unseen card is [`Card::HIDDEN`].
    pub fn hide(&self) -> Table {
        let mut hidden = self.clone();
        hidden.unseen().for_each(|card| *card = Card::HIDDEN);
        hidden
    }

    /// Returns a copy in which the places of unseen cards are filled with these cards, in the order
    /// that `shuffle` gives them.
    pub fn fill(&self, shuffle: impl FnOnce(&mut [Card])) -> Table {
        let mut left = [Card::HIDDEN; 52];
        let mut count = 0;
        for card in card::cards(ALL & !self.known()) {
            left[count] = card;
            count += 1;
        }
        shuffle(&mut left[..count]);
        let mut filled = self.clone();
        filled.unseen().zip(left).for_each(|(place, card)| *place = card);
        filled
    }
}
