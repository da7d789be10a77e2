//! Speed of the rules: `cargo bench -p plywood-klondike --bench speed`. An item of the
//! report is one random playout or one sampled world.

use divan::Bencher;
use divan::counter::ItemsCount;
use plywood_klondike::{Deal, Draw, Klondike, Rules};
use plywood_search::{Game, Rng};

fn main() {
    divan::main();
}

/// Plays a random game from the start of a deal. Each iteration uses the next of 256 deals.
#[divan::bench(args = [Draw::One, Draw::Three], sample_size = 100)]
fn random_playout(bencher: Bencher, draw: Draw) {
    let rules = Rules { draw, ..Rules::default() };
    let (mut rng, mut scratch, mut seed) = (Rng::new(7), Vec::new(), 0);
    let starts: Vec<_> =
        (0..256).map(|seed| Klondike::new(rules, &Deal::from_seed(seed))).collect();
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        seed = (seed + 1) % starts.len();
        let mut game = starts[seed].clone();
        while let Some(command) = game.random_move(&mut rng, &mut scratch) {
            game.play(command);
        }
        game.cards_home()
    });
}

/// Samples a world from the view at the start of a deal.
#[divan::bench]
fn world(bencher: Bencher) {
    let view = Klondike::new(Rules::default(), &Deal::from_seed(7)).view(0);
    let mut rng = Rng::new(7);
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| Klondike::world(&view, &mut rng));
}
