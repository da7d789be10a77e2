//! Speed of the player `exhaustive` on one core:
//! `cargo bench -p plywood-woodblock --bench hands [-- HANDS [WEIGHTS]]`.
//!
//! Each line has a variant, the mean and the maximum time of a hand, and the number of boards
//! evaluated per second.

#![allow(clippy::disallowed_methods, reason = "measures real time")]

use std::path::Path;
use std::time::{Duration, Instant};

use plywood_search::{Budget, Detail, Game, Player};
use plywood_woodblock::{Evaluation, HandPlayer, Planning, Rules, Variant, Woodblock};

const HANDS: u32 = 1000;

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let hands = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(HANDS);
    for name in Variant::NAMES {
        let evaluation = match arguments.get(1) {
            Some(file) => Evaluation::read(Path::new(file)).expect("weights"),
            None => Evaluation::Tuned,
        };
        let rules = Rules::new(Variant::named(name).expect("built in"), false, None);
        let mut player = HandPlayer::new(Planning::Exhaustive, evaluation, 1);
        let (mut seed, mut played, mut leaves) = (0, 0, 0);
        let (mut total, mut greatest) = (Duration::ZERO, Duration::ZERO);
        let mut game = Woodblock::new(rules.clone(), seed);
        while played < hands {
            let view = game.view(0);
            let began = Instant::now();
            let decision = player.decide(&view, &Budget::unlimited(), &mut ());
            let elapsed = began.elapsed();
            if let Some((_, Detail::Count(count))) = decision.stats.details.first() {
                leaves += count;
                played += 1;
                total += elapsed;
                greatest = greatest.max(elapsed);
            }
            match decision.mv {
                Some(mv) => _ = game.play(mv),
                None if decision.forfeit.is_some() => break,
                None => {
                    seed += 1;
                    game = Woodblock::new(rules.clone(), seed);
                }
            }
        }
        let mean = 1e3 * total.as_secs_f64() / f64::from(played.max(1));
        let rate = leaves as f64 / total.as_secs_f64() / 1e6;
        let greatest = 1e3 * greatest.as_secs_f64();
        println!(
            "{name:10} {played} hands of {} games: {mean:.2} ms a hand, {greatest:.1} ms at most, \
             {rate:.1} million leaves a second",
            seed + 1
        );
    }
}
