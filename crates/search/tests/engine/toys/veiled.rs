//! A wrapper that declares `HIDDEN = true` for a game without hidden facts. The best move is the same,
//! but the search cannot prove it and must find it by the mean values of its simulations.

use plywood_search::{Game, Rng};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Veiled<G>(pub(crate) G);

impl<G: Game> Game for Veiled<G> {
    type Move = G::Move;
    type Seen = G::Seen;
    type View = G::View;
    const HIDDEN: bool = true;

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

    fn score(&self, seat: u8) -> f64 {
        self.0.score(seat)
    }

    fn view(&self, seat: u8) -> G::View {
        self.0.view(seat)
    }

    fn world(view: &G::View, rng: &mut Rng) -> Self {
        Veiled(G::world(view, rng))
    }
}
