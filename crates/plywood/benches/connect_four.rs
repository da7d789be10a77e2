//! Connect Four, the example game: the speed of random playouts and of search simulations.

use divan::Bencher;
use divan::counter::ItemsCount;
use plywood::search::{Game, Mcts, Rng};

#[path = "../../../examples/connect_four.rs"]
#[expect(dead_code, reason = "the example also has a main of its own")]
mod connect_four;
use connect_four::ConnectFour;

fn main() {
    divan::main();
}

const SIMULATIONS: u64 = 10_000;

#[divan::bench]
fn playouts_from_the_start(bencher: Bencher) {
    let (mut rng, mut scratch) = (Rng::new(1), Vec::new());
    bencher.counter(ItemsCount::new(1u64)).bench_local(|| {
        let mut game = ConnectFour::default();
        while let Some(mv) = game.random_move(&mut rng, &mut scratch) {
            game.play(mv);
        }
        game
    });
}

#[divan::bench]
fn simulations_from_the_start(bencher: Bencher) {
    bencher
        .counter(ItemsCount::new(SIMULATIONS))
        .bench(|| Mcts::new("bench").with_iterations(SIMULATIONS).analyse(&ConnectFour::default()));
}
