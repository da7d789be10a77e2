//! The features of a view, which are the input of the learned value. A feature is a number below [`FEATURES`], and
//! the features of a view are those that hold in it.
//!
//! The features depend only on what the view shows, so all worlds of a view have the same features. They do not
//! distinguish the two suits of a colour or the order of the piles.

use crate::card::{self, ALL, KINGS, bit};
use crate::step;
use crate::table::{PILES, Table};
use crate::{Card, Command};

/// Where a card lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Home,
    /// The top of a pile without face-down cards.
    OpenTop,
    /// The top of a run of several cards on face-down cards.
    Top,
    /// In a pile without face-down cards, below other cards.
    Open,
    /// Within a run on face-down cards.
    Inside,
    /// The first card of a run on face-down cards, below other cards.
    Head,
    /// The only face-up card on face-down cards.
    Alone,
    /// In stock or waste, and can be brought to the top of the waste by turning the stock alone.
    Reachable,
    /// In stock or waste, seen, but not reachable before cards above it have been played.
    Blocked,
    Unseen,
}

const PLACES: usize = 10;
const RANKS: usize = 13;
/// The number of possible counts of face-down cards, 0 to 21.
const FACE_DOWN: usize = 22;
/// The number of possible counts of cards in stock and waste, 0 to 24.
const TALON: usize = 25;
/// Greatest number of face-down cards in a pile.
const DOWN: usize = 6;

/// A group of features, numbered consecutively.
#[derive(Clone, Copy)]
struct Group {
    first: usize,
    size: usize,
}

/// Returns a group of `size` features whose numbers follow those of `group`.
const fn after(group: Group, size: usize) -> Group {
    Group { first: group.first + group.size, size }
}

/// For each card: its rank and its place.
const BY_RANK: Group = Group { first: 0, size: RANKS * PLACES };
/// For each card that is not home: how many cards of its suit must go home before it, and its place.
const BY_NEED: Group = after(BY_RANK, RANKS * PLACES);
/// For the two cards of each rank and colour: their places, in any order.
const TWINS: Group = after(BY_NEED, RANKS * PLACES * PLACES);
/// For each run on face-down cards, unless it begins with a king: the number of face-down cards under it, and the
/// classes of the places of the two cards on which its first card fits.
const HOLDERS: Group = after(TWINS, DOWN * HOLDER_CLASSES * HOLDER_CLASSES);
/// For each run on face-down cards that begins with a king: the number of face-down cards under it, and whether a pile
/// is empty.
const KING_HEAD: Group = after(HOLDERS, DOWN * 2);
/// For each run on face-down cards: the number of face-down cards under it, and how many cards must go home before its
/// first card can, at most 3. The next group has the rank of this card instead.
const HEAD_NEED: Group = after(KING_HEAD, DOWN * 4);
const HEAD_RANK: Group = after(HEAD_NEED, DOWN * RANKS);
/// For each pile: its numbers of face-down and of face-up cards.
const PILE: Group = after(HEAD_RANK, (DOWN + 1) * 14);
/// The number of face-down cards, combined with the number of steps. The next four groups combine the number of
/// face-down cards with the number of cards in stock and waste, of unseen cards among them, of empty piles, and of
/// steps that turn up a card.
const STEPS: Group = after(PILE, FACE_DOWN * 8);
const IN_TALON: Group = after(STEPS, FACE_DOWN * TALON);
const UNSEEN: Group = after(IN_TALON, FACE_DOWN * TALON);
const EMPTY: Group = after(UNSEEN, FACE_DOWN * 5);
const REVEALS: Group = after(EMPTY, FACE_DOWN * 6);
const CARDS_HOME: Group = after(REVEALS, 53);
/// The least number of cards on a foundation, and half the number of face-down cards.
const LEAST_HOME: Group = after(CARDS_HOME, 14 * (FACE_DOWN / 2));
/// The number of steps that play a card of the waste, and a third of the number of cards in stock and waste.
const WASTE_STEPS: Group = after(LEAST_HOME, 6 * 9);

/// The number of features.
pub(crate) const FEATURES: usize = WASTE_STEPS.first + WASTE_STEPS.size;

/// The number of classes of places, for a card on which another fits: the top of a pile, covered in a pile, reachable
/// in the stock or waste, blocked there, unseen, and home.
const HOLDER_CLASSES: usize = 6;

fn holder_class(place: Place) -> usize {
    match place {
        Place::OpenTop | Place::Top | Place::Alone => 0,
        Place::Open | Place::Inside | Place::Head => 1,
        Place::Reachable => 2,
        Place::Blocked => 3,
        Place::Unseen => 4,
        Place::Home => 5,
    }
}

/// The suits of each colour.
const COLOURS: [[u8; 2]; 2] = [[0, 3], [1, 2]];

/// Replaces `out` by the features that hold in a position.
pub(crate) fn list(table: &Table, out: &mut Vec<u16>) {
    out.clear();
    let mut list = List { table, places: places(table), out };
    list.cards();
    list.twins();
    (0..PILES).for_each(|pile| list.pile(pile));
    list.counts();
}

struct List<'a> {
    table: &'a Table,
    places: [Place; 52],
    out: &'a mut Vec<u16>,
}

impl List<'_> {
    fn add(&mut self, group: Group, number: usize) {
        debug_assert!(number < group.size, "{number} of {}", group.size);
        self.out.push((group.first + number) as u16);
    }

    fn place(&self, rank: u8, suit: u8) -> Place {
        self.places[usize::from(Card::at(rank, suit).number())]
    }

    /// Returns how many cards of a card's suit must go home before it.
    fn need(&self, card: Card) -> usize {
        usize::from(card.rank().saturating_sub(self.table.home(card.suit())))
    }

    fn cards(&mut self) {
        for card in card::cards(ALL) {
            let place = self.places[usize::from(card.number())];
            self.add(BY_RANK, usize::from(card.rank()) * PLACES + place as usize);
            if place != Place::Home {
                self.add(BY_NEED, self.need(card) * PLACES + place as usize);
            }
        }
    }

    fn twins(&mut self) {
        for rank in 0..RANKS {
            for suits in COLOURS {
                let [a, b] = suits.map(|suit| self.place(rank as u8, suit) as usize);
                self.add(TWINS, (rank * PLACES + a.min(b)) * PLACES + a.max(b));
            }
        }
    }

    fn pile(&mut self, pile: usize) {
        let (down, height) = (self.table.down(pile), self.table.pile(pile).len());
        self.add(PILE, down * 14 + height - down);
        if down == 0 {
            return;
        }
        let (head, below) = (self.table.pile(pile)[down], down - 1);
        if bit(head) & KINGS != 0 {
            let empty = usize::from(self.table.empty_pile().is_some());
            self.add(KING_HEAD, below * 2 + empty);
        } else {
            let suits = COLOURS[usize::from(!head.is_red())];
            let [a, b] = suits.map(|suit| holder_class(self.place(head.rank() + 1, suit)));
            self.add(HOLDERS, (below * HOLDER_CLASSES + a.min(b)) * HOLDER_CLASSES + a.max(b));
        }
        self.add(HEAD_NEED, below * 4 + self.need(head).min(3));
        self.add(HEAD_RANK, below * RANKS + usize::from(head.rank()));
    }

    fn counts(&mut self) {
        let table = self.table;
        let Steps { all, reveals, wastes } = count_steps(table);
        let (face_down, talon) = (table.face_down() as usize, table.talon_len() as usize);
        let empty = (0..PILES).filter(|&pile| table.pile(pile).is_empty()).count();
        let least = (0..4).map(|suit| usize::from(table.home(suit))).min().unwrap_or(0);
        self.add(STEPS, face_down * 8 + all.min(7));
        self.add(IN_TALON, face_down * TALON + talon);
        self.add(UNSEEN, face_down * TALON + talon - table.talon_seen() as usize);
        self.add(EMPTY, face_down * 5 + empty.min(4));
        self.add(REVEALS, face_down * 6 + reveals.min(5));
        self.add(CARDS_HOME, table.cards_home().into());
        self.add(LEAST_HOME, least * (FACE_DOWN / 2) + face_down / 2);
        self.add(WASTE_STEPS, wastes.min(5) * 9 + talon / 3);
    }
}

fn places(table: &Table) -> [Place; 52] {
    let mut places = [Place::Unseen; 52];
    let mut set = |card: Card, place| places[usize::from(card.number())] = place;
    for suit in 0..4 {
        (0..table.home(suit)).for_each(|rank| set(Card::at(rank, suit), Place::Home));
    }
    for pile in 0..PILES {
        let (cards, down) = (table.pile(pile), table.down(pile));
        for (index, &card) in cards.iter().enumerate().skip(down) {
            let (is_top, is_head) = (index + 1 == cards.len(), index == down);
            let place = match (down > 0, is_top, is_head) {
                (false, true, _) => Place::OpenTop,
                (false, false, _) => Place::Open,
                (true, true, true) => Place::Alone,
                (true, true, false) => Place::Top,
                (true, false, true) => Place::Head,
                (true, false, false) => Place::Inside,
            };
            set(card, place);
        }
    }
    table.seen_in_talon().for_each(|card| set(card, Place::Blocked));
    let reachable = table.waste_tops().filter_map(|(_, card)| card);
    reachable.for_each(|card| set(card, Place::Reachable));
    places
}

/// The numbers of possible steps: all, those that turn up a card, and those that play a card of the waste.
#[derive(Default)]
struct Steps {
    all: usize,
    reveals: usize,
    wastes: usize,
}

fn count_steps(table: &Table) -> Steps {
    let mut steps = Steps::default();
    step::list_all(table, |step| {
        steps.all += 1;
        let turns_up =
            |from: u8, head: Card| table.down(from.into()) > 0 && table.is_whole_run(head);
        match step.last {
            Command::WasteToPile { .. } | Command::WasteHome { .. } => steps.wastes += 1,
            Command::PileToPile { from, card, .. } => {
                steps.reveals += usize::from(turns_up(from, card));
            }
            // Does not count steps with a `first` command. They turn up a card only if this command moves all of a run
            // but its first card away.
            Command::PileHome { from, suit } if step.first.is_none() => {
                steps.reveals += usize::from(turns_up(from, Card::at(table.home(suit), suit)));
            }
            _ => {}
        }
    });
    steps
}

#[cfg(test)]
mod tests {
    use plywood_search::{Game, Rng};

    use super::*;
    use crate::{Deal, Klondike, Rules};

    #[test]
    fn worlds_of_a_view_have_the_same_features() {
        let (mut here, mut there) = (Vec::new(), Vec::new());
        for seed in 0..20 {
            let (mut game, mut rng) =
                (Klondike::new(Rules::default(), &Deal::from_seed(seed)), Rng::new(seed));
            let mut scratch = Vec::new();
            while let Some(command) = game.random_move(&mut rng, &mut scratch) {
                game.play(command);
                list(&game.0, &mut here);
                list(&Klondike::world(&game.view(0), &mut rng).0, &mut there);
                assert_eq!(here, there, "seed {seed}");
                assert!(here.iter().all(|&feature| usize::from(feature) < FEATURES));
            }
        }
    }

    #[test]
    fn suits_of_a_colour_and_piles_in_another_order_do_not_count() {
        let position = |piles: &str| crate::view_text::read(Rules::default(), piles).unwrap().0;
        let (mut one, mut other) = (Vec::new(), Vec::new());
        list(&position("KC QH|KD|KH|KS|-|-|- home:12,11,11,12 stock:QD"), &mut one);
        list(&position("KD|KS QD|KH|KC|-|-|- home:12,11,11,12 stock:QH"), &mut other);
        one.sort_unstable();
        other.sort_unstable();
        assert_eq!(one, other);
        list(&position("KC|KD QC|KH|KS|-|-|- home:11,12,12,12"), &mut other);
        other.sort_unstable();
        assert_ne!(one, other);
    }
}
