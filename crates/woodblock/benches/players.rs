//! Scores of the players with 95% intervals:
//! `cargo bench -p plywood-woodblock --bench players [-- GAMES [VARIANT | PLAYER]...]`.
//!
//! The variant `blast8 (lines)` is blast8 without points for streaks and for an empty board.

#![allow(clippy::disallowed_methods, reason = "measures real time")]

use std::num::NonZeroU32;
use std::time::Instant;

use plywood_search::{Budget, Game, Player, RandomPlayer};
use plywood_woodblock::{Greedy, Original, Rollouts, Rules, Variant, Woodblock, players};

const GAMES: u64 = 200;
const NAMES: [&str; 4] = ["random", "original", "original:rollout=random", "greedy"];
/// Number of hands after which a game of a preset ends. Without it, some games would last very
/// long.
const CAP: NonZeroU32 = NonZeroU32::new(300).unwrap();

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let games = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(GAMES);
    println!("{games} games each, mean +- 95% interval");
    let classic10 = Variant::named("classic10").expect("built in");
    let blast8 = Variant::named("blast8").expect("built in");
    let without_streaks = include_str!("../data/blast8.toml").replace("\"streak\"", "\"lines\"");
    let without_streaks = Variant::from_toml(&without_streaks).expect("a variant");
    let variants =
        [("classic10", classic10), ("blast8", blast8), ("blast8 (lines)", without_streaks)];
    let is_variant = |name: &&str| variants.iter().any(|(label, _)| label == name);
    let (labels, chosen): (Vec<&str>, Vec<&str>) =
        arguments.iter().skip(1).map(String::as_str).partition(is_variant);
    let names = if chosen.is_empty() { &NAMES[..] } else { &chosen[..] };
    for (label, variant) in &variants {
        if !labels.is_empty() && !labels.contains(label) {
            continue;
        }
        for name in names {
            line(label, variant, name, games);
        }
    }
}

fn line(label: &str, variant: &Variant, name: &str, games: u64) {
    let is_preset = !NAMES.contains(&name);
    let rules = Rules::new(variant.clone(), false, is_preset.then_some(CAP));
    let began = Instant::now();
    let results: Vec<(f64, f64)> = (0..games).map(|seed| play(&rules, name, seed)).collect();
    let seconds = began.elapsed().as_secs_f64();
    let points = interval(results.iter().map(|result| result.0));
    let blocks = interval(results.iter().map(|result| result.1));
    let capped = if is_preset { format!(", at most {CAP} hands") } else { String::new() };
    println!("{label:14} {name:24} {points} points  {blocks} blocks  ({seconds:.0} s{capped})");
}

/// Plays a game, and returns its points and the number of blocks placed.
fn play(rules: &Rules, name: &str, seed: u64) -> (f64, f64) {
    let own_seed = seed + 1_000_000;
    let fifty = Budget::simulations(50).with_stop_early(true);
    let (mut player, budget): (Box<dyn Player<Woodblock>>, Budget) = match name {
        "random" => (Box::new(RandomPlayer::new(own_seed)), fifty),
        "greedy" => (Box::new(Greedy), fifty),
        "original" => (Box::new(Original::new(Rollouts::NearlyFullRow, own_seed)), fifty),
        "original:rollout=random" => (Box::new(Original::new(Rollouts::Random, own_seed)), fifty),
        name => {
            if let Some(preset) = players::PRESETS.into_iter().find(|preset| preset.name == name) {
                let budget = preset.budget().with_stop_early(true);
                (Box::new(preset.player().with_seed(own_seed)), budget)
            } else {
                let mut presets = players::PLANNING_PRESETS.into_iter();
                let preset = presets.find(|preset| preset.name == name);
                let preset = preset.unwrap_or_else(|| panic!("there is no player {name}"));
                (Box::new(preset.knowledge.player(own_seed)), preset.budget())
            }
        }
    };
    let mut game = Woodblock::new(rules.clone(), seed);
    let mut blocks = 0.0;
    while let Some(mv) = player.decide(&game.view(0), &budget, &mut ()).mv {
        let before = game.view(0);
        let seen = game.play(mv);
        player.observe(&before, mv, seen, &game.view(0));
        blocks += 1.0;
    }
    (game.score(0), blocks)
}

/// Returns the mean of some values and half the width of its 95% interval, as text.
fn interval(values: impl Iterator<Item = f64> + Clone) -> String {
    let count = values.clone().count().max(2) as f64;
    let mean = values.clone().sum::<f64>() / count;
    let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    format!("{mean:8.1} +- {:6.1}", plywood_search::Z95 * (variance / count).sqrt())
}
