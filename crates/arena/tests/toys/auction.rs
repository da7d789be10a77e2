//! A game with known results for any number of seats: each seat has a hidden card of 0 to 9, and bids
//! 0, 1 or 2 in turn. A seat scores the sum of its card and its bids. After the last round, the seat
//! with the highest sum of bids scores 3 more if this sum is at least 2 and no other seat has the
//! same.

use plywood_registry::kind::ConfiguredPlayer;
use plywood_registry::{Entry, PlayerKind};
use plywood_search::{
    Budget, Decision, Game, Notation, NotationError, Observer, Player, Points, Rng,
};

const HIGHEST_BID: u8 = 2;
const BONUS: f64 = 3.0;

/// The state of a game. If `HIDDEN` is true, each seat sees only its own card; otherwise all cards are
/// 0 and every seat sees them.
#[derive(Clone, Debug, PartialEq)]
pub struct Auction<const HIDDEN: bool> {
    cards: Vec<u8>,
    /// All bids in order.
    bids: Vec<u8>,
    rounds: usize,
}

/// What a seat knows: its own card, or all cards if none is hidden, and the bids.
#[derive(Clone, Debug, PartialEq)]
pub struct View<const HIDDEN: bool> {
    cards: Vec<Option<u8>>,
    bids: Vec<u8>,
    rounds: usize,
}

impl<const HIDDEN: bool> Auction<HIDDEN> {
    pub fn deal(seats: usize, rounds: usize, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let card = || if HIDDEN { rng.below(10) as u8 } else { 0 };
        Auction {
            cards: std::iter::repeat_with(card).take(seats).collect(),
            bids: Vec::new(),
            rounds,
        }
    }

    fn sum(&self, seat: usize) -> u8 {
        self.bids.iter().skip(seat).step_by(self.cards.len()).sum()
    }
}

impl<const HIDDEN: bool> Game for Auction<HIDDEN> {
    type Move = u8;
    type Seen = ();
    type View = View<HIDDEN>;
    const HIDDEN: bool = HIDDEN;
    const PRIVATE: bool = HIDDEN;

    fn seats(&self) -> u8 {
        self.cards.len() as u8
    }

    fn seat(&self) -> Option<u8> {
        let seats = self.cards.len();
        (self.bids.len() < seats * self.rounds).then_some((self.bids.len() % seats) as u8)
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.seat().is_some() {
            out.extend(0..=HIGHEST_BID);
        }
    }

    fn play(&mut self, bid: u8) {
        self.bids.push(bid);
    }

    fn score(&self, seat: u8) -> f64 {
        let own = self.sum(seat.into());
        let mut others = (0..self.cards.len()).filter(|&other| other != usize::from(seat));
        let alone = self.seat().is_none()
            && own >= HIGHEST_BID
            && others.all(|other| self.sum(other) < own);
        f64::from(self.cards[usize::from(seat)] + own) + if alone { BONUS } else { 0.0 }
    }

    fn view(&self, seat: u8) -> View<HIDDEN> {
        let shown =
            |(other, &card): (usize, &u8)| (!HIDDEN || other == usize::from(seat)).then_some(card);
        let cards = self.cards.iter().enumerate().map(shown).collect();
        View { cards, bids: self.bids.clone(), rounds: self.rounds }
    }

    fn world(view: &View<HIDDEN>, rng: &mut Rng) -> Self {
        let cards = view.cards.iter().map(|card| card.unwrap_or_else(|| rng.below(10) as u8));
        Auction { cards: cards.collect(), bids: view.bids.clone(), rounds: view.rounds }
    }
}

impl<const HIDDEN: bool> Notation for Auction<HIDDEN> {
    fn read_position(&self, _text: &str) -> Result<Self, NotationError> {
        Err(NotationError::new("positions of this game are not read"))
    }

    fn write_position(view: &View<HIDDEN>) -> String {
        format!("{:?} {:?}", view.cards, view.bids)
    }

    fn read_move(&self, text: &str) -> Result<u8, NotationError> {
        text.parse().map_err(|_| NotationError::new("expected a bid"))
    }

    fn write_move(&self, bid: u8) -> String {
        bid.to_string()
    }

    fn picture(view: &View<HIDDEN>) -> String {
        Self::write_position(view)
    }
}

/// A player that always makes the same bid.
struct Always(u8);

impl<const HIDDEN: bool> Player<Auction<HIDDEN>> for Always {
    fn decide(
        &mut self,
        _view: &View<HIDDEN>,
        _budget: &Budget,
        _observer: &mut dyn Observer<u8>,
    ) -> Decision<u8> {
        Decision::unsearched([(self.0, None)])
    }
}

/// Returns the game with the players `high` and `low` beside the standard ones.
pub fn entry<const HIDDEN: bool>(
    name: &'static str,
    seats: usize,
    rounds: usize,
) -> Entry<Auction<HIDDEN>, plywood_search::RandomRollouts, Points> {
    let always = |name: &'static str, bid: u8| {
        PlayerKind::new(name, "always the same bid", &[], move |_, _| {
            Ok(ConfiguredPlayer::new(Always(bid), Budget::simulations(1), "points"))
        })
    };
    Entry::new(name, "bids of 0 to 2", move |seed| Auction::deal(seats, rounds, seed))
        .with_score_unit("coins")
        .with_objective(Points::within(0.0, 20.0))
        .player(always("low", 0))
        .player(always("high", HIGHEST_BID))
}
