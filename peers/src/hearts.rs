//! The rules of Hearts without passing, on bitboards. All searches that play Hearts share them.

use std::hint::select_unpredictable;

use plywood::search::{Game, Rng};

mod known;

pub use known::Known;

/// The number of players.
pub const SEATS: usize = 4;

/// The number of cards.
pub const CARDS: usize = 52;

/// The sum of the points of a deal.
pub const ALL_POINTS: u8 = 26;

/// A card: 16 times the suit (clubs, diamonds, spades, hearts) plus the rank, where 0 is the two and 12
/// is the ace.
pub type Card = u8;

/// A set of cards: bit `c` is card `c`.
pub type Cards = u64;

const CLUBS: Cards = 0x1fff;
const HEARTS: Cards = suit_cards(3);
const DECK: Cards = CLUBS | suit_cards(1) | suit_cards(2) | HEARTS;
const TWO_OF_CLUBS: Cards = bit(0);
const QUEEN_OF_SPADES: Cards = bit(2 * 16 + 10);
const POINT_CARDS: Cards = HEARTS | QUEEN_OF_SPADES;

/// A deal in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Hearts {
    hands: [Cards; SEATS],
    /// The cards played, in order. Only the first `played` are valid.
    record: [Card; CARDS],
    played: u8,
    /// The seat that leads to the first trick.
    opener: u8,
    turn: u8,
    /// The cards of the current trick.
    trick: Cards,
    /// All cards of the suit led; empty before the lead.
    led: Cards,
    /// The cards that a seat may neither lead nor, if it cannot follow suit, discard, unless it has only such cards.
    barred: Cards,
    /// The highest card of the suit led in the current trick, as a set.
    highest: Cards,
    /// The seat that played the highest card.
    winner: u8,
    hearts_broken: bool,
    points: [u8; SEATS],
}

impl Hearts {
    /// Deals the cards. The seat with the two of clubs leads first, and leads this card.
    pub fn deal(seed: u64) -> Hearts {
        let mut deck: Vec<Card> = cards_in(DECK).collect();
        Rng::new(seed).shuffle(&mut deck);
        let mut hands = [0; SEATS];
        for (index, card) in deck.into_iter().enumerate() {
            hands[index % SEATS] |= bit(card);
        }
        let opens = |&seat: &usize| hands[seat] & TWO_OF_CLUBS != 0;
        let opener = (0..SEATS).find(opens).expect("one hand has the two of clubs");
        Hearts::start(hands, opener as u8)
    }

    fn start(hands: [Cards; SEATS], opener: u8) -> Hearts {
        Hearts {
            hands,
            record: [0; CARDS],
            played: 0,
            opener,
            turn: opener,
            trick: 0,
            led: 0,
            barred: DECK & !TWO_OF_CLUBS,
            highest: 0,
            winner: 0,
            hearts_broken: false,
            points: [0; SEATS],
        }
    }

    /// Returns, for each hand, the cards that the play so far does not exclude: a seat that did not
    /// follow suit has no cards of the suit, and a seat that played a barred card had no others. The
    /// sets may include cards that were played.
    fn possible(&self) -> [Cards; SEATS] {
        let mut possible = [DECK & !TWO_OF_CLUBS; SEATS];
        possible[self.opener as usize % SEATS] = DECK;
        let mut replay = Hearts::start([0; SEATS], self.opener);
        for &card in &self.record[..self.played()] {
            let possible = &mut possible[replay.turn as usize % SEATS];
            if bit(card) & replay.led == 0 {
                *possible &= !replay.led;
                *possible &= if bit(card) & replay.barred == 0 { DECK } else { replay.barred };
            }
            replay.play_card(card);
        }
        possible
    }

    /// Returns the seat to play a card.
    pub fn turn(&self) -> u8 {
        self.turn
    }

    /// Returns the number of cards played.
    pub fn played(&self) -> usize {
        self.played.into()
    }

    /// Returns whether all cards have been played.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.played == CARDS as u8
    }

    /// Returns the points of a seat: 1 for a heart, 13 for the queen of spades. At the end, a seat that
    /// has taken all points gets 0, and the others get 26 each.
    #[inline]
    pub fn points(&self, seat: u8) -> u8 {
        self.points[seat as usize % SEATS]
    }

    /// Returns the reward of a seat at the end, from 0 to 1.
    #[inline]
    pub fn reward(&self, seat: u8) -> f64 {
        1.0 - f64::from(self.points(seat)) / f64::from(ALL_POINTS)
    }

    /// Returns the cards that the seat to move may play; none after the end.
    #[inline]
    pub fn legal(&self) -> Cards {
        let hand = self.hands[self.turn as usize % SEATS];
        let allowed = hand & !self.barred;
        let otherwise = if allowed == 0 { hand } else { allowed };
        if hand & self.led == 0 { otherwise } else { hand & self.led }
    }

    /// Plays a legal card.
    #[inline]
    pub fn play_card(&mut self, card: Card) {
        let set = bit(card);
        self.hands[self.turn as usize % SEATS] &= !set;
        self.record[usize::from(self.played)] = card;
        if self.led == 0 {
            self.led = suit_cards(card / 16);
            self.barred = if self.played == 0 { POINT_CARDS } else { 0 };
        }
        // Without a branch, because the processor cannot predict which card is the highest.
        let wins = set & self.led > self.highest;
        self.highest = select_unpredictable(wins, set, self.highest);
        self.winner = select_unpredictable(wins, self.turn, self.winner);
        self.trick |= set;
        self.played += 1;
        if self.played.is_multiple_of(SEATS as u8) {
            self.end_trick();
        } else {
            self.turn = (self.turn + 1) % SEATS as u8;
        }
    }

    /// Gives the points of the trick to its winner, who leads to the next trick.
    #[inline]
    fn end_trick(&mut self) {
        let hearts = self.trick & HEARTS;
        let queen = u8::from(self.trick & QUEEN_OF_SPADES != 0);
        self.points[self.winner as usize % SEATS] += hearts.count_ones() as u8 + 13 * queen;
        self.hearts_broken |= hearts != 0;
        self.barred = if self.hearts_broken { 0 } else { HEARTS };
        (self.trick, self.led, self.highest) = (0, 0, 0);
        self.turn = self.winner;
        if self.is_over() && self.points.contains(&ALL_POINTS) {
            self.points = self.points.map(|points| ALL_POINTS - points);
        }
    }

    /// Plays random cards to the end.
    #[inline]
    pub fn play_out(&mut self, rng: &mut Rng) {
        while let Some(card) = random_card(self.legal(), rng) {
            self.play_card(card);
        }
    }
}

/// Plywood's interface.
impl Game for Hearts {
    type Move = Card;
    type Seen = ();
    type View = Known;
    const HIDDEN: bool = true;
    const PRIVATE: bool = true;

    fn seats(&self) -> u8 {
        SEATS as u8
    }

    #[inline]
    fn seat(&self) -> Option<u8> {
        (!self.is_over()).then_some(self.turn)
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Card>) {
        out.extend(cards_in(self.legal()));
    }

    #[inline]
    fn move_bits(&self) -> Option<u64> {
        Some(self.legal())
    }

    #[inline]
    fn play(&mut self, card: Card) {
        self.play_card(card);
    }

    #[inline]
    fn score(&self, seat: u8) -> f64 {
        -f64::from(self.points(seat))
    }

    fn view(&self, seat: u8) -> Known {
        Known::new(self, seat)
    }

    #[inline]
    fn world(known: &Known, rng: &mut Rng) -> Hearts {
        known.world(rng)
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng, _scratch: &mut Vec<Card>) -> Option<Card> {
        random_card(self.legal(), rng)
    }
}

const fn bit(card: Card) -> Cards {
    1 << card
}

const fn suit_cards(suit: u8) -> Cards {
    CLUBS << (16 * suit)
}

/// Returns the cards of a set, the lowest first.
#[inline]
pub fn cards_in(mut set: Cards) -> impl Iterator<Item = Card> {
    std::iter::from_fn(move || {
        let card = (set != 0).then(|| set.trailing_zeros() as Card);
        set &= set.wrapping_sub(1);
        card
    })
}

/// Returns a uniformly random card of a set; `None` if the set is empty.
#[inline]
pub fn random_card(set: Cards, rng: &mut Rng) -> Option<Card> {
    if set == 0 {
        return None;
    }
    // Broadword selection, without a branch that the processor cannot predict. It computes the number
    // of cards in each byte and all lower bytes, then finds the byte of the card, then the card.
    const ONES: u64 = 0x0101_0101_0101_0101;
    const FIVES: u64 = 0x55 * ONES;
    const THREES: u64 = 0x33 * ONES;
    const LOW: u64 = 0x0f * ONES;
    const HIGH: u64 = 0x80 * ONES;
    let pairs = set - ((set >> 1) & FIVES);
    let fours = (pairs & THREES) + ((pairs >> 2) & THREES);
    let counts = ((fours + (fours >> 4)) & LOW).wrapping_mul(ONES);
    let index = rng.below((counts >> 56) as usize) as u64;
    let bytes_below = ((((index * ONES) | HIGH) - counts) & HIGH) >> 7;
    let shift = (bytes_below.wrapping_mul(ONES) >> 56) << 3;
    let below = ((counts << 8) >> shift) & 0xff;
    let byte = ((set >> shift) & 0xff) as usize;
    Some(shift as Card + BIT_OF_BYTE[byte][(index - below) as usize % 8])
}

/// For each byte, the positions of its set bits.
static BIT_OF_BYTE: [[u8; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut rest, mut index) = (byte, 0);
        while rest != 0 {
            places[byte][index] = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            index += 1;
        }
        byte += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use plywood::search::conformance;

    use super::*;

    #[test]
    fn hearts_conforms() {
        conformance::check(30, Hearts::deal);
    }

    #[test]
    fn a_deal_has_26_points_or_a_slam() {
        let mut slams = 0;
        for seed in 0..2000 {
            let mut table = Hearts::deal(seed);
            table.play_out(&mut Rng::new(seed));
            let mut points = [0, 1, 2, 3].map(|seat| table.points(seat));
            points.sort_unstable();
            if points[1] == ALL_POINTS {
                slams += 1;
                assert_eq!(points, [0, 26, 26, 26]);
            } else {
                assert_eq!(points.iter().sum::<u8>(), ALL_POINTS);
            }
        }
        assert!(slams > 0, "no random game is a slam");
    }

    #[test]
    fn the_rules_limit_the_cards_to_play() {
        let (two, club, diamond, queen, heart) = (0, 5, 16 + 3, 2 * 16 + 10, 3 * 16 + 7);
        let set = |cards: &[Card]| cards.iter().fold(0, |set, &card| set | bit(card));
        // The other seat has led the club, unless the seat to move leads.
        let legal = |hand: &[Card], played, broken| {
            let lead = if played < 4 { two } else { club };
            let mut state = Hearts { played, hearts_broken: broken, ..Hearts::deal(0) };
            state.barred = if played == 0 { state.barred } else { 0 };
            state.hands = [set(&[lead]), set(hand), 0, 0];
            state.turn = u8::from(played.is_multiple_of(4));
            if played.is_multiple_of(4) && played > 0 {
                state.barred = if broken { 0 } else { HEARTS };
            }
            if !played.is_multiple_of(4) {
                state.played -= 1;
                state.play_card(lead);
            }
            cards_in(state.legal()).collect::<Vec<_>>()
        };
        assert_eq!(legal(&[two, club], 0, false), [two], "the two of clubs leads");
        assert_eq!(legal(&[club, heart], 1, false), [club], "suit is followed");
        assert_eq!(legal(&[diamond, heart], 1, false), [diamond], "no points on the first trick");
        assert_eq!(legal(&[queen, heart], 1, false), [queen, heart], "unless there are no others");
        assert_eq!(legal(&[diamond, heart], 5, false), [diamond, heart], "any card is discarded");
        assert_eq!(legal(&[diamond, heart], 4, false), [diamond], "hearts are not broken");
        assert_eq!(legal(&[diamond, heart], 4, true), [diamond, heart], "hearts are broken");
        assert_eq!(legal(&[heart], 4, false), [heart], "only hearts are left");
    }
}
