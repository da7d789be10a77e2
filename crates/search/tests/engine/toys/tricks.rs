//! A trick-taking game for four seats with private hands, like Hearts: 16 cards, four of each suit.
//! Players follow suit if they can; the highest card of the suit led takes the trick and leads next.
//! Each card of the last suit costs its taker a point.

use plywood_search::{Game, Rng};

pub(crate) const SEATS: u8 = 4;
const CARDS: u8 = 16;
const HEARTS: u8 = 3;

/// Everything but the hands. All seats know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Table {
    /// The set of cards played.
    played: u16,
    /// The cards of the current trick, in the order of play.
    trick: [u8; SEATS as usize],
    in_trick: u8,
    leader: u8,
    points: [u8; SEATS as usize],
    /// The suits that a seat is known to lack, as a set.
    lacks: [u8; SEATS as usize],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tricks {
    table: Table,
    /// The set of cards in each hand.
    hands: [u16; SEATS as usize],
}

/// What a seat knows: the table and its own hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct View {
    table: Table,
    seat: u8,
    hand: u16,
}

fn suit(card: u8) -> u8 {
    card / 4
}

fn suit_cards(suit: u8) -> u16 {
    0b1111 << (4 * suit)
}

impl Table {
    fn mover(&self) -> u8 {
        (self.leader + self.in_trick) % SEATS
    }

    /// Returns the number of cards that a seat has in hand.
    fn hand_size(&self, seat: u8) -> u32 {
        let in_trick = (seat + SEATS - self.leader) % SEATS < self.in_trick;
        let tricks = (self.played.count_ones() - u32::from(self.in_trick)) / u32::from(SEATS);
        u32::from(CARDS / SEATS) - tricks - u32::from(in_trick)
    }

    fn legal(&self, hand: u16) -> u16 {
        let following = match self.in_trick {
            0 => 0,
            _ => hand & suit_cards(suit(self.trick[0])),
        };
        if following == 0 { hand } else { following }
    }

    fn play(&mut self, card: u8) {
        let seat = self.mover();
        if self.in_trick > 0 && suit(card) != suit(self.trick[0]) {
            self.lacks[seat as usize] |= 1 << suit(self.trick[0]);
        }
        self.played |= 1 << card;
        self.trick[self.in_trick as usize] = card;
        self.in_trick += 1;
        if self.in_trick == SEATS {
            let led = suit(self.trick[0]);
            let follows = |&place: &u8| suit(self.trick[place as usize]) == led;
            let best = (0..SEATS).filter(follows).max_by_key(|&place| self.trick[place as usize]);
            self.leader = (self.leader + best.expect("the first card follows")) % SEATS;
            let cost = self.trick.iter().filter(|&&card| suit(card) == HEARTS).count();
            self.points[self.leader as usize] += cost as u8;
            (self.trick, self.in_trick) = ([0; SEATS as usize], 0);
        }
    }
}

impl Tricks {
    /// Creates a game whose cards are dealt by `seed`.
    pub(crate) fn new(seed: u64) -> Self {
        let (table, mut hands) = (Table::default(), [0; SEATS as usize]);
        deal(&table, u16::MAX, &mut hands, &[0, 1, 2, 3], &mut Rng::new(seed));
        Tricks { table, hands }
    }
}

/// Deals `cards` to `seats`, uniformly among the deals in which no seat gets a suit that it lacks.
fn deal(table: &Table, cards: u16, hands: &mut [u16; 4], seats: &[u8], rng: &mut Rng) {
    let mut pack = [0; CARDS as usize];
    let mut size = 0;
    for card in (0..CARDS).filter(|card| cards >> card & 1 == 1) {
        pack[size] = card;
        size += 1;
    }
    loop {
        rng.shuffle(&mut pack[..size]);
        let mut rest = pack[..size].iter();
        for &seat in seats {
            let hand = rest.by_ref().take(table.hand_size(seat) as usize);
            hands[seat as usize] = hand.map(|card| 1 << card).sum();
        }
        let fits = |&seat: &u8| {
            let lacking = (0..4).filter(|suit| table.lacks[seat as usize] >> suit & 1 == 1);
            lacking.map(suit_cards).all(|cards| hands[seat as usize] & cards == 0)
        };
        if seats.iter().all(fits) {
            return;
        }
    }
}

impl Game for Tricks {
    type Move = u8;
    type Seen = ();
    type View = View;
    const HIDDEN: bool = true;
    const PRIVATE: bool = true;

    fn seats(&self) -> u8 {
        SEATS
    }

    fn seat(&self) -> Option<u8> {
        (self.table.played != u16::MAX).then(|| self.table.mover())
    }

    fn moves(&self, out: &mut Vec<u8>) {
        let Some(seat) = self.seat() else { return };
        let legal = self.table.legal(self.hands[seat as usize]);
        out.extend((0..CARDS).filter(|card| legal >> card & 1 == 1));
    }

    fn play(&mut self, card: u8) {
        self.hands[self.table.mover() as usize] &= !(1 << card);
        self.table.play(card);
    }

    fn score(&self, seat: u8) -> f64 {
        -f64::from(self.table.points[seat as usize])
    }

    fn view(&self, seat: u8) -> View {
        View { table: self.table, seat, hand: self.hands[seat as usize] }
    }

    fn world(view: &View, rng: &mut Rng) -> Tricks {
        let mut hands = [0; SEATS as usize];
        hands[view.seat as usize] = view.hand;
        let others = [1, 2, 3].map(|step| (view.seat + step) % SEATS);
        deal(&view.table, !(view.table.played | view.hand), &mut hands, &others, rng);
        Tricks { table: view.table, hands }
    }
}
