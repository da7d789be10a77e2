//! `findBestMove`, the search of the project's first design document, with its known weaknesses.
//!
//! The search tries the rotations in order and for each rotation the columns from the centre
//! outwards. It calls a value function for every placement that it does not skip and keeps the best.
//! These weaknesses of the design are kept: rotations of equal shape are all tried, an exploration
//! move need not be legal, and the result is the invalid move if every placement is skipped.
//!
//! Two details are not from the design:
//! - The test for a good value also runs after a skipped placement; in the design it does not.
//! - The design does not define the 4x4 boxes in which pieces turn. The boxes here are those of the
//!   Super Rotation System.

use std::borrow::Cow;

use plywood_search::{Detail, Rng};

use crate::design29::{DESIGN_FEATURES, design29};
use crate::{Board, Move, Piece, Placed, Position};

/// The thresholds of the search. The default values are those of the project's first design.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// The largest number of evaluations.
    pub max_evaluations: u32,
    /// Placements that leave more holes than this are skipped.
    pub max_holes: u32,
    /// `max_holes` applies while the game has fewer cleared lines than this.
    pub holes_until_lines: u32,
    /// A best value above this is good: it can end a rotation or the search early.
    pub good_value: f64,
    /// A good value ends the current rotation after more evaluations than this.
    pub columns_after: u32,
    /// At the end of a rotation, a good value ends the search after more evaluations than this.
    pub rotations_after: u32,
}

impl Default for Thresholds {
    fn default() -> Self {
        Thresholds {
            max_evaluations: 300,
            max_holes: 15,
            holes_until_lines: 50,
            good_value: 100.0,
            columns_after: 10,
            rotations_after: 20,
        }
    }
}

/// The position to search.
#[derive(Clone, Copy, Debug)]
pub struct SearchInput<'a> {
    /// The board without the current piece.
    pub board: &'a Board,
    /// The piece to place; without one the search returns the invalid move.
    pub current: Option<Piece>,
    /// The next piece, if it is known.
    pub next: Option<Piece>,
    /// Lines cleared in the game so far.
    pub lines: u32,
}

impl<'a> From<&'a Position> for SearchInput<'a> {
    fn from(position: &'a Position) -> Self {
        SearchInput {
            board: position.board(),
            current: Some(position.current()),
            next: Some(position.next()),
            lines: position.lines(),
        }
    }
}

/// A placement for a value function.
#[derive(Clone, Copy, Debug)]
pub struct Afterstate {
    /// The board after the placement.
    pub placed: Placed,
    /// The design's features of the placement.
    pub features: [f32; DESIGN_FEATURES],
}

/// The result of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestMove {
    /// Quarter turns clockwise.
    pub rotation: u8,
    /// The column of the left edge of the piece's 4x4 box, which may be outside the walls.
    pub x: i32,
    /// The value of the placement.
    pub value: f64,
}

impl BestMove {
    /// The invalid move: the result if no placement was valued.
    pub const INVALID: BestMove = BestMove { rotation: 0, x: 0, value: f64::NEG_INFINITY };

    /// Whether this is the invalid move.
    pub fn is_invalid(&self) -> bool {
        self.value == f64::NEG_INFINITY
    }

    /// Returns the placement of `piece`; `None` if the piece is outside the left wall.
    pub fn placement(&self, piece: Piece) -> Option<Move> {
        let column =
            u8::try_from(self.x + BOXES[piece.index()][usize::from(self.rotation & 3)].left);
        column.ok().map(|column| Move { rotation: self.rotation, column })
    }
}

/// Counts of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Placements that were tried, including the skipped placements.
    pub evaluations: u32,
    /// Placements that were not tried: the piece is more than two columns outside the walls.
    pub outside: u32,
    /// Skipped placements: the piece collides where it begins to fall.
    pub collisions: u32,
    /// Skipped placements: a filled cell above the piece's start row blocks a drop from above.
    pub failed_drops: u32,
    /// Skipped placements: the board would have too many holes.
    pub too_many_holes: u32,
    /// What ended the search.
    pub stop: Stop,
}

impl Statistics {
    /// Returns all counts by name, for [`Stats::details`](plywood_search::Stats::details).
    pub fn details(&self) -> Vec<(Cow<'static, str>, Detail)> {
        let count = |count: u32| Detail::Count(count.into());
        let details = [
            ("evaluations", count(self.evaluations)),
            ("outside", count(self.outside)),
            ("collisions", count(self.collisions)),
            ("failed_drops", count(self.failed_drops)),
            ("too_many_holes", count(self.too_many_holes)),
            ("explored", Detail::Flag(self.stop == Stop::Explored)),
            ("stop", Detail::Word(self.stop.name().into())),
        ];
        details.map(|(name, detail)| (name.into(), detail)).into()
    }
}

/// What ended a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// There is no piece to place.
    NoPiece,
    /// The move was drawn at random.
    Explored,
    /// The best value is good enough.
    GoodEnough,
    /// The largest number of evaluations is reached.
    MaxEvaluations,
    /// All placements are tried.
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

/// The number of columns by which a tried piece may be outside a wall, as in the design.
const MARGIN: i32 = 2;
/// Rows and columns of the box in which a piece turns.
const BOX: i32 = 4;

/// The place of a rotation's cells within its 4x4 box: empty columns at the left, empty rows above.
#[derive(Clone, Copy)]
struct InBox {
    left: i32,
    above: u8,
}

const fn in_box(left: i32, above: u8) -> InBox {
    InBox { left, above }
}

/// The places of all shapes in their boxes, indexed by piece and rotation.
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

/// Finds the placement with the highest `value` among the placements that the search tries.
///
/// `explore` has the probability of a random move, as in training, and the generator that draws it.
/// A random move need not be legal; its value is 0. `watch` receives every valued placement.
pub fn find_best_move(
    input: &SearchInput,
    thresholds: &Thresholds,
    explore: Option<(f64, &mut Rng)>,
    mut value: impl FnMut(&Afterstate) -> f64,
    mut watch: impl FnMut(BestMove),
) -> (BestMove, Statistics) {
    let mut statistics = Statistics::default();
    let Some(piece) = input.current else {
        statistics.stop = Stop::NoPiece;
        return (BestMove::INVALID, statistics);
    };
    if let Some((epsilon, rng)) = explore
        && rng.unit() < epsilon
    {
        statistics.stop = Stop::Explored;
        let rotation = rng.below(4) as u8;
        let x = rng.below(usize::from(input.board.width())) as i32;
        return (BestMove { rotation, x, value: 0.0 }, statistics);
    }
    let mut best = BestMove::INVALID;
    'rotations: for rotation in 0..4 {
        for x in from_the_centre(input.board.width()) {
            if is_outside(input.board, piece, rotation, x) {
                statistics.outside += 1;
                continue;
            }
            if statistics.evaluations >= thresholds.max_evaluations {
                statistics.stop = Stop::MaxEvaluations;
                break 'rotations;
            }
            statistics.evaluations += 1;
            if let Some(after) = afterstate(input, thresholds, piece, rotation, x, &mut statistics)
            {
                let found = BestMove { rotation, x, value: value(&after) };
                watch(found);
                if found.value > best.value {
                    best = found;
                }
            }
            if best.value > thresholds.good_value
                && statistics.evaluations > thresholds.columns_after
            {
                statistics.stop = Stop::GoodEnough;
                break;
            }
        }
        if best.value > thresholds.good_value && statistics.evaluations > thresholds.rotations_after
        {
            statistics.stop = Stop::GoodEnough;
            break;
        }
    }
    (best, statistics)
}

/// Returns the left edges of the 4x4 box from the centre outwards: 5 4 6 3 7 ... on a board with ten
/// columns. At the last edges, every piece is outside the board, so no placement is left out.
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

/// Places the piece; `None` if the design skips the placement.
fn afterstate(
    input: &SearchInput,
    thresholds: &Thresholds,
    piece: Piece,
    rotation: u8,
    x: i32,
    statistics: &mut Statistics,
) -> Option<Afterstate> {
    let (board, shape) = (input.board, piece.shape(rotation));
    let in_box = BOXES[piece.index()][usize::from(rotation)];
    let column = u8::try_from(x + in_box.left).ok();
    let column = column.filter(|column| column + shape.width <= board.width());
    // The start row of the piece's lowest cells: the top of its 4x4 box is the top of the board. The
    // difference is not negative, since a board has at least 4 rows.
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
    if placed.board.holes() > thresholds.max_holes && input.lines < thresholds.holes_until_lines {
        statistics.too_many_holes += 1;
        return None;
    }
    let lines = input.lines.saturating_add(u32::from(placed.lines));
    Some(Afterstate { placed, features: design29(&placed.board, None, input.next, lines) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board with these lowest rows, listed from the top.
    fn board(width: u8, height: u8, rows: &[&str]) -> Board {
        let bits = |row: &&str| (0..).zip(row.chars()).map(|(c, x)| u16::from(x == '#') << c).sum();
        let rows: Vec<u16> = rows.iter().rev().map(bits).collect();
        Board::from_rows(width, height, &rows)
    }

    fn ask(board: &Board, current: Piece) -> SearchInput<'_> {
        SearchInput { board, current: Some(current), next: Some(Piece::I), lines: 0 }
    }

    fn search(
        input: &SearchInput,
        thresholds: Thresholds,
        value: impl FnMut(&Afterstate) -> f64,
    ) -> (BestMove, Statistics) {
        find_best_move(input, &thresholds, None, value, |_| {})
    }

    /// Returns the placements that are not skipped, in the order of the search.
    fn visited(input: &SearchInput, thresholds: Thresholds) -> Vec<(u8, i32)> {
        let mut visited = Vec::new();
        let watch = |found: BestMove| visited.push((found.rotation, found.x));
        find_best_move(input, &thresholds, None, |_| 0.0, watch);
        visited
    }

    #[test]
    fn without_a_piece_the_move_is_invalid() {
        let board = Board::new(10, 20);
        let input = SearchInput { current: None, ..ask(&board, Piece::T) };
        let (best, statistics) = search(&input, Thresholds::default(), |_| 1.0);
        assert_eq!(best, BestMove { rotation: 0, x: 0, value: f64::NEG_INFINITY });
        assert!(best.is_invalid());
        assert_eq!((statistics.stop, statistics.evaluations), (Stop::NoPiece, 0));
    }

    #[test]
    fn columns_are_tried_from_the_centre_outwards() {
        let visited = visited(&ask(&Board::new(10, 20), Piece::T), Thresholds::default());
        let flat: Vec<i32> = visited.iter().take_while(|(r, _)| *r == 0).map(|(_, x)| *x).collect();
        assert_eq!(flat, [5, 4, 6, 3, 7, 2, 1, 0]);
        // The box of the upright T has an empty column on the left, so its left edge can be -1.
        let upright: Vec<i32> = visited.iter().filter(|(r, _)| *r == 1).map(|(_, x)| *x).collect();
        assert_eq!(upright, [5, 4, 6, 3, 7, 2, 1, 0, -1]);
        let rotations: Vec<u8> = visited.iter().map(|(r, _)| *r).collect();
        assert!(rotations.is_sorted());
        assert_eq!(visited.len(), 8 + 9 + 8 + 9);
    }

    #[test]
    fn every_placement_is_tried_and_equal_rotations_repeatedly() {
        for piece in Piece::ALL {
            for width in [4, 5, 10, 16] {
                let board = Board::new(width, 20);
                let mut reached = Vec::new();
                let watch = |found: BestMove| reached.extend(found.placement(piece));
                find_best_move(&ask(&board, piece), &Thresholds::default(), None, |_| 0.0, watch);
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
    fn skipped_placements_are_counted() {
        // The O fits in columns 0 to 8. It is tried up to two columns outside each wall.
        let (best, statistics) =
            search(&ask(&Board::new(10, 20), Piece::O), Thresholds::default(), |_| 1.0);
        assert_eq!((best.rotation, best.x), (0, 5));
        assert_eq!(statistics.evaluations, 4 * (9 + 2 + 2));
        assert_eq!(statistics.collisions, 4 * (2 + 2));
        assert_eq!(statistics.outside, 4 * (22 - 13));
        assert_eq!(statistics.stop, Stop::Exhausted);
        assert_ne!(statistics.stop, Stop::Explored);
    }

    #[test]
    fn a_collision_at_the_top_is_skipped() {
        // The two columns in the centre are full.
        let rows = ["....##...."; 20];
        let (_, statistics) =
            search(&ask(&board(10, 20, &rows), Piece::O), Thresholds::default(), |_| 1.0);
        // In each rotation, 2 placements are outside each wall, and 3 overlap the full columns.
        assert_eq!(statistics.collisions, 4 * (2 + 2 + 3));
    }

    #[test]
    fn a_piece_that_cannot_drop_from_above_is_skipped() {
        // A horizontal I begins below the top row. In column 0, the filled cell in the top row blocks
        // a drop from above.
        let board = board(4, 6, &["#...", "....", "....", "....", "....", "...."]);
        let (_, statistics) = search(&ask(&board, Piece::I), Thresholds::default(), |_| 1.0);
        assert_eq!(statistics.failed_drops, 2);
        assert!(statistics.collisions > 0);
    }

    #[test]
    fn holes_are_skipped_only_early_in_a_game() {
        let rows = ["####.", "....#", "####.", "....#", "####.", "....#", "####.", "....#"];
        let board = board(5, 20, &rows);
        assert!(board.holes() > 15);
        let mut input = ask(&board, Piece::O);
        let (best, statistics) = search(&input, Thresholds::default(), |_| 1.0);
        assert_eq!(best, BestMove::INVALID);
        assert_eq!(statistics.too_many_holes, 4 * 4);
        input.lines = 50;
        let (best, statistics) = search(&input, Thresholds::default(), |_| 1.0);
        assert!(!best.is_invalid());
        assert_eq!(statistics.too_many_holes, 0);
        input.lines = 0;
        let patient = Thresholds { max_holes: 100, ..Thresholds::default() };
        assert!(!search(&input, patient, |_| 1.0).0.is_invalid());
        let lines = Thresholds { holes_until_lines: 0, ..Thresholds::default() };
        assert!(!search(&input, lines, |_| 1.0).0.is_invalid());
    }

    #[test]
    fn the_first_of_equal_placements_wins() {
        let board = Board::new(10, 20);
        let value = |after: &Afterstate| f64::from(after.placed.board.row(0) == 0b11);
        let (best, _) = search(&ask(&board, Piece::O), Thresholds::default(), value);
        assert_eq!(best, BestMove { rotation: 0, x: -1, value: 1.0 });
        assert_eq!(best.placement(Piece::O), Some(Move { rotation: 0, column: 0 }));
    }

    #[test]
    fn the_value_function_gets_the_design_features() {
        let board = Board::new(10, 20);
        let input = SearchInput { lines: 30, ..ask(&board, Piece::O) };
        search(&input, Thresholds::default(), |after| {
            assert_eq!(after.features, design29(&after.placed.board, None, Some(Piece::I), 30));
            0.0
        });
    }

    #[test]
    fn a_good_value_ends_the_columns_and_then_the_rotations() {
        let board = Board::new(10, 20);
        let input = ask(&board, Piece::T);
        // Every value is good: there are eleven evaluations of rotation 0, then one of each other
        // rotation. The threshold of 20 evaluations for ending the search is not reached.
        let (best, statistics) = search(&input, Thresholds::default(), |_| 101.0);
        assert_eq!((best.rotation, best.x), (0, 5));
        assert_eq!(statistics.stop, Stop::GoodEnough);
        assert_eq!(statistics.evaluations, 11 + 3);
        let thresholds =
            Thresholds { columns_after: 0, rotations_after: 1, ..Thresholds::default() };
        assert_eq!(search(&input, thresholds, |_| 101.0).1.evaluations, 2);
        // The value must be above 100.
        assert_eq!(search(&input, Thresholds::default(), |_| 100.0).1.stop, Stop::Exhausted);
        let easily = Thresholds { good_value: 0.5, ..thresholds };
        assert_eq!(search(&input, easily, |_| 1.0).1.evaluations, 2);
    }

    #[test]
    fn evaluations_are_limited() {
        let board = Board::new(10, 20);
        let thresholds = Thresholds { max_evaluations: 3, ..Thresholds::default() };
        let (best, statistics) = search(&ask(&board, Piece::T), thresholds, |_| 1.0);
        assert_eq!((statistics.stop, statistics.evaluations), (Stop::MaxEvaluations, 3));
        assert!(!best.is_invalid());
        let none = Thresholds { max_evaluations: 0, ..Thresholds::default() };
        assert_eq!(search(&ask(&board, Piece::T), none, |_| 1.0).0, BestMove::INVALID);
        // Even on the widest board, no search reaches the design's limit of 300 evaluations.
        for piece in Piece::ALL {
            let wide = Board::new(16, 20);
            assert!(search(&ask(&wide, piece), Thresholds::default(), |_| 1.0).1.evaluations < 300);
        }
    }

    #[test]
    fn exploring_draws_all_rotations_and_columns() {
        let board = Board::new(10, 20);
        let mut rng = Rng::new(1);
        let mut seen = std::collections::HashSet::new();
        for _ in 0..2000 {
            let explore = Some((1.0, &mut rng));
            let input = ask(&board, Piece::T);
            let (best, statistics) =
                find_best_move(&input, &Thresholds::default(), explore, |_| 1.0, |_| {});
            assert_eq!(statistics.stop, Stop::Explored);
            assert_eq!((best.value, statistics.evaluations), (0.0, 0));
            seen.insert((best.rotation, best.x));
        }
        assert_eq!(seen.len(), 40);
        let never = Some((0.0, &mut rng));
        let input = ask(&board, Piece::T);
        let (_, statistics) =
            find_best_move(&input, &Thresholds::default(), never, |_| 1.0, |_| {});
        assert_ne!(statistics.stop, Stop::Explored);
    }
}
