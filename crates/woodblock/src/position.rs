//! The visible part of a game: the board, the hand and the counters.

use plywood_search::Rng;

use crate::bits::{Cells, nth, take_first};
use crate::rules::Rules;
use crate::shape::Shape;

/// The number of blocks in a hand.
pub const SLOTS: usize = 3;

/// The blocks of a hand as indices into the variant's shapes; `None` for a placed block.
pub type Hand = [Option<u8>; SLOTS];

/// A placement of a block. All fields count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The slot of the block in the hand.
    pub slot: u8,
    /// Quarter turns clockwise; 0 without rotation.
    pub turn: u8,
    /// The row of the top left cell of the block's bounding box, from the top.
    pub row: u8,
    /// The column of the same cell, from the left.
    pub column: u8,
}

/// What a player sees of a game. The hands to come are hidden.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub(crate) rules: Rules,
    pub(crate) board: Cells,
    pub(crate) score: u32,
    pub(crate) hands: u32,
    pub(crate) hand: Hand,
    pub(crate) streak: u16,
    /// Whether no block of the hand fits; cached, because a search reads it at every step.
    pub(crate) over: bool,
}

/// The result of a placement, before a new hand is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The board after all full lines and boxes were cleared.
    pub board: Cells,
    /// The points of the placement.
    pub points: u32,
    /// The streak including the placement.
    pub streak: u16,
}

impl Position {
    /// The rules of the game.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
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

    /// The number of consecutive placements, up to the latest, that each cleared a line or box.
    #[inline]
    pub fn streak(&self) -> u16 {
        self.streak
    }

    /// The blocks that can be placed; a placed block leaves its slot empty.
    #[inline]
    pub fn hand(&self) -> Hand {
        self.hand
    }

    /// The number of hands dealt so far, including the current one.
    #[inline]
    pub fn hands(&self) -> u32 {
        self.hands
    }

    /// Whether no block of the hand fits.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Returns the blocks of the hand in all their orientations, with the anchors where they fit.
    ///
    /// Internal iteration (`for_each`, `all`) is much faster than a `for` loop.
    #[inline]
    pub(crate) fn fits(&self) -> impl Iterator<Item = Fit<'_>> {
        let (rules, board) = (&self.rules, self.board);
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
        self.fits().for_each(|mut fit| {
            while let Some(anchor) = take_first(&mut fit.anchors) {
                out.push(fit.at(anchor, size));
            }
        });
    }

    /// Returns the uniform distribution over the legal moves whose anchors `keep` retains.
    #[inline]
    pub(crate) fn choices(&self, keep: impl Fn(Cells) -> Cells) -> Choices<'_> {
        let mut choices = Choices { fits: [None; MAX_FITS], total: 0 };
        let mut places = choices.fits.iter_mut();
        self.fits().for_each(|mut fit| {
            fit.anchors = keep(fit.anchors);
            choices.total += fit.anchors.count_ones();
            if let Some(place) = places.next() {
                *place = Some(fit);
            }
        });
        choices
    }

    /// Returns the shape that a move places; `None` if the hand does not have it.
    #[inline]
    fn shape(&self, mv: Move) -> Option<&Shape> {
        let block = self.hand.get(usize::from(mv.slot)).copied().flatten()?;
        self.rules.turns(block).get(usize::from(mv.turn))
    }

    /// Returns the number of the cell of a move's top left corner.
    #[inline]
    fn anchor(&self, mv: Move) -> u32 {
        u32::from(mv.row) * self.rules.grid().size() + u32::from(mv.column)
    }

    /// Returns the cells that a legal move fills, before lines are cleared.
    pub(crate) fn filled_by(&self, mv: Move) -> Cells {
        self.shape(mv).map_or(0, |shape| shape.at(self.anchor(mv)))
    }

    /// Returns the result of a legal move.
    #[inline]
    pub fn after(&self, mv: Move) -> Placement {
        match self.shape(mv) {
            Some(shape) => self.after_shape(shape, self.anchor(mv)),
            None => {
                debug_assert!(false, "{mv:?} is not legal");
                Placement { board: self.board, points: 0, streak: self.streak }
            }
        }
    }

    /// Returns the result of placing a shape at an anchor where it fits.
    #[inline]
    pub(crate) fn after_shape(&self, shape: &Shape, anchor: u32) -> Placement {
        let cleared = self.rules.grid().clear(self.board | shape.at(anchor));
        let streak = if cleared.lines > 0 { self.streak.saturating_add(1) } else { 0 };
        let empty = cleared.board == 0;
        let points = self.rules.points(shape.count(), cleared.lines, streak, empty);
        Placement { board: cleared.board, points, streak }
    }

    /// Places a block of the hand. The caller must update `over`.
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

    #[inline]
    pub(crate) fn update_over(&mut self) {
        let over = self.fits().all(|fit| fit.anchors == 0);
        self.over = over;
    }
}

/// Largest number of [`Fit`]s of a hand: a block has at most four orientations.
const MAX_FITS: usize = 4 * SLOTS;

/// The uniform distribution over all or some of the legal moves.
pub(crate) struct Choices<'a> {
    fits: [Option<Fit<'a>>; MAX_FITS],
    total: u32,
}

impl<'a> Choices<'a> {
    /// Draws a move as a block and an anchor; `None` if there is no move.
    #[inline]
    pub(crate) fn draw(&self, rng: &mut Rng) -> Option<(Fit<'a>, u32)> {
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

/// A block of the hand in one orientation, and the anchors where it fits.
#[derive(Clone, Copy)]
pub(crate) struct Fit<'a> {
    slot: u8,
    turn: u8,
    pub(crate) shape: &'a Shape,
    pub(crate) anchors: Cells,
}

impl Fit<'_> {
    /// Returns the move that places the block at an anchor, on a grid of `size` columns.
    #[inline]
    pub(crate) fn at(&self, anchor: u32, size: u32) -> Move {
        let (row, column) = ((anchor / size) as u8, (anchor % size) as u8);
        Move { slot: self.slot, turn: self.turn, row, column }
    }
}
