//! What a network or an environment sees of a game: views as arrays, moves as indices.

use crate::{Game, Rng};

/// Views as arrays of numbers, and moves as indices below [`actions`](Encoding::actions).
///
/// An encoding is a value beside the game: a game can have several, such as planes of a board and a few
/// features, and sizes that depend on the rules are fields of the value. Four methods are required.
///
/// | user | methods |
/// |---|---|
/// | an environment, as of Gymnasium or PettingZoo | `shape`, `range`, `observe`, `actions`, `mask`, `action` |
/// | a policy network that rates moves, as of AlphaZero | `observe`, and `index` of every legal move |
/// | a network that values the position after each move | `observe_after` |
///
/// Every method gets a view, never a state, so an encoding cannot show what its seat does not know.
/// [`check_encoding`] checks the contract of each method on random games.
///
/// ```
/// use plywood_search::{Encoding, check_encoding, nim::Nim};
///
/// /// The heap as one number, a move as the number of stones.
/// struct Heap;
///
/// impl Encoding<Nim> for Heap {
///     fn shape(&self) -> Vec<usize> {
///         vec![1]
///     }
///
///     fn observe(&self, heap: &Nim, _seat: u8, out: &mut [f32]) {
///         out[0] = f32::from(heap.stones());
///     }
///
///     fn actions(&self) -> usize {
///         3
///     }
///
///     fn index(&self, _heap: &Nim, taken: u8) -> usize {
///         usize::from(taken) - 1
///     }
/// }
///
/// check_encoding(100, |seed| Nim::new(1 + (seed % 20) as u8), &Heap);
///
/// let mut mask = [false; 3];
/// Heap.mask(&Nim::new(2), &[1, 2], &mut mask);
/// assert_eq!(mask, [true, true, false]);
/// ```
pub trait Encoding<G: Game>: Send + Sync {
    /// Returns the shape of an observation, the same for every view. The last axis is contiguous.
    fn shape(&self) -> Vec<usize>;

    /// Writes the observation of a view of `seat`, at any time of the game, also when another seat is
    /// to move and after the end.
    ///
    /// `out` has as many numbers as the shape. Its contents are arbitrary before: all of them are
    /// written, with finite numbers within [`range`](Encoding::range).
    fn observe(&self, view: &G::View, seat: u8, out: &mut [f32]);

    /// Returns the number of actions, at least the number of legal moves of every position.
    fn actions(&self) -> usize;

    /// Returns the index of a legal move, below [`actions`](Encoding::actions) and distinct from the
    /// index of every other legal move. `view` is the mover's.
    fn index(&self, view: &G::View, mv: G::Move) -> usize;

    /// Returns the smallest and the largest number of an observation; infinities if there is no known
    /// limit.
    fn range(&self) -> (f32, f32) {
        (f32::NEG_INFINITY, f32::INFINITY)
    }

    /// Writes the observation of `seat` right after its move, before the outcome of the move is known:
    /// the afterstate. The contract is that of [`observe`](Encoding::observe).
    ///
    /// The default observes the position after the move. Override this in games of chance, where the
    /// default shows an outcome drawn at random.
    fn observe_after(&self, view: &G::View, seat: u8, mv: G::Move, out: &mut [f32]) {
        let mut state = G::world(view, &mut Rng::new(0));
        state.play(mv);
        self.observe(&state.view(seat), seat, out);
    }

    /// Returns the move with an index, one of the legal `moves`; `None` if none of them has the index.
    ///
    /// The default compares the index of every move. Override this if a move follows from its index.
    fn action(&self, view: &G::View, moves: &[G::Move], index: usize) -> Option<G::Move> {
        moves.iter().copied().find(|&mv| self.index(view, mv) == index)
    }

    /// Writes which actions are legal: `true` at the index of each of `moves`, `false` elsewhere.
    ///
    /// # Panics
    /// If `mask` is shorter than [`actions`](Encoding::actions).
    fn mask(&self, view: &G::View, moves: &[G::Move], mask: &mut [bool]) {
        mask.fill(false);
        for &mv in moves {
            mask[self.index(view, mv)] = true;
        }
    }
}

/// The number of moves after which the check ends a random game.
const LONGEST_GAME: usize = 10_000;

/// Plays a random game from each of `start(0)` to `start(games - 1)` and checks the contract of
/// [`Encoding`] in every position, for every seat and every legal move.
///
/// # Panics
/// If the encoding breaks the contract. The message says how, and in which state.
pub fn check_encoding<G: Game>(
    games: u64,
    start: impl Fn(u64) -> G,
    encoding: &(impl Encoding<G> + ?Sized),
) {
    for seed in 0..games {
        let (mut state, mut rng) = (start(seed), Rng::stream(seed, 4));
        let mut moves = Vec::new();
        for _ in 0..LONGEST_GAME {
            moves.clear();
            state.moves(&mut moves);
            check_observations(&state, encoding, &mut rng);
            let Some(seat) = state.seat() else { break };
            check_actions(&state, seat, &moves, encoding);
            check_afterstates(&state, seat, &moves, encoding);
            let Some(mv) = rng.pick(&moves) else { break };
            state.play(mv);
        }
    }
    assert!(games > 0, "no game was played");
}

/// Returns what `write` writes into an observation. Checks that all numbers are written and valid.
fn observed<G: Game>(
    state: &G,
    encoding: &(impl Encoding<G> + ?Sized),
    write: impl FnOnce(&mut [f32]),
) -> Vec<f32> {
    let mut numbers = vec![f32::NAN; encoding.shape().iter().product()];
    write(&mut numbers);
    let (low, high) = encoding.range();
    for (position, number) in numbers.iter().enumerate() {
        let written = number.is_finite();
        assert!(written, "number {position} is {number} or was not written: {state:?}");
        let inside = (low..=high).contains(number);
        assert!(inside, "number {position} is {number}, not within {low} and {high}: {state:?}");
    }
    numbers
}

/// Checks the observations of all seats, and that they follow from the view alone.
fn check_observations<G: Game>(state: &G, encoding: &(impl Encoding<G> + ?Sized), rng: &mut Rng) {
    for seat in 0..state.seats() {
        let view = state.view(seat);
        let world = G::world(&view, rng).view(seat);
        let [truth, drawn] = [&view, &world]
            .map(|view| observed(state, encoding, |out| encoding.observe(view, seat, out)));
        assert_eq!(truth, drawn, "the observation does not follow from the view: {state:?}");
    }
}

/// Checks that the legal moves have distinct indices, which the mask shows and `action` inverts.
fn check_actions<G: Game>(
    state: &G,
    seat: u8,
    moves: &[G::Move],
    encoding: &(impl Encoding<G> + ?Sized),
) {
    let (view, actions) = (state.view(seat), encoding.actions());
    let mut legal = vec![false; actions];
    for &mv in moves {
        let index = encoding.index(&view, mv);
        assert!(index < actions, "{mv:?} has index {index} of {actions} actions: {state:?}");
        assert!(!legal[index], "{mv:?} has index {index} of another move: {state:?}");
        legal[index] = true;
        let back = encoding.action(&view, moves, index);
        assert_eq!(back, Some(mv), "index {index} of {mv:?} is another action: {state:?}");
    }
    for masked in [false, true] {
        let mut mask = vec![masked; actions];
        encoding.mask(&view, moves, &mut mask);
        assert_eq!(mask, legal, "the mask is not that of the legal moves: {state:?}");
    }
    if let Some(index) = legal.iter().position(|&is_legal| !is_legal) {
        let none = encoding.action(&view, moves, index);
        assert_eq!(none, None, "index {index} is an illegal action: {state:?}");
    }
}

/// Checks the observation after each move; without chance, that it is that of the next position.
fn check_afterstates<G: Game>(
    state: &G,
    seat: u8,
    moves: &[G::Move],
    encoding: &(impl Encoding<G> + ?Sized),
) {
    let view = state.view(seat);
    for &mv in moves {
        let after = observed(state, encoding, |out| encoding.observe_after(&view, seat, mv, out));
        if !G::HIDDEN {
            let mut next = state.clone();
            next.play(mv);
            let next = next.view(seat);
            let next = observed(state, encoding, |out| encoding.observe(&next, seat, out));
            assert_eq!(after, next, "the observation after {mv:?} is another: {state:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::nim::Nim;

    #[derive(Clone, Copy, PartialEq)]
    enum Fault {
        None,
        Unwritten,
        Infinite,
        OutOfRange,
        Unsteady,
        IndexTooLarge,
        SameIndex,
        OtherAction,
        IllegalAction,
        DirtyMask,
        OtherAfterstate,
    }

    /// The heap and a constant, with a fault.
    struct Faulty(Fault, AtomicU32);

    impl Encoding<Nim> for Faulty {
        fn shape(&self) -> Vec<usize> {
            vec![2, 1]
        }

        fn observe(&self, heap: &Nim, _seat: u8, out: &mut [f32]) {
            out[0] = f32::from(heap.stones());
            match self.0 {
                Fault::Unwritten => {}
                Fault::Infinite => out[1] = f32::INFINITY,
                Fault::OutOfRange => out[1] = 256.0,
                Fault::Unsteady => out[1] = (self.1.fetch_add(1, Ordering::Relaxed) % 2) as f32,
                _ => out[1] = 1.0,
            }
        }

        fn actions(&self) -> usize {
            if self.0 == Fault::IndexTooLarge { 2 } else { 4 }
        }

        fn index(&self, _heap: &Nim, taken: u8) -> usize {
            if self.0 == Fault::SameIndex { 0 } else { usize::from(taken) - 1 }
        }

        fn range(&self) -> (f32, f32) {
            (0.0, 255.0)
        }

        fn observe_after(&self, heap: &Nim, seat: u8, taken: u8, out: &mut [f32]) {
            let left = heap.stones() - taken;
            let left = if self.0 == Fault::OtherAfterstate { left + 1 } else { left };
            self.observe(&Nim::new(left), seat, out);
        }

        fn action(&self, _heap: &Nim, moves: &[u8], index: usize) -> Option<u8> {
            match self.0 {
                Fault::OtherAction => moves.get(index).and(moves.first()).copied(),
                Fault::IllegalAction => Some(index as u8 + 1),
                _ => moves.get(index).copied(),
            }
        }

        fn mask(&self, heap: &Nim, moves: &[u8], mask: &mut [bool]) {
            if self.0 != Fault::DirtyMask {
                mask.fill(false);
            }
            for &mv in moves {
                mask[self.index(heap, mv)] = true;
            }
        }
    }

    #[test]
    fn each_fault_fails_its_own_check() {
        let check = |fault| {
            let encoding = Faulty(fault, AtomicU32::new(0));
            check_encoding(20, |seed| Nim::new(1 + (seed % 9) as u8), &encoding);
        };
        check(Fault::None);
        for (fault, message) in [
            (Fault::Unwritten, "was not written"),
            (Fault::Infinite, "number 1 is inf"),
            (Fault::OutOfRange, "not within 0 and 255"),
            (Fault::Unsteady, "does not follow from the view"),
            (Fault::IndexTooLarge, "has index 2 of 2 actions"),
            (Fault::SameIndex, "of another move"),
            (Fault::OtherAction, "is another action"),
            (Fault::IllegalAction, "is an illegal action"),
            (Fault::DirtyMask, "the mask is not"),
            (Fault::OtherAfterstate, "the observation after"),
        ] {
            let panic = catch_unwind(AssertUnwindSafe(|| check(fault))).unwrap_err();
            let text = panic.downcast_ref::<String>().unwrap();
            assert!(text.contains(message), "{text} instead of {message}");
        }
    }
}
