//! A game with private facts and hidden moves, for the tests of code that shows games to people.

use plywood_search::{Game, Notation, NotationError, Rng};

/// Two seats bid in turn, twice each. A bid is face down, and its bidder draws a card that the other
/// seat does not see. The higher sum of bids and cards wins.
#[derive(Clone, Debug, PartialEq)]
pub struct Bids {
    bids: Vec<u8>,
    /// The cards to draw, in order.
    pub cards: [u8; TURNS],
}

#[derive(Clone, Debug, PartialEq)]
pub struct View {
    seat: u8,
    turns: usize,
    bids: Vec<u8>,
    cards: Vec<u8>,
}

pub const TURNS: usize = 4;

/// The placeholder for a bid or a card that the seat does not see.
pub const HIDDEN: u8 = 0;

impl Bids {
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        Bids { bids: Vec::new(), cards: std::array::from_fn(|_| 1 + rng.below(9) as u8) }
    }
}

fn turns_of(seat: u8, turns: usize) -> impl Iterator<Item = usize> {
    (0..turns).filter(move |turn| turn % 2 == usize::from(seat))
}

impl Game for Bids {
    type Move = u8;
    type Seen = u8;
    type View = View;
    const HIDDEN: bool = true;
    const PRIVATE: bool = true;

    fn seat(&self) -> Option<u8> {
        let turns = self.bids.len();
        (turns < TURNS).then_some((turns % 2) as u8)
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.seat().is_some() {
            out.extend(1..=3);
        }
    }

    fn play(&mut self, bid: u8) -> u8 {
        self.bids.push(bid);
        self.cards[self.bids.len() - 1]
    }

    fn seen_by(card: u8, mover: u8, seat: u8) -> u8 {
        if mover == seat { card } else { HIDDEN }
    }

    fn move_shown(bid: u8, mover: u8, seat: u8) -> u8 {
        if mover == seat { bid } else { HIDDEN }
    }

    fn score(&self, seat: u8) -> f64 {
        let own = turns_of(seat, self.bids.len());
        own.map(|turn| f64::from(self.bids[turn] + self.cards[turn])).sum()
    }

    fn view(&self, seat: u8) -> View {
        let turns = self.bids.len();
        let bids = turns_of(seat, turns).map(|turn| self.bids[turn]).collect();
        let cards = turns_of(seat, turns).map(|turn| self.cards[turn]).collect();
        View { seat, turns, bids, cards }
    }

    fn world(view: &View, rng: &mut Rng) -> Bids {
        let mut bids: Vec<_> = (0..view.turns).map(|_| 1 + rng.below(3) as u8).collect();
        let mut cards = std::array::from_fn(|_| 1 + rng.below(9) as u8);
        for (index, turn) in turns_of(view.seat, view.turns).enumerate() {
            (bids[turn], cards[turn]) = (view.bids[index], view.cards[index]);
        }
        Bids { bids, cards }
    }
}

impl Notation for Bids {
    fn read_position(&self, _text: &str) -> Result<Bids, NotationError> {
        Err(NotationError::new("expected a view"))
    }

    fn read_view(&self, text: &str) -> Result<Option<View>, NotationError> {
        let wrong = || NotationError::new("expected SEAT TURNS BIDS CARDS");
        let list = |text: &str| -> Option<Vec<u8>> {
            text.split_terminator(',').map(|word| word.parse().ok()).collect()
        };
        let words: Vec<&str> = text.split(' ').collect();
        let [seat, turns, bids, cards] = words[..] else { return Err(wrong()) };
        let seat = seat.parse().ok().filter(|&seat| seat < 2).ok_or_else(wrong)?;
        let turns = turns.parse().ok().filter(|&turns| turns <= TURNS).ok_or_else(wrong)?;
        let (bids, cards) = list(bids).zip(list(cards)).ok_or_else(wrong)?;
        let count = turns_of(seat, turns).count();
        let fits = bids.len() == count && cards.len() == count;
        if fits { Ok(Some(View { seat, turns, bids, cards })) } else { Err(wrong()) }
    }

    fn write_position(view: &View) -> String {
        let list = |list: &[u8]| list.iter().map(|item| format!("{item},")).collect::<String>();
        format!("{} {} {} {}", view.seat, view.turns, list(&view.bids), list(&view.cards))
    }

    fn seat_of(view: &View) -> Option<u8> {
        Some(view.seat)
    }

    fn read_move(&self, text: &str) -> Result<u8, NotationError> {
        text.parse().map_err(|_| NotationError::new("expected a number"))
    }

    fn write_move(&self, bid: u8) -> String {
        bid.to_string()
    }

    fn picture(view: &View) -> String {
        format!("{view:?}")
    }
}
