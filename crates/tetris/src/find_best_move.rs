//! The first design's search, `findBestMove`, step by step as it was printed.
//!
//! It tries the rotations in order and for each the columns from the centre
//! outwards, gives every placement that it does not skip to a value function,
//! and keeps the best. What it is known to do badly it does here, too: equal
//! rotations are tried again, an exploring move need not be legal, and where
//! everything is skipped the answer is the invalid move.

use plywood_search::{Detail, Rng};

use crate::design29::{DESIGN_FEATURES, design29};
use crate::{Board, Move, Piece, Placed, Position};

/// The numbers of the search; the default is the design's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Placements looked at, at most.
    pub max_evaluations: u32,
    /// More holes than this are refused ...
    pub max_holes: u32,
    /// ... while fewer lines than this were cleared in the game.
    pub holes_until_lines: u32,
    /// A value above this is good enough ...
    pub good_value: f64,
    /// ... to stop the columns after more evaluations than this ...
    pub columns_after: u32,
    /// ... and the rotations after more than this.
    pub rotations_after: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_evaluations: 300,
            max_holes: 15,
            holes_until_lines: 50,
            good_value: 100.0,
            columns_after: 10,
            rotations_after: 20,
        }
    }
}

/// What is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The board without the current piece.
    pub board: &'a Board,
    /// The piece to place, if there is one.
    pub current: Option<Piece>,
    /// The piece after it, if it is known.
    pub next: Option<Piece>,
    /// Lines cleared in the game so far.
    pub lines: u32,
}

impl<'a> From<&'a Position> for Question<'a> {
    fn from(position: &'a Position) -> Self {
        Question {
            board: position.board(),
            current: Some(position.current()),
            next: Some(position.next()),
            lines: position.lines(),
        }
    }
}

/// A placement that a value function is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Afterstate {
    /// What came of the placement.
    pub placed: Placed,
    /// The design's description of it.
    pub features: [f32; DESIGN_FEATURES],
}

/// What the search answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestMove {
    /// Quarter turns clockwise.
    pub rotation: u8,
    /// The column of the left edge of the piece's 4x4 box, which may be
    /// outside the walls.
    pub x: i32,
    /// The value of the placement.
    pub value: f64,
}

impl BestMove {
    /// The answer where there is none.
    pub const INVALID: BestMove = BestMove { rotation: 0, x: 0, value: f64::NEG_INFINITY };

    /// Whether this is the answer where there is none.
    pub fn is_invalid(&self) -> bool {
        self.value == f64::NEG_INFINITY
    }

    /// The placement of `piece`; `None` if that would leave the board on the left.
    pub fn placement(&self, piece: Piece) -> Option<Move> {
        let column =
            u8::try_from(self.x + BOXES[piece.index()][usize::from(self.rotation & 3)].left);
        column.ok().map(|column| Move { rotation: self.rotation, column })
    }
}

/// How a search went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Placements looked at.
    pub evaluations: u32,
    /// Skipped since the box is too far outside.
    pub outside: u32,
    /// Skipped since the piece collides where it begins to fall.
    pub collisions: u32,
    /// Skipped since the piece cannot fall to a place below the top.
    pub failed_drops: u32,
    /// Skipped since the placement leaves too many holes.
    pub too_many_holes: u32,
    /// Whether the move was drawn at random.
    pub explored: bool,
    /// What ended the search.
    pub stop: Stop,
}

impl Statistics {
    /// All of them by name, as a decision tells them.
    pub fn details(&self) -> Vec<(&'static str, Detail)> {
        let count = |count: u32| Detail::Count(count.into());
        vec![
            ("evaluations", count(self.evaluations)),
            ("outside", count(self.outside)),
            ("collisions", count(self.collisions)),
            ("failed_drops", count(self.failed_drops)),
            ("too_many_holes", count(self.too_many_holes)),
            ("explored", Detail::Flag(self.explored)),
            ("stop", Detail::Word(self.stop.name())),
        ]
    }
}

/// What ended a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// There was no piece to place.
    NoPiece,
    /// The move was drawn at random.
    Explored,
    /// A value was good enough.
    GoodEnough,
    /// The limit of evaluations was reached.
    MaxEvaluations,
    /// All placements had been looked at.
    #[default]
    Exhausted,
}

impl Stop {
    /// The name in JSON documents.
    pub fn name(self) -> &'static str {
        match self {
            Stop::NoPiece => "no_piece",
            Stop::Explored => "explored",
            Stop::GoodEnough => "good_enough",
            Stop::MaxEvaluations => "max_evaluations",
            Stop::Exhausted => "exhausted",
        }
    }
}

/// How far outside the walls the design lets a piece begin.
const MARGIN: i32 = 2;
/// Rows and columns of the box in which a piece turns.
const BOX: i32 = 4;

/// Where a rotation has its cells within the 4x4 box: empty columns left of
/// them and empty rows above them, as pieces turn in the game as it is played
/// everywhere.
#[derive(Clone, Copy)]
struct InBox {
    left: i32,
    above: u8,
}

const fn in_box(left: i32, above: u8) -> InBox {
    InBox { left, above }
}

/// By piece and rotation.
const BOXES: [[InBox; 4]; 7] = {
    let flat = [in_box(0, 0), in_box(1, 0), in_box(0, 1), in_box(0, 0)];
    [
        [in_box(0, 1), in_box(2, 0), in_box(0, 2), in_box(1, 0)],
        [in_box(1, 0); 4],
        flat,
        flat,
        flat,
        flat,
        flat,
    ]
};

/// Finds the best placement by `value`.
///
/// With `explore`, and a probability of that epsilon, a move is drawn at
/// random instead, as in training: it need not be legal, and its value is 0.
/// `watch` is told of every placement that was valued.
pub fn find_best_move(
    question: &Question,
    limits: &Limits,
    explore: Option<(f64, &mut Rng)>,
    mut value: impl FnMut(&Afterstate) -> f64,
    mut watch: impl FnMut(BestMove),
) -> (BestMove, Statistics) {
    let mut statistics = Statistics::default();
    let Some(piece) = question.current else {
        statistics.stop = Stop::NoPiece;
        return (BestMove::INVALID, statistics);
    };
    if let Some((epsilon, rng)) = explore
        && rng.unit() < epsilon
    {
        (statistics.explored, statistics.stop) = (true, Stop::Explored);
        let rotation = rng.below(4) as u8;
        let x = rng.below(usize::from(question.board.width())) as i32;
        return (BestMove { rotation, x, value: 0.0 }, statistics);
    }
    let mut best = BestMove::INVALID;
    'rotations: for rotation in 0..4 {
        for x in from_the_centre(question.board.width()) {
            if is_outside(question.board, piece, rotation, x) {
                statistics.outside += 1;
                continue;
            }
            if statistics.evaluations >= limits.max_evaluations {
                statistics.stop = Stop::MaxEvaluations;
                break 'rotations;
            }
            statistics.evaluations += 1;
            if let Some(after) = afterstate(question, limits, piece, rotation, x, &mut statistics) {
                let found = BestMove { rotation, x, value: value(&after) };
                watch(found);
                if found.value > best.value {
                    best = found;
                }
            }
            if best.value > limits.good_value && statistics.evaluations > limits.columns_after {
                statistics.stop = Stop::GoodEnough;
                break;
            }
        }
        if best.value > limits.good_value && statistics.evaluations > limits.rotations_after {
            statistics.stop = Stop::GoodEnough;
            break;
        }
    }
    (best, statistics)
}

/// The left edges of boxes: 5 4 6 3 7 ... on a board ten wide, on to those
/// that no piece reaches the board from.
fn from_the_centre(width: u8) -> impl Iterator<Item = i32> {
    let centre = i32::from(width) / 2;
    let furthest = centre + MARGIN + BOX;
    (0..2 * furthest).map(move |step| match step % 2 {
        0 => centre + step / 2,
        _ => centre - (step + 1) / 2,
    })
}

fn is_outside(board: &Board, piece: Piece, rotation: u8, x: i32) -> bool {
    let shape = piece.shape(rotation);
    let left = x + BOXES[piece.index()][usize::from(rotation)].left;
    let right = left + i32::from(shape.width) - 1;
    left < -MARGIN || right >= i32::from(board.width()) + MARGIN
}

/// Places the piece as the design does, unless it skips the placement.
fn afterstate(
    question: &Question,
    limits: &Limits,
    piece: Piece,
    rotation: u8,
    x: i32,
    statistics: &mut Statistics,
) -> Option<Afterstate> {
    let (board, shape) = (question.board, piece.shape(rotation));
    let in_box = BOXES[piece.index()][usize::from(rotation)];
    let column = u8::try_from(x + in_box.left).ok();
    let column = column.filter(|column| column + shape.width <= board.width());
    // The top of the box is the top of the board, which is at least as high.
    let first_row = board.height() - (in_box.above + shape.height);
    let begins = |&column: &u8| board.is_free(shape.cells << column, first_row);
    let Some(column) = column.filter(begins) else {
        statistics.collisions += 1;
        return None;
    };
    if board.landing(shape, column) > first_row {
        statistics.failed_drops += 1;
        return None;
    }
    let placed = board.place(shape, column);
    if placed.board.holes() > limits.max_holes && question.lines < limits.holes_until_lines {
        statistics.too_many_holes += 1;
        return None;
    }
    let lines = question.lines.saturating_add(u32::from(placed.lines));
    Some(Afterstate { placed, features: design29(&placed.board, None, question.next, lines) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows as they are drawn; the rest of the board is empty.
    fn board(width: u8, height: u8, rows: &[&str]) -> Board {
        let bits = |row: &&str| (0..).zip(row.chars()).map(|(c, x)| u16::from(x == '#') << c).sum();
        let rows: Vec<u16> = rows.iter().rev().map(bits).collect();
        Board::from_rows(width, height, &rows)
    }

    fn ask(board: &Board, current: Piece) -> Question<'_> {
        Question { board, current: Some(current), next: Some(Piece::I), lines: 0 }
    }

    fn search(
        question: &Question,
        limits: Limits,
        value: impl FnMut(&Afterstate) -> f64,
    ) -> (BestMove, Statistics) {
        find_best_move(question, &limits, None, value, |_| {})
    }

    /// Every placement of a piece that is not skipped, in the order of the search.
    fn visited(question: &Question, limits: Limits) -> Vec<(u8, i32)> {
        let mut visited = Vec::new();
        let watch = |found: BestMove| visited.push((found.rotation, found.x));
        find_best_move(question, &limits, None, |_| 0.0, watch);
        visited
    }

    #[test]
    fn without_a_piece_there_is_no_move() {
        let board = Board::new(10, 20);
        let question = Question { current: None, ..ask(&board, Piece::T) };
        let (best, statistics) = search(&question, Limits::default(), |_| 1.0);
        assert_eq!(best, BestMove { rotation: 0, x: 0, value: f64::NEG_INFINITY });
        assert!(best.is_invalid());
        assert_eq!((statistics.stop, statistics.evaluations), (Stop::NoPiece, 0));
    }

    #[test]
    fn columns_go_from_the_centre_outwards() {
        let visited = visited(&ask(&Board::new(10, 20), Piece::T), Limits::default());
        let flat: Vec<i32> = visited.iter().take_while(|(r, _)| *r == 0).map(|(_, x)| *x).collect();
        assert_eq!(flat, [5, 4, 6, 3, 7, 2, 1, 0]);
        // Upright its box has an empty column on the left.
        let upright: Vec<i32> = visited.iter().filter(|(r, _)| *r == 1).map(|(_, x)| *x).collect();
        assert_eq!(upright, [5, 4, 6, 3, 7, 2, 1, 0, -1]);
        let rotations: Vec<u8> = visited.iter().map(|(r, _)| *r).collect();
        assert!(rotations.is_sorted());
        assert_eq!(visited.len(), 8 + 9 + 8 + 9);
    }

    #[test]
    fn every_placement_is_reached_and_equal_rotations_again() {
        for piece in Piece::ALL {
            for width in [4, 5, 10, 16] {
                let board = Board::new(width, 20);
                let mut reached = Vec::new();
                let watch = |found: BestMove| reached.extend(found.placement(piece));
                find_best_move(&ask(&board, piece), &Limits::default(), None, |_| 0.0, watch);
                for rotation in 0..4 {
                    for column in 0..=width - piece.shape(rotation).width {
                        assert!(reached.contains(&Move { rotation, column }), "{piece:?} {width}");
                    }
                }
                let columns = |rotation| usize::from(width - piece.shape(rotation).width + 1);
                assert_eq!(reached.len(), (0..4).map(columns).sum::<usize>());
            }
        }
    }

    #[test]
    fn evaluations_are_counted_before_what_skips_them() {
        // The O fits from column 0 to 8; it begins two columns outside at most.
        let (best, statistics) =
            search(&ask(&Board::new(10, 20), Piece::O), Limits::default(), |_| 1.0);
        assert_eq!((best.rotation, best.x), (0, 5));
        assert_eq!(statistics.evaluations, 4 * (9 + 2 + 2));
        assert_eq!(statistics.collisions, 4 * (2 + 2));
        assert_eq!(statistics.outside, 4 * (22 - 13));
        assert_eq!(statistics.stop, Stop::Exhausted);
        assert!(!statistics.explored);
    }

    #[test]
    fn a_piece_that_collides_where_it_begins_is_skipped() {
        // The centre is built up to the top.
        let rows = ["....##...."; 20];
        let (_, statistics) =
            search(&ask(&board(10, 20, &rows), Piece::O), Limits::default(), |_| 1.0);
        // Of nine columns the three that meet the tower.
        assert_eq!(statistics.collisions, 4 * (2 + 2 + 3));
    }

    #[test]
    fn a_piece_that_cannot_fall_from_above_is_skipped() {
        // An I turned twice begins in the third row from the top; from above
        // it cannot come there past the cells in the first.
        let board = board(4, 6, &["#...", "....", "....", "....", "....", "...."]);
        let (_, statistics) = search(&ask(&board, Piece::I), Limits::default(), |_| 1.0);
        assert_eq!(statistics.failed_drops, 2);
        assert!(statistics.collisions > 0);
    }

    #[test]
    fn holes_are_refused_early_in_a_game_only() {
        let rows = ["####.", "....#", "####.", "....#", "####.", "....#", "####.", "....#"];
        let board = board(5, 20, &rows);
        assert!(board.holes() > 15);
        let mut question = ask(&board, Piece::O);
        let (best, statistics) = search(&question, Limits::default(), |_| 1.0);
        assert_eq!(best, BestMove::INVALID);
        assert_eq!(statistics.too_many_holes, 4 * 4);
        question.lines = 50;
        let (best, statistics) = search(&question, Limits::default(), |_| 1.0);
        assert!(!best.is_invalid());
        assert_eq!(statistics.too_many_holes, 0);
        question.lines = 0;
        let patient = Limits { max_holes: 100, ..Limits::default() };
        assert!(!search(&question, patient, |_| 1.0).0.is_invalid());
        let lines = Limits { holes_until_lines: 0, ..Limits::default() };
        assert!(!search(&question, lines, |_| 1.0).0.is_invalid());
    }

    #[test]
    fn the_best_is_kept_and_the_first_of_equals() {
        let board = Board::new(10, 20);
        let value = |after: &Afterstate| f64::from(after.placed.board.row(0) == 0b11);
        let (best, _) = search(&ask(&board, Piece::O), Limits::default(), value);
        assert_eq!(best, BestMove { rotation: 0, x: -1, value: 1.0 });
        assert_eq!(best.placement(Piece::O), Some(Move { rotation: 0, column: 0 }));
    }

    #[test]
    fn the_value_function_is_given_the_design_features() {
        let board = Board::new(10, 20);
        let question = Question { lines: 30, ..ask(&board, Piece::O) };
        search(&question, Limits::default(), |after| {
            assert_eq!(after.features, design29(&after.placed.board, None, Some(Piece::I), 30));
            0.0
        });
    }

    #[test]
    fn a_good_value_stops_the_columns_and_then_the_rotations() {
        let board = Board::new(10, 20);
        let question = ask(&board, Piece::T);
        // Good from the first on: eleven columns of rotation 0 (one of them
        // in vain), then one of each rotation until there are more than 20.
        let (best, statistics) = search(&question, Limits::default(), |_| 101.0);
        assert_eq!((best.rotation, best.x), (0, 5));
        assert_eq!(statistics.stop, Stop::GoodEnough);
        assert_eq!(statistics.evaluations, 11 + 3);
        let limits = Limits { columns_after: 0, rotations_after: 1, ..Limits::default() };
        assert_eq!(search(&question, limits, |_| 101.0).1.evaluations, 2);
        // 100 itself is not above 100.
        assert_eq!(search(&question, Limits::default(), |_| 100.0).1.stop, Stop::Exhausted);
        let easily = Limits { good_value: 0.5, ..limits };
        assert_eq!(search(&question, easily, |_| 1.0).1.evaluations, 2);
    }

    #[test]
    fn the_limit_of_evaluations() {
        let board = Board::new(10, 20);
        let limits = Limits { max_evaluations: 3, ..Limits::default() };
        let (best, statistics) = search(&ask(&board, Piece::T), limits, |_| 1.0);
        assert_eq!((statistics.stop, statistics.evaluations), (Stop::MaxEvaluations, 3));
        assert!(!best.is_invalid());
        let none = Limits { max_evaluations: 0, ..Limits::default() };
        assert_eq!(search(&ask(&board, Piece::T), none, |_| 1.0).0, BestMove::INVALID);
        // With real pieces the design's own limit is out of reach.
        for piece in Piece::ALL {
            let wide = Board::new(16, 20);
            assert!(search(&ask(&wide, piece), Limits::default(), |_| 1.0).1.evaluations < 300);
        }
    }

    #[test]
    fn exploring_draws_any_rotation_and_column() {
        let board = Board::new(10, 20);
        let mut rng = Rng::new(1);
        let mut seen = std::collections::HashSet::new();
        for _ in 0..2000 {
            let explore = Some((1.0, &mut rng));
            let question = ask(&board, Piece::T);
            let (best, statistics) =
                find_best_move(&question, &Limits::default(), explore, |_| 1.0, |_| {});
            assert_eq!((statistics.stop, statistics.explored), (Stop::Explored, true));
            assert_eq!((best.value, statistics.evaluations), (0.0, 0));
            seen.insert((best.rotation, best.x));
        }
        assert_eq!(seen.len(), 40);
        let never = Some((0.0, &mut rng));
        let question = ask(&board, Piece::T);
        let (_, statistics) = find_best_move(&question, &Limits::default(), never, |_| 1.0, |_| {});
        assert!(!statistics.explored);
    }
}
