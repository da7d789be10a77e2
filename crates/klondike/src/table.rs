//! The cards on the table and the rules by which they move.
//!
//! The same table serves the truth, where every card is known, and what a
//! player sees of it, where unknown cards are [`Card::HIDDEN`] and block.

mod legal;
mod stock_walk;
mod unseen;

pub(crate) use stock_walk::Turned;

use crate::card::bit;
use crate::rules::Waste;
use crate::{Card, Command, Rules};

/// A game is over after so many commands.
pub(crate) const COMMAND_LIMIT: u16 = 1000;

/// The piles; pile `p` starts with `p` cards face down and one face up.
pub(crate) const PILES: usize = 7;
/// All of them, as bits.
const ALL_PILES: u8 = (1 << PILES) - 1;
/// Cards that start in the stock.
pub(crate) const TALON: usize = 24;
/// The most cards face down in a pile.
pub(crate) const MOST_FACE_DOWN: u8 = 6;
/// The highest a pile can be: six cards face down and a run from king to ace.
const HIGHEST_PILE: usize = MOST_FACE_DOWN as usize + 13;
/// The place of a card that lies face up in no pile.
const NOWHERE: u8 = u8::MAX;
/// The next cards wanted by four complete foundations.
const ALL_HOME: u64 = 0b1111 << 52;

/// Cards that a command brought to light, in the order in which they were turned up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seen {
    cards: [Option<Card>; 3],
}

impl Seen {
    /// The cards.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        self.cards.into_iter().flatten()
    }

    fn add(&mut self, card: Card) {
        if let Some(room) = self.cards.iter_mut().find(|room| room.is_none()) {
            *room = Some(card);
        }
    }
}

/// Where every card lies. Unused room is `HIDDEN`, so equal tables are equal
/// byte for byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    rules: Rules,
    /// Cards of each pile from the bottom up.
    piles: [[Card; HIGHEST_PILE]; PILES],
    height: [u8; PILES],
    /// How many of each pile lie face down; the others make a run.
    down: [u8; PILES],
    /// The next card that each foundation wants; a complete one wants a card
    /// that is none.
    next_home: u64,
    /// Waste and stock together in the order of dealing: the first `dealt`
    /// cards are the waste, and the last of those is its top.
    talon: [Card; TALON],
    talon_len: u8,
    dealt: u8,
    /// Which cards of the talon have been seen.
    seen: u32,
    /// Nothing but `turn` was played since this pass through the stock began.
    idle: bool,
    pass: u16,
    commands: u16,
    /// The cards that lie face up in piles, and those of them on top.
    up: u64,
    tops: u64,
    /// The piles without a card, as bits.
    empty: u8,
    /// The pile of each card that lies face up in one.
    place: [u8; 64],
}

/// The cards of a position, pile by pile, for [`Table::from_parts`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    /// From the bottom up.
    pub piles: [Vec<Card>; PILES],
    /// How many of each pile lie face down.
    pub down: [u8; PILES],
    /// Cards on each foundation.
    pub home: [u8; 4],
    /// In the order of dealing, the waste first.
    pub talon: Vec<Card>,
    /// How many of the talon are the waste.
    pub dealt: u8,
    /// Which cards of the talon have been seen.
    pub seen: u32,
    /// Nothing but `turn` was played since this pass began.
    pub idle: bool,
    /// The number of this pass through the stock, from 1.
    pub pass: u16,
    /// Commands played.
    pub commands: u16,
}

impl Table {
    /// Lays a position out. No pile may be higher than [`HIGHEST_PILE`], the
    /// talon not longer than [`TALON`].
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
            idle: parts.idle,
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
            // A card face down was never on top, so covering one changes nothing.
            cards[down..].iter().for_each(|&card| table.put(pile, card));
        }
        table
    }

    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The cards of a pile from the bottom up.
    pub fn pile(&self, pile: usize) -> &[Card] {
        &self.piles[pile][..self.height[pile] as usize]
    }

    /// How many cards of a pile lie face down.
    pub fn down(&self, pile: usize) -> usize {
        self.down[pile] as usize
    }

    /// How many cards lie face down in all piles.
    pub fn face_down(&self) -> u32 {
        self.down.iter().map(|&down| u32::from(down)).sum()
    }

    /// How many cards of a suit are home.
    pub fn home(&self, suit: u8) -> u8 {
        let suit_cards = 0x1111_1111_1111_1111 << suit;
        (self.next_home & suit_cards).trailing_zeros() as u8 / 4
    }

    /// How many cards are home.
    pub fn cards_home(&self) -> u8 {
        (0..4).map(|suit| self.home(suit)).sum()
    }

    pub fn waste(&self) -> &[Card] {
        &self.talon[..self.dealt as usize]
    }

    /// The next card to be dealt comes first.
    pub fn stock(&self) -> &[Card] {
        &self.talon[self.dealt as usize..self.talon_len as usize]
    }

    /// How many cards of stock and waste have been seen.
    pub fn talon_seen(&self) -> u32 {
        self.seen.count_ones()
    }

    pub fn idle(&self) -> bool {
        self.idle
    }

    pub fn pass(&self) -> u16 {
        self.pass
    }

    pub fn commands(&self) -> u16 {
        self.commands
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

    /// Plays a legal command, and tells what it brought to light.
    #[inline]
    pub fn play(&mut self, command: Command) -> Seen {
        self.commands += 1;
        self.idle &= command == Command::Turn;
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
            self.pass += 1;
        }
        if self.dealt == 0 {
            self.idle = true;
        }
        let first = self.dealt as usize;
        let end = (first + self.rules.draw.cards()).min(self.talon_len as usize);
        self.dealt = end as u8;
        let shown = match self.rules.waste {
            Waste::Fan => first..end,
            Waste::Top => end - 1..end,
        };
        shown.for_each(|index| self.see(index, seen));
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

    /// Notes that a pile is about to get a new top.
    #[inline]
    fn cover(&mut self, pile: usize) {
        self.empty &= !(1 << pile);
        if let Some(&top) = self.pile(pile).last() {
            self.tops &= !bit(top);
        }
    }

    /// Lays a card face up on a pile.
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

    /// Notes that a card went home or came back: the foundation wants the card
    /// behind it from now on, or the card itself.
    #[inline]
    fn move_home_mark(&mut self, card: Card) {
        self.next_home ^= bit(card) | bit(card) << 4;
    }

    /// Moves the run that `card` heads. Its top stays a top.
    #[inline]
    fn move_run(&mut self, from: usize, card: Card, to: usize, seen: &mut Seen) {
        let (height, target) = (self.height[from] as usize, self.height[to] as usize);
        // Ranks of a run have no gaps, so they tell where its cards lie.
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

    /// Notes that cards were taken off a pile, and turns up what was under them.
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

    /// The pile of a card that lies face up in one.
    #[inline]
    pub fn place_of(&self, card: Card) -> u8 {
        self.place[card.number() as usize]
    }

    /// How many cards of stock and waste are left.
    pub fn talon_len(&self) -> u32 {
        u32::from(self.talon_len)
    }

    /// A number that tells positions apart, counters aside: two positions with
    /// the same number are the same for all that matters to a player.
    pub fn key(&self) -> u64 {
        // An odd number whose bits look random spreads what it multiplies.
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let mix = |key: u64, value: u64| (key ^ value).wrapping_mul(SPREAD).rotate_left(29);
        let talon = u64::from(self.talon_len) << 16 | u64::from(self.dealt) << 8;
        let mut key = mix(self.next_home, talon | u64::from(self.idle));
        for pile in 0..PILES {
            key = mix(key, u64::from(self.down[pile]) << 8 | u64::from(self.height[pile]));
            for card in &self.pile(pile)[self.down(pile)..] {
                key = mix(key, u64::from(card.number()));
            }
        }
        key
    }
}
