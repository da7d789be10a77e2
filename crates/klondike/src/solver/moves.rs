//! The moves that the search tries, and the moves that it plays at once.

use super::layout::Layout;
use super::position::{Move, Position, Room};
use crate::Card;
use crate::card::{self, bit, on_all, supports};

impl Position {
    /// Returns a card that can go home so that the game can be won afterwards if it can be won now.
    ///
    /// That holds for a safe card, which never has to return. If cards may return from foundations, it also
    /// holds for a card that lies on another, because it can return to it, and for a talon card of
    /// which the card below it on the foundation is safe, because it can return where it could have been put.
    /// A bound card could not return to its place.
    ///
    /// A talon card must not change which other talon cards can be reached, except for the better.
    #[inline]
    pub fn forced(&self, layout: &Layout) -> Option<Card> {
        let room = self.room();
        let able = self.next_home & self.up & room.open;
        let lying = able & !self.bound;
        if layout.gives_back() && lying != 0 {
            return card::cards(lying).next();
        }
        let talon = if layout.talon_is_open() {
            self.reach
        } else if layout.rules.passes.is_none() && self.dealt == 0 && self.talon != 0 {
            // If no other size of the waste is lost, the last card only stands in the way of the card below it.
            layout.talon[self.talon.ilog2() as usize]
        } else {
            0
        };
        let talon = talon & self.next_home;
        if able | talon == 0 {
            return None;
        }
        let safe = |card: &Card| self.is_safe(layout, *card, 0);
        let safe_below = |card: &Card| self.is_safe(layout, *card, u8::from(layout.gives_back()));
        card::cards(able).find(safe).or_else(|| card::cards(talon).find(safe_below))
    }

    /// Returns a card that can go home, one of the piles if there is one.
    pub fn any_home(&self) -> Option<Card> {
        let piles = self.next_home & self.up & self.room().open;
        let talon = self.next_home & (self.reach | self.reach_later);
        card::cards(piles).chain(card::cards(talon)).next()
    }

    /// Whether the card `lower` ranks below a card that is next home never has to return from its foundation.
    ///
    /// All cards that could be put on it, or on those, are home or can go home themselves. If cards stay on
    /// foundations, it is enough that all cards that could be put on it are home.
    pub fn is_safe(&self, layout: &Layout, card: Card, lower: u8) -> bool {
        let height = |suit: u8| {
            (self.next_home & 0x1111_1111_1111_1111 << suit).trailing_zeros() as u8 / 4 + lower
        };
        let (rank, suit) = (card.rank(), card.suit());
        let least_other = match suit {
            0 | 3 => height(1).min(height(2)),
            _ => height(0).min(height(3)),
        };
        least_other + 1 >= rank && height(3 - suit) + 2 >= rank
            || least_other >= rank && !layout.gives_back()
    }

    /// Returns the card that a move puts on a pile, if the same could be done at any later time. Such a move
    /// is only of use if the next one needs the room that the card makes.
    #[inline]
    pub fn supported_by(&self, layout: &Layout, mv: Move) -> Option<Card> {
        let Move::Pile(card) = mv else { return None };
        let is_open_talon = layout.talon_is_open() && self.up & bit(card) == 0;
        (is_open_talon || self.home_tops() & bit(card) != 0).then_some(card)
    }

    /// Adds the moves of a position in which no move is forced; the most promising last.
    #[inline]
    pub fn list(&self, layout: &Layout, out: &mut Vec<Move>) {
        let room = self.room();
        let talon = self.reach | self.reach_later;
        let supports = self.supports(layout, room);
        let home = self.next_home & (self.up & room.open | talon);
        let able = if layout.talon_is_open() { self.home_tops() | talon } else { self.home_tops() };
        card::cards(supports & able & room.placeable).for_each(|card| out.push(Move::Pile(card)));
        if !layout.talon_is_open() {
            card::cards(talon & room.placeable).for_each(|card| out.push(Move::Pile(card)));
        }
        card::cards(home & !self.up).for_each(|card| out.push(Move::Home(card)));
        card::cards(home & self.up & !self.bound).for_each(|card| out.push(Move::Home(card)));
        card::cards(self.bound & room.placeable).for_each(|card| out.push(Move::Pile(card)));
        card::cards(home & self.bound).for_each(|card| out.push(Move::Home(card)));
    }

    /// Adds the moves of a position in which `support` was just put on a pile to make room: those that use
    /// the room, those that use the card below it on its foundation, and those that lead to a card which
    /// needs the room and lies under others on its foundation.
    pub fn list_uses(&self, layout: &Layout, support: Card, out: &mut Vec<Move>) {
        let room = self.room();
        let talon = self.reach | self.reach_later;
        let on_it = on_all(bit(support)) & room.placeable;
        let supports = self.supports(layout, room);
        let able = if layout.talon_is_open() { self.home_tops() | talon } else { self.home_tops() };
        let is_for_buried = supports & on_it & self.home() & !self.home_tops() != 0;
        let below = (bit(support) & self.next_home) >> 4;
        let next = if is_for_buried { room.placeable } else { (on_it | below) & room.placeable };
        card::cards(supports & able & next).for_each(|card| out.push(Move::Pile(card)));
        if !layout.talon_is_open() {
            card::cards(talon & on_it).for_each(|card| out.push(Move::Pile(card)));
        }
        let twin = support.twin();
        if bit(twin) & self.next_home & self.up & room.open != 0 {
            out.push(Move::Home(twin));
        }
        card::cards(self.bound & on_it).for_each(|card| out.push(Move::Pile(card)));
    }

    /// Set of the talon cards and the cards at home that would make room for a move if they lay on a pile.
    #[inline]
    fn supports(&self, layout: &Layout, room: Room) -> u64 {
        let home = if layout.gives_back() { self.home() } else { 0 };
        let talon = self.reach | self.reach_later;
        let (able, open) = (if layout.talon_is_open() { home | talon } else { home }, room.open);
        if able & !open == 0 {
            return 0;
        }
        // The twin of a card that is next home but not the top card: its run moves to the support.
        let blocked = self.up & self.next_home & !open;
        let mut found = above(card::twins(blocked) & able & !open, home);
        let mut wanting = self.bound | found;
        if !layout.talon_is_open() {
            wanting |= talon;
        }
        loop {
            let more = above(supports(wanting) & able & !open & !found, home) & !found;
            if more == 0 {
                return found;
            }
            found |= more;
            wanting |= more;
        }
    }

    /// Set of the cards at home.
    fn home(&self) -> u64 {
        let mut home = self.next_home >> 4;
        home |= home >> 4;
        home |= home >> 8;
        home |= home >> 16;
        home | home >> 32
    }
}

/// Returns `cards` and the cards of `home` that lie on them.
fn above(cards: u64, home: u64) -> u64 {
    let mut above = cards & home;
    above |= above << 4;
    above |= above << 8;
    above |= above << 16;
    above |= above << 32;
    cards | above & home
}
