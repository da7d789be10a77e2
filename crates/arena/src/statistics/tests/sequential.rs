//! The error rates and lengths of the sequential test in simulated matches.

use plywood_search::Rng;

use crate::statistics::GamePair;
use crate::statistics::GameResult::{Draw, Loss, Win};
use crate::statistics::elo::expected_score;
use crate::statistics::sprt::{Sprt, Verdict};

/// Returns a pair of games with 30% draws; the second repeats the first with probability `repeated`.
fn pair(score: f64, repeated: f64, rng: &mut Rng) -> GamePair {
    let result = |luck: f64| match luck {
        luck if luck < score - 0.15 => Win,
        luck if luck < score + 0.15 => Draw,
        _ => Loss,
    };
    let first = rng.unit();
    let second = if rng.unit() < repeated { first } else { rng.unit() };
    GamePair { a: 0, b: 1, results: [result(first), result(second)] }
}

/// Returns the share of tests that accept the alternative, and the mean number of pairs.
fn run(elo0: f64, elo1: f64, truth: f64, repeated: f64) -> (f64, f64) {
    const RUNS: u64 = 1_000;
    let score = expected_score(truth);
    let (mut accepted, mut pairs) = (0, 0);
    for run in 0..RUNS {
        let mut rng = Rng::stream(17, run);
        let mut test = Sprt::new(elo0, elo1).unwrap();
        while test.verdict() == Verdict::Continue {
            test.add(&pair(score, repeated, &mut rng));
            pairs += 1;
        }
        accepted += u32::from(test.verdict() == Verdict::AcceptH1);
    }
    (f64::from(accepted) / RUNS as f64, f64::from(pairs) / RUNS as f64)
}

/// Maximum share of wrong decisions: 5%, plus the sampling error of 1,000 simulated tests.
const MOST_ERRORS: f64 = 0.065;

#[test]
fn error_rates_are_at_most_five_percent() {
    // Number of pairs that a test of fixed length needs for the same error rates: (2 * 1.645 /
    // gap)^2 * variance, where the variance is that of a pair's score.
    let fixed_length = |gap: f64, repeated: f64| {
        let variance = 0.7 * 0.25 * (1.0 + repeated) / 2.0;
        (2.0 * 1.645f64).powi(2) * variance / (gap * gap)
    };
    for (elo0, elo1, repeated) in [
        (0.0, 50.0, 0.5),
        (-30.0, 30.0, 0.0),
        (0.0, 100.0, 0.0),
        (0.0, 100.0, 0.5),
        (0.0, 200.0, 0.0),
    ] {
        let (false_alarms, length0) = run(elo0, elo1, elo0, repeated);
        let (accepted, length1) = run(elo0, elo1, elo1, repeated);
        let missed = 1.0 - accepted;
        println!(
            "{elo0} against {elo1} Elo: {false_alarms:.3} false alarms after {length0:.0} pairs, \
             {missed:.3} missed after {length1:.0} pairs"
        );
        assert!(false_alarms <= MOST_ERRORS, "{false_alarms} false alarms of {elo0}, {elo1}");
        assert!(missed <= MOST_ERRORS, "{missed} missed of {elo0}, {elo1}");
        let fixed = fixed_length(expected_score(elo1) - expected_score(elo0), repeated);
        assert!(length0.max(length1) < 0.8 * fixed, "{length0}, {length1}: fixed {fixed}");
    }
}
