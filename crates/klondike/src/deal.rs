//! A shuffled pack and its text formats.

use plywood_search::{NotationError, Rng, quoted};
use serde_json::{Value, json};

use crate::Card;

/// A pack in the order of dealing. Cards 1 to 28 go to the piles, row by row from left
/// to right: cards 1 to 7 on piles 1 to 7, cards 8 to 13 on piles 2 to 7, ..., card 28
/// on pile 7. Cards 29 to 52 are the stock; card 29 is drawn first.
///
/// ```
/// use plywood_klondike::Deal;
///
/// let deal = Deal::from_seed(7);
/// assert_eq!(Deal::read(&deal.to_string()), Ok(deal.clone()));
/// assert_eq!(Deal::read(&deal.to_digits()), Ok(deal.clone()));
/// assert_eq!(Deal::read(&deal.to_json()), Ok(deal));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal([Card; 52]);

/// Number of cards dealt to the piles.
const IN_PILES: usize = 28;

impl Deal {
    /// Creates the deal of a seed: [`Card::all`] shuffled by [`Rng::shuffle`] with
    /// `Rng::new(seed)`. The deal of a seed is the same in every version.
    pub fn from_seed(seed: u64) -> Deal {
        let mut cards = Card::all();
        Rng::new(seed).shuffle(&mut cards);
        Deal(cards)
    }

    /// Creates a deal from 52 different cards in the order of dealing.
    pub fn new(cards: &[Card]) -> Result<Deal, NotationError> {
        for (index, card) in cards.iter().enumerate() {
            if let Some(first) = cards[..index].iter().position(|other| other == card) {
                return Err(NotationError::new(format!(
                    "{card} is in the deal twice, as card {} and as card {}",
                    first + 1,
                    index + 1
                )));
            }
        }
        match cards.try_into() {
            Ok(cards) => Ok(Deal(cards)),
            Err(_) => Err(NotationError::new(format!(
                "the deal has {} cards: expected 52 in the order of dealing",
                cards.len()
            ))),
        }
    }

    /// The cards in the order of dealing.
    pub fn cards(&self) -> &[Card; 52] {
        &self.0
    }

    /// Reads 52 cards such as `QD 2C`, or the text of [`Deal::to_digits`] or [`Deal::to_json`].
    pub fn read(text: &str) -> Result<Deal, NotationError> {
        let text = text.trim();
        if text.starts_with('{') {
            read_json(text)
        } else if text.len() > 3 && text.bytes().all(|byte| byte.is_ascii_digit()) {
            read_digits(text)
        } else {
            let separated = |c: char| c.is_whitespace() || c == ',';
            let words = text.split(separated).filter(|word| !word.is_empty());
            read_cards(words.map(Card::read))
        }
    }

    /// Writes three digits for each card: rank 01 to 13, and suit 1 clubs, 2
    /// diamonds, 3 hearts, 4 spades.
    pub fn to_digits(&self) -> String {
        self.0.iter().map(|card| format!("{:02}{}", card.rank() + 1, card.suit() + 1)).collect()
    }

    /// Writes Solvitaire's JSON: piles with the bottom card first and lower-case
    /// suits for face-down cards, and the stock with the first card dealt last.
    pub fn to_json(&self) -> String {
        let face_down = |card: &Card| {
            let text = card.to_string();
            text[..1].to_owned() + &text[1..].to_lowercase()
        };
        let piles: Vec<Vec<String>> = (0..7)
            .map(|pile| {
                let cards = self.pile(pile);
                let hidden = cards[..pile].iter().map(face_down);
                hidden.chain(cards[pile..].iter().map(Card::to_string)).collect()
            })
            .collect();
        let stock: Vec<String> = self.stock().iter().rev().map(Card::to_string).collect();
        json!({ "tableau piles": piles, "stock": stock }).to_string()
    }

    /// The cards of pile 0 to 6, bottom first.
    pub(crate) fn pile(&self, pile: usize) -> Vec<Card> {
        (0..=pile).map(|row| self.0[in_deal(pile, row)]).collect()
    }

    /// The stock, the next card to be dealt first.
    pub(crate) fn stock(&self) -> &[Card] {
        &self.0[IN_PILES..]
    }
}

/// Returns the index in the deal of the card at `row` of `pile`. Row 0 has 7 cards,
/// row 1 has 6 cards, and so on.
fn in_deal(pile: usize, row: usize) -> usize {
    (0..row).map(|above| 7 - above).sum::<usize>() + pile - row
}

impl std::fmt::Display for Deal {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let words: Vec<String> = self.0.iter().map(Card::to_string).collect();
        f.write_str(&words.join(" "))
    }
}

fn read_digits(text: &str) -> Result<Deal, NotationError> {
    if !text.len().is_multiple_of(3) {
        return Err(NotationError::new(format!(
            "the deal has {} digits: expected 156, three for each card",
            text.len()
        )));
    }
    let card = |digits: &[u8]| {
        let rank = (digits[0] - b'0') * 10 + digits[1] - b'0';
        Card::new(rank.wrapping_sub(1), (digits[2] - b'0').wrapping_sub(1))
    };
    let read = |digits: &[u8]| {
        let expected = "expected a rank from 01 to 13 and a suit from 1 to 4";
        let found = String::from_utf8_lossy(digits);
        let error = || NotationError::new(format!("{} is no card: {expected}", quoted(&found)));
        card(digits).ok_or_else(error)
    };
    read_cards(text.as_bytes().chunks_exact(3).map(read))
}

/// Makes a deal from `cards`. If a card is invalid, the error gives its number in the deal.
fn read_cards(
    cards: impl Iterator<Item = Result<Card, NotationError>>,
) -> Result<Deal, NotationError> {
    let numbered = (1..).zip(cards).map(|(number, card)| {
        card.map_err(|error| NotationError::new(format!("card {number}: {error}")))
    });
    Deal::new(&numbered.collect::<Result<Vec<_>, _>>()?)
}

fn read_json(text: &str) -> Result<Deal, NotationError> {
    let wrong = |what: String| NotationError::new(format!("Solvitaire's document: {what}"));
    let document: Value = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let list = |value: &Value, name: &str| match value {
        Value::Array(items) => Ok(items.clone()),
        _ => Err(wrong(format!("expected a list of cards as {name}"))),
    };
    let cards = |value: &Value, name: &str| -> Result<Vec<(Card, bool)>, NotationError> {
        let card = |item: &Value| {
            let text = item
                .as_str()
                .ok_or_else(|| wrong(format!("{name} has an item that is not a card")))?;
            let is_up = text.ends_with(|suit: char| suit.is_ascii_uppercase());
            Card::read(text).map(|card| (card, is_up)).map_err(|error| wrong(error.to_string()))
        };
        list(value, name)?.iter().map(card).collect()
    };
    let piles = list(&document["tableau piles"], "\"tableau piles\"")?;
    if piles.len() != 7 {
        return Err(wrong(format!("{} tableau piles: expected 7", piles.len())));
    }
    let mut dealt = [None; IN_PILES];
    for (pile, value) in piles.iter().enumerate() {
        let name = format!("pile {}", pile + 1);
        let cards = cards(value, &name)?;
        if cards.len() != pile + 1 {
            return Err(wrong(format!("{name} has {} cards: expected {}", cards.len(), pile + 1)));
        }
        for (row, (card, is_up)) in cards.into_iter().enumerate() {
            if is_up != (row == pile) {
                let expected = "the last card of a pile face up and the others face down";
                return Err(wrong(format!("{card} in {name}: expected {expected}")));
            }
            dealt[in_deal(pile, row)] = Some(card);
        }
    }
    let stock = cards(&document["stock"], "\"stock\"")?;
    let stock = stock.into_iter().rev().map(|(card, _)| card);
    Deal::new(&dealt.into_iter().flatten().chain(stock).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn deals_of_seeds_are_as_stored() {
        for (seed, text) in PINNED {
            assert_eq!(Deal::from_seed(seed).to_string(), text, "seed {seed}");
        }
    }

    const PINNED: [(u64, &str); 3] = [
        (
            0,
            "7H 2H 9S 5H QS 8H TH JS 8S AH 6D 7C JH TC QH 8D KD 3D QD 3H 6H 6C 4H 9D KS 6S \
             JC 5S 8C 2C 9H 9C 3S QC 7S TD 2D 2S 4S 5C 3C AD 4C KC KH AS TS JD AC 5D 7D 4D",
        ),
        (
            1,
            "AS 3S 7D 8S AC TC TH KD 8C QH 6S TD 6H KC 6D 2C TS 5D 3H JC 8H AD AH 2S 5H 4H \
             9H 7C QC 5S QD 9S 9D 7H 4D 8D KS 4C 3D 3C 2D QS JS 5C JD 7S 2H 9C JH 6C KH 4S",
        ),
        (
            u64::MAX,
            "QH 5C TS QC 4H QD JS KD 7D 8S TH AC 3S 4C 3D 8C 7H TC 4D 3H 5H QS 9C 9S JD 9H \
             8D 2C TD 8H KS 7C KH AS 6C 5S KC JC 3C 4S AH 2D JH 2H 9D 2S 6D 6H AD 6S 7S 5D",
        ),
    ];

    #[test]
    fn a_document_of_solvitaire_is_read() {
        let deal = Deal::new(&Card::all()).unwrap();
        let text = "{\"stock\": [\"KS\",\"QS\",\"JS\",\"TS\",\"9S\",\"8S\",\"7S\",\"6S\",\"5S\",\
            \"4S\",\"3S\",\"2S\",\"AS\",\"KH\",\"QH\",\"JH\",\"10H\",\"9H\",\"8H\",\"7H\",\"6H\",\
            \"5H\",\"4H\",\"3H\"],\"tableau piles\": [[\"AC\"],[\"2c\",\"8C\"],[\"3c\",\"9c\",\"AD\"],\
            [\"4c\",\"10c\",\"2d\",\"6D\"],[\"5c\",\"Jc\",\"3d\",\"7d\",\"10D\"],\
            [\"6c\",\"Qc\",\"4d\",\"8d\",\"Jd\",\"KD\"],[\"7c\",\"Kc\",\"5d\",\"9d\",\"Qd\",\"Ah\",\"2H\"]]}";
        assert_eq!(Deal::read(text), Ok(deal));
    }

    #[test]
    fn errors_say_what_was_expected() {
        let deal = Deal::from_seed(1);
        let text = deal.to_string();
        let json = deal.to_json();
        for (text, part) in [
            (text[..text.len() - 3].to_owned(), "the deal has 51 cards: expected 52"),
            (format!("{} {}", &text[..text.len() - 3], &text[..2]), "is in the deal twice"),
            (format!("{text} ??"), "card 53: \"??\" is no card"),
            (String::new(), "the deal has 0 cards"),
            (deal.to_digits()[..153].to_owned(), "the deal has 51 cards"),
            (deal.to_digits()[..155].to_owned(), "the deal has 155 digits: expected 156"),
            (deal.to_digits().replacen("011", "991", 1), "expected a rank from 01 to 13"),
            ("{}".to_owned(), "expected a list of cards as \"tableau piles\""),
            ("{".to_owned(), "Solvitaire's document: EOF"),
            (json.replacen("[[", "[[],[", 1), "8 tableau piles: expected 7"),
            (json.to_lowercase(), "the last card of a pile face up"),
            (json.replacen("\"stock\"", "\"sock\"", 1), "a list of cards as \"stock\""),
        ] {
            let message = Deal::read(&text).unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }

    proptest! {
        #[test]
        fn deals_survive_a_round_trip_through_text(seed: u64) {
            let deal = Deal::from_seed(seed);
            prop_assert_eq!(Deal::read(&deal.to_string()), Ok(deal.clone()));
            prop_assert_eq!(Deal::read(&deal.to_digits()), Ok(deal.clone()));
            prop_assert_eq!(Deal::read(&deal.to_json()), Ok(deal));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*|[0-9]{0,160}|([A2-9TJQK][CDHS] ?){0,60}|\\{\\PC*") {
            if let Err(error) = Deal::read(&text) {
                prop_assert!(!error.to_string().contains('\n'));
                prop_assert!(error.to_string().len() < 300);
            }
        }
    }
}
