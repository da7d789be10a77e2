//! The visible part of a game, and its legal placements.

use crate::{Bag, Board, End, Piece, Placed, Rules};

/// A placement: the piece is rotated, moved to its column and dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Quarter turns clockwise from the spawn orientation, 0 to 3.
    pub rotation: u8,
    /// The leftmost filled column, from 0.
    pub column: u8,
}

/// What a player sees of a game: everything but the pieces after the next one.
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

/// The height of the tallest piece. With this number of empty rows above the pile, all placements fit.
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

    /// The piece to place.
    #[inline]
    pub fn current(&self) -> Piece {
        self.current
    }

    /// The next piece.
    #[inline]
    pub fn next(&self) -> Piece {
        self.next
    }

    /// The pieces left in the bag, from which the piece after the next one is drawn. An empty bag is
    /// filled before the draw. With uniform draws, the bag is always empty.
    pub fn bag(&self) -> Bag {
        self.bag
    }

    /// The cleared lines, which are the score.
    #[inline]
    pub fn lines(&self) -> u32 {
        self.lines
    }

    /// The level, which rises by one every ten lines.
    pub fn level(&self) -> u32 {
        self.lines / 10
    }

    /// Whether the game is over: lost, or at its cap.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether the game is over since it has reached its cap of lines.
    pub fn is_capped(&self) -> bool {
        self.rules.cap.is_some_and(|cap| self.lines >= cap)
    }

    /// Returns the same position under rules without a cap.
    pub(crate) fn without_cap(&self) -> Self {
        Position { rules: Rules { cap: None, ..self.rules }, ..*self }
    }

    /// The cells in which the current piece spawns: four rows of bits, the lowest in the lowest bits,
    /// and the number of the lowest row.
    pub fn spawn_cells(&self) -> (u64, u8) {
        let shape = self.current.shape(0);
        let column = (self.rules.width - shape.width) / 2;
        (shape.cells << column, self.rules.height - shape.height)
    }

    /// Returns the legal placements in order. Of rotations with equal shapes, it has only the first.
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

    /// Appends [`placements`](Position::placements) to a list. This is several times as fast as the iterator, because
    /// the cells that block a piece are computed once for each rotation, not for each column.
    pub(crate) fn list_placements(&self, out: &mut Vec<Move>) {
        let all = if self.over { 0 } else { self.current.rotations() };
        for rotation in 0..all {
            let shape = self.current.shape(rotation);
            let columns = 0..self.rules.width - shape.width + 1;
            let placements = columns.map(|column| Move { rotation, column });
            match self.board.met_down_to(self.rules.height - shape.height) {
                0 => out.extend(placements),
                met => {
                    let passes = |mv: Move| met & (shape.cells << mv.column) == 0;
                    out.extend(placements.filter(|&mv| passes(mv) || self.clears_room(mv)));
                }
            }
        }
    }

    /// Whether the pile is so low that every placement is legal.
    #[inline]
    pub(crate) fn is_roomy(&self) -> bool {
        self.board.pile() + TALLEST_PIECE <= self.rules.height
    }

    /// Returns the number of placements of the current piece if the board has [room](Position::is_roomy) for all.
    pub(crate) fn placements_with_room(&self) -> usize {
        (0..self.current.rotations()).map(|rotation| self.columns(rotation)).sum()
    }

    /// Returns the number of columns in which the current piece can be placed with `rotation`, if the board has room
    /// for all placements; 0 if an earlier rotation has the same shape.
    #[inline]
    pub(crate) fn columns(&self, rotation: u8) -> usize {
        if rotation < self.current.rotations() {
            usize::from(self.rules.width - self.current.shape(rotation).width + 1)
        } else {
            0
        }
    }

    /// Returns the same placement with the rotation that [`placements`](Position::placements) uses.
    pub fn canonical(&self, mv: Move) -> Move {
        Move { rotation: mv.rotation % self.current.rotations(), ..mv }
    }

    /// Whether a placement is legal. Accepts all rotations, even if an earlier one has the same shape.
    pub fn is_legal(&self, mv: Move) -> bool {
        let inside = mv.rotation < 4
            && mv.column <= self.rules.width - self.current.shape(mv.rotation).width;
        !self.over && inside && (self.is_roomy() || self.fits(mv))
    }

    /// Places the current piece; `mv` must be within the walls.
    #[inline]
    pub fn place(&self, mv: Move) -> Placed {
        self.board.place(self.current.shape(mv.rotation), mv.column)
    }

    /// Whether the piece stays below the top, or clears enough rows to bring the pile below the top ([`End::Spawn`]).
    fn fits(&self, mv: Move) -> bool {
        let shape = self.current.shape(mv.rotation);
        let met = self.board.met_down_to(self.rules.height - shape.height);
        met & (shape.cells << mv.column) == 0 || self.clears_room(mv)
    }

    /// Whether a placement that reaches above the top is legal because it clears rows, so that the pile is below the
    /// top afterwards. Only [`End::Spawn`] allows this.
    fn clears_room(&self, mv: Move) -> bool {
        self.rules.end == End::Spawn
            && self.board.fills_a_row(self.current.shape(mv.rotation), mv.column)
            && self.place(mv).board.pile() <= self.rules.height
    }

    fn is_lost(&self) -> bool {
        let (cells, row) = self.spawn_cells();
        let blocked = self.rules.end == End::Spawn && !self.board.is_free(cells, row);
        blocked || !self.is_roomy() && !self.has_placement()
    }

    /// Whether any placement is legal, for a board without [room](Position::is_roomy) for all.
    fn has_placement(&self) -> bool {
        (0..self.current.rotations()).any(|rotation| {
            let columns = 0..self.rules.width - self.current.shape(rotation).width + 1;
            columns.map(|column| Move { rotation, column }).any(|mv| self.fits(mv))
        })
    }

    /// Plays a legal placement on this position. Unlike [`after`](Position::after), it copies no board; the arguments
    /// have the same meaning.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move, next: Piece, bag: Bag) {
        let (_, lines, _) = self.board.drop_piece(self.current.shape(mv.rotation), mv.column);
        self.lines = self.lines.saturating_add(u32::from(lines));
        (self.current, self.next, self.bag) = (self.next, next, bag);
        self.over = self.is_lost() || self.is_capped();
    }

    /// Returns the position after a legal placement. `next` is the new next piece, and `bag` is the bag
    /// after this piece was drawn.
    #[inline]
    pub(crate) fn after(&self, placed: &Placed, next: Piece, bag: Bag) -> Position {
        let lines = self.lines.saturating_add(u32::from(placed.lines));
        Position::new(self.rules, placed.board, [self.next, next], bag, lines)
    }
}
