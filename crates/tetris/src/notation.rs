//! Positions and moves as text.

use std::str::FromStr;

use plywood_search::{Notation, NotationError, Rng, quoted};

use crate::{Bag, Board, Move, Piece, Position, Randomizer, Rules, Tetris, picture};

/// The largest number of draws `k` in the field `seed:N@k`: a million draws take about 10 ms.
const MOST_DRAWS: u64 = 1_000_000;

/// The number of pieces drawn at the start of a game: the current and the next piece.
const DRAWN_AT_START: u64 = 2;

/// The expected form of a position, for the end of error messages.
const EXPECTED: &str =
    "expected rows of . and # joined by / and then such as current:T next:I lines:0 bag:OSZJL";

impl Notation for Tetris {
    /// Reads rows from the top, joined by `/`, and the fields `current:T`, `next:I`, `lines:N`, `bag:SZ`
    /// (`bag:-` for an empty bag) and `seed:N@k` in any order. Empty rows above the pile, or all rows,
    /// may be left out.
    ///
    /// `seed:N@k` is the game of seed N after k pieces were drawn, including the current and the next;
    /// `seed:N` means k = 2, as at the start. The seed decides the future pieces, and `current`, `next`
    /// and `bag` if they are left out. Without a seed, the generator of `self` draws the future pieces,
    /// `current` and `next` are required, and a missing bag is as full as possible.
    fn read_position(&self, text: &str) -> Result<Self, NotationError> {
        let (rows, [current, next, lines, bag, seed]) = split(text)?;
        let rules = *self.position().rules();
        let board = read_board(rows, &rules)?;
        let lines = lines.map_or(Ok(0), read_lines)?;
        let (drawn, drawn_bag, future) = match seed {
            Some(seed) => read_seed(seed, &rules)?,
            None => ([None; 2], None, self.future.clone()),
        };
        let current = read_piece("current", current, drawn[0])?;
        let next = read_piece("next", next, drawn[1])?;
        let bag = match (rules.randomizer, bag) {
            (Randomizer::Uniform, None) => Bag::EMPTY,
            (Randomizer::Uniform, Some(_)) => {
                return Err(NotationError::new("there is a bag, but randomizer=uniform has none"));
            }
            (Randomizer::Bag, Some(bag)) => read_bag(bag, drawn_bag)?,
            (Randomizer::Bag, None) => {
                drawn_bag.unwrap_or(Bag::FULL.without(next).without(current))
            }
        };
        if rules.randomizer == Randomizer::Bag {
            check_bag(bag, current, next)?;
        }
        let position = Position::new(rules, board, [current, next], bag, lines);
        Ok(Tetris { position, future })
    }

    fn write_position(view: &Position) -> String {
        let board = view.board();
        let cell = |row, column| if board.is_filled(row, column) { '#' } else { '.' };
        let line = |row| (0..board.width()).map(|column| cell(row, column)).collect::<String>();
        let rows: Vec<String> = (0..board.pile().max(1)).rev().map(line).collect();
        let (current, next) = (view.current().letter(), view.next().letter());
        let mut text =
            format!("{} current:{current} next:{next} lines:{}", rows.join("/"), view.lines());
        if view.rules().randomizer == Randomizer::Bag {
            text.push_str(" bag:");
            text.extend(view.bag().pieces().map(Piece::letter));
            if view.bag() == Bag::EMPTY {
                text.push('-');
            }
        }
        text
    }

    /// Reads `r1x4`: rotation 1, leftmost filled column 4. The rotation is not normalised: `r2x4` of an S
    /// is the same placement as `r0x4`, and [`try_play`](plywood_search::Game::try_play) accepts both.
    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        let lower = text.to_ascii_lowercase();
        let placement = lower.strip_prefix('r').and_then(|rest| rest.split_once('x'));
        let below = |digits: &str, limit: u8| {
            number(digits).filter(|&number| digits.len() <= 2 && number < limit)
        };
        placement
            .and_then(|(rotation, column)| {
                let column = below(column, *Rules::WIDTHS.end())?;
                Some(Move { rotation: below(rotation, 4)?, column })
            })
            .ok_or_else(|| {
                NotationError::new(format!(
                    "{} is not a move: expected such as r1x4, a rotation from 0 to 3 and the leftmost filled column from 0",
                    quoted(text)
                ))
            })
    }

    fn write_move(&self, mv: Move) -> String {
        write_move(mv)
    }

    fn describe_move(&self, mv: Move) -> String {
        let piece = self.position().current().letter();
        let turned = ["", ", turned right", ", turned over", ", turned left"];
        let turned = turned[usize::from(mv.rotation % 4)];
        format!("{piece}{turned}, column {}", mv.column + 1)
    }

    fn cells(&self, mv: Move) -> Vec<[i8; 2]> {
        let position = self.position();
        let shape = position.current().shape(mv.rotation);
        let bottom = position.board().landing(shape, mv.column);
        let top = position.board().height() as i8 - 1;
        let cell = |row: u8, column: u8| {
            let is_filled = shape.row(row) >> column & 1 == 1;
            is_filled.then_some([(mv.column + column) as i8, top - (bottom + row) as i8])
        };
        let rows = (0..shape.height).rev();
        rows.flat_map(|row| (0..shape.width).filter_map(move |column| cell(row, column))).collect()
    }

    fn write_seen(&self, next: Piece) -> String {
        next.letter().to_string()
    }

    fn picture(view: &Position) -> String {
        picture::draw(view)
    }
}

/// Writes a move. The text does not depend on the position.
pub(crate) fn write_move(mv: Move) -> String {
    format!("r{}x{}", mv.rotation, mv.column)
}

/// The fields of a position.
const FIELDS: [&str; 5] = ["current", "next", "lines", "bag", "seed"];

/// Returns the rows of a position, and the values of [`FIELDS`] in their order.
fn split(text: &str) -> Result<(&str, [Option<&str>; FIELDS.len()]), NotationError> {
    let (mut rows, mut fields) = ("", [None; FIELDS.len()]);
    for (number, word) in text.split_whitespace().enumerate() {
        let (name, value) = word.split_once(':').unwrap_or(("", word));
        if name.is_empty() && number == 0 {
            rows = value;
            continue;
        }
        let Some(field) = FIELDS.iter().position(|&field| field == name) else {
            let word = quoted(word);
            return Err(NotationError::new(format!("{word} is not a field: {EXPECTED}")));
        };
        if fields[field].replace(value).is_some() {
            return Err(NotationError::new(format!("{name}: is given twice")));
        }
    }
    if text.trim().is_empty() {
        return Err(NotationError::new(format!("the position is empty: {EXPECTED}")));
    }
    Ok((rows, fields))
}

fn read_board(text: &str, rules: &Rules) -> Result<Board, NotationError> {
    let (width, height) = (usize::from(rules.width), usize::from(rules.height));
    let count = if text.is_empty() { 0 } else { text.split('/').count() };
    if count > height {
        return Err(NotationError::new(format!(
            "the board has {count} rows: expected at most {height}, the height of the rules"
        )));
    }
    let mut rows = Vec::with_capacity(count);
    for (number, row) in (1..).zip(text.split('/').take(count)) {
        let cells = row.chars().count();
        if let Some(cell) = row.chars().find(|cell| !matches!(cell, '.' | '#')) {
            return Err(NotationError::new(format!(
                "{cell:?} in row {number} from the top is not a cell: {EXPECTED}"
            )));
        }
        if cells != width {
            return Err(NotationError::new(format!(
                "row {number} from the top has {cells} cells: expected {width}, the width of the rules"
            )));
        }
        if !row.contains('.') {
            return Err(NotationError::new(format!(
                "row {number} from the top is full: expected a gap, since full rows are cleared"
            )));
        }
        let bits = row.chars().enumerate().map(|(column, cell)| u16::from(cell == '#') << column);
        rows.push(bits.fold(0, |row, bit| row | bit));
    }
    rows.reverse();
    Ok(Board::from_rows(rules.width, rules.height, &rows))
}

fn read_lines(text: &str) -> Result<u32, NotationError> {
    number(text).ok_or_else(|| {
        let text = quoted(text);
        NotationError::new(format!("lines:{text}: expected a whole number up to {}", u32::MAX))
    })
}

/// Parses a whole number without a sign; `None` for any other text.
fn number<N: FromStr>(text: &str) -> Option<N> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// The last two pieces drawn, the bag after these draws, and the generator of all later pieces.
type Drawn = ([Option<Piece>; 2], Option<Bag>, Rng);

fn read_seed(text: &str, rules: &Rules) -> Result<Drawn, NotationError> {
    let (seed, draws) = match text.split_once('@') {
        Some((seed, draws)) => (number(seed), number(draws)),
        None => (number(text), Some(DRAWN_AT_START)),
    };
    let draws = draws.filter(|draws| (DRAWN_AT_START..=MOST_DRAWS).contains(draws));
    let (Some(seed), Some(draws)) = (seed, draws) else {
        return Err(NotationError::new(format!(
            "seed:{}: expected such as seed:7@12, a seed and the number of pieces drawn, {DRAWN_AT_START} to {MOST_DRAWS}",
            quoted(text)
        )));
    };
    let (mut bag, mut future) = (Bag::EMPTY, Rng::new(seed));
    let mut last = [None; 2];
    for _ in 0..draws {
        last = [last[1], Some(bag.draw(rules.randomizer, &mut future))];
    }
    let bag = (rules.randomizer == Randomizer::Bag).then_some(bag);
    Ok((last, bag, future))
}

fn read_piece(
    field: &str,
    text: Option<&str>,
    drawn: Option<Piece>,
) -> Result<Piece, NotationError> {
    let missing = || NotationError::new(format!("{field}: is missing: {EXPECTED}"));
    let Some(text) = text else { return drawn.ok_or_else(missing) };
    let mut letters = text.chars();
    match (letters.next().and_then(Piece::from_letter), letters.next()) {
        (Some(piece), None) => Ok(piece),
        _ => Err(unknown_piece(field, text)),
    }
}

fn unknown_piece(field: &str, text: &str) -> NotationError {
    let text = quoted(text);
    NotationError::new(format!("{field}:{text}: expected one of the pieces I, O, T, S, Z, J and L"))
}

fn read_bag(text: &str, drawn: Option<Bag>) -> Result<Bag, NotationError> {
    let mut bag = Bag::EMPTY;
    for letter in text.chars().filter(|_| text != "-") {
        let piece = Piece::from_letter(letter).ok_or_else(|| unknown_piece("bag", text))?;
        if bag.contains(piece) {
            let letter = piece.letter();
            return Err(contradiction(text, &format!("{letter} is in it twice")));
        }
        bag = bag.with(piece);
    }
    match drawn.filter(|&drawn| drawn != bag) {
        Some(drawn) => {
            let drawn: String = drawn.pieces().map(Piece::letter).collect();
            Err(contradiction(text, &format!("the seed leaves {drawn:?} in it")))
        }
        None => Ok(bag),
    }
}

fn contradiction(bag: &str, problem: &str) -> NotationError {
    NotationError::new(format!("bag:{} cannot be: {problem}", quoted(bag)))
}

/// Returns an error if the bag contains the next piece. If both visible pieces were drawn from this
/// bag, they must differ and the bag must not contain the current piece.
fn check_bag(bag: Bag, current: Piece, next: Piece) -> Result<(), NotationError> {
    let same_bag = bag.count() < Piece::ALL.len() - 1;
    let [current_letter, next_letter] = [current, next].map(Piece::letter);
    let problem = if bag.contains(next) {
        format!("the next piece, {next_letter}, was just taken from it")
    } else if same_bag && bag.contains(current) {
        format!("the current piece, {current_letter}, was taken from it before the next one")
    } else if same_bag && current == next {
        format!("both pieces are {next_letter}, so the next one is the first of a new bag of seven")
    } else {
        return Ok(());
    };
    let text: String = bag.pieces().map(Piece::letter).collect();
    Err(contradiction(&text, &problem))
}
