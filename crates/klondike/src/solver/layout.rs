//! What stays the same while the cards of a position move: which card lies under which, the
//! order of the talon, and how positions become keys.

use super::position::Position;
use crate::card::{self, KINGS, bit};
use crate::rules::{Draw, Foundations};
use crate::table::{PILES, TALON, Table};
use crate::{Card, Rules};

/// Number of heights of a foundation.
const HEIGHTS: u64 = 14;

/// The fixed part of the positions reached from one state, and the weights of their keys.
///
/// A key is a number in a mixed radix: the heights of the foundations, the number of cards
/// that each pile has not yet lost, the set of the talon cards, the size of the waste, and the passes
/// left. It fits in 64 bits, because pile `p` has at most `p` face-down cards.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub rules: Rules,
    /// The card of each talon index, as a set.
    pub talon: [u64; TALON],
    /// The talon index of each talon card, by card number.
    pub talon_index: [u8; 64],
    /// The card directly under each card that is face down, or first of a run, as a set.
    pub under: [u64; 64],
    /// Like `under`, without kings at the bottom of a pile: those stay for good.
    pub under_bound: [u64; 64],
    /// What a key loses when such a card leaves its pile.
    pub pile_weight: [u64; 64],
    /// Number of cards that leave their pile by another move than home, of each such card and the cards under it.
    detours: [u8; 64],
    /// Whether the size of the waste is kept where it makes no difference to what can be reached.
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

    /// Keeps the size of the waste exact, for positions that differ in the turns of the stock to come.
    pub fn with_exact_waste(self) -> Layout {
        Layout { exact_waste: true, ..self }
    }

    /// Returns a lower bound of the number of commands that win a position with an exact waste: each card goes
    /// home, each card of the stock is dealt, and a card over a lower one of its suit first goes to another pile.
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

/// Returns the face-down cards of a pile and the first card of its run, without a king at the bottom.
pub(super) fn bound_cards(table: &Table, pile: usize) -> &[Card] {
    let cards = table.pile(pile);
    let bound = &cards[..cards.len().min(table.down(pile) + 1)];
    match bound.split_first() {
        Some((&bottom, others)) if bit(bottom) & KINGS != 0 => others,
        _ => bound,
    }
}
