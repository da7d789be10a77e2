//! Leduc poker: two seats, and a deck of three ranks in two suits. Each seat pays an ante of one chip and
//! gets a card. A round of bets follows, then a card for the board is turned, then a second round. A seat
//! that has a pair with the board wins, else the higher rank; equal ranks share the pot.
//!
//! A raise is 2 chips in the first round and 4 in the second, and a round has at most two raises. Seat 0 begins both
//! rounds. With the best play of both seats, seat 0 loses 0.0856 chips in a game.

// The tests of the search compile this file, too. Your own program would import from `plywood::search`.
use plywood_search::{Game, Notation, NotationError, Rng, quoted};

const RANKS: u8 = 3;
const SUITS: u8 = 2;
const RAISES: [u8; 2] = [2, 4];
const MOST_RAISES: u8 = 2;

/// Maximum number of chips that a seat can lose: the ante and two raises in both rounds.
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

impl Move {
    fn letter(self) -> char {
        match self {
            Move::Fold => 'f',
            Move::Call => 'c',
            Move::Raise => 'r',
        }
    }
}

/// The cards that a move reveals: the board after the first round, both hands after the second.
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
    /// The round, 0 or 1.
    round: usize,
    moves_in_round: u8,
    /// The number of raises in the round.
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

    /// Returns the hand's strength: a pair with the board is better than every rank.
    fn strength(&self, seat: usize) -> u8 {
        let card = self.hands[seat];
        if card == self.board { RANKS + card } else { card }
    }
}

/// Returns the deck without the cards in `taken`.
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
    /// Ends the round after a call: turns the card for the board, or ends the game.
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

const RANK_LETTERS: &str = "JQK";

/// The keys of a position, in order.
const KEYS: [&str; 5] = ["seat", "card", "moves", "board", "shown"];

fn letter(card: Card) -> &'static str {
    &RANK_LETTERS[usize::from(card)..][..1]
}

fn wrong(problem: impl Into<String>) -> NotationError {
    NotationError::new(problem)
}

/// Reads exactly `N` cards.
fn read_cards<const N: usize>(key: &str, text: &str) -> Result<[Card; N], NotationError> {
    let cards: Option<Vec<Card>> =
        text.chars().map(|c| RANK_LETTERS.find(c).map(|rank| rank as Card)).collect();
    let cards = cards.and_then(|cards| cards.try_into().ok());
    cards.ok_or_else(|| wrong(format!("{key}: expected {N} of J, Q, K, found {}", quoted(text))))
}

/// A position is the view of a seat, such as `seat=1 card=K moves=rcc board=Q`. After a showdown, `shown`
/// has both hands.
impl Notation for Leduc {
    fn read_position(&self, text: &str) -> Result<Leduc, NotationError> {
        let view = self.read_view(text)?.ok_or_else(|| wrong("expected a view"))?;
        Ok(Leduc::world(&view, &mut Rng::new(0)))
    }

    fn read_view(&self, text: &str) -> Result<Option<View>, NotationError> {
        let mut values = [None; KEYS.len()];
        for word in text.split_whitespace() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let index = KEYS.iter().position(|&known| known == key);
            let slot = index.map(|index| &mut values[index]).filter(|slot| slot.is_none());
            let expected =
                || wrong(format!("expected each of {KEYS:?} once, found {}", quoted(word)));
            *slot.ok_or_else(expected)? = Some(value);
        }
        let [seat, card, moves, board, shown] = values;
        let seat = match seat {
            Some("1") => 0,
            Some("2") => 1,
            _ => return Err(wrong("seat: expected 1 or 2")),
        };
        let [card] = read_cards("card", card.unwrap_or_default())?;
        let shown = shown.map(|text| read_cards::<2>("shown", text)).transpose()?;
        let board = board.map(|text| read_cards::<1>("board", text)).transpose()?;
        // Cards that the view does not show can be any, because no move depends on them.
        let mut state = Leduc::new(shown.unwrap_or([card; 2]), board.map_or(card, |[board]| board));
        for letter in moves.unwrap_or_default().chars() {
            let mv =
                [Move::Fold, Move::Call, Move::Raise].into_iter().find(|mv| mv.letter() == letter);
            let mv =
                mv.ok_or_else(|| wrong(format!("moves: expected f, c or r, found {letter:?}")))?;
            let illegal = |_| wrong(format!("moves: {letter:?} is not legal here"));
            state.try_play(mv).map_err(illegal)?;
        }
        let table = state.table;
        if (table.board.is_some(), table.shown.is_some()) != (board.is_some(), shown.is_some()) {
            return Err(wrong(
                "board= follows the first round, shown= a showdown, and no other move",
            ));
        }
        if shown.is_some_and(|hands| hands[usize::from(seat)] != card) {
            return Err(wrong("shown: expected the cards of seats 1 and 2"));
        }
        let mut cards = shown.map_or_else(|| vec![card], Vec::from);
        cards.extend(table.board);
        let most =
            cards.iter().map(|card| cards.iter().filter(|&other| other == card).count()).max();
        if most > Some(usize::from(SUITS)) {
            return Err(wrong(format!("the deck has {SUITS} cards of a rank")));
        }
        Ok(Some(View { seat, card, table }))
    }

    fn write_position(view: &View) -> String {
        let View { seat, card, table } = view;
        let values = [
            (seat + 1).to_string(),
            letter(*card).to_owned(),
            table.moves.iter().flatten().map(|mv| mv.letter()).collect(),
            table.board.map_or("", letter).to_owned(),
            table.shown.map_or(String::new(), |hands| hands.map(letter).concat()),
        ];
        let words = KEYS.iter().zip(values).filter(|(_, value)| !value.is_empty());
        words.map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")
    }

    fn seat_of(view: &View) -> Option<u8> {
        Some(view.seat)
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        match text {
            "fold" => Ok(Move::Fold),
            "call" | "check" => Ok(Move::Call),
            "raise" => Ok(Move::Raise),
            _ => Err(wrong(format!("expected fold, call or raise, found {}", quoted(text)))),
        }
    }

    fn write_move(&self, mv: Move) -> String {
        let name = match mv {
            Move::Fold => "fold",
            Move::Call => "call",
            Move::Raise => "raise",
        };
        name.to_owned()
    }

    fn describe_move(&self, mv: Move) -> String {
        let Table { chips, round, .. } = self.table;
        let owed = chips[0].abs_diff(chips[1]);
        match mv {
            Move::Fold => "fold: the other seat takes the pot".to_owned(),
            Move::Call if owed == 0 => "check".to_owned(),
            Move::Call => format!("call: pay {owed} chips"),
            Move::Raise => format!("raise: pay {} chips", owed + RAISES[round]),
        }
    }

    fn write_seen(&self, seen: Seen) -> String {
        match seen {
            Seen::Nothing => String::new(),
            Seen::Board(card) => format!("board {}", letter(card)),
            Seen::Hands(hands) => format!("hands {}", hands.map(letter).join(" ")),
        }
    }

    fn picture(view: &View) -> String {
        let View { seat, card, table } = view;
        let hands = match table.shown {
            Some(hands) => format!("hands  {}", hands.map(letter).join(" ")),
            None => format!("card   {} (seat {})", letter(*card), seat + 1),
        };
        let status = match table.mover {
            Some(mover) => {
                let raise = if table.raises < MOST_RAISES { ", raise" } else { "" };
                let fold = if table.chips[0] == table.chips[1] { "" } else { "fold, " };
                format!("seat {} to move: {fold}call{raise}", mover + 1)
            }
            None => "over".to_owned(),
        };
        let [first, second] = table.chips;
        let board = table.board.map_or("-", letter);
        format!("{hands}\nboard  {board}\nchips  {first} {second}\n{status}")
    }
}
