//! The effect of more time on the play of `expert`, from boards that are nearly lost:
//! `cargo bench -p plywood-woodblock --bench time [-- BOARDS [FIRST_SEED [MOST]]]`.
//!
//! `greedy` plays a game of blast8 to its end. From the last board between two of its hands, `expert` plays on, once
//! with each of two time limits for a hand, until the game ends or `MOST` more hands are placed. The hands are dealt
//! from a new seed, the same for both limits, so that the choice of the board favours neither. A deal whose first hand
//! does not fit is drawn again.
//!
//! The limits are processor time of the thread, so other work of the machine hardly changes a result.

use std::sync::Arc;
use std::time::Duration;

use plywood_search::{Budget, Clock, Game, Notation, Player, Rng, Z95};
use plywood_woodblock::{
    Evaluation, Greedy, HandPlayer, Planning, Rules, SLOTS, Variant, Woodblock, players,
};

const BOARDS: usize = 200;
const FIRST_SEED: u64 = 20_000;
const MOST: u32 = 30;
const LIMITS: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(100)];
/// The number of boards after which intermediate results are printed.
const PRINT_EVERY: usize = 100;

/// The results of `expert` playing on from one board.
struct Outcome {
    /// 1 if the maximum number of hands was placed, else 0; the number of hands placed; and the points scored.
    results: [f64; 3],
    /// The number of sampled hands in all decisions.
    samples: u64,
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let mut number = || arguments.next().map(|text| text.parse::<u64>().expect("a number"));
    let boards = number().map_or(BOARDS, |boards| boards as usize);
    let first = number().unwrap_or(FIRST_SEED);
    let most = number().map_or(MOST, |most| most as u32);
    let rules = Rules::new(Variant::named("blast8").expect("built in"), false, None);
    let mut outcomes: Vec<[Outcome; 2]> = Vec::new();
    for seed in first.. {
        let start = nearly_lost(&rules, seed);
        outcomes.push(LIMITS.map(|limit| play_on(&start, seed, limit, most)));
        if outcomes.len() == boards {
            break;
        }
        if outcomes.len().is_multiple_of(PRINT_EVERY) {
            print(&outcomes, most);
        }
    }
    print(&outcomes, most);
}

/// Prints the means for both limits, and the means of their differences.
fn print(outcomes: &[[Outcome; 2]], most: u32) {
    println!("{} boards", outcomes.len());
    for (number, limit) in LIMITS.iter().enumerate() {
        let results: Vec<_> = outcomes.iter().map(|both| both[number].results).collect();
        let samples: u64 = outcomes.iter().map(|both| both[number].samples).sum();
        let hands: f64 = results.iter().map(|[_, hands, _]| hands).sum();
        println!(
            "{:6} ms a hand, {:.0} samples: {}",
            limit.as_millis(),
            samples as f64 / hands,
            means(&results, most)
        );
    }
    let difference = |[less, more]: &[Outcome; 2]| {
        std::array::from_fn(|number| more.results[number] - less.results[number])
    };
    let differences: Vec<_> = outcomes.iter().map(difference).collect();
    println!("  difference: {}", means(&differences, most));
}

/// Returns the means of results as text.
fn means(results: &[[f64; 3]], most: u32) -> String {
    let mean = |number: usize, scale: f64, unit: &str| {
        mean(results.iter().map(|one| one[number]), scale, unit)
    };
    let (survived, hands, points) = (mean(0, 100.0, "%"), mean(1, 1.0, ""), mean(2, 1.0, ""));
    format!("{most} hands survived from {survived} of boards; {hands} hands; {points} points")
}

/// Returns the last board between two hands of a game by `greedy`, with a hand that can be placed and with new hands to come.
fn nearly_lost(rules: &Rules, seed: u64) -> Woodblock {
    let (mut game, mut last) = (Woodblock::new(rules.clone(), seed), None);
    while let Some(mv) = Greedy.decide(&game.view(0), &Budget::simulations(1), &mut ()).mv {
        let hands = game.position().hands();
        game.play(mv);
        if game.position().hands() > hands {
            last = Some(game.clone());
        }
    }
    let last = last.expect("a hand can be placed on an empty board");
    let text = Woodblock::write_position(last.position());
    let board = text.split(' ').next().unwrap_or_default();
    let streak = last.position().streak();
    // Uses a separate random stream, so that these deals differ from those of the games of other boards.
    let mut deals = Rng::stream(seed, 1);
    let mut planner = HandPlayer::new(Planning::Exhaustive, Evaluation::Learned, seed);
    loop {
        let text = format!("{board} streak:{streak} seed:{}", deals.bits());
        let start = last.read_position(&text).expect("a position");
        let decision = planner.decide(&start.view(0), &Budget::unlimited(), &mut ());
        // If the hand cannot be placed completely, its plan has fewer moves.
        if decision.candidates.first().is_some_and(|best| best.pv.len() == SLOTS) {
            return start;
        }
    }
}

/// Plays on by `expert` with a limit of time for a hand.
fn play_on(start: &Woodblock, seed: u64, limit: Duration, most: u32) -> Outcome {
    let [_, expert] = players::PLANNING_PRESETS;
    let mut player = expert.knowledge.player(seed);
    let budget = expert.budget().with_time(limit).with_clock(Arc::new(ThreadTime));
    let (mut game, mut samples) = (start.clone(), 0);
    let placed = |game: &Woodblock| game.position().hands() - start.position().hands();
    while placed(&game) < most {
        let decision = player.decide(&game.view(0), &budget, &mut ());
        samples += decision.stats.simulations;
        let Some(mv) = decision.mv else { break };
        game.play(mv);
    }
    let hands = placed(&game);
    let survived = f64::from(hands >= most);
    let results = [survived, hands.into(), game.score(0) - start.score(0)];
    Outcome { results, samples }
}

/// Returns a mean with its 95% interval as text. `scale` converts the values to `unit`.
fn mean(values: impl Iterator<Item = f64>, scale: f64, unit: &str) -> String {
    let values: Vec<f64> = values.collect();
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let half = Z95 * (variance / count).sqrt();
    let [low, mean, high] = [mean - half, mean, mean + half].map(|value| value * scale);
    format!("{mean:.1}{unit} ({low:.1}{unit} to {high:.1}{unit})")
}

/// A clock that shows the processor time of the calling thread.
#[derive(Debug)]
struct ThreadTime;

#[cfg(unix)]
impl Clock for ThreadTime {
    fn now(&self) -> Duration {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
}

#[cfg(not(unix))]
impl Clock for ThreadTime {
    fn now(&self) -> Duration {
        plywood_search::SystemClock.now()
    }
}
