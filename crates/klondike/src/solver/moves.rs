//! The moves that the search tries, and the forced moves that it plays at once.

use super::layout::Layout;
use super::position::{Move, Position, Room};
use crate::Card;
use crate::card::{self, bit, on_all, supports};

impl Position {
    /// Returns a card that can go home without making a game that can be won unwinnable; `None` if no such card
    /// is known.
    ///
    /// Three kinds of cards qualify. A safe card never has to return from its foundation. If cards may return from
    /// foundations, a card that lies on another can return to the same card, so any card that is not bound (put there
    /// by the deal) qualifies; a bound card could not return to its place. Also, if cards may return, a talon card
    /// qualifies if the card below it on the foundation is safe, because the talon card can return to any card on which
    /// it could have been put.
    ///
    /// Taking a talon card must not make other talon cards unreachable.
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
            // Here, taking the last talon card changes nothing but makes the card below it reachable.
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

    /// Returns a card that can go home, preferably a card in a pile.
    pub fn any_home(&self) -> Option<Card> {
        let piles = self.next_home & self.up & self.room().open;
        let talon = self.next_home & (self.reach | self.reach_later);
        card::cards(piles).chain(card::cards(talon)).next()
    }

    /// Whether a card never has to return from its foundation. `lower` is 0 for `card` itself, and 1 for the
    /// card below it on the foundation.
    ///
    /// A card is safe if all cards that fit on it, and all cards that fit on those cards, are home or can go home
    /// themselves. If cards stay on their foundations, it suffices that all cards that fit on it are home.
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

    /// Returns the card that a move puts on a pile, if the move stays possible at any later time. Such a move
    /// is only useful if the next move uses the place that the card offers.
    #[inline]
    pub fn supported_by(&self, layout: &Layout, mv: Move) -> Option<Card> {
        let Move::Pile(card) = mv else { return None };
        let is_open_talon = layout.talon_is_open() && self.up & bit(card) == 0;
        (is_open_talon || self.home_tops() & bit(card) != 0).then_some(card)
    }

    /// Adds the moves of a position without a forced move, the most promising last.
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

    /// Adds the moves after `support` was put on a pile to offer a place: moves that use the place, moves of
    /// the card below `support` on its foundation, and moves that uncover a card on a foundation which needs the place.
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

    /// Returns the talon cards and the cards at home that would offer a useful place if they lay on a pile.
    #[inline]
    fn supports(&self, layout: &Layout, room: Room) -> u64 {
        let home = if layout.gives_back() { self.home() } else { 0 };
        let talon = self.reach | self.reach_later;
        let (able, open) = (if layout.talon_is_open() { home | talon } else { home }, room.open);
        if able & !open == 0 {
            return 0;
        }
        // A card that is next home but is not a top card goes home if its twin is put on a pile, because the
        // run on it can move to the twin.
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
