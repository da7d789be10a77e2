//! Text that says what a move leads to: the cells that its block fills, the lines that it clears, and how often the
//! next hand fits once the current hand is placed.

use crate::beam::Beam;
use crate::bits::{Bits, Cells};
use crate::exhaustive::HandSearch;
use crate::grid::Grid;
use crate::layout::{Layout, State};
use crate::learned::WORD_SIZE;
use crate::notation::column_letter;
use crate::plan::Blocks;
use crate::position::{Move, Position};
use crate::tuned::{TUNED, Tuned};

/// The number of next hands that are dealt to estimate how often they fit. The standard error of the estimate is at
/// most 1.6 percentage points.
const HANDS: u32 = 1000;

/// The work after which no further hand is dealt, counted in cells of blocks compared with the board. It takes about
/// 0.05 s, and is six times the work for hands of built-in variants.
const MOST_WORK: u64 = 50_000_000;

/// The work of a placement or comparison in addition to its cells.
const COMPARISON: u64 = 8;

/// The greatest estimated work, in the same unit, for which a complete search places the rest of a hand. In built-in
/// variants, every rest of a hand stays below it.
const MOST_COMPLETE: u64 = 32_000_000;

/// The width of the beam search that places the rest of a hand if a complete search is too much work.
const WIDTH: usize = 16;

/// The seed of the dealt hands. It is fixed, so that all placements are tested with the same hands, and a position
/// always has the same text.
const SEED: u64 = 0;

/// The greatest number of cells of a block that are all named.
const NAMED_CELLS: usize = 5;

/// The state of the game after the current hand.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Next {
    /// The rest of the hand does not fit.
    Stuck,
    /// The game is over, because it has reached its cap.
    Capped,
    /// The next hand is dealt. All its blocks fit in this share of this number of sampled hands.
    Fits(f64, u32),
}

/// Describes what a sequence of moves from a position leads to; `None` without a move. Moves beyond the current hand
/// are ignored. Blocks of the hand that `moves` do not place are placed where the tuned evaluation is best.
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
        Next::Fits(share, hands) => {
            format!("{words}; the next hand fits in {}", cases(share, hands))
        }
    })
}

/// Describes a share of `hands` deals, with its standard error if there were fewer than [`HANDS`] deals.
fn cases(share: f64, hands: u32) -> String {
    let words = format!("{} of cases", percent(share, hands));
    if hands >= HANDS {
        return words;
    }
    let error = 50.0 / f64::from(hands).sqrt();
    format!("{words}, by {hands} deals: standard error at most {error:.0} percentage points")
}

/// Returns a percentage as text. Never says 0% or 100%, because the sample is too small to be certain.
fn percent(share: f64, hands: u32) -> String {
    // If something happens in none of the deals, its probability is at most this percentage, with 95% confidence.
    let least = (300.0 / f64::from(hands)).clamp(1.0, 50.0);
    match 100.0 * share {
        percent if percent < least => format!("less than {least:.0}%"),
        percent if percent >= 100.0 - least => format!("more than {:.0}%", 100.0 - least),
        percent => format!("{percent:.0}%"),
    }
}

/// Returns the names of cells. For many cells, returns their number, and the names of the first and the last.
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

/// Places the rest of the hand of a position, and returns the state of the game after it.
fn next<B: Bits>(position: &Position) -> Next {
    let layout = Layout::<B>::new(position.rules());
    let blocks = Blocks::of(position);
    let mut state = State::of(position);
    if blocks.count > 0 {
        let value = Tuned::new(&TUNED, &layout.shares);
        let (mut search, mut beam) = (HandSearch::new(), Beam::new());
        let plans = if work_of(&layout, state, &blocks) <= MOST_COMPLETE {
            search.search(&layout, &value, state, blocks, 1, i32::MIN, &mut || false)
        } else {
            beam.search(&layout, &value, state, blocks, WIDTH, 1, &mut || false)
        };
        match plans.first() {
            Some(plan) if usize::from(plan.length) == blocks.count => state = plan.end,
            _ => return Next::Stuck,
        }
    }
    if blocks.last {
        return Next::Capped;
    }
    let (mut hands, mut fitting, mut work) = (0, 0, 0);
    while hands < HANDS && work < MOST_WORK {
        let blocks = Blocks::new(layout.rules.deal(SEED, hands), false);
        fitting += u32::from(fits(&layout, state, &blocks, blocks.all(), &mut work));
        hands += 1;
    }
    Next::Fits(f64::from(fitting) / f64::from(hands), hands)
}

/// Estimates the work of a complete search: the number of ways to place the blocks on this board, times the cells of
/// all shapes, which the evaluation of a board may compare.
fn work_of<B: Bits>(layout: &Layout<B>, state: State<B>, blocks: &Blocks) -> u64 {
    let ways = |index: u8| {
        let turns = layout.blocks[usize::from(blocks.block(index))].iter();
        turns.map(|shape| u64::from(shape.fits(state.board).count())).sum::<u64>()
    };
    let cells: u64 = layout.blocks.iter().map(|turns| u64::from(turns[0].count)).sum();
    (0..blocks.count as u8).map(ways).fold(cells, u64::saturating_mul)
}

/// Returns whether all blocks in the set `left` can be placed one after another. Adds the work of the test to `work`.
fn fits<B: Bits>(
    layout: &Layout<B>,
    state: State<B>,
    blocks: &Blocks,
    left: u8,
    work: &mut u64,
) -> bool {
    blocks.different(left).any(|index| {
        let rest = left & !(1 << index);
        let mut turns = layout.blocks[usize::from(blocks.block(index))].iter();
        turns.any(|shape| {
            *work += COMPARISON + u64::from(shape.count);
            let mut anchors = shape.fits(state.board);
            if rest == 0 {
                return anchors != B::NONE;
            }
            while anchors != B::NONE {
                let anchor = anchors.first();
                anchors = anchors.rest();
                let (after, _) = layout.place(state, shape, anchor);
                if fits(layout, after, blocks, rest, work) {
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

    use plywood_search::{Game, Notation, Rng};

    use super::*;
    use crate::{Rules, SLOTS, Variant, Woodblock};

    fn game(variant: Variant, cap: u32, position: &str) -> Woodblock {
        let rules = Rules::new(variant, false, NonZeroU32::new(cap));
        Woodblock::new(rules, 1).read_position(position).expect(position)
    }

    /// Returns the text for a sequence of moves, all written as at the start.
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
        // No three rows can become free, so hands fit only if all their blocks are single cells.
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

    /// Returns a position after `moves` random moves, or earlier if the game would be over.
    fn after_random_moves(rules: Rules, seed: u64, moves: usize) -> Position {
        let (mut game, mut rng) = (Woodblock::new(rules, seed), Rng::new(seed));
        let mut before = game.position().clone();
        for _ in 0..moves {
            let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) else { break };
            before = game.position().clone();
            game.play(mv);
        }
        before
    }

    #[test]
    fn hands_of_built_in_variants_are_all_dealt() {
        let (mut most, mut complete) = (0, 0);
        for name in Variant::NAMES {
            for seed in 0..60 {
                let rules = Rules::new(Variant::named(name).unwrap(), true, None);
                let end = after_random_moves(rules, seed, seed as usize);
                let (layout, state) = (Layout::<Cells>::new(end.rules()), State::of(&end));
                let blocks = Blocks::of(&end);
                if blocks.count < SLOTS {
                    complete = complete.max(work_of(&layout, state, &blocks));
                }
                let mut work = 0;
                for number in 0..HANDS {
                    let blocks = Blocks::new(layout.rules.deal(SEED, number), false);
                    fits(&layout, state, &blocks, blocks.all(), &mut work);
                }
                most = most.max(work);
            }
        }
        assert!(2 * most < MOST_WORK && complete <= MOST_COMPLETE, "{most} {complete}");
    }

    #[test]
    fn costly_hands_are_dealt_less_often_and_the_words_say_so() {
        // The blocks have 5x6 cells with a hole in every row, so their rows are hardly ever cleared, and three of them
        // hardly ever fit.
        let shape = |first: usize| {
            let cell = |row, column| if (row + first) % 6 == column { '.' } else { '#' };
            let row =
                |row| format!("'{}'", (0..6).map(|column| cell(row, column)).collect::<String>());
            let rows: Vec<_> = (0..5).map(row).collect();
            format!("{{ rows = [{}], weight = 1 }}", rows.join(", "))
        };
        let shapes: Vec<_> = (0..6).map(shape).collect();
        let head = "name = 'large'\nsize = 10\nboxes = false\nscoring = 'lines'\n";
        let variant = Variant::from_toml(&format!("{head}shapes = [{}]", shapes.join(",")));
        let rules = Rules::new(variant.unwrap(), true, None);
        let start = Woodblock::new(rules, 1).view(0);
        let between = Position { hand: [None; SLOTS], ..start };
        let Next::Fits(_, hands) = next::<Cells>(&between) else { panic!("hands are dealt") };
        assert!((10..HANDS).contains(&hands), "{hands}");
        let expected = "50% of cases, by 100 deals: standard error at most 5 percentage points";
        assert_eq!(cases(0.5, 100), expected);
        assert!(cases(0.0, 100).starts_with("less than 3% of cases, by 100 deals"));
        assert!(cases(0.99, 100).starts_with("more than 97% of cases, by 100 deals"));
        assert_eq!(cases(0.995, HANDS), "more than 99% of cases");
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
