//! What a seat knows of a deal, and sampling of deals that agree with it.

use plywood::search::Rng;

use super::{CARDS, Card, Cards, Hearts, SEATS, bit, cards_in};

/// A set of the other seats: bit `n` is the seat `n + 1` places after the knowing seat.
type Holders = usize;

/// What a seat knows: its hand and the play so far, which shows that other seats lack some cards.
///
/// The unseen cards are divided into kinds by the set of seats that can hold them. A split says how many
/// cards of each kind go to each seat. Splits are drawn in proportion to their numbers of deals, so that
/// all deals that agree with the play have the same probability.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    seat: u8,
    /// The state without the hands of the other seats, except for cards that only one of them can hold.
    table: Hearts,
    /// The cards of each kind: those that exactly this set of seats can hold.
    kinds: [Cards; 1 << (SEATS - 1)],
    /// The cards that more than one seat can hold, sorted by kind.
    unseen: [Card; CARDS],
    /// The index in `unseen` at which each kind starts.
    starts: [u8; 1 << (SEATS - 1)],
    splits: Vec<Split>,
}

/// The numbers of cards of each kind that go to each seat.
#[derive(Clone, Debug, PartialEq)]
struct Split {
    /// The number of deals with this split or an earlier one.
    deals: f64,
    /// For the kinds of two seats (0 and 1, 0 and 2, 1 and 2): how many cards the first of them gets.
    of_two: [u8; 3],
    /// For the kind of all three seats: how many cards seats 0 and 1 get.
    of_three: [u8; 2],
}

const PAIRS: [Holders; 3] = [0b011, 0b101, 0b110];
const ALL: Holders = 0b111;

impl Known {
    /// Returns what `seat` knows in a state.
    pub fn new(state: &Hearts, seat: u8) -> Known {
        let (mut table, possible) = (state.clone(), state.possible());
        let others = others(seat);
        let mut room = others.map(|other| state.hands[other].count_ones());
        let mut kinds = [0; 1 << (SEATS - 1)];
        for card in others.into_iter().flat_map(|other| cards_in(state.hands[other])) {
            let can = |n: usize| usize::from(possible[others[n]] & bit(card) != 0) << n;
            kinds[can(0) | can(1) | can(2)] |= bit(card);
        }
        for (n, other) in others.into_iter().enumerate() {
            table.hands[other] = kinds[1 << n];
            room[n] -= kinds[1 << n].count_ones();
        }
        let (mut unseen, mut starts, mut end) = ([0; CARDS], [0; 1 << (SEATS - 1)], 0);
        for holders in PAIRS.into_iter().chain([ALL]) {
            starts[holders] = end as u8;
            for card in cards_in(kinds[holders]) {
                unseen[end] = card;
                end += 1;
            }
        }
        let splits = splits(room, PAIRS.map(|pair| kinds[pair].count_ones()));
        Known { seat, table, kinds, unseen, starts, splits }
    }

    /// Draws a deal that agrees with what the seat knows. All such deals have the same probability.
    #[inline]
    pub fn world(&self, rng: &mut Rng) -> Hearts {
        let split = match &self.splits[..] {
            [only] => only,
            [.., last] => {
                let deal = rng.unit() * last.deals;
                self.splits.iter().find(|split| deal < split.deals).unwrap_or(last)
            }
            [] => unreachable!("the true deal agrees with what a seat knows"),
        };
        let mut world = self.table.clone();
        let mut unseen = self.unseen;
        let others = others(self.seat);
        if self.starts[ALL] > 0 {
            for (pair, count) in PAIRS.into_iter().zip(split.of_two) {
                let (one, other) = (pair.trailing_zeros(), pair.ilog2());
                let drawn = draw(&mut unseen, self.starts[pair], self.kinds[pair], count, rng);
                world.hands[others[one as usize]] |= drawn;
                world.hands[others[other as usize]] |= self.kinds[pair] & !drawn;
            }
        }
        let [first, second] = split.of_three;
        let mut rest = self.kinds[ALL];
        for (other, count) in others.into_iter().zip([first, second]) {
            let drawn = draw(&mut unseen, self.starts[ALL], rest, count, rng);
            world.hands[other] |= drawn;
            rest &= !drawn;
        }
        world.hands[others[2]] |= rest;
        world
    }
}

/// Returns the other seats, in the order after `seat`.
#[inline]
fn others(seat: u8) -> [usize; SEATS - 1] {
    [1, 2, 3].map(|step| (seat as usize + step) % SEATS)
}

/// Draws `count` random cards of `set`. The cards are in `list` from index `start` on; cards that are
/// drawn are removed from it.
#[inline]
fn draw(list: &mut [Card; CARDS], start: u8, set: Cards, count: u8, rng: &mut Rng) -> Cards {
    let (mut drawn, mut left) = (0, set.count_ones() as usize);
    for _ in 0..count {
        let index = start as usize + rng.below(left);
        left -= 1;
        drawn |= bit(list[index]);
        list[index] = list[start as usize + left];
    }
    drawn
}

/// Lists all splits. `room` is the number of cards that each seat still gets, `pairs` the number of cards
/// of each kind of two seats.
fn splits(room: [u32; 3], pairs: [u32; 3]) -> Vec<Split> {
    let mut splits = Vec::new();
    let mut deals = 0.0;
    let all = room.iter().sum::<u32>() - pairs.iter().sum::<u32>();
    for a in 0..=pairs[0] {
        for b in 0..=pairs[1] {
            for c in 0..=pairs[2] {
                let left = |room: u32, taken: u32| room.checked_sub(taken);
                let (Some(first), Some(second), Some(third)) = (
                    left(room[0], a + b),
                    left(room[1], pairs[0] - a + c),
                    left(room[2], pairs[1] - b + pairs[2] - c),
                ) else {
                    continue;
                };
                deals += choose(pairs[0], a)
                    * choose(pairs[1], b)
                    * choose(pairs[2], c)
                    * choose(all, first)
                    * choose(all - first, second);
                debug_assert_eq!(first + second + third, all);
                splits.push(Split {
                    deals,
                    of_two: [a as u8, b as u8, c as u8],
                    of_three: [first as u8, second as u8],
                });
            }
        }
    }
    splits
}

/// Returns the number of ways to choose `k` of `n` cards.
fn choose(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Lists all ways to deal the unseen cards that agree with `possible`.
    fn consistent(state: &Hearts, seat: usize) -> Vec<[Cards; SEATS]> {
        let others: Vec<_> = (0..SEATS).filter(|&other| other != seat).collect();
        let unseen = others.iter().fold(0, |unseen, &other| unseen | state.hands[other]);
        let possible = state.possible();
        let mut start = [0; SEATS];
        start[seat] = state.hands[seat];
        let mut deals = vec![start];
        for card in cards_in(unseen) {
            let give = |deal: [Cards; SEATS]| {
                let can = |&other: &usize| {
                    possible[other] & bit(card) != 0
                        && deal[other].count_ones() < state.hands[other].count_ones()
                };
                let holders: Vec<_> = others.iter().copied().filter(can).collect();
                holders.into_iter().map(move |holder| {
                    let mut next = deal;
                    next[holder] |= bit(card);
                    next
                })
            };
            deals = deals.into_iter().flat_map(give).collect();
        }
        deals
    }

    #[test]
    fn all_deals_that_agree_are_drawn_equally_often() {
        const DRAWS: usize = 200;
        let mut met = 0;
        for seed in 0..200 {
            let (mut table, mut rng) = (Hearts::deal(seed), Rng::new(seed));
            while table.played() < 38 {
                let card = super::super::random_card(table.legal(), &mut rng);
                table.play_card(card.expect("the game is not over"));
            }
            let seat = table.turn();
            let deals = consistent(&table, seat.into());
            let known = Known::new(&table, seat);
            if known.splits.len() < 2 || deals.len() > 500 {
                continue;
            }
            met += 1;
            assert_eq!(known.splits.last().map(|split| split.deals), Some(deals.len() as f64));
            let mut counts: HashMap<_, usize> = deals.iter().map(|&deal| (deal, 0)).collect();
            for _ in 0..DRAWS * deals.len() {
                let hands = known.world(&mut rng).hands;
                *counts.get_mut(&hands).expect("a world agrees with the view") += 1;
            }
            // The mean of chi-squared is the number of degrees of freedom.
            let chi: f64 = counts.values().map(|&n| (n as f64 - DRAWS as f64).powi(2)).sum();
            let freedom = (deals.len() - 1) as f64;
            let excess = (chi / DRAWS as f64 - freedom) / (2.0 * freedom).sqrt();
            assert!(excess < 6.0, "{excess} standard deviations, {} deals", deals.len());
        }
        assert!(met > 20, "only {met} positions with several splits");
    }
}
