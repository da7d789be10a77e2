//! Positions as planes of the grid, and moves as action numbers.

use plywood_search::{Encoding, write_bits};

use crate::bits::Cells;
use crate::position::{Hand, Move, Position, SLOTS};
use crate::rules::Rules;
use crate::woodblock::Woodblock;

/// The encoding as five planes of the grid, the top row first: the filled cells, one plane for each
/// block of the hand (in the top left corner), and a plane with `streak / (streak + 1)` in every
/// cell. The action of a move is its [action number](Rules::action_number).
#[derive(Clone, Debug)]
pub struct Planes {
    rules: Rules,
}

impl Planes {
    /// Returns the planes of games with these rules.
    pub fn new(rules: Rules) -> Self {
        Planes { rules }
    }

    fn write(&self, board: Cells, hand: Hand, streak: u16, out: &mut [f32]) {
        let cells = self.rules.grid().cells().count_ones() as usize;
        let blocks = hand.map(|block| block.map_or(0, |block| self.rules.turns(block)[0].at(0)));
        let (planes, streaks) = out.split_at_mut(cells * (1 + SLOTS));
        for (plane, filled) in planes.chunks_exact_mut(cells).zip([board].into_iter().chain(blocks))
        {
            let words = [filled as u64, (filled >> 64) as u64];
            words
                .into_iter()
                .zip(plane.chunks_mut(64))
                .for_each(|(bits, out)| write_bits(bits, out));
        }
        streaks.fill(f32::from(streak) / (f32::from(streak) + 1.0));
    }
}

impl Encoding<Woodblock> for Planes {
    fn shape(&self) -> Vec<usize> {
        let size = self.rules.grid().size() as usize;
        vec![2 + SLOTS, size, size]
    }

    fn observe(&self, view: &Position, _seat: u8, out: &mut [f32]) {
        self.write(view.board, view.hand, view.streak, out);
    }

    fn actions(&self) -> usize {
        self.rules.actions()
    }

    fn index(&self, _view: &Position, mv: Move) -> usize {
        self.rules.action_number(mv)
    }

    fn range(&self) -> (f32, f32) {
        (0.0, 1.0)
    }

    /// Writes the planes after the placement, with the rest of the hand. A new hand is not visible
    /// yet.
    fn observe_after(&self, view: &Position, _seat: u8, mv: Move, out: &mut [f32]) {
        let after = view.after(mv);
        let mut hand = view.hand;
        hand[usize::from(mv.slot)] = None;
        self.write(after.board, hand, after.streak, out);
    }
}

#[cfg(test)]
mod tests {
    use plywood_search::{Game, conformance};

    use super::*;
    use crate::Variant;

    #[test]
    fn the_planes_keep_the_contract() {
        for (name, rotate) in Variant::NAMES.iter().flat_map(|&name| [(name, false), (name, true)])
        {
            let rules = Rules::new(Variant::named(name).unwrap(), rotate, None);
            let start = |seed| Woodblock::new(rules.clone(), seed);
            conformance::check_encoding(3, start, &Planes::new(rules.clone()));
        }
    }

    #[test]
    fn an_afterstate_is_the_next_position_while_the_hand_lasts() {
        let mut game = Woodblock::new(Rules::default(), 3);
        let planes = Planes::new(Rules::default());
        let (mut after, mut next) = (vec![0.0; 500], vec![0.0; 500]);
        for placed in 1..=SLOTS {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            planes.observe_after(game.position(), 0, moves[0], &mut after);
            game.play(moves[0]);
            planes.observe(game.position(), 0, &mut next);
            assert_eq!(after == next, placed < SLOTS, "block {placed}");
        }
        // The afterstate of the last block shows an empty hand.
        assert_eq!(after[100..400].iter().sum::<f32>(), 0.0);
    }
}
