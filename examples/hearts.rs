//! Hearts: four seats, private hands and hidden moves, in one file.
//!
//! `cargo run --release --example hearts -- play hearts`
//!
//! A game is one deal. Each seat passes three cards, then 13 tricks are played. A heart counts 1 point and
//! the queen of spades 13. A seat that takes all 26 points shoots the moon: it gets 0, the others 26 each.
//! Points are bad and scores are good, so the score of a seat is minus its points.

use std::fmt;
use std::process::ExitCode;

use plywood::registry::kind::ConfiguredPlayer;
use plywood::registry::{Choice, Entry, PlayerKind};
use plywood::search::{
    Budget, Decision, Game, Guide, Notation, NotationError, Observer, Player, Points, Rng, quoted,
};

// ---------------------------------------------------------------------------------------------------
// Cards

/// A card: its suit times 16, plus its rank from 0 (the two) to 12 (the ace).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card(u8);

/// A set of cards, with one bit for each card.
pub type Cards = u64;

/// The cards of each suit: clubs, diamonds, spades and hearts.
const SUITS: [Cards; 4] = [0x1fff, 0x1fff << 16, SPADES, HEARTS];
const SPADES: Cards = 0x1fff << 32;
const HEARTS: Cards = 0x1fff << 48;
const DECK: Cards = 0x1fff_1fff_1fff_1fff;
const TWO_OF_CLUBS: Card = Card(0);
const QUEEN_OF_SPADES: Card = Card(2 * 16 + 10);
const POINT_CARDS: Cards = HEARTS | QUEEN_OF_SPADES.set();

const SUIT_LETTERS: &str = "CDSH";
const RANK_LETTERS: &str = "23456789TJQKA";
const SUIT_NAMES: [&str; 4] = ["clubs", "diamonds", "spades", "hearts"];
const RANK_NAMES: [&str; 13] =
    ["2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"];

impl Card {
    const fn suit(self) -> usize {
        (self.0 >> 4) as usize
    }

    const fn rank(self) -> u8 {
        self.0 & 15
    }

    /// Returns the set of this card alone.
    pub const fn set(self) -> Cards {
        1 << self.0
    }

    const fn is_in(self, cards: Cards) -> bool {
        cards & self.set() != 0
    }

    /// Returns the lower cards of the same suit.
    const fn lower(self) -> Cards {
        (self.set() - 1) & SUITS[self.suit()]
    }

    fn read(text: &str) -> Option<Card> {
        let mut letters = text.chars();
        let rank = RANK_LETTERS.find(letters.next()?.to_ascii_uppercase())?;
        let suit = SUIT_LETTERS.find(letters.next()?.to_ascii_uppercase())?;
        letters.next().is_none().then_some(Card((suit * 16 + rank) as u8))
    }

    fn name(self) -> String {
        format!("{} of {}", RANK_NAMES[usize::from(self.rank())], SUIT_NAMES[self.suit()])
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let rank = RANK_LETTERS.as_bytes()[usize::from(self.rank())] as char;
        write!(f, "{rank}{}", SUIT_LETTERS.as_bytes()[self.suit()] as char)
    }
}

/// Returns the cards of a set, in the order of their bits.
fn each(mut cards: Cards) -> impl Iterator<Item = Card> {
    std::iter::from_fn(move || {
        let card = (cards != 0).then(|| lowest(cards));
        cards &= cards.wrapping_sub(1);
        card
    })
}

fn count(cards: Cards) -> usize {
    cards.count_ones() as usize
}

/// Returns the first card of a set that is not empty; in a suit, the card of the lowest rank.
fn lowest(cards: Cards) -> Card {
    Card(cards.trailing_zeros() as u8)
}

/// Returns the last card of a set that is not empty; in a suit, the card of the highest rank.
fn highest(cards: Cards) -> Card {
    Card(63 - cards.leading_zeros() as u8)
}

/// Returns a card of a set that is not empty, all with the same probability.
fn any(mut cards: Cards, rng: &mut Rng) -> Card {
    for _ in 0..rng.below(count(cards)) {
        cards &= cards - 1;
    }
    lowest(cards)
}

/// Deals `cards` at random to three hands of `first` cards, `second` cards and the rest.
fn deal(cards: Cards, first: usize, second: usize, rng: &mut Rng) -> [Cards; 3] {
    if first + second == 0 {
        return [0, 0, cards];
    }
    let (mut deck, mut left) = ([TWO_OF_CLUBS; 52], 0);
    for card in each(cards) {
        deck[left] = card;
        left += 1;
    }
    let mut draw = |number| {
        let mut hand = 0;
        for _ in 0..number {
            let index = rng.below(left);
            left -= 1;
            hand |= deck[index].set();
            deck[index] = deck[left];
        }
        hand
    };
    let (first, second) = (draw(first), draw(second));
    [first, second, cards & !first & !second]
}

// ---------------------------------------------------------------------------------------------------
// The rules

/// The seats, in the order of play.
const SEATS: [&str; 4] = ["South", "West", "North", "East"];
const SEAT_LETTERS: &str = "SWNE";

const HAND: usize = 13;
const PASSES: u8 = 3;
const ALL_PASSES: u8 = 4 * PASSES;
const QUEEN_POINTS: u8 = 13;
const ALL_POINTS: u8 = 26;

/// The seat to which cards are passed. The value is the number of seats to the left of the giver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// No cards are passed.
    Hold = 0,
    /// To the next seat in the order of play.
    Left = 1,
    /// To the opposite seat.
    Across = 2,
    /// To the previous seat in the order of play.
    Right = 3,
}

impl Passing {
    fn receiver(self, seat: u8) -> u8 {
        (seat + self as u8) % 4
    }

    fn giver(self, seat: u8) -> u8 {
        (seat + 4 - self as u8) % 4
    }
}

/// A move. Each seat passes three cards, one by one, before the first trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Passes a card.
    Pass(Card),
    /// A pass of another seat, whose card is hidden.
    HiddenPass,
    /// Plays a card to a trick.
    Play(Card),
}

/// What a move reveals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Nothing beside the move.
    Nothing,
    /// The outcome of the last pass: all seats see who has the two of clubs, and each seat sees the cards that it gets.
    Passed {
        /// The seat that leads to the first trick.
        leader: u8,
        /// The cards that each seat gets; `None` if they are hidden.
        got: [Option<[Card; PASSES as usize]>; 4],
    },
}

/// What all seats see.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Table {
    passing: Passing,
    /// Cards passed so far.
    passed: u8,
    turn: u8,
    /// Whether a heart has been played.
    broken: bool,
    /// The cards played, in order; the first `plays` count.
    record: [Card; 52],
    plays: u8,
    played: [Cards; 4],
    /// For each seat, the cards that it cannot hold, because with them one of its plays would have been illegal.
    excluded: [Cards; 4],
    points: [u8; 4],
}

impl Table {
    fn new(passing: Passing) -> Self {
        Table {
            passing,
            passed: if passing == Passing::Hold { ALL_PASSES } else { 0 },
            turn: 0,
            broken: false,
            record: [TWO_OF_CLUBS; 52],
            plays: 0,
            played: [0; 4],
            excluded: [0; 4],
            points: [0; 4],
        }
    }

    fn is_passing(&self) -> bool {
        self.passed < ALL_PASSES
    }

    /// Returns the number of cards that a seat has passed.
    fn passed_by(&self, seat: u8) -> usize {
        if self.passing == Passing::Hold {
            return 0;
        }
        usize::from(self.passed.saturating_sub(seat * PASSES).min(PASSES))
    }

    fn seat(&self) -> Option<u8> {
        (self.plays < 52).then_some(self.turn)
    }

    fn all_played(&self) -> Cards {
        self.played[0] | self.played[1] | self.played[2] | self.played[3]
    }

    /// Returns the cards of the current trick; none before it is led.
    fn trick(&self) -> &[Card] {
        &self.record[usize::from(self.plays & !3)..usize::from(self.plays)]
    }

    fn is_first_trick(&self) -> bool {
        self.plays < 4
    }

    /// Returns the highest card of the led suit in a trick, and its place in the trick.
    fn winning(trick: &[Card]) -> (Card, u8) {
        let mut best = (trick[0], 0);
        for (&card, place) in trick.iter().zip(0..).skip(1) {
            if card.suit() == best.0.suit() && card.0 > best.0.0 {
                best = (card, place);
            }
        }
        best
    }

    /// Returns the cards of `hand` that the seat to move may play.
    fn legal(&self, hand: Cards) -> Cards {
        let first_or_all = |cards| if cards != 0 { cards } else { hand };
        match self.trick().first() {
            None if self.is_first_trick() => TWO_OF_CLUBS.set(),
            None if self.broken => hand,
            None => first_or_all(hand & !HEARTS),
            Some(led) => match hand & SUITS[led.suit()] {
                0 if self.is_first_trick() => first_or_all(hand & !POINT_CARDS),
                cards => first_or_all(cards),
            },
        }
    }

    /// Returns the cards that the seat to move cannot hold if `card` is a legal play, by the rules of
    /// [`legal`](Table::legal).
    fn excluded_by(&self, card: Card) -> Cards {
        match self.trick().first() {
            None if card.is_in(HEARTS) && !self.broken => !HEARTS,
            Some(led) if led.suit() == card.suit() => 0,
            Some(_) if self.is_first_trick() && card.is_in(POINT_CARDS) => !POINT_CARDS,
            Some(led) => SUITS[led.suit()],
            None => 0,
        }
    }

    /// Begins the first trick. The leader has the two of clubs, and no other seat has it.
    fn begin(&mut self, leader: u8) {
        self.turn = leader;
        for seat in (0..4).filter(|&seat| seat != leader) {
            self.excluded[usize::from(seat)] |= TWO_OF_CLUBS.set();
        }
    }

    fn play(&mut self, card: Card) {
        let seat = usize::from(self.turn);
        self.excluded[seat] |= self.excluded_by(card);
        self.played[seat] |= card.set();
        self.record[usize::from(self.plays)] = card;
        self.plays += 1;
        self.broken |= card.is_in(HEARTS);
        self.turn = (self.turn + 1) % 4;
        if self.plays.is_multiple_of(4) {
            self.end_trick();
        }
    }

    fn end_trick(&mut self) {
        let trick = &self.record[usize::from(self.plays) - 4..usize::from(self.plays)];
        let points = trick.iter().map(|&card| points(card)).sum::<u8>();
        // After four plays, it is the leader's turn again.
        self.turn = (self.turn + Table::winning(trick).1) % 4;
        self.points[usize::from(self.turn)] += points;
    }
}

fn points(card: Card) -> u8 {
    match card {
        QUEEN_OF_SPADES => QUEEN_POINTS,
        card => u8::from(card.is_in(HEARTS)),
    }
}

/// A complete state: what all seats see, and the hands.
#[derive(Clone, Debug, PartialEq)]
pub struct Hearts {
    table: Table,
    hands: [Cards; 4],
    /// The cards that each seat has passed.
    gave: [Cards; 4],
}

/// What a seat knows.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    seat: u8,
    hand: Cards,
    /// The cards that the seat has passed.
    gave: Cards,
    /// The cards that the seat got; none during the passing.
    got: Cards,
    table: Table,
}

impl Hearts {
    /// Deals a game from a shuffled deck.
    pub fn deal(passing: Passing, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let [first, second, rest] = deal(DECK, HAND, HAND, &mut rng);
        let [third, fourth, _] = deal(rest, HAND, HAND, &mut rng);
        Hearts::new(passing, [first, second, third, fourth])
    }

    /// Creates a game with these hands of 13 cards.
    pub fn new(passing: Passing, hands: [Cards; 4]) -> Self {
        let mut game = Hearts { table: Table::new(passing), hands, gave: [0; 4] };
        if passing == Passing::Hold {
            game.table.begin(game.holder(TWO_OF_CLUBS));
        }
        game
    }

    /// Returns the hands of all seats.
    pub fn hands(&self) -> [Cards; 4] {
        self.hands
    }

    /// Returns the cards that each seat has passed.
    pub fn gave(&self) -> [Cards; 4] {
        self.gave
    }

    /// Returns the cards played so far, in order.
    pub fn record(&self) -> &[Card] {
        &self.table.record[..usize::from(self.table.plays)]
    }

    fn holder(&self, card: Card) -> u8 {
        (0..4).find(|&seat| card.is_in(self.hands[usize::from(seat)])).unwrap_or(0)
    }

    fn hand(&self) -> Cards {
        self.hands[usize::from(self.table.turn)]
    }

    fn pass(&mut self, card: Card) -> Seen {
        let seat = usize::from(self.table.turn);
        self.hands[seat] &= !card.set();
        self.gave[seat] |= card.set();
        self.table.passed += 1;
        self.table.turn = self.table.passed / PASSES;
        if self.table.is_passing() {
            return Seen::Nothing;
        }
        let mut got = [None; 4];
        for (giver, cards) in (0..4).zip(self.gave) {
            let receiver = usize::from(self.table.passing.receiver(giver));
            self.hands[receiver] |= cards;
            let mut cards = each(cards);
            got[receiver] = Some([(); PASSES as usize].map(|()| cards.next().unwrap_or(card)));
        }
        let leader = self.holder(TWO_OF_CLUBS);
        self.table.begin(leader);
        Seen::Passed { leader, got }
    }
}

impl Game for Hearts {
    type Move = Move;
    type Seen = Seen;
    type View = View;
    const HIDDEN: bool = true;
    const PRIVATE: bool = true;

    fn seats(&self) -> u8 {
        4
    }

    fn seat(&self) -> Option<u8> {
        self.table.seat()
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if self.table.is_passing() {
            out.extend(each(self.hand()).map(Move::Pass));
        } else if self.seat().is_some() {
            out.extend(each(self.table.legal(self.hand())).map(Move::Play));
        }
    }

    fn random_move(&self, rng: &mut Rng, _scratch: &mut Vec<Move>) -> Option<Move> {
        self.seat()?;
        Some(match self.table.is_passing() {
            true => Move::Pass(any(self.hand(), rng)),
            false => Move::Play(any(self.table.legal(self.hand()), rng)),
        })
    }

    fn play(&mut self, mv: Move) -> Seen {
        match mv {
            Move::Pass(card) => return self.pass(card),
            Move::Play(card) => {
                self.hands[usize::from(self.table.turn)] &= !card.set();
                self.table.play(card);
            }
            // This is never a legal move, since a mover sees its own pass.
            Move::HiddenPass => {}
        }
        Seen::Nothing
    }

    fn seen_by(seen: Seen, _mover: u8, seat: u8) -> Seen {
        match seen {
            Seen::Nothing => Seen::Nothing,
            Seen::Passed { leader, got } => {
                let mut own = [None; 4];
                own[usize::from(seat)] = got[usize::from(seat)];
                Seen::Passed { leader, got: own }
            }
        }
    }

    fn move_shown(mv: Move, mover: u8, seat: u8) -> Move {
        match mv {
            Move::Pass(_) if seat != mover => Move::HiddenPass,
            _ => mv,
        }
    }

    fn score(&self, seat: u8) -> f64 {
        let own = self.table.points[usize::from(seat)];
        let is_shot = self.table.points.contains(&ALL_POINTS);
        0.0 - f64::from(if is_shot { ALL_POINTS - own } else { own })
    }

    fn view(&self, seat: u8) -> View {
        let (own, giver) = (usize::from(seat), usize::from(self.table.passing.giver(seat)));
        View {
            seat,
            hand: self.hands[own],
            gave: self.gave[own],
            got: if self.table.is_passing() { 0 } else { self.gave[giver] },
            table: self.table,
        }
    }

    fn world(view: &View, rng: &mut Rng) -> Hearts {
        let table = view.table;
        let mut hands = view.deal_unseen(rng).unwrap_or_default();
        let mut gave = [0; 4];
        for seat in 0..4 {
            let (own, receiver) = (usize::from(seat), table.passing.receiver(seat));
            gave[own] = if seat == view.seat {
                view.gave
            } else if table.is_passing() {
                let [given, _, kept] = deal(hands[own], table.passed_by(seat), 0, rng);
                hands[own] = kept;
                given
            } else if receiver == view.seat {
                view.got
            } else {
                // The cards are unknown: any of those that the receiver had before the first trick.
                let receiver = usize::from(receiver);
                let had = hands[receiver] | table.played[receiver];
                deal(had, table.passed_by(seat), 0, rng)[0]
            };
        }
        Hearts { table, hands, gave }
    }
}

// ---------------------------------------------------------------------------------------------------
// Worlds: a uniform choice among all deals that agree with a view

impl View {
    /// Deals the unseen cards to the other seats, uniformly among all deals that agree with the view. Returns `None` if
    /// there is no such deal. During the passing, a hand of another seat includes the cards that it has passed.
    ///
    /// What a seat knows about another hand is its size and which cards it cannot have: legal plays
    /// exclude cards, and a card that the seat has passed itself can only be in one hand. Cards with the
    /// same possible holders are interchangeable. So the number of deals follows from how many cards of
    /// each kind each seat gets: first these numbers are drawn, then the cards.
    fn deal_unseen(&self, rng: &mut Rng) -> Option<[Cards; 4]> {
        let View { seat, hand, gave, ref table, .. } = *self;
        let gone = if table.is_passing() { gave } else { table.all_played() };
        let unseen = DECK & !hand & !gone;
        let others = [1, 2, 3].map(|step| (seat + step) % 4);
        let [a, b, c] = others.map(|other| {
            let elsewhere = if other == table.passing.receiver(seat) { 0 } else { gave };
            unseen & !table.excluded[usize::from(other)] & !elsewhere
        });
        if a | b | c != unseen {
            return None;
        }
        let mut dealt = [a & !b & !c, b & !a & !c, c & !a & !b];
        let mut missing = [0; 3];
        for ((missing, other), dealt) in missing.iter_mut().zip(others).zip(dealt) {
            *missing =
                (HAND - count(table.played[usize::from(other)])).checked_sub(count(dealt))?;
        }
        let kinds = [a & b & !c, a & c & !b, b & c & !a, a & b & c];
        let [from_ab, from_ac, from_bc] = draw_numbers(kinds.map(count), missing, rng)?;
        let [ab, ac, bc, abc] = kinds;
        let mut give = |cards, number, first: usize, second: usize| {
            let [some, _, rest] = deal(cards, number, 0, rng);
            dealt[first] |= some;
            dealt[second] |= rest;
        };
        give(ab, from_ab, 0, 1);
        give(ac, from_ac, 0, 2);
        give(bc, from_bc, 1, 2);
        let [for_a, for_b] =
            [missing[0] - from_ab - from_ac, missing[1] - (count(ab) - from_ab) - from_bc];
        let last = deal(abc, for_a, for_b, rng);
        let mut hands = [0; 4];
        hands[usize::from(seat)] = hand;
        for ((other, dealt), last) in others.into_iter().zip(dealt).zip(last) {
            hands[usize::from(other)] = dealt | last;
        }
        Some(hands)
    }
}

/// `INVERSE_FACTORIALS[n]` is `1 / n!`.
const INVERSE_FACTORIALS: [f64; 40] = {
    let mut table = [1.0; 40];
    let mut n = 1;
    while n < 40 {
        table[n] = table[n - 1] / n as f64;
        n += 1;
    }
    table
};

/// Draws how many cards of each kind each of the seats `a`, `b` and `c` gets, with a probability in proportion to the
/// number of such deals. `ab` is the number of cards that only `a` and `b` can hold, and so on; `missing` is the number
/// of cards that each of the three seats gets. Returns how many `ab` cards `a` gets, how many `ac` cards `a` gets, and
/// how many `bc` cards `b` gets; `None` if there is no deal.
fn draw_numbers(
    [ab, ac, bc, abc]: [usize; 4],
    missing: [usize; 3],
    rng: &mut Rng,
) -> Option<[usize; 3]> {
    if missing.iter().sum::<usize>() != ab + ac + bc + abc {
        return None;
    }
    if ab + ac + bc == 0 {
        return Some([0; 3]);
    }
    let inverse = |n: usize| INVERSE_FACTORIALS[n];
    let (mut total, mut chosen) = (0.0, None);
    for x in 0..=ab.min(missing[0]) {
        for y in 0..=ac.min(missing[0] - x) {
            let of_a = inverse(x) * inverse(ab - x) * inverse(y) * inverse(ac - y);
            let of_a = of_a * inverse(missing[0] - x - y);
            let Some(left_for_b) = missing[1].checked_sub(ab - x) else { continue };
            for z in 0..=bc.min(left_for_b) {
                let Some(left_for_c) = missing[2].checked_sub(ac - y + bc - z) else { continue };
                // The product of three binomials and a trinomial, without their constant factors.
                let of_b = inverse(z) * inverse(bc - z) * inverse(left_for_b - z);
                let weight = of_a * of_b * inverse(left_for_c);
                total += weight;
                if rng.unit() * total < weight {
                    chosen = Some([x, y, z]);
                }
            }
        }
    }
    chosen
}

// ---------------------------------------------------------------------------------------------------
// Text

/// The keys of a position, in order.
const KEYS: [&str; 7] = ["seat", "passed", "hand", "gave", "got", "lead", "play"];

fn write_cards(cards: impl IntoIterator<Item = Card>) -> String {
    cards.into_iter().map(|card| card.to_string()).collect()
}

fn wrong(problem: impl Into<String>) -> NotationError {
    NotationError::new(problem)
}

/// Reads cards without spaces between them. A card must not occur twice.
fn read_cards(key: &str, text: &str) -> Result<Vec<Card>, NotationError> {
    let letters: Vec<char> = text.chars().collect();
    let mut cards = Vec::new();
    for pair in letters.chunks(2) {
        let pair: String = pair.iter().collect();
        let card = Card::read(&pair).ok_or_else(|| {
            wrong(format!("{key}: expected cards such as QS or TH, found {}", quoted(&pair)))
        })?;
        if cards.contains(&card) {
            return Err(wrong(format!("{key}: {card} occurs twice")));
        }
        cards.push(card);
    }
    Ok(cards)
}

fn read_seat(key: &str, text: &str) -> Result<u8, NotationError> {
    let seat = SEAT_LETTERS.find(text).filter(|_| text.len() == 1);
    let seat =
        seat.ok_or_else(|| wrong(format!("{key}: expected S, W, N or E, found {}", quoted(text))));
    Ok(seat? as u8)
}

fn set(cards: &[Card]) -> Cards {
    cards.iter().map(|card| card.set()).sum()
}

impl View {
    /// Reads the table of a position after the passing, by playing the cards of `record`.
    fn read_table(table: &mut Table, leader: u8, record: &[Card]) -> Result<(), NotationError> {
        table.passed = ALL_PASSES;
        table.begin(leader);
        for &card in record {
            let seat = usize::from(table.turn);
            let is_lead = table.plays == 0;
            if card.is_in(table.excluded[seat]) || is_lead && card != TWO_OF_CLUBS {
                return Err(wrong(format!("play: {} cannot have played {card}", SEATS[seat])));
            }
            table.play(card);
        }
        Ok(())
    }

    /// Checks that a game leads to this position.
    fn check(&self) -> Result<(), NotationError> {
        let View { seat, hand, gave, got, ref table } = *self;
        let own = usize::from(seat);
        let had = hand | table.played[own];
        let passed = table.passed_by(seat);
        let numbers = [count(gave), count(got)];
        let (cards, expected) = match table.is_passing() {
            true => (count(hand) + passed, [passed, 0]),
            false => (count(had), [passed, passed]),
        };
        if cards != HAND || hand & table.all_played() != 0 {
            return Err(wrong(format!("hand: expected {HAND} cards with those passed and played")));
        }
        if numbers != expected {
            let [gave, got] = expected;
            return Err(wrong(format!("expected {gave} cards after gave= and {got} after got=")));
        }
        let receiver = usize::from(table.passing.receiver(seat));
        let by_others = table.all_played() & !table.played[receiver];
        let known = gave & (had | got | by_others) == 0 && got & !had == 0;
        if !known || hand & table.excluded[own] != 0 || self.deal_unseen(&mut Rng::new(0)).is_none()
        {
            return Err(wrong("no deal agrees with these cards"));
        }
        Ok(())
    }

    /// Returns the cards that the seat may play or pass now; none if it is not its turn.
    fn legal(&self) -> Cards {
        match self.table.seat() {
            Some(turn) if turn != self.seat => 0,
            None => 0,
            Some(_) if self.table.is_passing() => self.hand,
            Some(_) => self.table.legal(self.hand),
        }
    }
}

/// A position is the view of a seat: `seat=S hand=... gave=... got=... lead=W play=2C5C...`. The play is
/// the whole record of the tricks. During the passing, `passed=N` is the number of cards passed by all
/// seats, and `lead` and `play` are missing.
impl Notation for Hearts {
    fn read_position(&self, text: &str) -> Result<Hearts, NotationError> {
        let view = self.read_view(text)?.ok_or_else(|| wrong("expected a view"))?;
        Ok(Hearts::world(&view, &mut Rng::new(0)))
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
        let [seat, passed, hand, gave, got, lead, play] = values;
        let mut table = Table::new(self.table.passing);
        let cards = |key, text: Option<&str>| read_cards(key, text.unwrap_or_default());
        let record = cards("play", play)?;
        match (passed, lead) {
            (None, Some(lead)) => View::read_table(&mut table, read_seat("lead", lead)?, &record)?,
            (Some(passed), None) if record.is_empty() && table.is_passing() => {
                let number = passed.parse().ok().filter(|&passed: &u8| passed < ALL_PASSES);
                table.passed = number.ok_or_else(|| {
                    wrong(format!(
                        "passed: expected a number below {ALL_PASSES}, found {}",
                        quoted(passed)
                    ))
                })?;
                table.turn = table.passed / PASSES;
            }
            _ => return Err(wrong("expected passed=N during the passing, else lead=SEAT")),
        }
        let view = View {
            seat: read_seat("seat", seat.unwrap_or_default())?,
            hand: set(&cards("hand", hand)?),
            gave: set(&cards("gave", gave)?),
            got: set(&cards("got", got)?),
            table,
        };
        view.check()?;
        Ok(Some(view))
    }

    fn write_position(view: &View) -> String {
        let View { seat, hand, gave, got, ref table } = *view;
        let letter = |seat: u8| SEAT_LETTERS[usize::from(seat)..][..1].to_owned();
        let record = &table.record[..usize::from(table.plays)];
        let leader = match record {
            [] => table.turn,
            _ => (0..4)
                .find(|&seat| TWO_OF_CLUBS.is_in(table.played[usize::from(seat)]))
                .unwrap_or(0),
        };
        let (passed, lead) = match table.is_passing() {
            true => (table.passed.to_string(), String::new()),
            false => (String::new(), letter(leader)),
        };
        let [hand, gave, got] = [hand, gave, got].map(|cards| write_cards(each(cards)));
        let play = write_cards(record.iter().copied());
        let values = [letter(seat), passed, hand, gave, got, lead, play];
        let words = KEYS.iter().zip(values).filter(|(_, value)| !value.is_empty());
        words.map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")
    }

    fn seat_of(view: &View) -> Option<u8> {
        Some(view.seat)
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        let expected =
            || wrong(format!("expected a card such as QS or TH, found {}", quoted(text)));
        let card = Card::read(text.trim()).ok_or_else(expected)?;
        Ok(if self.table.is_passing() { Move::Pass(card) } else { Move::Play(card) })
    }

    fn write_move(&self, mv: Move) -> String {
        match mv {
            Move::Pass(card) | Move::Play(card) => card.to_string(),
            Move::HiddenPass => "??".to_owned(),
        }
    }

    fn describe_move(&self, mv: Move) -> String {
        let turn = self.table.turn;
        let receiver = SEATS[usize::from(self.table.passing.receiver(turn))];
        match (mv, self.table.trick().first()) {
            (Move::Pass(card), _) => format!("pass the {} to {receiver}", card.name()),
            (Move::HiddenPass, _) => format!("pass a card to {receiver}"),
            (Move::Play(card), None) => format!("lead the {}", card.name()),
            (Move::Play(card), Some(led)) if led.suit() == card.suit() => {
                format!("play the {}", card.name())
            }
            (Move::Play(card), Some(_)) => format!("discard the {}", card.name()),
        }
    }

    fn write_seen(&self, seen: Seen) -> String {
        let Seen::Passed { leader, got } = seen else { return String::new() };
        let mut text = format!("{} leads", SEATS[usize::from(leader)]);
        for (seat, cards) in SEATS.iter().zip(got) {
            if let Some(cards) = cards {
                text += &format!(", {seat} gets {}", cards.map(|card| card.to_string()).join(" "));
            }
        }
        text
    }

    fn picture(view: &View) -> String {
        let View { seat, hand, gave, got, ref table } = *view;
        let legal = view.legal();
        let mut lines = Vec::new();
        for (suit, name) in SUITS.iter().zip(SUIT_NAMES) {
            let mark = |card: Card| match card.is_in(legal) {
                true => format!("[{card}]"),
                false => format!(" {card} "),
            };
            let cards: String = each(hand & suit).map(mark).collect();
            lines.push(format!("{name:9}{cards}").trim_end().to_owned());
        }
        let words = |cards| each(cards).map(|card| card.to_string()).collect::<Vec<_>>().join(" ");
        if gave != 0 {
            let receiver = SEATS[usize::from(table.passing.receiver(seat))];
            lines.push(format!("passed to {receiver}: {}", words(gave)));
        }
        if got != 0 {
            lines.push(format!("received: {}", words(got)));
        }
        if let Some(last) = table.plays.checked_sub(1) {
            // Between two tricks, the last one is still on the table.
            let (start, end) = (usize::from(last & !3), usize::from(table.plays));
            let owner =
                |card: Card| (0..4).find(|&seat| card.is_in(table.played[seat])).unwrap_or(0);
            let trick = table.record[start..end].iter();
            let cards: Vec<_> =
                trick.map(|&card| format!("{} {card}", SEATS[owner(card)])).collect();
            lines.push(format!("trick {}: {}", start / 4 + 1, cards.join(", ")));
        }
        let points =
            SEATS.iter().zip(table.points).map(|(seat, points)| format!("{seat} {points}"));
        lines.push(format!("points: {}", points.collect::<Vec<_>>().join(", ")));
        let status = match table.seat() {
            None => "over".to_owned(),
            Some(turn) => {
                let verb = if table.is_passing() { "pass" } else { "play" };
                format!("{} to {verb}", SEATS[usize::from(turn)])
            }
        };
        lines.push(format!("{}'s cards; {status}", SEATS[usize::from(seat)]));
        lines.join("\n")
    }
}

// ---------------------------------------------------------------------------------------------------
// A rule-based player

/// A seat that has taken all points so far, among them at least this number of hearts, is expected to shoot the moon.
const MOON_WATCH: u8 = 5;

/// The number of spades below the queen that protect high spades from being drawn out.
const GUARDS: usize = 4;

/// The number of cards below which a suit is short: a player tries to get rid of it.
const LONG_SUIT: i32 = 4;

const HIGH_SPADES: Cards = SPADES & !QUEEN_OF_SPADES.lower();

/// Returns the card to pass: high spades without guards, then high cards of short suits.
fn card_to_pass(hand: Cards) -> Card {
    let guarded = count(hand & QUEEN_OF_SPADES.lower()) >= GUARDS;
    let danger = |card: &Card| match card.suit() {
        2 if card.is_in(HIGH_SPADES) && !guarded => 100,
        2 => 0,
        _ => burden(*card, hand) + 1,
    };
    each(hand).max_by_key(danger).unwrap_or(TWO_OF_CLUBS)
}

/// Returns how much a player wants to get rid of a card: its rank, plus a bonus for short suits and for hearts.
fn burden(card: Card, hand: Cards) -> i32 {
    let length = count(hand & SUITS[card.suit()]) as i32;
    let heart = if card.is_in(HEARTS) { 3 } else { 0 };
    i32::from(card.rank()) + 2 * (LONG_SUIT - length).max(0) + heart
}

/// Returns the card to play, from the table that all seats see and the hand of the seat to move.
fn card_to_play(table: &Table, hand: Cards) -> Card {
    let legal = table.legal(hand);
    match table.trick() {
        _ if legal & (legal - 1) == 0 => lowest(legal),
        [] => card_to_lead(table, hand, legal),
        trick if legal & SUITS[trick[0].suit()] == 0 => card_to_discard(table, hand, legal),
        trick => card_to_follow(table, trick, legal),
    }
}

/// Returns whether the seat that wins the trick so far may shoot the moon.
fn watches_moon(table: &Table, place: u8) -> bool {
    let leader = table.turn + 4 - (table.plays & 3);
    let points = table.points[usize::from((leader + place) % 4)];
    if points < MOON_WATCH || table.points.iter().sum::<u8>() != points {
        return false;
    }
    let taken = &table.record[..usize::from(table.plays & !3)];
    let queen = if taken.contains(&QUEEN_OF_SPADES) { QUEEN_POINTS } else { 0 };
    points - queen >= MOON_WATCH
}

/// Returns the card to lead: the lowest card of a suit, preferably of one in which the others have few lower cards. Low
/// spades draw the queen out.
fn card_to_lead(table: &Table, hand: Cards, legal: Cards) -> Card {
    let out = DECK & !hand & !table.all_played();
    let queen_is_out = QUEEN_OF_SPADES.is_in(out);
    let risk = |card: &Card| {
        let of_others = out & SUITS[card.suit()];
        let lower = count(of_others & card.lower()) as i32;
        let higher = count(of_others) as i32 - lower;
        let length = count(hand & SUITS[card.suit()]) as i32;
        let wins = if higher == 0 { 20 } else { 0 };
        let spades = match card.suit() {
            2 if *card == QUEEN_OF_SPADES => 100,
            2 if QUEEN_OF_SPADES.is_in(hand) => 10,
            2 if queen_is_out && card.is_in(HIGH_SPADES) => 50,
            2 if queen_is_out && hand & HIGH_SPADES == 0 => -6,
            _ => 0,
        };
        2 * lower - higher.min(LONG_SUIT) + length + wins + spades
    };
    let lowest_of_suits =
        SUITS.iter().filter(|&suit| legal & suit != 0).map(|suit| lowest(legal & suit));
    lowest_of_suits.min_by_key(risk).unwrap_or(lowest(legal))
}

/// Returns the card that follows suit: the highest card that does not win the trick, or the highest card of all if that
/// is safe.
fn card_to_follow(table: &Table, trick: &[Card], legal: Cards) -> Card {
    let (best, place) = Table::winning(trick);
    let is_last = trick.len() == 3;
    let has_points = trick.iter().any(|&card| points(card) > 0);
    let losing = legal & best.lower();
    // The queen of spades is played by choice only if she does not win.
    let others =
        if legal & !QUEEN_OF_SPADES.set() != 0 { legal & !QUEEN_OF_SPADES.set() } else { legal };
    let taking = others & !losing;
    if has_points && taking != 0 && watches_moon(table, place) {
        return highest(taking);
    }
    if QUEEN_OF_SPADES.is_in(losing) {
        return QUEEN_OF_SPADES;
    }
    if table.is_first_trick() || is_last && !has_points {
        return highest(others);
    }
    match losing {
        0 if is_last => highest(others),
        0 => lowest(others),
        losing => highest(losing),
    }
}

/// Returns the card to discard: the queen of spades, else a higher spade while another seat has her, else high cards of
/// short suits. Gives no points to a seat that may shoot the moon.
fn card_to_discard(table: &Table, hand: Cards, legal: Cards) -> Card {
    let (_, place) = Table::winning(table.trick());
    let queen_is_out = !QUEEN_OF_SPADES.is_in(table.all_played() | hand);
    let mut cards = legal;
    if watches_moon(table, place) {
        match legal & !POINT_CARDS {
            0 => return lowest(legal),
            without_points => cards = without_points,
        }
    }
    if QUEEN_OF_SPADES.is_in(cards) {
        return QUEEN_OF_SPADES;
    }
    if queen_is_out && cards & HIGH_SPADES != 0 {
        return highest(cards & HIGH_SPADES);
    }
    let highest_of_suits =
        SUITS.iter().filter(|&suit| cards & suit != 0).map(|suit| highest(cards & suit));
    highest_of_suits.max_by_key(|&card| burden(card, hand)).unwrap_or(lowest(cards))
}

/// A custom player that follows rules of thumb, without search.
pub struct RulesPlayer;

impl Player<Hearts> for RulesPlayer {
    fn decide(
        &mut self,
        view: &View,
        _budget: &Budget,
        _observer: &mut dyn Observer<Move>,
    ) -> Decision<Move> {
        let legal = view.legal();
        if legal == 0 {
            return Decision::unsearched([]);
        }
        let (card, as_move): (Card, fn(Card) -> Move) = match view.table.is_passing() {
            true => (card_to_pass(view.hand), Move::Pass),
            false => (card_to_play(&view.table, view.hand), Move::Play),
        };
        let others = each(legal & !card.set());
        Decision::unsearched([card].into_iter().chain(others).map(|card| (as_move(card), None)))
    }
}

// ---------------------------------------------------------------------------------------------------
// The search's knowledge, and the registry entry

/// One in this many rollout moves is random. Without random moves, rollouts of the same world would be alike; with
/// random moves only, they would say little about good play.
const RANDOM_EVERY: usize = 8;

/// Rollouts by the rules of thumb, with some random moves.
#[derive(Clone)]
pub struct RuleRollouts;

impl Guide<Hearts> for RuleRollouts {
    fn rollout_move(
        &mut self,
        state: &Hearts,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Option<Move> {
        state.seat()?;
        if rng.below(RANDOM_EVERY) == 0 {
            return state.random_move(rng, scratch);
        }
        Some(match state.table.is_passing() {
            true => Move::Pass(card_to_pass(state.hand())),
            false => Move::Play(card_to_play(&state.table, state.hand())),
        })
    }
}

static PASS: Choice<Passing, 4> = Choice::new(
    "pass",
    "to which seat three cards are passed",
    [
        ("left", Passing::Left),
        ("right", Passing::Right),
        ("across", Passing::Across),
        ("hold", Passing::Hold),
    ],
);

/// Returns the registry entry of the game. The search maximises points, because margins count.
pub fn entry() -> Entry<Hearts, RuleRollouts, Points> {
    let rules = PlayerKind::new("rules", "rules of thumb, without search", &[], |_, _| {
        Ok(ConfiguredPlayer::new(RulesPlayer, Budget::simulations(1), "points"))
    });
    let summary = "four seats, 13 tricks: avoid hearts and the queen of spades";
    Entry::new("hearts", summary, |seed| Hearts::deal(Passing::Left, seed))
        .with_rules(&[PASS.key_with_default(Passing::Left)], |settings| {
            let passing = settings.choice(&PASS)?.unwrap_or(Passing::Left);
            Ok(move |seed| Hearts::deal(passing, seed))
        })
        .with_seats(SEATS)
        .with_guide(RuleRollouts)
        .with_objective(Points::within(-f64::from(ALL_POINTS), 0.0))
        .player(rules)
}

fn main() -> ExitCode {
    plywood::app().game(entry()).run()
}
