//! Hearts, the example game: two players in line-ups of one against three.
//!
//! `cargo bench -p plywood --bench hearts [-- DEALS FIRST_SEED PLAYER PLAYER]`
//!
//! Each deal is played in four rotations. A row is the score of the seat that is alone minus the mean score
//! of the three others, in points a deal, with the 95% interval over deals.

use plywood::registry::Spec;
use plywood::search::{Game, Rng};

#[path = "../../../examples/hearts.rs"]
#[expect(dead_code, reason = "the example also has a main of its own")]
mod hearts;
use hearts::{Hearts, Passing, entry};

const DEALS: u64 = 200;

/// The first seed of the deals. Nothing was tuned on these deals.
const FIRST_SEED: u64 = 1 << 40;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let number = |index: usize, default| words.get(index).map_or(Ok(default), |word| word.parse());
    let spec = |index: usize, default: &str| {
        words.get(index).map_or(default, |word| word).parse::<Spec>().expect("a player's spec")
    };
    let deals = number(0, DEALS).expect("a number of deals");
    let first_seed = number(1, FIRST_SEED).expect("the first seed");
    let (a, b) = (spec(2, "medium"), spec(3, "rules"));
    println!("{deals} deals in four rotations, seeds from {first_seed}\n");
    println!("| one | against three | points better a deal | simulations/s |\n|---|---|---|---|");
    for (alone, others) in [(&a, &b), (&b, &a)] {
        let mut speed = Speed::default();
        let differences: Vec<f64> = (first_seed..first_seed + deals)
            .map(|seed| {
                let rotations =
                    (0..4).map(|seat| difference(seed, seat, alone, others, &mut speed));
                rotations.sum::<f64>() / 4.0
            })
            .collect();
        let mean = differences.iter().sum::<f64>() / deals as f64;
        let squares: f64 = differences.iter().map(|one| (one - mean).powi(2)).sum();
        let half = 1.96 * (squares / (deals - 1) as f64 / deals as f64).sqrt();
        let rate = speed.simulations as f64 / speed.seconds;
        println!("| {alone} | {others} | {mean:+.2} +- {half:.2} | {rate:.0} |");
    }
}

/// The simulations of all decisions, and their time.
#[derive(Default)]
struct Speed {
    simulations: u64,
    seconds: f64,
}

/// Plays a deal. Returns the score of the seat `alone_at` minus the mean score of the others.
fn difference(seed: u64, alone_at: u8, alone: &Spec, others: &Spec, speed: &mut Speed) -> f64 {
    let mut game = Hearts::deal(Passing::Left, seed);
    let mut players: Vec<_> = (0..4)
        .map(|seat| {
            let spec = if seat == alone_at { alone } else { others };
            let seed = Rng::stream(seed, u64::from(seat)).bits();
            entry().make_player(spec, seed).expect("a player of Hearts")
        })
        .collect();
    while let Some(mover) = game.seat() {
        let (player, budget) = &mut players[usize::from(mover)];
        let decision = player.decide(&game.view(mover), budget, &mut ());
        speed.simulations += decision.stats.simulations;
        speed.seconds += decision.stats.elapsed.as_secs_f64();
        let mv = decision.mv.expect("a move");
        let before = game.clone();
        let seen = game.play(mv);
        for (seat, (player, _)) in (0..4).zip(&mut players) {
            let (mv, seen) =
                (Hearts::move_shown(mv, mover, seat), Hearts::seen_by(seen, mover, seat));
            player.observe(&before.view(seat), mv, seen, &game.view(seat));
        }
    }
    let score = |seat| game.score(seat);
    score(alone_at) - (0..4).filter(|&seat| seat != alone_at).map(score).sum::<f64>() / 3.0
}
