//! Where every card lies, and the rules by which cards move.
//!
//! [`Table`] is the data of both the game's state and a player's view. In a
//! view, unseen cards are [`Card::HIDDEN`]: they cannot be moved or built on.

mod legal;
mod unseen;
mod waste_tops;

use crate::card::bit;
use crate::rules::Waste;
use crate::{Card, Command, Rules};

/// A game is over after this number of commands.
pub(crate) const COMMAND_LIMIT: u16 = 1000;

/// Number of piles; pile `p` starts with `p` cards face down and one face up.
pub(crate) const PILES: usize = 7;
/// The set of all piles.
const ALL_PILES: u8 = (1 << PILES) - 1;
/// Number of cards in the stock at the start.
pub(crate) const TALON: usize = 24;
/// Largest number of face-down cards in a pile.
pub(crate) const MOST_FACE_DOWN: u8 = 6;
/// Largest number of cards in a pile: six face down and a run from king to ace.
const HIGHEST_PILE: usize = MOST_FACE_DOWN as usize + 13;
/// Value in `Table::place` of a card that is not face up in a pile.
const NOWHERE: u8 = u8::MAX;
/// Value of `Table::next_home` when all four foundations are complete.
const ALL_HOME: u64 = 0b1111 << 52;

/// The cards that a command showed for the first time, in the order in which
/// they were turned up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seen {
    cards: [Option<Card>; 3],
}

impl Seen {
    /// Iterates over the cards.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        self.cards.into_iter().flatten()
    }

    fn add(&mut self, card: Card) {
        if let Some(room) = self.cards.iter_mut().find(|room| room.is_none()) {
            *room = Some(card);
        }
    }
}

/// Where every card lies. Unused array elements are [`Card::HIDDEN`], so that
/// the derived equality compares positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub rules: Rules,
    /// The cards of each pile, bottom first.
    piles: [[Card; HIGHEST_PILE]; PILES],
    height: [u8; PILES],
    /// Number of face-down cards of each pile; the cards above them are a run.
    down: [u8; PILES],
    /// Set of the next card of each foundation. A complete foundation has bit
    /// `52 + suit`, which is no card.
    next_home: u64,
    /// Waste and stock in the order of dealing: `talon[..dealt]` is the waste with
    /// its top card last, the rest is the stock.
    talon: [Card; TALON],
    talon_len: u8,
    dealt: u8,
    /// Set of the indices in `talon` whose card has been seen.
    seen: u32,
    /// Number of the pass through the stock, from 1.
    pub pass: u16,
    /// Number of commands played.
    pub commands: u16,
    /// Set of the face-up cards in piles.
    pub up: u64,
    /// Set of the top cards of piles.
    pub tops: u64,
    /// Set of the piles without cards.
    empty: u8,
    /// The pile of each face-up card, by [`Card::number`].
    place: [u8; 64],
}

/// Arguments of [`Table::from_parts`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    /// Bottom card first.
    pub piles: [Vec<Card>; PILES],
    /// Number of face-down cards of each pile.
    pub down: [u8; PILES],
    /// Number of cards on each foundation.
    pub home: [u8; 4],
    /// Waste and stock in the order of dealing.
    pub talon: Vec<Card>,
    /// Number of cards in the waste.
    pub dealt: u8,
    /// Set of the indices in `talon` whose card has been seen.
    pub seen: u32,
    /// Number of the pass through the stock, from 1.
    pub pass: u16,
    /// Number of commands played.
    pub commands: u16,
}

impl Table {
    /// Builds a position. Panics if a pile has more than [`HIGHEST_PILE`] cards
    /// or the talon has more than [`TALON`] cards.
    pub fn from_parts(rules: Rules, parts: &Parts) -> Table {
        let mut table = Table {
            rules,
            piles: [[Card::HIDDEN; HIGHEST_PILE]; PILES],
            height: [0; PILES],
            down: parts.down,
            next_home: (0..4)
                .map(|suit| 1 << (4 * u32::from(parts.home[suit]) + suit as u32))
                .sum(),
            talon: [Card::HIDDEN; TALON],
            talon_len: parts.talon.len() as u8,
            dealt: parts.dealt,
            seen: parts.seen,
            pass: parts.pass,
            commands: parts.commands,
            up: 0,
            tops: 0,
            empty: ALL_PILES,
            place: [NOWHERE; 64],
        };
        table.talon[..parts.talon.len()].copy_from_slice(&parts.talon);
        for (pile, cards) in parts.piles.iter().enumerate() {
            let down = parts.down[pile] as usize;
            table.piles[pile][..down].copy_from_slice(&cards[..down]);
            table.height[pile] = parts.down[pile];
            cards[down..].iter().for_each(|&card| table.put(pile, card));
        }
        table
    }

    /// The cards of a pile, bottom first.
    pub fn pile(&self, pile: usize) -> &[Card] {
        &self.piles[pile][..self.height[pile] as usize]
    }

    /// Number of face-down cards in a pile.
    pub fn down(&self, pile: usize) -> usize {
        self.down[pile] as usize
    }

    /// Number of face-down cards in all piles.
    pub fn face_down(&self) -> u32 {
        self.down.iter().map(|&down| u32::from(down)).sum()
    }

    /// Number of cards on the foundation of a suit.
    pub fn home(&self, suit: u8) -> u8 {
        let suit_cards = 0x1111_1111_1111_1111 << suit;
        (self.next_home & suit_cards).trailing_zeros() as u8 / 4
    }

    /// Number of cards on all foundations.
    pub fn cards_home(&self) -> u8 {
        (0..4).map(|suit| self.home(suit)).sum()
    }

    pub fn waste(&self) -> &[Card] {
        &self.talon[..self.dealt as usize]
    }

    /// The stock, the next card to be dealt first.
    pub fn stock(&self) -> &[Card] {
        &self.talon[self.dealt as usize..self.talon_len as usize]
    }

    /// Number of cards of stock and waste that have been seen.
    pub fn talon_seen(&self) -> u32 {
        self.seen.count_ones()
    }

    /// The cards of stock and waste that have been seen.
    pub fn seen_in_talon(&self) -> impl Iterator<Item = Card> {
        let talon = self.talon[..self.talon_len as usize].iter().enumerate();
        talon.filter(|(index, _)| self.seen >> index & 1 == 1).map(|(_, &card)| card)
    }

    /// Number of cards that have not been seen.
    pub fn unseen_cards(&self) -> u32 {
        self.face_down() + self.talon_len() - self.talon_seen()
    }

    pub fn won(&self) -> bool {
        self.next_home == ALL_HOME
    }

    #[inline]
    fn waste_top(&self) -> u64 {
        match self.dealt {
            0 => 0,
            dealt => bit(self.talon[dealt as usize - 1]),
        }
    }

    /// Plays a legal command and returns the cards that it showed for the first time.
    #[inline]
    pub fn play(&mut self, command: Command) -> Seen {
        self.commands += 1;
        let mut seen = Seen::default();
        match command {
            Command::Turn => self.turn(&mut seen),
            Command::WasteToPile { to } => {
                let card = self.take_waste(&mut seen);
                self.put(to as usize, card);
            }
            Command::WasteHome { .. } => {
                let card = self.take_waste(&mut seen);
                self.move_home_mark(card);
            }
            Command::PileHome { from, .. } => {
                let from = from as usize;
                let card = self.piles[from][self.height[from] as usize - 1];
                self.up &= !bit(card);
                self.tops &= !bit(card);
                self.place[card.number() as usize] = NOWHERE;
                self.piles[from][self.height[from] as usize - 1] = Card::HIDDEN;
                self.lower(from, self.height[from] - 1, &mut seen);
                self.move_home_mark(card);
            }
            Command::HomeToPile { suit, to } => {
                let card = Card::at(self.home(suit) - 1, suit);
                self.move_home_mark(card);
                self.put(to as usize, card);
            }
            Command::PileToPile { from, card, to } => {
                self.move_run(from as usize, card, to as usize, &mut seen);
            }
        }
        seen
    }

    fn turn(&mut self, seen: &mut Seen) {
        if self.dealt == self.talon_len {
            self.dealt = 0;
            // The text of a view accepts no larger pass number.
            self.pass = (self.pass + 1).min(COMMAND_LIMIT);
        }
        let shown = self.dealt_next(self.dealt as usize);
        self.dealt = shown.end as u8;
        shown.for_each(|index| self.see(index, seen));
    }

    /// Returns the indices in `talon` of the cards that a turn shows when the waste
    /// has `dealt` cards. The card at the last index becomes the top of the waste.
    fn dealt_next(&self, dealt: usize) -> std::ops::Range<usize> {
        let end = (dealt + self.rules.draw.cards()).min(self.talon_len as usize);
        match self.rules.waste {
            Waste::Fan => dealt..end,
            Waste::Top => end - 1..end,
        }
    }

    #[inline]
    fn see(&mut self, index: usize, seen: &mut Seen) {
        if self.seen >> index & 1 == 0 {
            self.seen |= 1 << index;
            seen.add(self.talon[index]);
        }
    }

    #[inline]
    fn take_waste(&mut self, seen: &mut Seen) -> Card {
        self.dealt -= 1;
        self.talon_len -= 1;
        let index = self.dealt as usize;
        let card = self.talon[index];
        self.talon.copy_within(index + 1.., index);
        self.talon[TALON - 1] = Card::HIDDEN;
        let below = (1 << index) - 1;
        self.seen = self.seen & below | self.seen >> 1 & !below;
        if index > 0 {
            self.see(index - 1, seen);
        }
        card
    }

    /// Updates `empty` and `tops` before cards are put on a pile.
    #[inline]
    fn cover(&mut self, pile: usize) {
        self.empty &= !(1 << pile);
        if let Some(&top) = self.pile(pile).last() {
            self.tops &= !bit(top);
        }
    }

    /// Puts a card face up on a pile.
    #[inline]
    fn put(&mut self, pile: usize, card: Card) {
        let height = self.height[pile] as usize;
        self.cover(pile);
        self.piles[pile][height] = card;
        self.height[pile] += 1;
        self.up |= bit(card);
        self.tops |= bit(card);
        self.place[card.number() as usize] = pile as u8;
    }

    /// Updates `next_home` for a card that goes to its foundation or returns from it.
    #[inline]
    fn move_home_mark(&mut self, card: Card) {
        self.next_home ^= bit(card) | bit(card) << 4;
    }

    /// Moves the run whose first card is `card`. The top card of the run stays in `tops`.
    #[inline]
    fn move_run(&mut self, from: usize, card: Card, to: usize, seen: &mut Seen) {
        let (height, target) = (self.height[from] as usize, self.height[to] as usize);
        // The ranks of a run have no gaps, so they give its length.
        let length = (card.rank() - self.piles[from][height - 1].rank()) as usize + 1;
        let left = height - length;
        self.cover(to);
        for index in 0..length {
            let card = std::mem::replace(&mut self.piles[from][left + index], Card::HIDDEN);
            self.piles[to][target + index] = card;
            self.place[card.number() as usize] = to as u8;
        }
        self.height[to] += length as u8;
        self.lower(from, left as u8, seen);
    }

    /// Cuts a pile to `height` cards, and turns its new top card up if that card is face down.
    #[inline]
    fn lower(&mut self, pile: usize, height: u8, seen: &mut Seen) {
        self.height[pile] = height;
        if height == 0 {
            self.empty |= 1 << pile;
            return;
        }
        let top = self.piles[pile][height as usize - 1];
        self.tops |= bit(top);
        if self.down[pile] == height {
            self.down[pile] -= 1;
            self.up |= bit(top);
            self.place[top.number() as usize] = pile as u8;
            seen.add(top);
        }
    }

    /// The pile of a face-up card.
    #[inline]
    pub fn place_of(&self, card: Card) -> u8 {
        self.place[card.number() as usize]
    }

    /// Number of cards in stock and waste.
    pub fn talon_len(&self) -> u32 {
        u32::from(self.talon_len)
    }

    /// Returns a hash of the position, which ignores `pass` and `commands`.
    pub fn key(&self) -> u64 {
        // The golden ratio in 64 bits, as in Fibonacci hashing.
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let mix = |key: u64, value: u64| (key ^ value).wrapping_mul(SPREAD).rotate_left(29);
        let talon = u64::from(self.talon_len) << 16 | u64::from(self.dealt) << 8;
        let mut key = mix(self.next_home, talon);
        for pile in 0..PILES {
            key = mix(key, u64::from(self.down[pile]) << 8 | u64::from(self.height[pile]));
            for card in &self.pile(pile)[self.down(pile)..] {
                key = mix(key, u64::from(card.number()));
            }
        }
        key
    }
}
