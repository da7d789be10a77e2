//! Leduc poker: two seats, and a deck of three ranks in two suits. Each seat pays an ante of one chip and
//! gets a card. A round of bets follows, then a card for the board is turned, then a second round. A seat
//! that has a pair with the board wins, else the higher rank; equal ranks share the pot.
//!
//! A raise is 2 chips in the first round and 4 in the second, and a round has at most two. Seat 0 begins
//! both rounds. With the best play of both seats, seat 0 loses 0.0856 chips in a game.

use plywood_search::{Game, Rng};

pub(crate) const RANKS: u8 = 3;
const SUITS: u8 = 2;
const RAISES: [u8; 2] = [2, 4];
const MOST_RAISES: u8 = 2;

/// The most chips that a seat can lose: the ante and two raises in both rounds.
pub(crate) const MOST_CHIPS: f64 = 13.0;

/// A card is its rank: suits do not matter.
pub(crate) type Card = u8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Move {
    Fold,
    /// Calls a raise, or checks.
    Call,
    Raise,
}

/// What a move turns up: the board after the first round, both hands after the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    Nothing,
    Board(Card),
    Hands([Card; 2]),
}

/// What both seats see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Table {
    /// All moves so far, in order: at most four in a round.
    moves: [Option<Move>; 8],
    /// The seat to move; `None` after the end.
    mover: Option<u8>,
    /// The round, 0 or 1, and the moves and raises in it.
    round: usize,
    moves_in_round: u8,
    raises: u8,
    chips: [u8; 2],
    board: Option<Card>,
    /// Both hands after a showdown.
    shown: Option<[Card; 2]>,
    folded: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leduc {
    hands: [Card; 2],
    board: Card,
    table: Table,
}

/// What a seat knows: its own card and the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct View {
    seat: u8,
    card: Card,
    table: Table,
}

impl Leduc {
    /// Creates a game with the cards of the seats and of the board.
    pub(crate) fn new(hands: [Card; 2], board: Card) -> Self {
        let table = Table {
            moves: [None; 8],
            mover: Some(0),
            round: 0,
            moves_in_round: 0,
            raises: 0,
            chips: [1, 1],
            board: None,
            shown: None,
            folded: None,
        };
        Leduc { hands, board, table }
    }

    /// Deals a game from a shuffled deck.
    pub(crate) fn deal(rng: &mut Rng) -> Self {
        let mut deck = deck_without(&[]);
        rng.shuffle(&mut deck);
        Leduc::new([deck[0], deck[1]], deck[2])
    }

    /// Returns all deals with their probabilities.
    pub(crate) fn deals() -> Vec<(Leduc, f64)> {
        let mut deals = Vec::new();
        for first in 0..RANKS {
            for second in 0..RANKS {
                for board in 0..RANKS {
                    let left = |card, taken: &[Card]| {
                        deck_without(taken).iter().filter(|&&other| other == card).count() as f64
                    };
                    let ways =
                        left(first, &[]) * left(second, &[first]) * left(board, &[first, second]);
                    if ways > 0.0 {
                        deals.push((Leduc::new([first, second], board), ways / (6.0 * 5.0 * 4.0)));
                    }
                }
            }
        }
        deals
    }

    /// Returns the hand's strength: a pair with the board is better than every rank.
    fn strength(&self, seat: usize) -> u8 {
        let card = self.hands[seat];
        if card == self.board { RANKS + card } else { card }
    }
}

/// Returns the deck without the cards that are taken.
fn deck_without(taken: &[Card]) -> Vec<Card> {
    let mut deck: Vec<Card> = (0..RANKS * SUITS).map(|card| card % RANKS).collect();
    for card in taken {
        if let Some(index) = deck.iter().position(|other| other == card) {
            deck.swap_remove(index);
        }
    }
    deck
}

impl Table {
    /// Ends the round after a call: turns the board, or ends the game.
    fn end_round(&mut self, hands: [Card; 2], board: Card) -> Seen {
        if self.round == 1 {
            self.mover = None;
            self.shown = Some(hands);
            return Seen::Hands(hands);
        }
        (self.round, self.moves_in_round, self.raises) = (1, 0, 0);
        self.mover = Some(0);
        self.board = Some(board);
        Seen::Board(board)
    }
}

impl Game for Leduc {
    type Move = Move;
    type Seen = Seen;
    type View = View;
    const HIDDEN: bool = true;
    const PRIVATE: bool = true;

    fn seat(&self) -> Option<u8> {
        self.table.mover
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if self.table.mover.is_none() {
            return;
        }
        if self.table.chips[0] != self.table.chips[1] {
            out.push(Move::Fold);
        }
        out.push(Move::Call);
        if self.table.raises < MOST_RAISES {
            out.push(Move::Raise);
        }
    }

    fn play(&mut self, mv: Move) -> Seen {
        let table = &mut self.table;
        let mover = table.mover.unwrap_or(0);
        let own = usize::from(mover);
        if let Some(free) = table.moves.iter_mut().find(|played| played.is_none()) {
            *free = Some(mv);
        }
        let is_first = table.moves_in_round == 0;
        table.moves_in_round += 1;
        table.mover = Some(1 - mover);
        match mv {
            Move::Fold => {
                table.folded = Some(mover);
                table.mover = None;
            }
            Move::Call => {
                table.chips[own] = table.chips[1 - own];
                if !is_first {
                    return table.end_round(self.hands, self.board);
                }
            }
            Move::Raise => {
                table.chips[own] = table.chips[1 - own] + RAISES[table.round];
                table.raises += 1;
            }
        }
        Seen::Nothing
    }

    fn score(&self, seat: u8) -> f64 {
        let (own, other) = (usize::from(seat), usize::from(1 - seat));
        if self.table.mover.is_some() {
            return 0.0;
        }
        let wins = match self.table.folded {
            Some(folded) => folded != seat,
            None if self.strength(own) == self.strength(other) => return 0.0,
            None => self.strength(own) > self.strength(other),
        };
        let chips = self.table.chips;
        if wins { f64::from(chips[other]) } else { -f64::from(chips[own]) }
    }

    fn view(&self, seat: u8) -> View {
        View { seat, card: self.hands[usize::from(seat)], table: self.table }
    }

    fn world(view: &View, rng: &mut Rng) -> Self {
        let own = usize::from(view.seat);
        let (mut hands, mut taken) = ([view.card; 2], vec![view.card]);
        taken.extend(view.table.board);
        hands[1 - own] = match view.table.shown {
            Some(hands) => hands[1 - own],
            None => rng.pick(&deck_without(&taken)).unwrap_or(0),
        };
        taken.push(hands[1 - own]);
        let board = view.table.board.or_else(|| rng.pick(&deck_without(&taken))).unwrap_or(0);
        Leduc { hands, board, table: view.table }
    }
}
