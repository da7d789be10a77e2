//! Checks of the contract of [`Encoding`].

use super::{moves_of, walk};
use crate::{Encoding, Game, Rng};

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
        walk(start(seed), &mut Rng::stream(seed, 6), |state, rng| {
            check_observations(state, encoding, rng);
            if let Some(seat) = state.seat() {
                let moves = moves_of(state);
                check_actions(state, seat, &moves, encoding);
                check_afterstates(state, seat, &moves, encoding);
            }
        });
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

/// Checks that the observations of all seats are valid and depend on the view alone.
fn check_observations<G: Game>(state: &G, encoding: &(impl Encoding<G> + ?Sized), rng: &mut Rng) {
    for seat in 0..state.seats() {
        let view = state.view(seat);
        let world = G::world(&view, rng).view(seat);
        let [truth, drawn] = [&view, &world]
            .map(|view| observed(state, encoding, |out| encoding.observe(view, seat, out)));
        assert_eq!(truth, drawn, "the observation does not follow from the view: {state:?}");
    }
}

/// Checks that the legal moves have distinct indices, that the mask marks exactly these indices,
/// and that `action` is the inverse of `index`.
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

/// Checks that the observation after each move is valid and, in a game without hidden facts, that
/// it equals the observation of the next position.
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

    /// An encoding of the heap and a constant, with a fault.
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

    /// An encoding with nothing but the required methods.
    struct Plain;

    impl Encoding<Nim> for Plain {
        fn shape(&self) -> Vec<usize> {
            vec![1]
        }

        fn observe(&self, heap: &Nim, _seat: u8, out: &mut [f32]) {
            out[0] = 100.0 * (f32::from(heap.stones()) - 4.0);
        }

        fn actions(&self) -> usize {
            3
        }

        fn index(&self, _heap: &Nim, taken: u8) -> usize {
            usize::from(taken) - 1
        }
    }

    #[test]
    fn the_default_methods_conform_and_have_no_range() {
        check_encoding(20, |seed| Nim::new(1 + (seed % 9) as u8), &Plain);
    }
}
