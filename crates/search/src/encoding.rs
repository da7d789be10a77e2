//! The form of a game for networks and environments: views as arrays, moves as indices.

use crate::{Game, Rng};

/// Views as arrays of numbers, and moves as indices below [`actions`](Encoding::actions).
///
/// An encoding is a separate type: a game can have several encodings, such as the planes of its board and a list of
/// features, and the sizes of an encoding can depend on the rules. Four methods are required.
///
/// | user | methods |
/// |---|---|
/// | an environment, as of Gymnasium or PettingZoo | `shape`, `range`, `observe`, `actions`, `mask`, `action` |
/// | a policy network that rates moves, as of AlphaZero | `observe`, and `index` of every legal move |
/// | a network that values the position after each move | `observe_after` |
///
/// Every method gets a view, never a state, so an encoding cannot show what its seat does not know.
/// [`check_encoding`](crate::conformance::check_encoding) checks the contract of each method on random games.
///
/// ```
/// use plywood_search::{Encoding, conformance, nim::Nim};
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
/// conformance::check_encoding(100, |seed| Nim::new(1 + (seed % 20) as u8), &Heap);
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
    /// `out` has as many numbers as the shape, with arbitrary contents. The implementation overwrites all of them with
    /// finite numbers within [`range`](Encoding::range).
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
    /// The default compares the index of every move. Override this if a move can be computed from its index.
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

/// The bits of every byte as numbers, the lowest bit first.
static BYTES: [[f32; 8]; 256] = {
    let mut bytes = [[0.0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            bytes[byte][bit] = (byte >> bit & 1) as f32;
            bit += 1;
        }
        byte += 1;
    }
    bytes
};

/// Writes the lowest bits of `bits` as zeros and ones, the lowest first: a row or a plane of a board.
///
/// Copies eight bits at a time from a table, since a loop over single bits takes several times as long without the
/// vector instructions of newer processors.
///
/// ```
/// let mut row = [0.0; 3];
/// plywood_search::write_bits(0b1110, &mut row);
/// assert_eq!(row, [0.0, 1.0, 1.0]);
/// ```
///
/// # Panics
/// If `out` has more than 64 numbers.
#[inline]
pub fn write_bits(bits: u64, out: &mut [f32]) {
    assert!(out.len() <= 64, "a word has 64 bits");
    for (numbers, byte) in out.chunks_mut(8).zip(bits.to_le_bytes()) {
        let written = &BYTES[usize::from(byte)];
        match <&mut [f32; 8]>::try_from(&mut *numbers) {
            Ok(all) => *all = *written,
            Err(_) => numbers.copy_from_slice(&written[..numbers.len()]),
        }
    }
}
