//! A wrapper that breaks one law of a game with private facts.

use plywood_search::{Game, Rng};

/// The outcome of a move is shown to all seats.
pub(crate) const SHOWS_OUTCOMES: u8 = 0;
/// The outcome of a move is hidden from its mover too.
pub(crate) const HIDES_OUTCOMES: u8 = 1;
/// Hidden moves are shown to all seats.
pub(crate) const SHOWS_MOVES: u8 = 2;
/// Hidden moves are hidden from their mover too.
pub(crate) const HIDES_MOVES: u8 = 3;
/// Two worlds are drawn, and the one whose `Debug` text comes first in alphabetical order is
/// returned.
pub(crate) const BIASED_WORLDS: u8 = 4;
/// A game with private facts is declared as one without.
pub(crate) const NOT_PRIVATE: u8 = 5;
/// A game with hidden facts is declared as one without.
pub(crate) const NOT_HIDDEN: u8 = 6;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Faulty<G, const FAULT: u8>(pub(crate) G);

impl<G: Game, const FAULT: u8> Game for Faulty<G, FAULT> {
    type Move = G::Move;
    type Seen = G::Seen;
    type View = G::View;
    const HIDDEN: bool = FAULT != NOT_HIDDEN;
    const PRIVATE: bool = FAULT != NOT_PRIVATE;

    fn seats(&self) -> u8 {
        self.0.seats()
    }

    fn seat(&self) -> Option<u8> {
        self.0.seat()
    }

    fn moves(&self, out: &mut Vec<G::Move>) {
        self.0.moves(out);
    }

    fn play(&mut self, mv: G::Move) -> G::Seen {
        self.0.play(mv)
    }

    fn seen_by(seen: G::Seen, mover: u8, seat: u8) -> G::Seen {
        match FAULT {
            SHOWS_OUTCOMES => seen,
            HIDES_OUTCOMES => G::seen_by(seen, 0, 1),
            _ => G::seen_by(seen, mover, seat),
        }
    }

    fn move_shown(mv: G::Move, mover: u8, seat: u8) -> G::Move {
        match FAULT {
            SHOWS_MOVES => mv,
            HIDES_MOVES => G::move_shown(mv, 0, 1),
            _ => G::move_shown(mv, mover, seat),
        }
    }

    fn score(&self, seat: u8) -> f64 {
        self.0.score(seat)
    }

    fn view(&self, seat: u8) -> G::View {
        self.0.view(seat)
    }

    fn world(view: &G::View, rng: &mut Rng) -> Self {
        let (one, two) = (G::world(view, rng), G::world(view, rng));
        let biased = FAULT == BIASED_WORLDS && format!("{two:?}") < format!("{one:?}");
        Faulty(if biased { two } else { one })
    }
}
