//! What more time brings to `expert`, from boards that are nearly lost:
//! `cargo bench -p plywood-woodblock --bench time [-- BOARDS [FIRST_SEED]]`.
//!
//! `greedy` plays a game of blast8 until two hands before the hand that ends it. From there `expert` plays on with each limit
//! of time for a hand, with the same hands to come, until the game ends or 30 more hands are played.

#![allow(clippy::disallowed_methods, reason = "measures real time")]

use std::time::Duration;

use plywood_search::{Budget, Game, Player, Z95};
use plywood_woodblock::{Greedy, Rules, Variant, Woodblock, players};

const BOARDS: usize = 200;
const FIRST_SEED: u64 = 20_000;
/// The hands before the end of the game of `greedy` at which `expert` takes over.
const BEFORE: u32 = 2;
const MOST: u32 = 30;
const LIMITS: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(100)];

/// What `expert` made of a board.
struct Outcome {
    survived: bool,
    points: f64,
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let mut number = || arguments.next().map(|text| text.parse::<u64>().expect("a number"));
    let boards = number().map_or(BOARDS, |boards| boards as usize);
    let first = number().unwrap_or(FIRST_SEED);
    let rules = Rules::new(Variant::named("blast8").expect("built in"), false, None);
    let starts: Vec<(u64, Woodblock)> = (first..)
        .filter_map(|seed| Some((seed, nearly_lost(&rules, seed)?)))
        .take(boards)
        .collect();
    let outcomes: Vec<[Outcome; 2]> = starts
        .iter()
        .map(|(seed, start)| LIMITS.map(|limit| play_on(start, *seed, limit)))
        .collect();
    for (number, limit) in LIMITS.iter().enumerate() {
        let survived = outcomes.iter().map(|both| f64::from(both[number].survived));
        let points = outcomes.iter().map(|both| both[number].points);
        println!(
            "{:4} ms a hand: {MOST} hands survived from {} of boards; {} points",
            limit.as_millis(),
            mean(survived, 100.0, "%"),
            mean(points, 1.0, "")
        );
    }
    let survived =
        outcomes.iter().map(|[less, more]| f64::from(more.survived) - f64::from(less.survived));
    let points = outcomes.iter().map(|[less, more]| more.points - less.points);
    println!(
        "difference on {} boards: {} of boards; {} points",
        outcomes.len(),
        mean(survived, 100.0, "%"),
        mean(points, 1.0, "")
    );
}

/// Returns the game of `greedy` shortly before its end; `None` if the game is too short.
fn nearly_lost(rules: &Rules, seed: u64) -> Option<Woodblock> {
    let hands = greedy_until(rules, seed, u32::MAX).position().hands();
    (hands > BEFORE).then(|| greedy_until(rules, seed, hands - BEFORE))
}

/// Plays a game by `greedy` until this hand is dealt, or to its end.
fn greedy_until(rules: &Rules, seed: u64, hand: u32) -> Woodblock {
    let mut game = Woodblock::new(rules.clone(), seed);
    while game.position().hands() < hand
        && let Some(mv) = Greedy.decide(&game.view(0), &Budget::simulations(1), &mut ()).mv
    {
        game.play(mv);
    }
    game
}

/// Plays on by `expert` with a limit of time for a hand.
fn play_on(start: &Woodblock, seed: u64, limit: Duration) -> Outcome {
    let [_, expert] = players::PLANNING_PRESETS;
    let mut player = expert.knowledge.player(seed);
    let budget = expert.budget().with_time(limit);
    let (mut game, end) = (start.clone(), start.position().hands() + MOST);
    while game.position().hands() < end
        && let Some(mv) = player.decide(&game.view(0), &budget, &mut ()).mv
    {
        game.play(mv);
    }
    Outcome { survived: game.position().hands() >= end, points: game.score(0) - start.score(0) }
}

/// Returns a mean with its 95% interval as text, in units of which `scale` make 1.
fn mean(values: impl Iterator<Item = f64>, scale: f64, unit: &str) -> String {
    let values: Vec<f64> = values.collect();
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let half = Z95 * (variance / count).sqrt();
    let [low, mean, high] = [mean - half, mean, mean + half].map(|value| value * scale);
    format!("{mean:.1}{unit} ({low:.1}{unit} to {high:.1}{unit})")
}
