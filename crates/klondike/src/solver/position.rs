//! Positions of the search. Arrangements of cards that differ only by reversible moves of runs are the same position.
//!
//! A card that is face up in a pile lies on one of two cards, those of the next rank and the other colour,
//! unless it is *bound*: the first face-up card of its pile, put there by the deal. A run that begins with a
//! card that is not bound can move from one of the two cards to the other, and back. So it makes no difference
//! on which of the two the card lies. A position consists of the heights of the foundations, the face-down
//! cards of each pile, and the talon. The possible moves follow from these:
//!
//! - A card can be put on a pile if fewer cards of its rank and colour lie on other cards than there are
//!   cards on which they can lie. A king can be put on a pile if a pile is empty.
//! - A card in a pile can become the top card if another card can be put on it or on its twin (the card of the
//!   same rank and colour), because the run on the card can move to the twin.
//!
//! A king at the bottom of a pile is not bound, so positions do not distinguish kings with no cards under them.

use super::layout::{Layout, bound_cards};
use crate::Card;
use crate::card::{KINGS, bit};
use crate::table::{PILES, Table};

/// The lowest bit of each of the 13 ranks.
const EACH_RANK: u64 = 0x1_1111_1111_1111;
/// The red suits within the four bits of a rank. Multiplied with a set of the lowest bits of ranks, they give
/// the red cards of these ranks.
const RED_SUITS: u64 = 0b0110;
const BLACK_SUITS: u64 = 0b1001;
const ACES: u64 = 0b1111;

/// A move of a card to its foundation or to a pile. The position determines where the card comes from. It makes
/// no difference to which of two possible cards a card is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    Home(Card),
    Pile(Card),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    /// Set of the next card of each foundation, as in `Table`.
    pub next_home: u64,
    /// Set of the face-up cards in piles.
    pub up: u64,
    /// Set of the bound cards.
    pub bound: u64,
    /// Set of the talon indices with a card.
    pub talon: u32,
    /// Number of cards in the waste; 0 if their number makes no difference.
    pub dealt: u8,
    /// Number of passes left after this one; 0 if passes are unlimited.
    pub passes: u8,
    /// Number of empty piles.
    pub empty: u8,
    /// Number of cards under bound cards.
    pub covered: u8,
    /// Set of the talon cards that can come to the top of the waste in this pass, or in any pass if
    /// passes are unlimited.
    pub reach: u64,
    /// Set of the other talon cards that the next pass can bring to the top.
    pub reach_later: u64,
    /// The key of the position, which no other position of the same layout has.
    pub key: u64,
}

/// Where cards can be put.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// Cards that can be put on a pile.
    pub placeable: u64,
    /// Cards on which another card could be put, if they are in a pile: their own cards can move away.
    pub open: u64,
}

impl Position {
    pub fn new(layout: &Layout, table: &Table) -> Position {
        let mut position = Position {
            next_home: 0,
            up: table.up,
            bound: 0,
            talon: (1u32 << table.talon_len()) - 1,
            dealt: table.waste().len() as u8,
            passes: 0,
            empty: 0,
            covered: 0,
            reach: 0,
            reach_later: 0,
            key: 0,
        };
        for suit in 0..4 {
            let height = table.home(suit);
            position.next_home |= 1 << (4 * height + suit);
            position.key += layout.home_weight[usize::from(suit)] * u64::from(height);
        }
        for pile in 0..PILES {
            let cards = table.pile(pile);
            position.empty += u8::from(cards.is_empty());
            position.covered += table.down(pile) as u8;
            let bound = bound_cards(table, pile);
            position.bound |= bound.last().map_or(0, |&card| bit(card));
            position.key += bound
                .iter()
                .map(|card| layout.pile_weight[usize::from(card.number())])
                .sum::<u64>();
        }
        position.key += u64::from(position.talon) * layout.talon_weight;
        let passes =
            layout.rules.passes.map_or(0, |passes| passes.get().saturating_sub(table.pass));
        position.passes = passes.min(u16::from(u8::MAX)) as u8;
        position.key +=
            u64::from(position.passes.min(table.talon_len() as u8)) * layout.pass_weight;
        position.passes = position.passes.min(table.talon_len() as u8);
        position.key += u64::from(position.dealt) * layout.dealt_weight;
        position.refresh_talon(layout);
        position
    }

    /// Set of the cards that lie on their foundation with none above them.
    pub fn home_tops(&self) -> u64 {
        self.next_home >> 4
    }

    /// Whether the game is won, or is certain to be won by taking cards home in any order.
    pub fn is_won(&self, layout: &Layout) -> bool {
        self.covered == 0 && (self.talon == 0 || layout.talon_is_open())
    }

    #[inline]
    pub fn room(&self) -> Room {
        let (up, lying) = (self.up, self.up & !self.bound & !KINGS);
        let either = |cards: u64, apart: u32, shift: u32| {
            let (first, second) = (cards >> shift, cards >> (shift + apart));
            ((first | second) & EACH_RANK, first & second & EACH_RANK)
        };
        let (up_red, up_both_red) = either(up, 1, 1);
        let (up_black, up_both_black) = either(up, 3, 0);
        let (lying_red, lying_both_red) = either(lying, 1, 1);
        let (lying_black, lying_both_black) = either(lying, 3, 0);
        let red = up_black >> 4 & !lying_red | up_both_black >> 4 & !lying_both_red;
        let black = up_red >> 4 & !lying_black | up_both_red >> 4 & !lying_both_black;
        let kings = if self.empty > 0 { KINGS } else { 0 };
        let open = ACES | ((red << 4) * BLACK_SUITS) | ((black << 4) * RED_SUITS);
        Room { placeable: (red * RED_SUITS) | (black * BLACK_SUITS) | kings, open }
    }

    /// Plays a move, which must be possible.
    #[inline]
    pub fn play(&mut self, layout: &Layout, mv: Move) {
        let (Move::Home(card) | Move::Pile(card)) = mv;
        let (bit, king) = (bit(card), u8::from(bit(card) & KINGS != 0));
        if self.bound & bit != 0 {
            self.uncover(layout, card);
        } else if self.up & bit != 0 {
            self.empty += king;
        } else if self.home_tops() & bit != 0 {
            self.next_home ^= bit | bit << 4;
            self.key -= layout.home_weight[usize::from(card.suit())];
        } else {
            self.take(layout, card);
        }
        match mv {
            Move::Home(_) => {
                self.up &= !bit;
                self.next_home ^= bit | bit << 4;
                self.key += layout.home_weight[usize::from(card.suit())];
            }
            Move::Pile(_) => {
                self.up |= bit;
                self.empty -= king;
            }
        }
    }

    /// Updates the bound cards when a bound card leaves its pile.
    fn uncover(&mut self, layout: &Layout, card: Card) {
        let number = usize::from(card.number());
        self.bound = self.bound & !bit(card) | layout.under_bound[number];
        self.key -= layout.pile_weight[number];
        match layout.under[number] {
            0 => self.empty += 1,
            under => {
                self.up |= under;
                self.covered -= 1;
            }
        }
    }

    /// Takes a card from the talon.
    fn take(&mut self, layout: &Layout, card: Card) {
        let index = layout.talon_index[usize::from(card.number())];
        let below = self.talon & ((1 << index) - 1);
        self.key -= layout.talon_weight << index;
        self.key -= u64::from(self.dealt) * layout.dealt_weight;
        self.key -= u64::from(self.passes) * layout.pass_weight;
        if self.reach & bit(card) == 0 {
            self.passes -= 1;
        }
        self.talon ^= 1 << index;
        self.dealt = below.count_ones() as u8;
        self.passes = self.passes.min(self.talon.count_ones() as u8);
        self.key += u64::from(self.passes) * layout.pass_weight;
        self.key += u64::from(self.dealt) * layout.dealt_weight;
        self.refresh_talon(layout);
    }

    /// Computes `reach` and `reach_later`. Sets `dealt` to 0 if it makes no difference.
    fn refresh_talon(&mut self, layout: &Layout) {
        let size = self.talon.count_ones() as usize;
        let draw = layout.rules.draw.cards();
        let dealt = usize::from(self.dealt);
        if layout.rules.passes.is_none()
            && !layout.exact_waste
            && (dealt.is_multiple_of(draw) || dealt == size)
        {
            self.key -= u64::from(self.dealt) * layout.dealt_weight;
            self.dealt = 0;
        }
        if size == 0 {
            (self.reach, self.reach_later) = (0, 0);
            return;
        }
        // In the following sets, bit `i` is the talon card with `i` talon cards below it.
        let last = 1 << (size - 1);
        let whole_pass = each(draw) | last;
        let dealt = u32::from(self.dealt);
        let this_pass = if dealt < size as u32 { each(draw) << dealt | last } else { 0 };
        let this_pass = this_pass | (1 << dealt) >> 1;
        let (now, later) = match layout.rules.passes {
            None => (this_pass | whole_pass, 0),
            Some(_) if self.passes > 0 => (this_pass, whole_pass & !this_pass),
            Some(_) => (this_pass, 0),
        };
        (self.reach, self.reach_later) = (0, 0);
        let mut left = self.talon;
        let mut place = 1;
        while left != 0 {
            let card = layout.talon[left.trailing_zeros() as usize];
            if now & place != 0 {
                self.reach |= card;
            } else if later & place != 0 {
                self.reach_later |= card;
            }
            place <<= 1;
            left &= left - 1;
        }
    }
}

/// Returns the cards that come to the top in a pass from its start, except for the last card of the talon.
fn each(draw: usize) -> u32 {
    if draw == 1 { (1 << TALON_BITS) - 1 } else { 0x92_4924 }
}

const TALON_BITS: u32 = 24;
