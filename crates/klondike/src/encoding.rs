//! Encoding of views by the place of each card, and of commands by their source and target.

use plywood_search::Encoding;

use crate::table::{COMMAND_LIMIT, MOST_FACE_DOWN, PILES, TALON, Table};
use crate::{Card, Command, Klondike, View};

/// The encoding as 583 numbers: the place of each card, then counts. There are 93 actions. Neither number
/// depends on the rules.
///
/// The first 572 numbers are eleven sets of 52 numbers, one for each card in the order of [`Card::number`].
/// The numbers of an unseen card are zeros in all sets.
///
/// | set | number of a card |
/// |---|---|
/// | 0 to 6 | 1 if it is face up in the pile |
/// | 7, 8, 9 | 1 if it is on its foundation, in the waste, in the stock |
/// | 10 | the number of cards on it, divided by 24; for a card of the stock, of cards dealt before it |
///
/// | number | count |
/// |---|---|
/// | 572 to 578 | the number of face-down cards of each pile, divided by 6 |
/// | 579, 580 | the number of cards of the waste and of the stock, divided by 24 |
/// | 581 | `left / (left + 1)`, where `left` is the number of further passes; 1 if passes are unlimited |
/// | 582 | the number of commands left, divided by 1,000 |
///
/// After a command, the cards that it shows count as unseen: a card that is turned up in a pile still
/// counts as face down, and a dealt card only as a card of the waste.
///
/// | action | command |
/// |---|---|
/// | 0 | turn |
/// | `1 + to`, 8 | waste to pile, waste to foundation |
/// | `9 + 8 * from + to`, `16 + 8 * from` | pile to pile, pile to foundation |
/// | `65 + 7 * suit + to` | foundation to pile |
///
/// The seven actions from a pile to itself are never legal.
///
/// ```
/// use plywood_klondike::{Command, Deal, Klondike, Places, Rules};
/// use plywood_search::{Encoding, Game};
///
/// let view = Klondike::new(Rules::default(), &Deal::from_seed(7)).view(0);
/// let mut numbers = [0.0; 583];
/// Places.observe(&view, 0, &mut numbers);
/// // Seven cards are face up, and the stock has all of the 24 cards that are not in piles.
/// assert_eq!(numbers[..572].iter().sum::<f32>(), 7.0);
/// assert_eq!(numbers[579..581], [0.0, 1.0]);
/// assert_eq!(Places.index(&view, Command::PileHome { from: 6, suit: 0 }), 64);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Places;

const CARDS: usize = 52;

/// The sets that follow those of the piles.
const HOME: usize = PILES;
const WASTE: usize = PILES + 1;
const STOCK: usize = PILES + 2;
const ABOVE: usize = PILES + 3;
const SETS: usize = PILES + 4;

/// The number of counts: one for each pile, and those of the waste, the stock, the passes and the commands.
const COUNTS: usize = PILES + 4;

/// The number of targets of a waste or pile card: the piles, and its foundation.
const TARGETS: usize = PILES + 1;
/// The first action of each kind of source. The waste and each pile have [`TARGETS`] actions, each
/// foundation has one for each pile.
const FROM_WASTE: usize = 1;
const FROM_PILES: usize = FROM_WASTE + TARGETS;
const FROM_HOME: usize = FROM_PILES + PILES * TARGETS;
const ACTIONS: usize = FROM_HOME + 4 * PILES;

/// Writes a table in which unseen cards are hidden, such as that of a view.
fn write(table: &Table, out: &mut [f32]) {
    let (sets, counts) = out.split_at_mut(SETS * CARDS);
    sets.fill(0.0);
    let mut put = |set: usize, card: Card, above: usize| {
        if !card.is_hidden() {
            let number = usize::from(card.number());
            sets[set * CARDS + number] = 1.0;
            sets[ABOVE * CARDS + number] = above as f32 / TALON as f32;
        }
    };
    for (pile, count) in counts[..PILES].iter_mut().enumerate() {
        let mut unseen = 0;
        for (above, &card) in table.pile(pile).iter().rev().enumerate() {
            put(pile, card, above);
            unseen += u8::from(card.is_hidden());
        }
        // After a command, the card to be turned up counts here, because its pile could look empty otherwise.
        *count = f32::from(unseen) / f32::from(MOST_FACE_DOWN);
    }
    for suit in 0..4 {
        for (above, rank) in (0..table.home(suit)).rev().enumerate() {
            put(HOME, Card::at(rank, suit), above);
        }
    }
    let (waste, stock) = (table.waste(), table.stock());
    waste.iter().rev().enumerate().for_each(|(above, &card)| put(WASTE, card, above));
    stock.iter().enumerate().for_each(|(above, &card)| put(STOCK, card, above));

    // The pass in the text of a view may be larger than the last pass of the rules.
    let passes = table.rules.passes.map_or(1.0, |passes| {
        let left = f32::from(passes.get().saturating_sub(table.pass));
        left / (left + 1.0)
    });
    let commands = f32::from(COMMAND_LIMIT.saturating_sub(table.commands));
    counts[PILES..].copy_from_slice(&[
        waste.len() as f32 / TALON as f32,
        stock.len() as f32 / TALON as f32,
        passes,
        commands / f32::from(COMMAND_LIMIT),
    ]);
}

impl Encoding<Klondike> for Places {
    fn shape(&self) -> Vec<usize> {
        vec![SETS * CARDS + COUNTS]
    }

    fn observe(&self, view: &View, _seat: u8, out: &mut [f32]) {
        write(&view.0, out);
    }

    fn actions(&self) -> usize {
        ACTIONS
    }

    fn index(&self, _view: &View, command: Command) -> usize {
        // The two piles determine the card that moves: at most one card of a run fits on the top card of
        // the other pile, and at most one is a king, which fits on an empty pile.
        match command {
            Command::Turn => 0,
            Command::WasteToPile { to } => FROM_WASTE + usize::from(to),
            Command::WasteHome { .. } => FROM_WASTE + PILES,
            Command::PileToPile { from, to, .. } => {
                FROM_PILES + TARGETS * usize::from(from) + usize::from(to)
            }
            Command::PileHome { from, .. } => FROM_PILES + TARGETS * usize::from(from) + PILES,
            Command::HomeToPile { suit, to } => {
                FROM_HOME + PILES * usize::from(suit) + usize::from(to)
            }
        }
    }

    fn range(&self) -> (f32, f32) {
        (0.0, 1.0)
    }

    fn observe_after(&self, view: &View, _seat: u8, command: Command, out: &mut [f32]) {
        let mut after = view.0.clone();
        after.play(command);
        write(&after, out);
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU16;

    use plywood_search::{Game, Rng, conformance};

    use super::*;
    use crate::rules::{Draw, Foundations, Rules, Waste};
    use crate::table::Parts;
    use crate::{Deal, view_text};

    const NUMBERS: usize = SETS * CARDS + COUNTS;

    fn rules() -> impl Iterator<Item = Rules> {
        let passes = [None, NonZeroU16::new(1), NonZeroU16::new(3)];
        passes.into_iter().flat_map(|passes| {
            [
                Rules { passes, ..Rules::default() },
                Rules { passes, draw: Draw::One, ..Rules::default() },
                Rules { passes, waste: Waste::Top, ..Rules::default() },
                Rules { passes, foundations: Foundations::Keep, ..Rules::default() },
            ]
        })
    }

    fn observe(view: &View) -> [f32; NUMBERS] {
        let mut numbers = [f32::NAN; NUMBERS];
        Places.observe(view, 0, &mut numbers);
        numbers
    }

    #[test]
    fn the_places_keep_the_contract() {
        assert_eq!((Places.shape(), Places.actions()), (vec![583], 93));
        for rules in rules() {
            let start = |seed| Klondike::new(rules, &Deal::from_seed(seed));
            conformance::check_encoding(10, start, &Places);
        }
    }

    #[test]
    fn a_position_has_known_numbers() {
        let piles =
            "-|-|?? ?? 9D 8C|?? ?? ?? QS|?? ?? ?? ?? QC|?? ?? ?? ?? ?? QD|?? ?? ?? ?? ?? ?? QH";
        let stock = format!("?? 7H {}", "?? ".repeat(19));
        let text = format!("{piles} home:2,0,0,0 waste:KH 5S TD stock:{stock}pass:2 commands:250");
        let rules = Rules { passes: NonZeroU16::new(4), ..Rules::default() };
        let numbers = observe(&view_text::read(rules, &text).unwrap());

        let mut expected = [0.0; NUMBERS];
        for (card, set, above) in [
            ("9D", 2, 1.0),
            ("8C", 2, 0.0),
            ("QS", 3, 0.0),
            ("QC", 4, 0.0),
            ("QD", 5, 0.0),
            ("QH", 6, 0.0),
            ("AC", 7, 1.0),
            ("2C", 7, 0.0),
            ("KH", 8, 2.0),
            ("5S", 8, 1.0),
            ("TD", 8, 0.0),
            ("7H", 9, 1.0),
        ] {
            let number = usize::from(Card::read(card).unwrap().number());
            expected[52 * set + number] = 1.0;
            expected[520 + number] = above / 24.0;
        }
        let counts = [0.0, 0.0, 2.0 / 6.0, 0.5, 4.0 / 6.0, 5.0 / 6.0, 1.0];
        expected[572..579].copy_from_slice(&counts);
        // Two passes are left, because this is pass 2 of 4.
        expected[579..].copy_from_slice(&[3.0 / 24.0, 21.0 / 24.0, 2.0 / 3.0, 0.75]);
        assert_eq!(numbers, expected);
    }

    /// Rebuilds a view from its observation. With unlimited passes, the observation does not contain the
    /// number of the pass, so it is an argument.
    fn rebuild(rules: Rules, pass: u16, numbers: &[f32]) -> View {
        let count = |number: f32, of: f32| (number * of).round() as usize;
        let place = |set: usize, length: usize| {
            let mut cards = vec![Card::HIDDEN; length];
            for card in Card::all() {
                let number = usize::from(card.number());
                if numbers[set * CARDS + number] == 1.0 {
                    cards[count(numbers[ABOVE * CARDS + number], 24.0)] = card;
                }
            }
            cards
        };
        let counts = &numbers[SETS * CARDS..];
        let mut waste = place(WASTE, count(counts[PILES], 24.0));
        waste.reverse();
        let mut parts = Parts { dealt: waste.len() as u8, ..Parts::default() };
        parts.talon = [waste, place(STOCK, count(counts[PILES + 1], 24.0))].concat();
        let seen = parts.talon.iter().enumerate().filter(|(_, card)| !card.is_hidden());
        parts.seen = seen.map(|(index, _)| 1 << index).sum();
        for pile in 0..PILES {
            let up = numbers[pile * CARDS..][..CARDS].iter().filter(|&&number| number == 1.0);
            let down = count(counts[pile], 6.0);
            parts.down[pile] = down as u8;
            parts.piles[pile] = place(pile, down + up.count());
            parts.piles[pile].reverse();
        }
        for card in Card::all() {
            let is_home = numbers[HOME * CARDS + usize::from(card.number())] == 1.0;
            parts.home[usize::from(card.suit())] += u8::from(is_home);
        }
        let share = counts[PILES + 2];
        let left = (share / (1.0 - share)).round() as u16;
        parts.pass = rules.passes.map_or(pass, |passes| passes.get() - left);
        parts.commands = 1000 - count(counts[PILES + 3], 1000.0) as u16;
        View::new(&Table::from_parts(rules, &parts))
    }

    #[test]
    fn a_view_follows_from_its_observation() {
        for (rules, seed) in rules().zip(0..) {
            let mut game = Klondike::new(rules, &Deal::from_seed(seed));
            let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
            while let Some(command) = game.random_move(&mut rng, &mut scratch) {
                let view = game.view(0);
                assert_eq!(rebuild(rules, view.0.pass, &observe(&view)), view);
                game.play(command);
            }
        }
    }

    #[test]
    fn an_afterstate_is_the_next_position_without_the_cards_shown() {
        for (rules, seed) in rules().zip(0..) {
            let mut game = Klondike::new(rules, &Deal::from_seed(seed));
            let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
            while let Some(command) = game.random_move(&mut rng, &mut scratch) {
                let (mut after, unseen) = ([f32::NAN; NUMBERS], game.view(0).0.face_down());
                Places.observe_after(&game.view(0), 0, command, &mut after);
                let shown: Vec<Card> = game.play(command).cards().collect();
                let mut next = observe(&game.view(0));
                for card in &shown {
                    (0..SETS).for_each(|set| next[set * CARDS + usize::from(card.number())] = 0.0);
                }
                // A card that is turned up in a pile was face down until then.
                let turned_up = (unseen - game.0.face_down()) as f32;
                let piles = SETS * CARDS..SETS * CARDS + PILES;
                let face_down = |numbers: &[f32]| 6.0 * numbers[piles.clone()].iter().sum::<f32>();
                assert!((face_down(&after) - face_down(&next) - turned_up).abs() < 1e-3);
                assert_eq!(after[..piles.start], next[..piles.start], "{command} shows {shown:?}");
                assert_eq!(after[piles.end..], next[piles.end..], "{command} shows {shown:?}");
            }
        }
    }
}
