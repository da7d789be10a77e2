//! A card, and sets of cards as bits of a `u64`.

use plywood_search::{NotationError, quoted};

const RANKS: &[u8; 13] = b"A23456789TJQK";
const SUITS: &[u8; 4] = b"CDHS";

/// A playing card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(
    /// `4 * rank + suit`, so that the cards of a rank are adjacent bits in a set of cards.
    u8,
);

impl Card {
    /// An unknown card, or an unused array element. It is never legal to move this
    /// card or to put a card on it.
    pub(crate) const HIDDEN: Card = Card(63);

    /// The card of a rank (ace 0 to king 12) and a suit (clubs 0, diamonds 1,
    /// hearts 2, spades 3); `None` if there is no such card.
    pub const fn new(rank: u8, suit: u8) -> Option<Card> {
        if rank < 13 && suit < 4 { Some(Card::at(rank, suit)) } else { None }
    }

    /// Like [`Card::new`], but without a check that the arguments are in range.
    pub(crate) const fn at(rank: u8, suit: u8) -> Card {
        Card(4 * rank + suit)
    }

    /// The 52 cards, suit by suit: clubs, diamonds, hearts, spades, ace to king.
    pub fn all() -> [Card; 52] {
        std::array::from_fn(|index| Card((index % 13 * 4 + index / 13) as u8))
    }

    /// Reads a card such as `9D`, `td` or `10♦`.
    pub fn read(text: &str) -> Result<Card, NotationError> {
        let card = || {
            let suit_letter = text.chars().next_back()?;
            let suit = match suit_letter.to_ascii_uppercase() {
                '♣' | '♧' => 0,
                '♦' | '♢' => 1,
                '♥' | '♡' => 2,
                '♠' | '♤' => 3,
                letter => SUITS.iter().position(|&suit| char::from(suit) == letter)?,
            };
            let rank_text = &text[..text.len() - suit_letter.len_utf8()];
            let rank = match rank_text.as_bytes() {
                b"10" => 9,
                [letter] => RANKS.iter().position(|rank| rank.eq_ignore_ascii_case(letter))?,
                _ => return None,
            };
            Card::new(rank as u8, suit as u8)
        };
        card().ok_or_else(|| {
            NotationError::new(format!(
                "{} is no card: expected a rank of A23456789TJQK and a suit of CDHS, such as 9D",
                quoted(text)
            ))
        })
    }

    /// The number of the card, from 0 to 51.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The rank: ace 0 to king 12.
    pub const fn rank(self) -> u8 {
        self.0 >> 2
    }

    /// The suit: clubs 0, diamonds 1, hearts 2, spades 3.
    pub const fn suit(self) -> u8 {
        self.0 & 3
    }

    /// Whether the card is a diamond or a heart.
    pub const fn is_red(self) -> bool {
        (self.0 ^ self.0 >> 1) & 1 == 1
    }

    /// The other card of the same rank and colour.
    pub(crate) const fn twin(self) -> Card {
        Card(self.0 ^ 3)
    }

    pub(crate) fn is_hidden(self) -> bool {
        self == Card::HIDDEN
    }
}

impl std::fmt::Display for Card {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        if self.is_hidden() {
            return f.pad("??");
        }
        let letters = [RANKS[self.rank() as usize], SUITS[self.suit() as usize]];
        f.pad(&letters.map(char::from).iter().collect::<String>())
    }
}

/// Set of the kings.
pub(crate) const KINGS: u64 = 0b1111 << 48;
/// Set of all 52 cards.
pub(crate) const ALL: u64 = (1 << 52) - 1;

/// Set of the lowest bit of each rank (the clubs).
const EACH_RANK: u64 = 0x1111_1111_1111_1111;
/// Diamonds and hearts within the four bits of a rank.
const RED_CARDS: u64 = 0b0110;
/// Clubs and spades within the four bits of a rank.
const BLACK_CARDS: u64 = 0b1001;

const CLUBS: u8 = 0;
const DIAMONDS: u8 = 1;
const HEARTS: u8 = 2;
const SPADES: u8 = 3;

/// Returns the set that contains only `card`.
#[inline]
pub(crate) fn bit(card: Card) -> u64 {
    1 << card.0
}

/// Returns the cards that fit on a card of `tops` (one rank lower, other colour), as two sets. Set
/// 0 has the cards that fit on a club or diamond of `tops`, set 1 those that fit on a spade or
/// heart. [`holder`] returns the card of `tops` on which a card of a set fits.
#[inline]
pub(crate) fn fitting(tops: u64) -> [u64; 2] {
    let lower_ranks = |suit: u8| tops >> (suit + 4) & EACH_RANK;
    [(CLUBS, DIAMONDS), (SPADES, HEARTS)]
        .map(|(black, red)| (lower_ranks(black) * RED_CARDS) | (lower_ranks(red) * BLACK_CARDS))
}

/// Returns the set of the cards that fit on one of `cards`.
#[inline]
pub(crate) fn on_all(cards: u64) -> u64 {
    let [first, second] = fitting(cards);
    first | second
}

/// Returns the set of the cards on which one of `cards` fits.
#[inline]
pub(crate) fn supports(cards: u64) -> u64 {
    let red = (cards >> DIAMONDS | cards >> HEARTS) & EACH_RANK;
    let black = (cards >> CLUBS | cards >> SPADES) & EACH_RANK;
    (((red << 4) * BLACK_CARDS) | ((black << 4) * RED_CARDS)) & ALL
}

/// Returns the set of the [twins](Card::twin) of cards.
#[inline]
pub(crate) fn twins(cards: u64) -> u64 {
    (cards >> 3 & EACH_RANK)
        | (cards >> 1 & EACH_RANK << 1)
        | (cards & EACH_RANK << 1) << 1
        | (cards & EACH_RANK) << 3
}

/// Returns the card on which `card` fits, where `set` is the index of its set in [`fitting`].
#[inline]
pub(crate) fn holder(card: Card, set: usize) -> Card {
    let suit = match (set, card.is_red()) {
        (0, true) => CLUBS,
        (0, false) => DIAMONDS,
        (_, true) => SPADES,
        (_, false) => HEARTS,
    };
    Card::at(card.rank() + 1, suit)
}

/// Iterates over the elements of a set, lowest first.
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let element = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        element
    })
}

/// Iterates over the cards of a set.
pub(crate) fn cards(set: u64) -> impl Iterator<Item = Card> {
    bits(set).map(Card)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_survive_a_round_trip_through_text() {
        for card in Card::all() {
            assert_eq!(Card::read(&card.to_string()), Ok(card));
            assert_eq!(Card::read(&card.to_string().to_lowercase()), Ok(card));
        }
        let nine_of_diamonds = Card::new(8, 1).unwrap();
        assert_eq!(Card::read("9♦"), Ok(nine_of_diamonds));
        assert_eq!(Card::read("10♠"), Card::read("TS"));
        for text in ["", "9", "D", "1D", "9X", "♦", "é♦", "9DD", "??", "🂡"] {
            assert!(Card::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_card_fits_on_the_next_rank_of_the_other_colour() {
        for card in Card::all() {
            for top in Card::all() {
                let fits = card.rank() + 1 == top.rank() && card.is_red() != top.is_red();
                let [first, second] = fitting(bit(top)).map(|cards| cards & bit(card) != 0);
                assert_eq!(first || second, fits, "{card} on {top}");
                assert!(!first || holder(card, 0) == top, "{card} on {top}");
                assert!(!second || holder(card, 1) == top, "{card} on {top}");
            }
        }
        assert_eq!(fitting(bit(Card::HIDDEN)).map(|cards| cards & ALL), [0, 0]);
    }
}
