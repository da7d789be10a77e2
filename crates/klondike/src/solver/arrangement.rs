//! Which card lies on which other card. A [`Position`] does not say this.
//!
//! A card that lies on another lies on one of the two cards of the next rank and the other colour. If both of these
//! are in piles, one bit for the two cards of a rank and colour says which of them lies on which.

use super::position::Position;
use crate::Card;
use crate::card::{self, KINGS, bit};

/// One bit for each [`Level`]. If both parents are in piles, the bit is the index of the parent on which the first
/// child lies or, if the first child lies on no parent, of the parent on which the second child lies. Two children lie
/// on different parents, so the bit determines both. If a parent is not in a pile, the bit is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Arrangement(u32);

/// The two cards of a rank and colour (the children), and the two cards on which they can lie (the parents).
struct Level {
    index: u32,
    /// The children, the lower suit first.
    children: [Card; 2],
    lying: [bool; 2],
    /// The parents, the lower suit first.
    parents: [Card; 2],
    up: [bool; 2],
}

impl Level {
    /// Returns the level whose children have this `rank` and the colour of `suit`.
    fn new(position: &Position, rank: u8, suit: u8) -> Level {
        let is_red = suit == 1 || suit == 2;
        let (own, other) = if is_red { ([1, 2], [0, 3]) } else { ([0, 3], [1, 2]) };
        let children = own.map(|suit| Card::at(rank, suit));
        let parents = other.map(|suit| Card::at(rank + 1, suit));
        let lies = position.up & !position.bound;
        Level {
            index: 2 * u32::from(rank) + u32::from(is_red),
            children,
            lying: children.map(|card| lies & bit(card) != 0),
            parents,
            up: parents.map(|card| position.up & bit(card) != 0),
        }
    }

    /// Returns the level with `card` as a parent; `None` for an ace.
    fn on(position: &Position, card: Card) -> Option<Level> {
        let rank = card.rank().checked_sub(1)?;
        // Clubs and diamonds have different colours.
        Some(Level::new(position, rank, u8::from(!card.is_red())))
    }

    /// Returns the level with `card` as a child; `None` for a king.
    fn of(position: &Position, card: Card) -> Option<Level> {
        (bit(card) & KINGS == 0).then(|| Level::new(position, card.rank(), card.suit()))
    }

    /// Returns the index of each child's parent; `None` for a child that does not lie on a parent.
    fn links(&self, arrangement: Arrangement) -> [Option<usize>; 2] {
        let bit = (arrangement.0 >> self.index & 1) as usize;
        match (self.lying, self.up) {
            ([false, false], _) => [None, None],
            (lying, [true, true]) => match lying {
                [true, true] => [Some(bit), Some(1 - bit)],
                lying => lying.map(|lies| lies.then_some(bit)),
            },
            (lying, up) => lying.map(|lies| lies.then_some(usize::from(up[1]))),
        }
    }
}

impl Arrangement {
    pub fn bits(self) -> u64 {
        self.0.into()
    }

    /// Returns the arrangement of a position in which `lies_on` returns the card below each card.
    pub fn new(position: &Position, mut lies_on: impl FnMut(Card) -> Option<Card>) -> Arrangement {
        let mut arrangement = Arrangement(0);
        for rank in 0..12 {
            for suit in 0..2 {
                let level = Level::new(position, rank, suit);
                let parents = level.children.map(|card| {
                    lies_on(card).and_then(|on| level.parents.iter().position(|&other| other == on))
                });
                arrangement.store(&level, parents);
            }
        }
        arrangement
    }

    /// Sets the bit of a level, given the index of each child's parent.
    fn store(&mut self, level: &Level, parents: [Option<usize>; 2]) {
        self.0 &= !(1 << level.index);
        if level.up == [true, true] {
            let lying = [0, 1].map(|child| parents[child].filter(|_| level.lying[child]));
            let bit = match lying {
                [Some(parent), _] | [None, Some(parent)] => parent as u32,
                [None, None] => 0,
            };
            self.0 |= bit << level.index;
        }
    }

    /// Whether no card lies on `card`, if `card` is in a pile.
    pub fn is_top(self, position: &Position, card: Card) -> bool {
        let Some(level) = Level::on(position, card) else { return true };
        let own = usize::from(level.parents[1] == card);
        !level.links(self).contains(&Some(own))
    }

    /// Returns the top cards of piles on which `card` could be put.
    pub fn places(self, position: &Position, card: Card) -> impl Iterator<Item = Card> + use<> {
        let tops = Level::of(position, card).map(|level| {
            let links = level.links(self);
            [0, 1].map(|parent| {
                (level.up[parent] && !links.contains(&Some(parent)))
                    .then_some(level.parents[parent])
            })
        });
        tops.into_iter().flatten().flatten()
    }

    /// Returns the arrangement after a move of `card` that leads from `before` to `after`. `on` is the card on
    /// which it is put; `None` for a foundation or an empty pile.
    pub fn after(
        self,
        before: &Position,
        after: &Position,
        card: Card,
        on: Option<Card>,
    ) -> Arrangement {
        let turned_up = card::cards(after.up & !before.up & !bit(card)).next();
        let level = |position| {
            let on_turned_up = turned_up.and_then(|card| Level::on(position, card));
            [Level::of(position, card), Level::on(position, card), on_turned_up]
        };
        let mut next = self;
        for (was, is) in level(before).into_iter().flatten().zip(level(after).into_iter().flatten())
        {
            let mut links = was.links(self);
            if let Some(own) = is.children.iter().position(|&child| child == card) {
                links[own] = on.and_then(|on| is.parents.iter().position(|&parent| parent == on));
            }
            next.store(&is, links);
        }
        next
    }
}
