//! Lines cleared with the shipped networks and weights, and the effect of the search thresholds of the
//! project's first design (the player `original`).
//!
//! `cargo bench -p plywood-tetris --bench learned [-- SECTION ...]` with the
//! sections `design29`, `compact4`, `linear`, `lookahead` and `original`; all by default.

mod scores;

use plywood_search::{Budget, Clock, Game, Player, SystemClock};
use plywood_tetris::dqn::DqnPlayer;
use plywood_tetris::evaluation::Depth;
use plywood_tetris::features::FeatureSet;
use plywood_tetris::find_best_move::{Stop, Thresholds};
use plywood_tetris::linear::{BCTS, DT20, LinearPlayer, Weights};
use plywood_tetris::original::Original;
use plywood_tetris::training::play_out;
use plywood_tetris::value_network::ValueNetwork;
use plywood_tetris::{End, Randomizer, Rules, Tetris};
use scores::measure;

fn main() {
    let sections: [(&str, fn()); 5] = [
        ("design29", || network(FeatureSet::Design29)),
        ("compact4", || network(FeatureSet::Compact4)),
        ("linear", linear),
        ("lookahead", look_ahead),
        ("original", original),
    ];
    let asked: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    for (name, measure) in sections {
        if asked.is_empty() || asked.iter().any(|word| word == name) {
            measure();
        }
    }
}

/// The seed of the first game, far from the seeds of training and validation games.
const FIRST_SEED: u64 = 1 << 40;

/// Prints the mean lines of a network at depth 1, over 200 games of at most 100,000 lines each.
fn network(features: FeatureSet) {
    let rules = Rules { cap: Some(100_000), ..Rules::default() };
    println!("{rules}, one piece; lines over 200 games");
    let network = ValueNetwork::shipped(features);
    let lines = measure(FIRST_SEED, 200, |seed| f64::from(play_out(network, rules, seed)));
    let capped = lines.of.iter().filter(|&&lines| lines >= 100_000.0).count();
    println!("  dqn:features={:<10} {lines}  {capped} at the cap", features.name());
}

/// Prints the mean lines of linear weights on the small published benchmark, a board of ten rows.
fn linear() {
    let rules =
        Rules { height: 10, randomizer: Randomizer::Uniform, end: End::Strict, ..Rules::default() };
    println!("{rules}, one piece; lines over 200 games");
    for weights in [Weights::learned(), DT20, BCTS] {
        let player = LinearPlayer::new(weights);
        let lines = measure(FIRST_SEED, 200, |seed| {
            let mut game = Tetris::new(rules, seed);
            while let Some(mv) = player.best_move(game.position()) {
                game.play(mv);
            }
            game.score(0)
        });
        println!("  linear:weights={:<10} {lines}", weights.name);
    }
}

/// Counts how often networks that look at both visible pieces lose within a million pieces.
fn look_ahead() {
    const PIECES: u64 = 1_000_000;
    println!("{}, two pieces; deaths in {PIECES} pieces", Rules::default());
    for features in FeatureSet::ALL {
        let began = SystemClock.now();
        let network = ValueNetwork::shipped(features).clone();
        let mut player = DqnPlayer::new(network, Depth::Two, None, 0.0, 0);
        let mut game = Tetris::new(Rules::default(), FIRST_SEED);
        let (mut deaths, mut highest) = (0, 0);
        for _ in 0..PIECES {
            match player.best_move(game.position()) {
                Some(mv) => {
                    game.play(mv);
                    highest = highest.max(game.position().board().pile());
                }
                None => {
                    deaths += 1;
                    game = Tetris::new(Rules::default(), FIRST_SEED + deaths);
                }
            }
        }
        let player = format!("dqn:features={},depth=2", features.name());
        let seconds = (SystemClock.now() - began).as_secs_f64();
        println!("  {player:<30} {deaths} deaths, the pile {highest} rows at most  {seconds:.0} s");
    }
}

/// Prints the results of `original` with the design's thresholds and with other thresholds.
fn original() {
    const CAP: u32 = 1_000;
    const GAMES: u64 = 40;
    let design = Thresholds::default();
    let rules = Rules { cap: Some(CAP), ..Rules::default() };
    println!("{rules}, original; {GAMES} games");
    println!(
        "  {:<44} {:>22} {:>11} {:>11} {:>9} {:>7}",
        "limits", "evaluations a move", "good enough", "refused", "lines", "gave up"
    );
    let none = Thresholds { max_holes: u32::MAX, ..design };
    let stops = |good_value| Thresholds { good_value, ..none };
    let mut rows = vec![("no filter".to_owned(), none), ("as designed".to_owned(), design)];
    for good_value in [0.8, 0.9, 0.95, 1.0] {
        rows.push((format!("good_value={good_value}, no filter"), stops(good_value)));
        let columns = Thresholds { rotations_after: u32::MAX, ..stops(good_value) };
        rows.push((format!("good_value={good_value}, stops columns only"), columns));
        let rotations = Thresholds { columns_after: u32::MAX, ..stops(good_value) };
        rows.push((format!("good_value={good_value}, stops rotations only"), rotations));
    }
    for max_holes in [5, 2, 1, 0] {
        rows.push((format!("max_holes={max_holes}"), Thresholds { max_holes, ..design }));
        let always = Thresholds { max_holes, holes_until_lines: u32::MAX, ..design };
        rows.push((format!("max_holes={max_holes} in all the game"), always));
    }
    for max_evaluations in [20, 40] {
        rows.push((
            format!("max_evaluations={max_evaluations}"),
            Thresholds { max_evaluations, ..none },
        ));
    }
    for (name, thresholds) in rows {
        let mut total = Total::default();
        for seed in 0..GAMES {
            total.play(rules, thresholds, FIRST_SEED + seed);
        }
        let moves = total.moves as f64;
        println!(
            "  {name:<44} {:>5} {:>7.1} {:>8} {:>10.1}% {:>10.2}% {:>9.1} {:>7}",
            total.fewest.unwrap_or(0),
            total.evaluations as f64 / moves,
            total.most,
            100.0 * total.good_enough as f64 / moves,
            100.0 * total.refused as f64 / total.evaluations as f64,
            total.lines / GAMES as f64,
            total.gave_up,
        );
    }
}

/// Totals over all searches of several games.
#[derive(Default)]
struct Total {
    moves: u64,
    evaluations: u64,
    fewest: Option<u32>,
    most: u32,
    good_enough: u64,
    refused: u64,
    gave_up: u64,
    lines: f64,
}

impl Total {
    fn play(&mut self, rules: Rules, thresholds: Thresholds, seed: u64) {
        let mut player = Original::new(thresholds, 0.0, seed);
        let mut game = Tetris::new(rules, seed);
        while game.seat().is_some() {
            let decision = player.decide(game.position(), &Budget::simulations(1), &mut ());
            let statistics = player.statistics();
            self.moves += 1;
            self.evaluations += u64::from(statistics.evaluations);
            let fewest = self.fewest.unwrap_or(u32::MAX).min(statistics.evaluations);
            self.fewest = Some(fewest);
            self.most = self.most.max(statistics.evaluations);
            self.good_enough += u64::from(statistics.stop == Stop::GoodEnough);
            self.refused += u64::from(statistics.too_many_holes);
            let Some(mv) = decision.mv else {
                self.gave_up += 1;
                break;
            };
            game.play(mv);
        }
        self.lines += game.score(0);
    }
}
