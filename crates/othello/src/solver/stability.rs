//! Stable discs: discs that can never be flipped, whatever is played. They bound the score.

use std::sync::LazyLock;

use super::discs::{Discs, MAX_SCORE};
use super::processor::Processor;
use super::worker::Worker;

/// The stable own discs of an edge, indexed by the own and the opponent's discs on its eight squares.
pub(super) type EdgeTable = [[u8; 256]; 256];

static EDGES: LazyLock<Box<EdgeTable>> = LazyLock::new(|| {
    let mut table = Box::new([[0; 256]; 256]);
    // The value of an edge depends on edges with one empty square less, so fuller edges come first.
    let mut edges: Vec<(u8, u8)> = (0..=255u8)
        .flat_map(|own| (0..=255u8).map(move |other| (own, other)))
        .filter(|(own, other)| own & other == 0)
        .collect();
    edges.sort_by_key(|(own, other)| (own | other).count_zeros());
    for (own, other) in edges {
        table[usize::from(own)][usize::from(other)] = stable_on_edge(&table, own, other);
    }
    table
});

/// Returns the table of stable discs on edges.
pub(super) fn edge_table() -> &'static EdgeTable {
    &EDGES
}

/// Returns the own discs of an edge that survive every move on it, by either side. A move counts even
/// if it flips nothing on the edge, since it may flip discs elsewhere.
fn stable_on_edge(table: &EdgeTable, own: u8, other: u8) -> u8 {
    let mut stable = own;
    for square in (0..8).filter(|square| (own | other) >> square & 1 == 0) {
        let flips = edge_flips(own, other, square);
        let (mine, theirs) = (own ^ flips | 1 << square, other ^ flips);
        stable &= table[usize::from(mine)][usize::from(theirs)];
        let flips = edge_flips(other, own, square);
        let (mine, theirs) = (own ^ flips, other ^ flips | 1 << square);
        stable &= table[usize::from(mine)][usize::from(theirs)];
    }
    stable
}

/// Returns the discs that flip along an edge of eight squares.
fn edge_flips(own: u8, other: u8, square: u8) -> u8 {
    let walk = |squares: &mut dyn Iterator<Item = u8>| {
        let mut line = 0;
        for square in squares {
            if other >> square & 1 == 1 {
                line |= 1 << square;
            } else if own >> square & 1 == 1 {
                return line;
            } else {
                break;
            }
        }
        0
    };
    walk(&mut (square + 1..8)) | walk(&mut (0..square).rev())
}

const A_FILE: u64 = 0x0101_0101_0101_0101;
const BORDER: u64 = 0xff81_8181_8181_81ff;

/// Packs the a-file of a set into eight bits.
#[inline(always)]
fn pack_file(set: u64) -> u8 {
    ((set & A_FILE).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Puts eight bits on the a-file.
#[inline(always)]
fn unpack_file(bits: u8) -> u64 {
    (u64::from(bits & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & A_FILE)
        | u64::from(bits >> 7) << 56
}

/// Returns the stable own discs on the border.
#[inline(always)]
pub(super) fn stable_on_border(edges: &EdgeTable, own: u64, other: u64) -> u64 {
    let stable = |own: u8, other: u8| edges[usize::from(own)][usize::from(other)];
    let row = |shift: u32| u64::from(stable((own >> shift) as u8, (other >> shift) as u8)) << shift;
    let file = |shift: u32| {
        unpack_file(stable(pack_file(own >> shift), pack_file(other >> shift))) << shift
    };
    row(0) | row(56) | file(0) | file(7)
}

/// Returns stable own discs. It does not find all of them, which would take a search.
///
/// A disc is stable if along each of the four axes the line is full or a neighbour is stable.
#[inline(always)]
pub(super) fn stable_discs(edges: &EdgeTable, own: u64, other: u64) -> u64 {
    let full = full_lines(own | other);
    let inner = own & !BORDER;
    let mut stable =
        stable_on_border(edges, own, other) | inner & full[0] & full[1] & full[2] & full[3];
    if stable == 0 {
        return 0;
    }
    loop {
        let row = stable >> 1 | stable << 1 | full[0];
        let column = stable >> 8 | stable << 8 | full[1];
        let falling = stable >> 9 | stable << 9 | full[2];
        let rising = stable >> 7 | stable << 7 | full[3];
        // Only inner squares are added, so a shift never wraps around to the next row.
        let more = inner & row & column & falling & rising & !stable;
        if more == 0 {
            return stable;
        }
        stable |= more;
    }
}

/// Returns the squares on full rows, columns, falling diagonals (a1 to h8) and rising ones.
#[inline(always)]
fn full_lines(discs: u64) -> [u64; 4] {
    let mut row = discs & discs >> 4;
    row &= row >> 2;
    row &= row >> 1;
    let row = (row & A_FILE) * 0xff;

    let mut column = discs & discs.rotate_right(8);
    column &= column.rotate_right(16);
    column &= column.rotate_right(32);

    // A neighbour beyond the border counts as a disc. Each step doubles the length of the lines that
    // are checked.
    let mut down = discs & (0xff80_8080_8080_8080 | discs >> 9);
    down &= 0xffff_c0c0_c0c0_c0c0 | down >> 18;
    down &= 0xffff_ffff_f0f0_f0f0 | down >> 36;
    let mut up = discs & (0x0101_0101_0101_01ff | discs << 9);
    up &= 0x0303_0303_0303_ffff | up << 18;
    up &= 0x0f0f_0f0f_ffff_ffff | up << 36;
    let falling = down & up;

    let mut down = discs & (0xff01_0101_0101_0101 | discs >> 7);
    down &= 0xffff_0303_0303_0303 | down >> 14;
    down &= 0xffff_ffff_0f0f_0f0f | down >> 28;
    let mut up = discs & (0x8080_8080_8080_80ff | discs << 7);
    up &= 0xc0c0_c0c0_c0c0_ffff | up << 14;
    up &= 0xf0f0_f0f0_ffff_ffff | up << 28;
    let rising = down & up;

    [row, column, falling, rising]
}

/// Whether stable discs are worth counting. With many empty squares few discs are stable, so they can
/// only cause a cutoff if `alpha` is high.
#[inline(always)]
fn is_worthwhile(alpha: i32, empties: u32) -> bool {
    alpha >= 2 * empties as i32 - 2
}

impl<P: Processor> Worker<'_, P> {
    /// Returns an upper bound of the score if the opponent's stable discs keep it at or below `alpha`.
    #[inline(always)]
    pub(super) fn stability_cut(&self, discs: Discs, alpha: i32, empties: u32) -> Option<i32> {
        if !is_worthwhile(alpha, empties) {
            return None;
        }
        let stable = stable_discs(self.edges, discs.other, discs.own).count_ones() as i32;
        let bound = MAX_SCORE - 2 * stable;
        (bound <= alpha).then_some(bound)
    }
}

#[cfg(test)]
mod tests {
    use plywood_search::{Game, Rng};
    use proptest::prelude::*;

    use super::*;
    use crate::{Othello, bits};

    #[test]
    fn full_lines_have_no_empty_square() {
        let mut rng = Rng::new(5);
        for _ in 0..2000 {
            // Few squares are empty, so lines of all lengths are full.
            let empties = rng.bits() & rng.bits() & rng.bits() & rng.bits();
            let full = full_lines(!empties);
            for (axis, step) in [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().enumerate() {
                for square in 0..64 {
                    let on_line = |sign: i32| {
                        (0..8).map_while(move |distance| {
                            let column = square % 8 + sign * distance * step.0;
                            let row = square / 8 + sign * distance * step.1;
                            let on_board = (0..8).contains(&column) && (0..8).contains(&row);
                            on_board.then_some(row * 8 + column)
                        })
                    };
                    let is_full =
                        on_line(1).chain(on_line(-1)).all(|square| empties >> square & 1 == 0);
                    assert_eq!(
                        full[axis] >> square & 1 == 1,
                        is_full,
                        "{axis} {square} {empties:x}"
                    );
                }
            }
        }
    }

    #[test]
    fn discs_on_an_edge_are_stable_from_the_corner_on() {
        let stable = |own: &str| {
            let discs = |mark| own.chars().rev().fold(0, |set, c| set << 1 | u8::from(c == mark));
            edge_table()[usize::from(discs('X'))][usize::from(discs('O'))]
        };
        assert_eq!(stable("XXX-----"), 0b111);
        assert_eq!(stable("-XX-----"), 0);
        assert_eq!(stable("XXXXOOOO"), 0b1111);
        assert_eq!(stable("OXXXXXXX"), 0b1111_1110);
        assert_eq!(stable("XOX----X"), 0b1000_0001);
    }

    #[test]
    fn files_are_packed_and_unpacked() {
        for bits in 0..=255 {
            assert_eq!(pack_file(unpack_file(bits)), bits);
            assert_eq!(unpack_file(bits) & !A_FILE, 0);
        }
    }

    proptest! {
        /// No game from a position flips a disc that is stable in this position.
        #[test]
        fn stable_discs_are_never_flipped(seed: u64) {
            let mut rng = Rng::new(seed);
            let mut board = Othello::start();
            let (mut black, mut white) = (0, 0);
            while let Some(mv) = board.random_move(&mut rng, &mut Vec::new()) {
                prop_assert_eq!(black & !board.black(), 0);
                prop_assert_eq!(white & !board.white(), 0);
                black |= stable_discs(edge_table(), board.black(), board.white());
                white |= stable_discs(edge_table(), board.white(), board.black());
                board.play(mv);
            }
        }

        /// On any board, moves of either side in any order flip no stable disc.
        #[test]
        fn no_move_flips_a_stable_disc(own: u64, empties: u64, more: u64) {
            let empties = empties & more;
            let (own, other) = (own & !empties, !own & !empties);
            let stable = stable_discs(edge_table(), own, other);
            for square in (0..64).filter(|square| empties >> square & 1 == 1) {
                prop_assert_eq!(bits::flips(other, own, square) & stable, 0);
            }
        }
    }
}
