//! The queue of upcoming pieces, the held piece, and the bag from which later pieces are drawn.

use std::collections::VecDeque;

use plywood_search::Rng;

use super::TbpError;
use super::message::RandomizerState;
use crate::{Bag, Piece, Randomizer};

/// The longest accepted queue. It bounds memory, and front ends show far shorter queues.
const LONGEST: usize = 1000;

/// The upcoming pieces and the held one.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    pieces: VecDeque<Piece>,
    hold: Option<Piece>,
    /// The bag after the last piece of the queue was drawn; `None` if the randomizer is unknown or
    /// not a bag.
    bag: Option<Bag>,
}

/// What a player sees of the pieces: the current and the next piece, and the bag after these draws.
pub(crate) struct Upcoming {
    pub(crate) pieces: [Piece; 2],
    pub(crate) randomizer: Randomizer,
    pub(crate) bag: Bag,
}

impl Queue {
    pub(crate) fn new(
        pieces: Vec<Piece>,
        hold: Option<Piece>,
        randomizer: Option<&RandomizerState>,
    ) -> Result<Self, TbpError> {
        let bag = match randomizer {
            Some(RandomizerState::SevenBag { bag_state }) => {
                Some(bag_state.iter().fold(Bag::EMPTY, |bag, &piece| bag.with(piece)))
            }
            Some(RandomizerState::Other) | None => None,
        };
        if pieces.len() > LONGEST {
            return Err(TbpError::LongQueue(LONGEST));
        }
        Ok(Queue { pieces: pieces.into(), hold, bag })
    }

    /// Adds the piece that was drawn last. If the bag does not contain this piece, the randomizer is
    /// treated as unknown.
    pub(crate) fn push(&mut self, piece: Piece) -> Result<(), TbpError> {
        if self.pieces.len() >= LONGEST {
            return Err(TbpError::LongQueue(LONGEST));
        }
        self.bag = self.bag.and_then(|bag| {
            let bag = if bag == Bag::EMPTY { Bag::FULL } else { bag };
            bag.contains(piece).then(|| bag.without(piece))
        });
        self.pieces.push_back(piece);
        Ok(())
    }

    /// Removes a placed piece from the queue. If it is not the first piece, the front end has held the
    /// first piece and placed the held piece, or the second piece if none was held. Any other piece is
    /// an error.
    pub(crate) fn take(&mut self, piece: Piece) -> Result<(), TbpError> {
        let first = self.pieces.pop_front();
        if first == Some(piece) {
            return Ok(());
        }
        if self.hold.or_else(|| self.pieces.pop_front()) != Some(piece) {
            return Err(TbpError::UnknownPiece(piece.letter()));
        }
        self.hold = first;
        Ok(())
    }

    /// Returns the current piece and the next piece; `None` if there is no piece to place. If the queue
    /// is empty, the current piece is the held piece. `rng` draws the next piece if it is unknown.
    pub(crate) fn upcoming(&self, rng: &mut Rng) -> Option<Upcoming> {
        let current = self.pieces.front().copied().or(self.hold)?;
        let behind_next = self.bag_behind_next();
        let randomizer = if behind_next.is_some() { Randomizer::Bag } else { Randomizer::Uniform };
        let mut bag = behind_next.unwrap_or(Bag::EMPTY);
        let next = self.pieces.get(1).copied();
        let next = next.unwrap_or_else(|| bag.draw(randomizer, rng));
        Some(Upcoming { pieces: [current, next], randomizer, bag })
    }

    /// Returns the bag after the next piece was drawn and before the third piece was. Returns `None` if the randomizer
    /// is unknown or not a bag, or if the queue contradicts the bag.
    fn bag_behind_next(&self) -> Option<Bag> {
        self.pieces.iter().skip(2).rev().try_fold(self.bag?, |bag, &piece| {
            let bag = if bag == Bag::FULL { Bag::EMPTY } else { bag };
            (!bag.contains(piece)).then(|| bag.with(piece))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Piece::{I, J, L, O, S, T, Z};

    fn queue(pieces: &[Piece], hold: Option<Piece>, bag: &[Piece]) -> Queue {
        let randomizer = RandomizerState::SevenBag { bag_state: bag.to_vec() };
        Queue::new(pieces.to_vec(), hold, Some(&randomizer)).expect("a short queue")
    }

    fn bag_of(queue: &Queue) -> Option<Vec<Piece>> {
        let upcoming = queue.upcoming(&mut Rng::new(1)).expect("a piece to place");
        let is_bag = upcoming.randomizer == Randomizer::Bag;
        is_bag.then(|| upcoming.bag.pieces().collect())
    }

    #[test]
    fn the_bag_after_the_next_piece_is_reconstructed() {
        assert_eq!(bag_of(&queue(&[I, O, T, S], None, &[Z, J, L])), Some(vec![T, S, Z, J, L]));
        // The third piece emptied the bag; the fourth came from a new bag.
        let across = queue(&[I, O, T, S], None, &[I, O, T, Z, J, L]);
        assert_eq!(bag_of(&across), Some(vec![T]));
        let emptied = queue(&[I, O, T], None, &[I, O, T, S, Z, J, L]);
        assert_eq!(bag_of(&emptied), Some(vec![T]));
    }

    #[test]
    fn new_pieces_leave_the_bag() {
        let mut queue = queue(&[I, O], None, &[T, S]);
        for piece in [S, T, Z] {
            queue.push(piece).expect("there is room");
        }
        assert_eq!(bag_of(&queue), Some(vec![T, S]));
        queue.push(Z).expect("there is room");
        assert_eq!(bag_of(&queue), None, "two Z in a row are not from one bag");
    }

    #[test]
    fn an_unknown_next_piece_is_drawn_from_the_bag() {
        let upcoming = queue(&[I], None, &[L]).upcoming(&mut Rng::new(1)).expect("an I to place");
        assert_eq!(upcoming.pieces, [I, L]);
        assert_eq!(upcoming.bag, Bag::EMPTY);
        assert!(queue(&[], None, &[L]).upcoming(&mut Rng::new(1)).is_none());
        let held = queue(&[], Some(T), &[L]).upcoming(&mut Rng::new(1)).expect("a T to place");
        assert_eq!(held.pieces, [T, L]);
    }

    #[test]
    fn a_hold_is_inferred_from_the_placed_piece() {
        let mut empty = queue(&[I, O, T], None, &[S]);
        empty.take(O).expect("the I is held");
        assert_eq!((empty.hold, empty.pieces.front()), (Some(I), Some(&T)));
        empty.take(I).expect("the T is held");
        assert_eq!((empty.hold, empty.pieces.len()), (Some(T), 0));
        empty.take(T).expect("the held T is placed");
        assert_eq!((empty.hold, empty.take(T).is_err()), (None, true));
        assert!(queue(&[I, O], Some(S), &[]).take(O).is_err(), "the S would be placed");
        assert!(queue(&[I, O], None, &[]).take(T).is_err());
    }

    #[test]
    fn the_length_is_bounded() {
        let mut queue = queue(&[], None, &[]);
        let pushed = std::iter::repeat(T).take_while(|&piece| queue.push(piece).is_ok()).count();
        assert_eq!(pushed, LONGEST);
    }
}
