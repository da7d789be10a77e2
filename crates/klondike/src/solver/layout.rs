//! The data that all positions of a solve share: which card lies under which face-down card, the order of the
//! talon, and how positions become keys.

use super::position::Position;
use crate::card::{self, KINGS, bit};
use crate::rules::{Draw, Foundations};
use crate::table::{PILES, TALON, Table};
use crate::{Card, Rules};

/// Number of heights of a foundation.
const HEIGHTS: u64 = 14;

/// The data that all positions reached from one state share, and the weights of their keys.
///
/// A key is a number in a mixed radix. Its digits are the heights of the foundations, the number of face-down and bound
/// cards left in each pile, the set of talon cards, the size of the waste, and the passes left. It fits in 64 bits,
/// because pile `p` has at most `p` face-down cards. A bound card is the first face-up card of its pile, put there by
/// the deal; the talon is the stock and the waste.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub rules: Rules,
    /// The card at each talon index, as a set of one card.
    pub talon: [u64; TALON],
    /// The talon index of each talon card, by card number.
    pub talon_index: [u8; 64],
    /// The card directly under each face-down card and under the first card of each run, as a set of one card or
    /// the empty set.
    pub under: [u64; 64],
    /// Like `under`, but without a king at the bottom of a pile, which never has to leave its pile.
    pub under_bound: [u64; 64],
    /// The number by which the key decreases when a face-down or bound card leaves its pile.
    pub pile_weight: [u64; 64],
    /// For each face-down or bound card: among it and the cards under it, how many must go to another pile before
    /// they can go home.
    detours: [u8; 64],
    /// Whether positions keep the exact size of the waste even if it makes no difference to which cards can be reached.
    pub exact_waste: bool,
    pub home_weight: [u64; 4],
    pub talon_weight: u64,
    pub dealt_weight: u64,
    pub pass_weight: u64,
}

impl Layout {
    pub fn new(table: &Table) -> Layout {
        let rules = table.rules;
        let mut layout = Layout {
            rules,
            talon: [0; TALON],
            talon_index: [0; 64],
            under: [0; 64],
            under_bound: [0; 64],
            pile_weight: [0; 64],
            detours: [0; 64],
            exact_waste: false,
            home_weight: [1, HEIGHTS, HEIGHTS * HEIGHTS, HEIGHTS * HEIGHTS * HEIGHTS],
            talon_weight: 0,
            dealt_weight: 0,
            pass_weight: 0,
        };
        let mut weight = HEIGHTS.pow(4);
        for pile in 0..PILES {
            let bound = bound_cards(table, pile);
            for (index, card) in bound.iter().enumerate() {
                let number = usize::from(card.number());
                let under = table.pile(pile);
                let blocks = under
                    .iter()
                    .take_while(|&other| other != card)
                    .any(|other| other.suit() == card.suit() && other.rank() < card.rank());
                let below = index
                    .checked_sub(1)
                    .map_or(0, |below| layout.detours[usize::from(bound[below].number())]);
                layout.detours[number] = below + u8::from(blocks);
                layout.pile_weight[number] = weight;
                layout.under_bound[number] =
                    index.checked_sub(1).map_or(0, |under| bit(bound[under]));
                layout.under[number] = layout.under_bound[number];
            }
            if let [first, ..] = bound
                && bound.len() <= table.down(pile)
            {
                layout.under[usize::from(first.number())] = bit(table.pile(pile)[0]);
            }
            weight *= bound.len() as u64 + 1;
        }
        let talon = table.waste().iter().chain(table.stock());
        for (index, &card) in talon.enumerate() {
            layout.talon[index] = bit(card);
            layout.talon_index[usize::from(card.number())] = index as u8;
        }
        layout.talon_weight = weight;
        layout.dealt_weight = weight << table.talon_len();
        layout.pass_weight = layout.dealt_weight * (u64::from(table.talon_len()) + 1);
        layout
    }

    /// Keeps the exact size of the waste, so that turns of the stock can be counted.
    pub fn with_exact_waste(self) -> Layout {
        Layout { exact_waste: true, ..self }
    }

    /// Returns a lower bound of the number of commands that win a position with an exact waste: every card goes
    /// home, every card of the stock is dealt, and a card above a lower one of its suit goes to another pile first.
    pub fn fewest_commands(&self, position: &Position) -> usize {
        let cards =
            position.up.count_ones() + position.talon.count_ones() + u32::from(position.covered);
        let stock = position.talon.count_ones() - u32::from(position.dealt);
        let turns = stock.div_ceil(self.rules.draw.cards() as u32);
        let detours: u8 =
            card::cards(position.bound).map(|card| self.detours[usize::from(card.number())]).sum();
        (cards + turns) as usize + usize::from(detours)
    }

    /// Whether every talon card can be reached at any time.
    pub fn talon_is_open(&self) -> bool {
        self.rules.draw == Draw::One && self.rules.passes.is_none()
    }

    /// Whether cards may return from foundations.
    pub fn gives_back(&self) -> bool {
        self.rules.foundations == Foundations::GiveBack
    }
}

/// Returns the face-down cards of a pile and the first card of its run, except for a king at the bottom of the pile.
pub(super) fn bound_cards(table: &Table, pile: usize) -> &[Card] {
    let cards = table.pile(pile);
    let bound = &cards[..cards.len().min(table.down(pile) + 1)];
    match bound.split_first() {
        Some((&bottom, others)) if bit(bottom) & KINGS != 0 => others,
        _ => bound,
    }
}
