//! The interface: [`Game`], [`Guide`], [`Objective`] and [`Notation`].
//!
//! A new game implements [`Game`]. [`Notation`] adds the text form, for terminals and for JSON.
//! [`Guide`] adds knowledge to the search, and [`Objective`] changes what the search maximises.

use std::borrow::Cow;
use std::fmt::Debug;

use crate::{IllegalMove, Leaf, NotationError, Rng};

/// Maximum number of seats.
pub const MAX_SEATS: usize = 8;

/// The rules of a game. A value of this type is one complete state.
///
/// A state includes hidden facts such as face-down cards and future pieces, so a move is
/// deterministic. A player gets only its [`View`](Game::View), which is its information set. From a
/// view the search draws *worlds* (determinizations): complete states that agree with the view. A
/// player never gets a state, so it cannot use what its seat does not know.
///
/// | the game | declares |
/// |---|---|
/// | chess, Connect Four | `HIDDEN = false`; nothing else |
/// | 2048, Tetris, patience: chance, and every seat sees the same | `HIDDEN = true`, [`Seen`](Game::Seen) |
/// | Gin, Hearts: a seat sees its own cards | also `PRIVATE = true`, [`seen_by`](Game::seen_by) |
/// | cards played face down, simultaneous moves | also [`move_shown`](Game::move_shown) |
///
/// An implementation keeps these laws, which [`conformance`](crate::conformance) checks:
///
/// 1. The seat to move, and whether the game is over, follow from every seat's view. The legal moves
///    follow from the mover's view.
/// 2. Two moves, played in states with equal views for a seat, look the same to the seat (the move and its outcome) if
///    and only if the seat's views after them are equal.
/// 3. Masking by `seen_by` or `move_shown` twice gives the same as once.
/// 4. With `HIDDEN = false`, `world(view(state)) == state`; with `PRIVATE = false`, nothing is masked.
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// A move; a pass is also a move. If `Move` has at most four bytes, a tree node takes 32 bytes.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// The outcome of a move: what it reveals, such as a turned card or the next piece; `()` if a move
    /// reveals nothing. The tree has one child position for each value.
    type Seen: Copy + Eq + Debug + Send + Sync + 'static;
    /// The information set of a seat: all that the seat knows and remembers, including the rules and
    /// all counters.
    type View: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// Whether a state has facts that a view does not show. `false` enables proofs of exact values.
    const HIDDEN: bool;
    /// Whether the game has facts or moves that only some of the seats see. Requires `HIDDEN`.
    const PRIVATE: bool = false;

    /// Returns the number of seats, from 1 to [`MAX_SEATS`]; the same in every state of a game. A seat
    /// that has been eliminated still counts.
    fn seats(&self) -> u8 {
        2
    }

    /// Returns the seat to move, below [`seats`](Game::seats), or `None` if the game is over.
    ///
    /// Seats need not alternate.
    fn seat(&self) -> Option<u8>;

    /// Appends all legal moves to `out`, without clearing it first.
    ///
    /// The moves are distinct, always in the same order, and at most 65,535. The list is empty if and only if
    /// [`seat`](Game::seat) is `None`. The mover's view determines the list.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Plays a move and returns its outcome: everything that any seat sees of it.
    ///
    /// The caller guarantees that `mv` is one of [`moves`](Game::moves); the result of an illegal move
    /// is unspecified. [`try_play`](Game::try_play) checks that the move is legal.
    fn play(&mut self, mv: Self::Move) -> Self::Seen;

    /// Returns what `seat` sees of an outcome of a move of `mover`: replaces each fact that is hidden
    /// from the seat by a placeholder.
    fn seen_by(seen: Self::Seen, _mover: u8, _seat: u8) -> Self::Seen {
        seen
    }

    /// Returns whether an outcome shows facts that were hidden before. A person who undoes the move still knows them.
    ///
    /// The default is `true` for every type of outcome that can show anything. Override it if some outcomes show
    /// nothing; the answer must not depend on what [`seen_by`](Game::seen_by) hides.
    fn reveals(_seen: Self::Seen) -> bool {
        size_of::<Self::Seen>() > 0
    }

    /// Returns how a move of `mover` looks to `seat`. For all moves that the seat cannot tell apart, the result is the
    /// same: one of these moves or a placeholder. A mover sees its own move.
    fn move_shown(mv: Self::Move, _mover: u8, _seat: u8) -> Self::Move {
        mv
    }

    /// Returns the score of `seat` so far, in the game's own unit; always finite.
    ///
    /// May be called before the end of the game: a reward counts as soon as it is in the score.
    fn score(&self, seat: u8) -> f64;

    /// Returns what `seat` knows, at any time of the game, also when another seat is to move.
    fn view(&self, seat: u8) -> Self::View;

    /// Draws a world at random from all states that agree with `view`, with the probabilities of the deal: a move of
    /// another seat excludes the states in which it would be illegal, but makes none of the others more probable.
    /// Hidden moves are drawn uniformly, and future chance from `rng`.
    ///
    /// The view of the result, for the seat that `view` belongs to, equals `view`.
    fn world(view: &Self::View, rng: &mut Rng) -> Self;

    /// Draws one of [`moves`](Game::moves), all with the same probability; `None` if the game is over.
    ///
    /// Rollouts spend most of their time here. Override this if a move can be drawn without listing
    /// all moves. `scratch` is a buffer for the list; its contents are arbitrary before and after.
    fn random_move(&self, rng: &mut Rng, scratch: &mut Vec<Self::Move>) -> Option<Self::Move> {
        scratch.clear();
        self.moves(scratch);
        rng.pick(scratch)
    }

    /// Returns the legal moves as bits: bit `n` is the move `n`. `None`, the default, if the game does not offer
    /// this.
    ///
    /// In a game with private facts, the search compares the legal moves of many worlds. Override this if
    /// [`Move`](Game::Move) is `u8`, all moves are below 64, [`moves`](Game::moves) lists the lowest first, and
    /// [`move_shown`](Game::move_shown) masks none: decisions are the same and take less time. A search panics if moves
    /// are of another type.
    fn move_bits(&self) -> Option<u64> {
        None
    }

    /// Plays a move that another move will follow.
    ///
    /// `replay(a); play(b)` gives the same state as `play(a); play(b)`. Between the two calls no other
    /// method is called. The tree stores no states, so a simulation replays its path. Override this if
    /// [`play`](Game::play) computes something that only other methods need, such as the legal moves.
    fn replay(&mut self, mv: Self::Move) -> Self::Seen {
        self.play(mv)
    }

    /// Plays `mv`, or returns an error and leaves the state unchanged if `mv` is illegal.
    ///
    /// ```
    /// use plywood_search::{Game, nim::Nim};
    ///
    /// let mut heap = Nim::new(5);
    /// assert!(heap.try_play(9).is_err());
    /// assert!(heap.try_play(3).is_ok());
    /// ```
    fn try_play(&mut self, mv: Self::Move) -> Result<Self::Seen, IllegalMove> {
        let mut legal = Vec::new();
        self.moves(&mut legal);
        if legal.contains(&mv) { Ok(self.play(mv)) } else { Err(IllegalMove) }
    }
}

/// Knowledge that guides a search: a rollout policy, a static evaluation, and weights of moves.
///
/// The defaults are uniform random rollouts, no evaluation and no weights.
pub trait Guide<G: Game>: Clone + Send {
    /// Whether [`rate`](Guide::rate) rates positions. `true` replaces UCB1 by PUCT.
    const RATES: bool = false;
    /// Whether [`judge_world`](Guide::judge_world) says which sampled worlds are won. With `true`, the search counts
    /// them for every move at the root, as [`Candidate::worlds`](crate::Candidate::worlds).
    const JUDGES_WORLDS: bool = false;

    /// Rates positions that enter the tree: writes a weight for each move and, if it can, values.
    fn rate(&mut self, _leaves: &mut [Leaf<G>]) {}

    /// Returns the next move of a rollout; `None` if and only if the game is over.
    ///
    /// The move must be legal. `scratch` is a buffer as in [`Game::random_move`].
    fn rollout_move(
        &mut self,
        state: &G,
        rng: &mut Rng,
        scratch: &mut Vec<G::Move>,
    ) -> Option<G::Move> {
        state.random_move(rng, scratch)
    }

    /// Returns the value of the objective for seat 0 with best play of both seats, if it is known. It then
    /// replaces the rollout of a leaf, and is backed up as a proof.
    ///
    /// Called where values can be proven: nothing is hidden and the objective is zero-sum. Never called
    /// after the end of a game.
    fn exact_value(&mut self, _state: &G) -> Option<f64> {
        None
    }

    /// Estimates the final value of the objective: writes the value for each seat to `values` and
    /// returns `true`. With a zero-sum objective, only `values[0]` is read.
    ///
    /// Called when a rollout reaches its length limit, never after the end of a game. If this returns
    /// `false`, the search uses [`Objective::value`] of the state instead.
    fn static_value(&mut self, _state: &G, _values: &mut [f64]) -> bool {
        false
    }

    /// Returns whether the world of a simulation can be won from the last state of the simulation; `None` if the guide
    /// does not know.
    ///
    /// Called once after each simulation is evaluated, so that the guide can return what it found during the
    /// evaluation. The answer does not influence the search.
    fn judge_world(&mut self, _last: &G) -> Option<bool> {
        None
    }
}

/// What a player maximises: the value of a state for a seat.
///
/// The default, [`ByScore`](crate::ByScore), is the share of opponents beaten. Where the margin of a
/// win counts, as in poker or Hearts, use [`Points`](crate::Points): a player that maximises the
/// probability of winning a hand calls every bet that it can afford.
pub trait Objective<G: Game>: Clone + Send + Sync {
    /// Returns the value of `state` for `seat`, at the end of a game or before it.
    fn value(&self, state: &G, seat: u8) -> f64;

    /// Returns the smallest and the largest possible value in a game with this number of seats; `None`
    /// if there is no known limit.
    ///
    /// Without a range, the search scales values by the smallest and the largest mean in its tree.
    /// Proven values are stored in single precision, with a relative error of up to 2^-24.
    fn range(&self, seats: u8) -> Option<(f64, f64)>;

    /// Returns whether the values of two seats always add up to `low + high` of the range, or to 0
    /// without a range. `true` enables proofs of exact values with two seats. Otherwise, each seat
    /// maximises its own value (max^n).
    fn zero_sum(&self, seats: u8) -> bool {
        seats == 2
    }

    /// Returns the unit of values, such as `win probability` or `points`.
    fn unit(&self, seats: u8) -> Cow<'static, str>;
}

/// The text form of a game: reads and writes positions and moves, and draws pictures.
///
/// Reading inverts writing: the text of a seat's view is read as a position with the same view for that seat, and
/// `read_move(write_move(mv)) == Ok(mv)`. Facts that the view does not show may differ. The methods that take a move
/// are called on the state in which it is made, and the text follows from the mover's view.
pub trait Notation: Game {
    /// Reads a position of a game with the rules of `self`. The error says what was wrong, where, and
    /// what was expected.
    fn read_position(&self, text: &str) -> Result<Self, NotationError>;

    /// Reads a position with unknown facts, as the view of a seat. Returns `Ok(None)` if the text has
    /// no unknown facts: then [`read_position`](Notation::read_position) reads the text.
    fn read_view(&self, _text: &str) -> Result<Option<Self::View>, NotationError> {
        Ok(None)
    }

    /// Writes a view on one line.
    fn write_position(view: &Self::View) -> String;

    /// Returns the seat whose view this is; `None` if all seats have the same view.
    fn seat_of(_view: &Self::View) -> Option<u8> {
        None
    }

    /// Reads a move. The move need not be legal: [`Game::try_play`] checks that.
    fn read_move(&self, text: &str) -> Result<Self::Move, NotationError>;

    /// Writes a legal move, or any other move that [`read_move`](Notation::read_move) returns. In a game with hidden
    /// facts, `self` may be a state at the root of a principal variation or tree, instead of the state in which the
    /// move is made.
    fn write_move(&self, mv: Self::Move) -> String;

    /// Describes a legal move in words, on one line. The legal moves of a state have different descriptions.
    fn describe_move(&self, mv: Self::Move) -> String {
        self.write_move(mv)
    }

    /// Returns the cells of the board that a legal move fills, before anything is cleared, as `[column, row]`
    /// from the top left; rows above the board are negative. Empty if moves fill no cells.
    fn cells(&self, _mv: Self::Move) -> Vec<[i8; 2]> {
        Vec::new()
    }

    /// Returns the parts of the board, besides rows and columns, that the rules treat as a whole, as cells like
    /// those of [`cells`](Notation::cells). They are for drawing; most games have none.
    fn regions(&self) -> Vec<Vec<[i8; 2]>> {
        Vec::new()
    }

    /// Writes the [`Seen`](Game::Seen) value of a move, in a game with the rules of `self`.
    fn write_seen(&self, seen: Self::Seen) -> String {
        format!("{seen:?}")
    }

    /// Draws a view for a terminal, with coordinates and the legal moves marked.
    fn picture(view: &Self::View) -> String;
}
