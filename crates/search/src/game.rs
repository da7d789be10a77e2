//! The interface: what a game, a guide, an objective and a notation are.
//!
//! This is the page to read first. A new game implements [`Game`], and
//! [`Notation`] to be shown and typed; [`Guide`] and [`Objective`] are for
//! those who want to play it better than plain random rollouts do.

use std::fmt::Debug;

use crate::{IllegalMove, NotationError, Rng};

/// The rules of a game; a value of this type is one state of it, the whole truth.
///
/// A state holds everything, face-down cards and pieces to come included, so
/// playing a move on it is deterministic. What a player may know is its
/// [`View`](Game::View). Three laws, which [`conformance`](crate::conformance)
/// checks:
///
/// 1. Who moves, what is legal and what the next view is depend only on the
///    view, the move and what was [`Seen`](Game::Seen).
/// 2. What is seen after a move is seen by every seat.
/// 3. With `HIDDEN = false`, `world(view(state)) == state`.
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// A move; a pass is one. One to four bytes keep a tree node at 32 bytes.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// What everybody sees of a move's outcome (a turned card, the next
    /// piece); `()` where a move brings nothing new to light.
    type Seen: Copy + Eq + Debug + Send + Sync + 'static;
    /// What a seat knows of a state, rules and counters included.
    type View: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// How many seats play: 1 or 2.
    const SEATS: u8;
    /// Whether a state holds facts that a view lacks.
    const HIDDEN: bool;

    /// The seat to move, or `None` when the game is over.
    fn seat(&self) -> Option<u8>;

    /// Appends every legal move to `out`, 65,535 at most: none exactly when
    /// the game is over.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Plays a legal move; the caller vouches for its legality.
    fn play(&mut self, mv: Self::Move) -> Self::Seen;

    /// What `seat` has reached so far, in the game's own unit.
    fn score(&self, seat: u8) -> f64;

    /// What `seat` can see.
    fn view(&self, seat: u8) -> Self::View;

    /// Draws a state that agrees with `view`, each as likely as it is to a
    /// player who knows just that.
    fn world(view: &Self::View, rng: &mut Rng) -> Self;

    /// A legal move, each with the same probability; `None` when over.
    ///
    /// Rollouts spend their time here: override it where one move can be
    /// drawn without listing all of them. `scratch` is room to list them in.
    fn random_move(&self, rng: &mut Rng, scratch: &mut Vec<Self::Move>) -> Option<Self::Move> {
        scratch.clear();
        self.moves(scratch);
        rng.pick(scratch)
    }

    /// Plays a legal move on the way to a later position: nothing is asked of
    /// the state before the next move.
    ///
    /// States are not stored in the tree but replayed, so where nothing is
    /// hidden a search does this several times a simulation: override it if
    /// [`play`](Game::play) prepares answers (such as the next legal moves)
    /// that can be left out.
    fn replay(&mut self, mv: Self::Move) -> Self::Seen {
        self.play(mv)
    }

    /// Plays `mv` if it is legal.
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

/// Knowledge that steers a search: how rollouts are played, and what a state
/// is worth where a rollout is cut short.
///
/// Every method has a default, and costs nothing where it is left at that.
pub trait Guide<G: Game>: Clone + Send {
    /// The next move of a rollout; `None` exactly when the game is over.
    fn rollout_move(
        &mut self,
        state: &G,
        rng: &mut Rng,
        scratch: &mut Vec<G::Move>,
    ) -> Option<G::Move> {
        state.random_move(rng, scratch)
    }

    /// An estimate of the objective's value at the end of the game for the
    /// seat to move, asked where a rollout stops before that. `None`: what the
    /// objective says of the state as it stands.
    fn static_value(&mut self, _state: &G) -> Option<f64> {
        None
    }
}

/// What a player wants, as the value of a state for a seat.
///
/// With two seats what one gains the other loses: their values add up to the
/// ends of the range added up, or to 0 where the range is open.
pub trait Objective<G: Game>: Clone + Send + Sync {
    /// What `state` is worth to `seat`, at the end of a game or before it.
    fn value(&self, state: &G, seat: u8) -> f64;

    /// The smallest and the largest value there can be, if that is known.
    /// Proven values are kept in single precision, so they tell apart what
    /// differs by more than a sixteen-millionth of the range, or of the gain.
    fn range(&self) -> Option<(f64, f64)>;

    /// What a value counts, as words: `win probability`, `points`.
    fn unit(&self) -> &'static str;
}

/// A game as text: positions and moves both ways, and a picture.
///
/// Every text can be read back: what `write_position` writes is read as the
/// same view, and `read_move(write_move(mv)) == mv`.
pub trait Notation: Game {
    /// Reads a position of a game under the same rules as `self`.
    fn read_position(&self, text: &str) -> Result<Self, NotationError>;

    /// Reads a position of which only what a seat sees is told, as in a
    /// question about a game whose hidden facts nobody knows. `None` if the
    /// text is no such position: where nothing is hidden, none is.
    fn read_view(&self, _text: &str) -> Result<Option<Self::View>, NotationError> {
        Ok(None)
    }

    /// Writes what a view knows, on one line.
    fn write_position(view: &Self::View) -> String;

    /// Reads a move; whether it is legal is for [`Game::moves`] to say.
    fn read_move(text: &str) -> Result<Self::Move, NotationError>;

    /// Writes a move.
    fn write_move(mv: Self::Move) -> String;

    /// Writes what was seen of a move, in a game under the same rules as `self`.
    fn write_seen(&self, seen: Self::Seen) -> String {
        format!("{seen:?}")
    }

    /// Draws a view for a terminal, with coordinates and the legal moves marked.
    fn picture(view: &Self::View) -> String;
}
