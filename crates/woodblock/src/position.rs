//! What a player sees: the board, the hand and the counters.

use plywood_search::Rng;

use crate::bits::{Cells, nth, take_first};
use crate::rules::Rules;
use crate::shape::Shape;

/// How many blocks a hand has.
pub const SLOTS: usize = 3;

/// The blocks of a hand by their numbers in the variant; `None` once placed.
pub type Hand = [Option<u8>; SLOTS];

/// A placement: a block of the hand, how it is turned, and where the top left
/// cell of its bounding box goes. All are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Which block of the hand.
    pub slot: u8,
    /// Quarter turns clockwise; 0 where the rules have no rotation.
    pub turn: u8,
    /// The row, from the top.
    pub row: u8,
    /// The column, from the left.
    pub column: u8,
}

/// A position as everybody sees it; what comes after this hand is not in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    pub(crate) rules: Rules,
    pub(crate) board: Cells,
    pub(crate) score: u32,
    /// How many hands were dealt, this one included.
    pub(crate) hands: u32,
    pub(crate) hand: Hand,
    pub(crate) streak: u16,
    /// Whether nothing can be placed any more, kept so that asking costs
    /// nothing.
    pub(crate) over: bool,
}

/// What a placement leads to, as far as it can be foreseen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The board after full lines were cleared.
    pub board: Cells,
    /// How many were.
    pub lines: u32,
    /// What it scores.
    pub points: u32,
    /// The length of the streak after it.
    pub streak: u16,
}

impl Position {
    /// The rules it is played by.
    #[inline]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The filled cells: bit `row * size + column`.
    #[inline]
    pub fn board(&self) -> Cells {
        self.board
    }

    /// The points so far.
    #[inline]
    pub fn score(&self) -> u32 {
        self.score
    }

    /// How many placements in a row have cleared something, up to the last one.
    #[inline]
    pub fn streak(&self) -> u16 {
        self.streak
    }

    /// The blocks that can be placed; a block that was placed leaves a gap.
    #[inline]
    pub fn hand(&self) -> Hand {
        self.hand
    }

    /// How many hands were dealt so far, this one included.
    #[inline]
    pub fn hands(&self) -> u32 {
        self.hands
    }

    /// Whether nothing can be placed any more.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The shape that a move places.
    #[inline]
    pub(crate) fn shape(&self, mv: Move) -> Option<&'static Shape> {
        let block = (*self.hand.get(usize::from(mv.slot))?)?;
        self.rules.prepared().turns(block).get(usize::from(mv.turn))
    }

    /// The blocks of the hand in all their orientations, each with the places
    /// where it fits.
    #[inline]
    pub(crate) fn fits(&self) -> impl Iterator<Item = Fit> + use<> {
        let (rules, board) = (self.rules.prepared(), self.board);
        let slots = self.hand.into_iter().zip(0u8..);
        slots.filter_map(|(block, slot)| Some((block?, slot))).flat_map(move |(block, slot)| {
            rules.turns(block).iter().zip(0u8..).map(move |(shape, turn)| {
                let anchors = shape.fits(board);
                Fit { slot, turn, shape, anchors }
            })
        })
    }

    /// Appends every legal move.
    pub fn moves(&self, out: &mut Vec<Move>) {
        let size = self.rules.grid().size();
        for mut fit in self.fits() {
            while let Some(anchor) = take_first(&mut fit.anchors) {
                out.push(fit.at(anchor, size));
            }
        }
    }

    /// The legal moves for which `keep` keeps the place, to be drawn from.
    #[inline]
    pub(crate) fn choices(&self, keep: impl Fn(Cells) -> Cells) -> Choices {
        let mut choices = Choices { fits: [None; MOST_FITS], total: 0 };
        for (place, mut fit) in choices.fits.iter_mut().zip(self.fits()) {
            fit.anchors = keep(fit.anchors);
            choices.total += fit.anchors.count_ones();
            *place = Some(fit);
        }
        choices
    }

    /// What a legal move leads to.
    #[inline]
    pub fn after(&self, mv: Move) -> Placement {
        let rules = self.rules;
        let anchor = u32::from(mv.row) * rules.grid().size() + u32::from(mv.column);
        match self.shape(mv) {
            Some(shape) => self.after_shape(shape, anchor),
            None => {
                debug_assert!(false, "{mv:?} is not legal");
                let (board, streak) = (self.board, self.streak);
                Placement { board, lines: 0, points: 0, streak }
            }
        }
    }

    /// What a shape leads to at a place where it fits.
    #[inline]
    pub(crate) fn after_shape(&self, shape: &Shape, anchor: u32) -> Placement {
        let cleared = self.rules.grid().clear(self.board | shape.at(anchor));
        let streak = if cleared.lines > 0 { self.streak.saturating_add(1) } else { 0 };
        let empty = cleared.board == 0;
        let points = self.rules.points(shape.count(), cleared.lines, streak, empty);
        Placement { board: cleared.board, lines: cleared.lines, points, streak }
    }

    /// Places a block of the hand.
    #[inline]
    pub(crate) fn place(&mut self, mv: Move) {
        let after = self.after(mv);
        self.board = after.board;
        self.streak = after.streak;
        self.score = self.score.saturating_add(after.points);
        if let Some(block) = self.hand.get_mut(usize::from(mv.slot)) {
            *block = None;
        }
    }

    /// Finds out whether anything can be placed.
    #[inline]
    pub(crate) fn look_for_the_end(&mut self) {
        self.over = self.fits().all(|fit| fit.anchors == 0);
    }
}

/// A block has at most four orientations.
const MOST_FITS: usize = 4 * SLOTS;

/// Moves to draw from.
pub(crate) struct Choices {
    fits: [Option<Fit>; MOST_FITS],
    total: u32,
}

impl Choices {
    /// One of them, each as likely, as a block and a place; `None` if there is none.
    #[inline]
    pub(crate) fn draw(&self, rng: &mut Rng) -> Option<(Fit, u32)> {
        let mut drawn = rng.below(self.total as usize) as u32;
        for fit in self.fits.iter().map_while(|fit| *fit) {
            let count = fit.anchors.count_ones();
            if drawn < count {
                return Some((fit, nth(fit.anchors, drawn)));
            }
            drawn -= count;
        }
        None
    }
}

/// A block of the hand in one orientation, and where it fits.
#[derive(Clone, Copy)]
pub(crate) struct Fit {
    slot: u8,
    turn: u8,
    pub(crate) shape: &'static Shape,
    pub(crate) anchors: Cells,
}

impl Fit {
    /// The move that places it.
    #[inline]
    pub(crate) fn at(&self, anchor: u32, size: u32) -> Move {
        let (row, column) = ((anchor / size) as u8, (anchor % size) as u8);
        Move { slot: self.slot, turn: self.turn, row, column }
    }
}
