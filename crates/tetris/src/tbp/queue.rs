//! The pieces that are known to come, and what can follow them.

use std::collections::VecDeque;

use plywood_search::Rng;

use super::TbpError;
use super::message::RandomizerState;
use crate::{Bag, Piece, Randomizer};

/// No front end shows as many pieces; one that sends more without playing is broken.
const LONGEST: usize = 1000;

/// The pieces to come, with the one that is held.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    pieces: VecDeque<Piece>,
    hold: Option<Piece>,
    /// What is left in the bag behind the last piece; `None` if pieces come
    /// in another way or in one that nobody told.
    bag: Option<Bag>,
}

/// What a player is told of the pieces.
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

    /// Adds the piece that was drawn behind the last one. If it cannot come
    /// from the bag, then pieces are not drawn as was said.
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

    /// Takes out a piece that was placed: the first one or, if that was put
    /// aside, the one that was held or else the second.
    pub(crate) fn take(&mut self, piece: Piece) -> Result<(), TbpError> {
        let first = self.pieces.pop_front();
        if first == Some(piece) {
            return Ok(());
        }
        let placed = match self.hold {
            Some(held) => Some(held),
            None => self.pieces.pop_front(),
        };
        if first.is_none() || placed != Some(piece) {
            return Err(TbpError::UnknownPiece(piece.letter()));
        }
        self.hold = first;
        Ok(())
    }

    /// The piece to place and the one after it, which `rng` draws if nobody
    /// told; `None` as long as there is nothing to place.
    pub(crate) fn upcoming(&self, rng: &mut Rng) -> Option<Upcoming> {
        let current = *self.pieces.front()?;
        let behind_next = self.bag_behind_next();
        let randomizer = if behind_next.is_some() { Randomizer::Bag } else { Randomizer::Uniform };
        let mut bag = behind_next.unwrap_or(Bag::EMPTY);
        let next = self.pieces.get(1).copied();
        let next = next.unwrap_or_else(|| bag.draw(randomizer, rng));
        Some(Upcoming { pieces: [current, next], randomizer, bag })
    }

    /// What the bag held before the pieces after the second were drawn.
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
    fn the_bag_is_known_behind_the_next_piece() {
        assert_eq!(bag_of(&queue(&[I, O, T, S], None, &[Z, J, L])), Some(vec![T, S, Z, J, L]));
        // The third piece emptied the bag, and the fourth began a new one.
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
    fn a_piece_that_nobody_told_is_drawn_from_the_bag() {
        let upcoming = queue(&[I], None, &[L]).upcoming(&mut Rng::new(1)).expect("an I to place");
        assert_eq!(upcoming.pieces, [I, L]);
        assert_eq!(upcoming.bag, Bag::EMPTY);
        assert!(queue(&[], None, &[L]).upcoming(&mut Rng::new(1)).is_none());
    }

    #[test]
    fn a_hold_is_known_by_the_piece_that_is_placed() {
        let mut empty = queue(&[I, O, T], None, &[S]);
        empty.take(O).expect("the I is put aside");
        assert_eq!((empty.hold, empty.pieces.front()), (Some(I), Some(&T)));
        empty.take(I).expect("the T is put aside");
        assert_eq!((empty.hold, empty.pieces.len()), (Some(T), 0));
        assert!(empty.take(T).is_err(), "there is nothing to put aside");
        assert!(queue(&[I, O], Some(S), &[]).take(O).is_err(), "the S would be placed");
        assert!(queue(&[I, O], None, &[]).take(T).is_err());
    }

    #[test]
    fn it_does_not_grow_without_end() {
        let mut queue = queue(&[], None, &[]);
        let pushed = std::iter::repeat(T).take_while(|&piece| queue.push(piece).is_ok()).count();
        assert_eq!(pushed, LONGEST);
    }
}
