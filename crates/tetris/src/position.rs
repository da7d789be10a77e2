//! What everybody sees of a game, and the placements that are legal in it.

use crate::{Bag, Board, End, Piece, Placed, Rules};

/// A placement: the piece is turned, moved over its column and dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Quarter turns clockwise from the spawn orientation, 0 to 3.
    pub rotation: u8,
    /// The leftmost filled column, from 0.
    pub column: u8,
}

/// A game as its player sees it: everything but the pieces after the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    rules: Rules,
    board: Board,
    current: Piece,
    next: Piece,
    bag: Bag,
    lines: u32,
    over: bool,
}

/// A pile this far below the top leaves room for every placement.
const TALLEST_PIECE: u8 = 4;

impl Position {
    pub(crate) fn new(
        rules: Rules,
        board: Board,
        [current, next]: [Piece; 2],
        bag: Bag,
        lines: u32,
    ) -> Self {
        let mut position = Position { rules, board, current, next, bag, lines, over: false };
        position.over = position.is_lost() || position.is_capped();
        position
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board without the current piece.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The piece to place now.
    #[inline]
    pub fn current(&self) -> Piece {
        self.current
    }

    /// The piece after it.
    #[inline]
    pub fn next(&self) -> Piece {
        self.next
    }

    /// What is left in the bag, from which the piece after the next one comes:
    /// all seven if nothing is. Empty where pieces come without a bag.
    pub fn bag(&self) -> Bag {
        self.bag
    }

    /// Lines cleared so far: the score.
    #[inline]
    pub fn lines(&self) -> u32 {
        self.lines
    }

    /// The level: one more for every ten lines.
    pub fn level(&self) -> u32 {
        self.lines / 10
    }

    /// Whether the game is over: lost, or at its cap.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether the game is over because it has reached its cap of lines.
    pub fn is_capped(&self) -> bool {
        self.rules.cap.is_some_and(|cap| self.lines >= cap)
    }

    /// The same position in a game without a cap.
    pub(crate) fn without_cap(&self) -> Self {
        Position { rules: Rules { cap: None, ..self.rules }, ..*self }
    }

    /// The cells where the current piece appears: four rows, the lowest in the
    /// lowest bits, and the row of the lowest.
    pub fn spawn_cells(&self) -> (u64, u8) {
        let shape = self.current.shape(0);
        let column = (self.rules.width - shape.width) / 2;
        (shape.cells << column, self.rules.height - shape.height)
    }

    /// Every legal placement in order: rotations that look the same are one.
    #[inline]
    pub fn placements(&self) -> impl Iterator<Item = Move> + '_ {
        let all = if self.over { 0 } else { self.current.rotations() };
        let roomy = self.is_roomy();
        (0..all)
            .flat_map(move |rotation| {
                let columns = self.rules.width - self.current.shape(rotation).width + 1;
                (0..columns).map(move |column| Move { rotation, column })
            })
            .filter(move |&mv| roomy || self.fits(mv))
    }

    /// Whether there is room for every placement.
    #[inline]
    pub(crate) fn is_roomy(&self) -> bool {
        self.board.pile() + TALLEST_PIECE <= self.rules.height
    }

    /// How many placements of the current piece there are where all of them fit.
    pub(crate) fn placements_with_room(&self) -> usize {
        let columns = |rotation| self.rules.width - self.current.shape(rotation).width + 1;
        (0..self.current.rotations()).map(|rotation| usize::from(columns(rotation))).sum()
    }

    /// The same placement by the rotation under which it is listed.
    pub fn canonical(&self, mv: Move) -> Move {
        Move { rotation: mv.rotation % self.current.rotations(), ..mv }
    }

    /// Whether a placement may be played, by whichever of its equal rotations.
    pub fn is_legal(&self, mv: Move) -> bool {
        let inside = mv.rotation < 4
            && mv.column <= self.rules.width - self.current.shape(mv.rotation).width;
        !self.over && inside && (self.is_roomy() || self.fits(mv))
    }

    /// What comes of a placement inside the walls.
    #[inline]
    pub fn place(&self, mv: Move) -> Placed {
        self.board.place(self.current.shape(mv.rotation), mv.column)
    }

    /// Whether a piece, dropped between the walls, ends below the top as the
    /// rules want it.
    fn fits(&self, mv: Move) -> bool {
        let shape = self.current.shape(mv.rotation);
        self.board.landing(shape, mv.column) + shape.height <= self.rules.height
            || self.rules.end == End::Spawn && self.place(mv).board.pile() <= self.rules.height
    }

    fn is_lost(&self) -> bool {
        let (cells, row) = self.spawn_cells();
        let blocked = self.rules.end == End::Spawn && !self.board.is_free(cells, row);
        blocked || !self.is_roomy() && self.placements().next().is_none()
    }

    /// The position after a legal placement, once the piece after the next one
    /// is known and out of the bag.
    #[inline]
    pub(crate) fn after(&self, placed: &Placed, next: Piece, bag: Bag) -> Position {
        let lines = self.lines.saturating_add(u32::from(placed.lines));
        Position::new(self.rules, placed.board, [self.next, next], bag, lines)
    }
}
