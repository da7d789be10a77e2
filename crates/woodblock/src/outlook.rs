//! What placements lead to, in words: the cells that a block fills, the lines that it clears, and how likely the next
//! hand fits after the hand.

use crate::bits::{Bits, Cells};
use crate::exhaustive::HandSearch;
use crate::grid::Grid;
use crate::layout::{Layout, State};
use crate::learned::WORD_SIZE;
use crate::notation::column_letter;
use crate::plan::Blocks;
use crate::position::{Move, Position};
use crate::tuned::{TUNED, Tuned};

/// The number of hands that are dealt to find out how likely the next hand fits. The standard error of a share is at
/// most 1.6 percentage points.
const HANDS: u32 = 1000;

/// The seed of these hands: all placements meet the same ones, and a position always has the same words.
const SEED: u64 = 0;

/// The number of cells up to which all cells of a block are named.
const NAMED_CELLS: usize = 5;

/// What follows a hand.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Next {
    /// The rest of the hand cannot be placed.
    Stuck,
    /// The rules end the game.
    Capped,
    /// A hand, all blocks of which fit in this share of the deals.
    Fits(f64),
}

/// Returns what the moves from a position lead to. Moves after the end of the hand are ignored. A rest of the hand is
/// placed where the tuned evaluation is best.
pub(crate) fn outlook(view: &Position, moves: &[Move]) -> Option<String> {
    let first = *moves.first()?;
    let grid = view.rules().grid();
    let filled = view.filled_by(first);
    let mut words = format!("fills {}", cells(grid, filled));
    let cleared = cleared(grid, view.board() | filled);
    if !cleared.is_empty() {
        words += &format!(", clears {}", cleared.join(", "));
    }
    let mut end = view.clone();
    let left = end.hand().iter().flatten().count();
    moves.iter().take(left).for_each(|&mv| end.place(mv));
    let next = if grid.size() <= WORD_SIZE { next::<u64>(&end) } else { next::<Cells>(&end) };
    Some(match next {
        Next::Stuck => words + "; the rest of the hand does not fit",
        Next::Capped => words,
        Next::Fits(share) => format!("{words}; the next hand fits in {} of cases", percent(share)),
    })
}

/// Returns a percentage. The sample is too small to call anything certain.
fn percent(share: f64) -> String {
    match 100.0 * share {
        ..1.0 => "less than 1%".to_owned(),
        99.0.. => "more than 99%".to_owned(),
        percent => format!("{percent:.0}%"),
    }
}

/// Returns the names of cells.
fn cells(grid: &Grid, cells: Cells) -> String {
    let numbers = (0..grid.size() * grid.size()).filter(|cell| cells >> cell & 1 == 1);
    let names: Vec<String> = numbers.map(|cell| name(grid, cell)).collect();
    match &names[..] {
        [first, .., last] if names.len() > NAMED_CELLS => {
            format!("{} cells from {first} to {last}", names.len())
        }
        names => names.join(" "),
    }
}

fn name(grid: &Grid, cell: u32) -> String {
    let (row, column) = (cell / grid.size(), cell % grid.size());
    format!("{}{}", column_letter(column), row + 1)
}

/// Returns the names of the rows, columns and boxes that are full.
fn cleared(grid: &Grid, board: Cells) -> Vec<String> {
    let size = grid.size();
    let full = grid.lines().zip(0..).filter(|(line, _)| board & line == *line);
    let name = |(line, number): (Cells, u32)| match number.checked_sub(size) {
        None => format!("row {}", number + 1),
        Some(column) if column < size => format!("column {}", column_letter(column)),
        Some(_) => {
            let (first, last) = (line.trailing_zeros(), line.ilog2());
            format!("box {} to {}", name(grid, first), name(grid, last))
        }
    };
    full.map(name).collect()
}

/// Returns what follows the hand of a position.
fn next<B: Bits>(position: &Position) -> Next {
    let layout = Layout::<B>::new(position.rules());
    let blocks = Blocks::of(position);
    let mut state = State::of(position);
    if blocks.count > 0 {
        let value = Tuned::new(&TUNED, &layout.shares);
        let mut search = HandSearch::new();
        let plans = search.search(&layout, &value, state, blocks, 1, i32::MIN, &mut || false);
        match plans.first() {
            Some(plan) if usize::from(plan.length) == blocks.count => state = plan.end,
            _ => return Next::Stuck,
        }
    }
    if blocks.last {
        return Next::Capped;
    }
    let fits = |number: &u32| {
        let blocks = Blocks::new(layout.rules.deal(SEED, *number), false);
        fits(&layout, state, &blocks, blocks.all())
    };
    Next::Fits((0..HANDS).filter(fits).count() as f64 / f64::from(HANDS))
}

/// Returns whether all blocks in the set `left` can be placed one after another.
fn fits<B: Bits>(layout: &Layout<B>, state: State<B>, blocks: &Blocks, left: u8) -> bool {
    blocks.different(left).any(|index| {
        let rest = left & !(1 << index);
        let mut turns = layout.blocks[usize::from(blocks.block(index))].iter();
        turns.any(|shape| {
            let mut anchors = shape.fits(state.board);
            if rest == 0 {
                return anchors != B::NONE;
            }
            while anchors != B::NONE {
                let anchor = anchors.first();
                anchors = anchors.rest();
                let (after, _) = layout.place(state, shape, anchor);
                if fits(layout, after, blocks, rest) {
                    return true;
                }
            }
            false
        })
    })
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use plywood_search::{Game, Notation};

    use super::*;
    use crate::{Rules, Variant, Woodblock};

    fn game(variant: Variant, cap: u32, position: &str) -> Woodblock {
        let rules = Rules::new(variant, false, NonZeroU32::new(cap));
        Woodblock::new(rules, 1).read_position(position).expect(position)
    }

    /// Returns the words for moves, each read where it is made.
    fn words(game: &Woodblock, moves: &[&str]) -> String {
        let moves: Vec<Move> = moves.iter().map(|text| game.read_move(text).unwrap()).collect();
        outlook(game.position(), &moves).expect("there is a move")
    }

    /// Returns the position of a board given row by row, with `fields`.
    fn position(rows: &[&str], fields: &str) -> String {
        format!("{} {fields}", rows.join("/"))
    }

    const FOUR: &str = "name = 'four'\nsize = 4\nboxes = false\nscoring = 'lines'\nshapes = [";

    /// A 4x4 grid with these shapes.
    fn four(shapes: &str) -> Variant {
        Variant::from_toml(&format!("{FOUR}{shapes}]")).expect("a valid variant")
    }

    #[test]
    fn filled_cells_and_cleared_lines_are_named() {
        let variant = four("{ rows = ['##'], weight = 1 }, { rows = ['#'], weight = 1 }");
        let board = ["##..", ".##.", "....", ".#.."];
        let game = game(variant, 0, &position(&board, "hand:##,#,#"));
        assert!(words(&game, &["1@c1"]).starts_with("fills c1 d1, clears row 1;"));
        assert!(words(&game, &["2@b3"]).starts_with("fills b3, clears column b;"));
        assert!(words(&game, &["1@c3"]).starts_with("fills c3 d3;"));
    }

    #[test]
    fn boxes_are_named_and_large_blocks_are_abridged() {
        let rows = ["##.......", "##.......", "##.......", ".........", "........."];
        let rows = [&rows[..], &["........."; 4]].concat();
        let variant = Variant::named("woodoku9").unwrap();
        let game = game(variant, 0, &position(&rows, "hand:#/#/#,###/.#./.#.,#"));
        assert!(words(&game, &["1@c1"]).starts_with("fills c1 c2 c3, clears box a1 to c3;"));
        let words = words(&game, &["2@d4"]);
        assert!(words.starts_with("fills d4 e4 f4 e5 e6;"), "{words}");
    }

    #[test]
    fn the_share_of_hands_that_fit_is_that_of_the_weights() {
        // Three rows become free in no way, so that all blocks must be single cells.
        let large = "{ rows = ['####', '####', '####'], weight = 1 }";
        let variant = four(&format!("{{ rows = ['#'], weight = 3 }}, {large}"));
        let board = ["#.#.", ".#.#", "#.#.", ".#.#"];
        let game = game(variant, 0, &position(&board, "hand:#,,"));
        let words = words(&game, &["1@b1"]);
        let share = words.strip_suffix("% of cases").and_then(|text| text.rsplit(' ').next());
        let share: f64 = share.unwrap().parse().unwrap();
        let expected = 100.0 * 0.75_f64.powi(3);
        assert!((share - expected).abs() < 5.0, "{words}");
    }

    #[test]
    fn a_rest_without_room_and_the_last_hand_are_said() {
        let variant =
            || four("{ rows = ['#'], weight = 1 }, { rows = ['###', '###'], weight = 1 }");
        let board = ["....", "....", "..#.", "#..#"];
        let fields = "hand:#,###/###,";
        let stuck = game(variant(), 0, &position(&board, fields));
        assert!(words(&stuck, &["1@b1"]).ends_with("; the rest of the hand does not fit"));
        assert!(words(&stuck, &["1@d3", "2@a1"]).contains("the next hand fits in"));
        let capped = game(variant(), 1, &position(&board, "hand:#,,"));
        assert_eq!(words(&capped, &["1@b1"]), "fills b1");
    }

    #[test]
    fn words_follow_from_the_view_alone() {
        let rules = Rules::new(Variant::named("blast8").unwrap(), false, None);
        let (one, other) = (Woodblock::new(rules.clone(), 1), Woodblock::new(rules, 2));
        let view = one.view(0);
        let other = other.read_position(&Woodblock::write_position(&view)).unwrap();
        let mut moves = Vec::new();
        one.moves(&mut moves);
        assert_eq!(outlook(&view, &moves[..1]), outlook(&other.view(0), &moves[..1]));
    }
}
