//! A wrapper that gives the legal moves of a game as bits.

use plywood_search::{Game, Rng};

/// A game that gives its moves as bits. All moves of `G` must be below 64 and listed lowest first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WithBits<G>(pub(crate) G);

impl<G: Game<Move = u8>> Game for WithBits<G> {
    type Move = u8;
    type Seen = G::Seen;
    type View = G::View;
    const HIDDEN: bool = G::HIDDEN;
    const PRIVATE: bool = G::PRIVATE;

    fn seats(&self) -> u8 {
        self.0.seats()
    }

    fn seat(&self) -> Option<u8> {
        self.0.seat()
    }

    fn moves(&self, out: &mut Vec<u8>) {
        self.0.moves(out);
    }

    fn play(&mut self, mv: u8) -> G::Seen {
        self.0.play(mv)
    }

    fn move_shown(mv: u8, mover: u8, seat: u8) -> u8 {
        G::move_shown(mv, mover, seat)
    }

    fn seen_by(seen: G::Seen, mover: u8, seat: u8) -> G::Seen {
        G::seen_by(seen, mover, seat)
    }

    fn score(&self, seat: u8) -> f64 {
        self.0.score(seat)
    }

    fn view(&self, seat: u8) -> G::View {
        self.0.view(seat)
    }

    fn world(view: &G::View, rng: &mut Rng) -> Self {
        WithBits(G::world(view, rng))
    }

    fn move_bits(&self) -> Option<u64> {
        let mut moves = Vec::new();
        self.0.moves(&mut moves);
        Some(moves.into_iter().map(|mv| 1 << mv).sum())
    }
}
