//! Positions and moves as text.
//!
//! A position is the rows of the board joined by `/`, then fields in any order:
//!
//! - `hand:##/#.,,###`: the blocks of the three slots; a used slot has an empty text. Without this
//!   field, the seed deals the hand.
//! - `score:N` and `streak:N`. In play, both saturate at the maximum of their type.
//! - `hands:K`: the number of hands dealt so far; not written if it is 1.
//! - `seed:N` or `seed:N@K`, read but never written: the seed of the game, and K with the meaning of `hands:K`.

use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use plywood_search::{Notation, NotationError, quoted};

use crate::bits::Cells;
use crate::grid::Grid;
use crate::position::{Hand, Move, Position, SLOTS};
use crate::rules::Rules;
use crate::{Woodblock, picture};

impl Notation for Woodblock {
    fn read_position(&self, text: &str) -> Result<Self, NotationError> {
        let rules = self.position().rules();
        let mut words = text.split_whitespace();
        let board = read_board(rules, words.next().unwrap_or_default())?;
        let [hand, score, streak, dealt, seed] = read_fields(words)?;
        let score = read_number("score", score, 0..=u32::MAX)?.unwrap_or(0);
        let streak = read_number("streak", streak, 0..=u32::from(u16::MAX))?.unwrap_or(0) as u16;
        let dealt = read_number("hands", dealt, 1..=max_hands(rules))?;
        let (seed, used) = match seed {
            Some(text) => read_seed(text, max_hands(rules))?,
            None => (self.seed(), None),
        };
        if let (Some(dealt), Some(used)) = (dealt, used)
            && dealt != used
        {
            return Err(error(format!(
                "hands:{dealt} and seed:{seed}@{used} differ: expected the same number of hands"
            )));
        }
        let hands = dealt.or(used).unwrap_or(1);
        let hand = match hand {
            Some(text) => read_hand(rules, text)?,
            None => rules.deal(seed, hands - 1),
        };
        if hand == [None; SLOTS] && rules.cap().map(NonZeroU32::get) != Some(hands) {
            return Err(error("the hand is empty: expected at least one block".to_owned()));
        }
        let position =
            Position { rules: rules.clone(), board, score, hands, hand, streak, over: false };
        Ok(Woodblock::from_position(position, seed))
    }

    fn write_position(view: &Position) -> String {
        let rules = view.rules();
        let size = rules.grid().size();
        let cell =
            |row, column| if view.board() >> (row * size + column) & 1 == 1 { '#' } else { '.' };
        let row = |row| (0..size).map(|column| cell(row, column)).collect::<String>();
        let board: Vec<_> = (0..size).map(row).collect();
        let hand = write_hand(rules, view.hand());
        let hands = match view.hands() {
            1 => String::new(),
            hands => format!(" hands:{hands}"),
        };
        let (board, score, streak) = (board.join("/"), view.score(), view.streak());
        format!("{board} hand:{hand} score:{score} streak:{streak}{hands}")
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        read_move(text).ok_or_else(|| {
            error(format!(
                "{} is no move: expected the block and the cell of its top left corner, \
                 such as 1@c4, or 1r2@c4 with two quarter turns",
                quoted(text)
            ))
        })
    }

    fn write_move(&self, mv: Move) -> String {
        let turn = if mv.turn > 0 { format!("r{}", mv.turn) } else { String::new() };
        format!("{}{turn}@{}{}", mv.slot + 1, column_letter(u32::from(mv.column)), mv.row + 1)
    }

    fn describe_move(&self, mv: Move) -> String {
        let turned = ["", ", turned right,", ", turned over,", ", turned left,"];
        let (slot, turned) = (mv.slot + 1, turned[usize::from(mv.turn % 4)]);
        let column = column_letter(u32::from(mv.column));
        format!("block {slot}{turned} at {column}{}", mv.row + 1)
    }

    fn cells(&self, mv: Move) -> Vec<[i8; 2]> {
        let size = self.position().rules().grid().size();
        let filled = self.position().filled_by(mv);
        let cells = (0..size * size).filter(|cell| filled >> cell & 1 == 1);
        cells.map(|cell| [(cell % size) as i8, (cell / size) as i8]).collect()
    }

    fn regions(&self) -> Vec<Vec<[i8; 2]>> {
        self.position().rules().grid().boxes().map(Iterator::collect).collect()
    }

    fn write_seen(&self, refill: Option<Hand>) -> String {
        match refill {
            Some(hand) => write_hand(self.position().rules(), hand),
            None => "nothing".to_owned(),
        }
    }

    fn picture(view: &Position) -> String {
        picture::draw(view)
    }
}

/// The largest valid number of hands.
fn max_hands(rules: &Rules) -> u32 {
    rules.cap().map_or(u32::MAX, NonZeroU32::get)
}

/// The letter of a column.
pub(crate) fn column_letter(column: u32) -> char {
    char::from(b'a' + column as u8)
}

fn error(message: String) -> NotationError {
    NotationError::new(message)
}

fn read_move(text: &str) -> Option<Move> {
    let (block, cell) = text.split_once('@')?;
    let (slot, turn) = block.split_once(['r', 'R']).unwrap_or((block, "0"));
    let from_1 = |text: &str, most: u8| {
        digits(text)?.parse::<u8>().ok()?.checked_sub(1).filter(|&number| number < most)
    };
    let letter = cell.chars().next()?.to_ascii_lowercase();
    let column = u8::try_from(letter).ok()?.checked_sub(b'a')?;
    Some(Move {
        slot: from_1(slot, SLOTS as u8)?,
        turn: digits(turn)?.parse().ok().filter(|&turn| turn < 4)?,
        row: from_1(cell.get(1..)?, Grid::MAX_SIZE)?,
        column: Some(column).filter(|&column| column < Grid::MAX_SIZE)?,
    })
}

/// Returns the text if it consists of digits, else `None`.
fn digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

fn read_board(rules: &Rules, text: &str) -> Result<Cells, NotationError> {
    let size = rules.grid().size() as usize;
    let name = rules.variant().name();
    let expected = format!("{name} has {size} rows of {size} cells, joined by '/'");
    for (number, row) in (1..).zip(text.split('/')) {
        let found = row.chars().count();
        if found != size {
            return Err(error(format!("row {number} has {found} cells: {expected}")));
        }
    }
    let rows = text.split('/').count();
    if rows != size {
        return Err(error(format!("the board has {rows} rows: {expected}")));
    }
    let mut board = 0;
    for (index, cell) in text.chars().filter(|&cell| cell != '/').enumerate() {
        match cell {
            '#' => board |= 1 << index,
            '.' => {}
            _ => {
                let (column, row) = (column_letter((index % size) as u32), index / size + 1);
                return Err(error(format!(
                    "{cell:?} on {column}{row} is no cell: expected '#' filled or '.' free"
                )));
            }
        }
    }
    if rules.grid().clear(board).board != board {
        return Err(error("a line of the board is full: it would have been cleared".to_owned()));
    }
    Ok(board)
}

fn write_hand(rules: &Rules, hand: Hand) -> String {
    let block = |block: Option<u8>| match block {
        Some(block) => rules.variant().shapes()[usize::from(block)].rows.join("/"),
        None => String::new(),
    };
    hand.map(block).join(",")
}

fn read_hand(rules: &Rules, text: &str) -> Result<Hand, NotationError> {
    let mut hand = [None; SLOTS];
    for (index, rows) in text.split(',').enumerate() {
        let Some(block) = hand.get_mut(index) else {
            return Err(error(format!("the hand has more than {SLOTS} blocks")));
        };
        if rows.is_empty() {
            continue;
        }
        let mut shapes = rules.variant().shapes().iter();
        let Some(number) = shapes.position(|shape| shape.rows.iter().eq(rows.split('/'))) else {
            let (rows, name) = (quoted(rows), rules.variant().name());
            let number = index + 1;
            return Err(error(format!(
                "block {number} of the hand, {rows}, is no shape of {name}: \
                 expected its rows joined by '/', such as ##/#."
            )));
        };
        *block = Some(number as u8);
    }
    Ok(hand)
}

/// Reads `N` or `N@K`, with K from 1 to `most`.
fn read_seed(text: &str, most: u32) -> Result<(u64, Option<u32>), NotationError> {
    let read = || {
        let Some((seed, used)) = text.split_once('@') else {
            return Some((digits(text)?.parse().ok()?, None));
        };
        let used = digits(used)?.parse().ok().filter(|used| (1..=most).contains(used))?;
        Some((digits(seed)?.parse().ok()?, Some(used)))
    };
    read().ok_or_else(|| {
        error(format!(
            "seed:{} cannot be read: expected seed:N or seed:N@K with K hands dealt, 1 to {most}",
            quoted(text)
        ))
    })
}

const FIELDS: [&str; 5] = ["hand", "score", "streak", "hands", "seed"];

/// Parses the `key:value` words after the board. Returns the values in the order of [`FIELDS`].
fn read_fields<'a>(
    words: impl Iterator<Item = &'a str>,
) -> Result<[Option<&'a str>; FIELDS.len()], NotationError> {
    let mut fields = [None; FIELDS.len()];
    for word in words {
        let (key, value) = word.split_once(':').unwrap_or((word, ""));
        let Some(index) = FIELDS.iter().position(|&field| field == key && word != key) else {
            let (word, expected) = (quoted(word), FIELDS.join(":, "));
            return Err(error(format!("{word} is no part of a position: expected {expected}:")));
        };
        if fields[index].replace(value).is_some() {
            return Err(error(format!("{key}: is given twice")));
        }
    }
    Ok(fields)
}

fn read_number(
    key: &str,
    text: Option<&str>,
    range: RangeInclusive<u32>,
) -> Result<Option<u32>, NotationError> {
    let Some(text) = text else { return Ok(None) };
    let number = digits(text).and_then(|text| text.parse().ok());
    if let Some(number) = number.filter(|number| range.contains(number)) {
        return Ok(Some(number));
    }
    let (text, first, last) = (quoted(text), range.start(), range.end());
    let expected = format!("expected a whole number from {first} to {last}");
    Err(error(format!("{key}:{text} cannot be read: {expected}")))
}

#[cfg(test)]
mod tests {
    use plywood_search::{Game, Rng};
    use proptest::prelude::*;

    use super::*;
    use crate::Variant;

    proptest! {
        #[test]
        fn the_cells_of_a_move_are_those_that_its_block_fills(
            name in prop::sample::select(Variant::NAMES.to_vec()), rotate: bool, seed: u64,
        ) {
            let variant = Variant::named(name).expect("it is built in");
            let mut game = Woodblock::new(Rules::new(variant, rotate, None), seed);
            let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
            while let Some(mv) = game.random_move(&mut rng, &mut scratch) {
                let (before, cells) = (game.position().clone(), game.cells(mv));
                let grid = before.rules().grid();
                let bit = |&[column, row]: &[i8; 2]| 1 << (row as u32 * grid.size() + column as u32);
                let filled = cells.iter().map(bit).fold(0, |all: Cells, cell: Cells| all | cell);
                prop_assert_eq!(filled.count_ones() as usize, cells.len());
                prop_assert_eq!(filled & before.board(), 0);
                game.play(mv);
                let expected = grid.clear(before.board() | filled).board;
                prop_assert_eq!(game.position().board(), expected);
            }
        }
    }
}
