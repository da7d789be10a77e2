//! A small game like Gin. Two seats hold two cards each of one suit. In turn, a seat swaps a card: it
//! discards the card face up and draws another one, which only this seat sees. A seat whose cards are
//! neighbours may knock instead. A knock or the last card of the deck ends the game, and both hands are
//! shown: the closer the two cards of a hand, the better.
//!
//! The legal moves depend on the mover's hand, which the other seat does not know.

use plywood_search::{Game, Rng};

pub(crate) type Card = u8;
pub(crate) type Hand = [Card; 2];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    /// Discards a card and draws another.
    Swap(Card),
    Knock,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// The card that the mover has drawn; `None` after a knock, and for the other seat.
    drawn: Option<Card>,
    /// Both hands at the end of the game.
    hands: Option<[Hand; 2]>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Knock {
    /// The number of cards in the game, numbered from 0.
    cards: u8,
    /// The lower card of a hand is first.
    hands: [Hand; 2],
    /// The deck. The next card to draw is at the end.
    deck: Vec<Card>,
    discards: Vec<Card>,
    knocked: bool,
}

/// What a seat knows: the hands that it sees and the discards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct View {
    cards: u8,
    hands: [Option<Hand>; 2],
    discards: Vec<Card>,
    knocked: bool,
}

impl Knock {
    /// Deals a game with `cards` cards, at least five.
    pub(crate) fn deal(cards: u8, rng: &mut Rng) -> Self {
        let hands = [None; 2];
        Knock::world(&View { cards, hands, discards: Vec::new(), knocked: false }, rng)
    }

    fn is_over(&self) -> bool {
        self.knocked || self.deck.is_empty()
    }

    fn mover(&self) -> usize {
        self.discards.len() % 2
    }
}

fn distance([low, high]: Hand) -> u8 {
    high - low
}

fn sorted([one, two]: Hand) -> Hand {
    [one.min(two), one.max(two)]
}

impl Game for Knock {
    type Move = Move;
    type Seen = Seen;
    type View = View;
    const HIDDEN: bool = true;
    const PRIVATE: bool = true;

    fn seat(&self) -> Option<u8> {
        (!self.is_over()).then_some(self.mover() as u8)
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if self.is_over() {
            return;
        }
        let hand = self.hands[self.mover()];
        out.extend(hand.map(Move::Swap));
        if distance(hand) == 1 {
            out.push(Move::Knock);
        }
    }

    fn play(&mut self, mv: Move) -> Seen {
        let mover = self.mover();
        let drawn = match mv {
            Move::Knock => {
                self.knocked = true;
                None
            }
            Move::Swap(card) => {
                let drawn = self.deck.pop();
                let [low, high] = self.hands[mover];
                let kept = if card == low { high } else { low };
                self.hands[mover] = sorted([kept, drawn.unwrap_or(card)]);
                self.discards.push(card);
                drawn
            }
        };
        Seen { drawn, hands: self.is_over().then_some(self.hands) }
    }

    fn seen_by(seen: Seen, mover: u8, seat: u8) -> Seen {
        if seat == mover { seen } else { Seen { drawn: None, ..seen } }
    }

    fn score(&self, seat: u8) -> f64 {
        if self.is_over() { -f64::from(distance(self.hands[usize::from(seat)])) } else { 0.0 }
    }

    fn view(&self, seat: u8) -> View {
        let shown =
            |of: usize| (self.is_over() || of == usize::from(seat)).then_some(self.hands[of]);
        View {
            cards: self.cards,
            hands: [shown(0), shown(1)],
            discards: self.discards.clone(),
            knocked: self.knocked,
        }
    }

    fn world(view: &View, rng: &mut Rng) -> Self {
        let known = |card: &Card| {
            view.hands.iter().flatten().flatten().chain(&view.discards).any(|seen| seen == card)
        };
        let mut unseen: Vec<Card> = (0..view.cards).filter(|card| !known(card)).collect();
        rng.shuffle(&mut unseen);
        let hands = view.hands.map(|hand| {
            hand.unwrap_or_else(|| {
                let mut draw = || unseen.pop().expect("every seat has two cards");
                sorted([draw(), draw()])
            })
        });
        Knock {
            cards: view.cards,
            hands,
            deck: unseen,
            discards: view.discards.clone(),
            knocked: view.knocked,
        }
    }
}
