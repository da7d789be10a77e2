//! Plots of ordinary and of unusual results.

use plywood_search::Rng;

use super::*;
use crate::mean::Mean;
use crate::quality::CalibrationPoint;
use crate::statistics::elo::EloEstimate;
use crate::statistics::survival::{Lifetime, SurvivalCurve};
use crate::statistics::{Interval, bootstrap::mean_interval};

const LONG: &str = "mcts:simulations=1600,exploration=1.4,<&>";

/// Returns the values of the attribute `name` in `svg`.
fn numbers<'a>(svg: &'a str, name: &str) -> impl Iterator<Item = f64> + 'a {
    let opening = format!(" {name}=\"");
    let texts: Vec<&str> =
        svg.split(&opening).skip(1).filter_map(|rest| rest.split('"').next()).collect();
    texts.into_iter().map(|text| text.parse().unwrap())
}

/// Returns the left and right end of each text, for letters with a width of 0.6 of the font size.
fn text_spans(svg: &str) -> Vec<(f64, f64)> {
    let elements = svg.split("<text ").skip(1).filter_map(|rest| rest.split("</text>").next());
    elements
        .map(|element| {
            let (tag, text) = element.split_once('>').unwrap();
            let text = text.trim().replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
            let tag = format!(" {tag}");
            let (x, size) =
                (numbers(&tag, "x").next().unwrap(), numbers(&tag, "font-size").next().unwrap());
            let width = 0.6 * size * text.chars().count() as f64;
            match () {
                () if tag.contains("text-anchor=\"end\"") => (x - width, x),
                () if tag.contains("text-anchor=\"middle\"") => (x - width / 2.0, x + width / 2.0),
                () => (x, x + width),
            }
        })
        .collect()
}

/// Checks that nothing lies outside of the picture and that every colour has a dark variant.
fn check(name: &str, plot: Result<String, PlotError>) {
    let svg = plot.unwrap();
    let (width, height) =
        (numbers(&svg, "width").next().unwrap(), numbers(&svg, "height").next().unwrap());
    for (low, high) in text_spans(&svg) {
        assert!(low >= 0.0 && high <= width, "{name}: a text from {low} to {high} of {width}");
    }
    let columns =
        ["x", "x1", "x2", "cx"].into_iter().flat_map(|attribute| numbers(&svg, attribute));
    assert!(columns.into_iter().all(|x| (0.0..=width).contains(&x)), "{name}");
    let rows = ["y", "y1", "y2", "cy"].into_iter().flat_map(|attribute| numbers(&svg, attribute));
    assert!(rows.into_iter().all(|y| (0.0..=height).contains(&y)), "{name}");
    let points = svg.split(" points=\"").skip(1).filter_map(|rest| rest.split('"').next());
    for point in points.flat_map(str::split_whitespace) {
        let (x, y) = point.split_once(',').unwrap();
        let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
        assert!((0.0..=width).contains(&x) && (0.0..=height).contains(&y), "{name}: {point}");
    }

    let (style, drawing) = svg.split_once("</style>").unwrap();
    for attribute in ["fill", "stroke"] {
        let opening = format!(" {attribute}=\"#");
        for rest in drawing.split(&opening).skip(1) {
            let rule = format!("[{attribute}=\"#{}\"]", &rest[..6]);
            assert!(style.contains(&rule), "{name}: no dark colour for {rule}");
        }
    }
}

fn rating(player: &str, elo: f64, low: Option<f64>, high: Option<f64>) -> (String, EloEstimate) {
    (player.to_owned(), EloEstimate { elo, low, high })
}

#[test]
fn ratings_of_players() {
    let reference = rating("random", 0.0, Some(0.0), Some(0.0));
    check("ratings_one", ratings("Othello", std::slice::from_ref(&reference)));
    let rows = [
        rating("expert", 921.0, Some(429.0), None),
        rating(LONG, 310.4, Some(255.0), Some(371.0)),
        rating("hard", 200.0, Some(150.0), Some(255.0)),
        rating("medium", 92.0, Some(40.0), Some(145.0)),
        rating("easy", -30.0, Some(-85.0), Some(22.0)),
        rating("greedy", -260.0, None, Some(-120.0)),
        rating("unknown", 40.0, None, None),
        reference,
    ];
    check("ratings_eight", ratings("Othello, 200 games a pair, seed 7", &rows));
}

#[test]
fn differences_and_places() {
    let row = |name: &str, mean: f64, reach: Option<f64>| {
        let ci95 = reach.map(|reach| Interval { low: mean - reach, high: mean + reach });
        (name.to_owned(), Mean { mean, ci95 })
    };
    let rows = [
        row("hard less rules", -2.25, Some(0.5)),
        row(&format!("one {LONG} less rules"), 0.001, Some(0.0)),
        row("hard less one rules", -4.5, None),
    ];
    let svg = differences("Hearts", "points", &rows).unwrap();
    for text in
        ["\u{2212}2.25 (\u{2212}2.75 to \u{2212}1.75)", "0.00", "unknown", "points per game"]
    {
        assert!(svg.contains(text), "{text}");
    }
    check("differences", Ok(svg));
    let svg = places("Hearts", 4, &rows[1..2]).unwrap();
    assert!(svg.contains("place, from 1 (best) to 4"), "{svg}");
    check("places", Ok(svg));
    assert!(differences("", "points", &[]).is_err());
}

fn score_row(player: &str, scores: Vec<f64>) -> ScoreRow {
    let mean_interval = mean_interval(&scores, &mut Rng::new(1));
    ScoreRow { player: player.to_owned(), scores, mean_interval }
}

fn skewed(count: usize, scale: f64, seed: u64) -> Vec<f64> {
    let mut rng = Rng::new(seed);
    (0..count).map(|_| (-scale * (1.0 - rng.unit()).ln()).floor()).collect()
}

#[test]
fn scores_of_players() {
    check(
        "scores_one_game",
        scores("Wood Block", "points", "games", &[score_row("hard", vec![412.0])]),
    );
    check(
        "scores_equal",
        scores("Tetris", "lines", "games", &[score_row("hard", vec![500.0; 50])]),
    );
    let negative = skewed(60, 40.0, 2).into_iter().map(|score| 20.0 - score).collect();
    let rows = [score_row("easy", negative), score_row("hard", skewed(40, 30.0, 3))];
    check("scores_negative", scores("Klondike, Vegas scoring", "dollars", "games", &rows));
    let rows: Vec<ScoreRow> = (0..8)
        .map(|number| {
            let name = if number == 2 { LONG.to_owned() } else { format!("level {number}") };
            score_row(
                &name,
                skewed(10 + 100 * number, 4.0 * 3f64.powi(number as i32), number as u64),
            )
        })
        .collect();
    let title = "Tetris, 10 by 20, games cut at 100,000 pieces";
    check("scores_eight", scores(title, "lines", "games", &rows));
}

fn line(player: &str, lengths: &[f64], cap: f64) -> (String, SurvivalCurve) {
    let lifetimes: Vec<Lifetime> = lengths
        .iter()
        .map(|&length| Lifetime { length: length.min(cap), censored: length > cap })
        .collect();
    (player.to_owned(), SurvivalCurve::new(&lifetimes).unwrap())
}

#[test]
fn survival_of_games() {
    check("survival_one_game", survival("Tetris", "pieces", &[line("hard", &[40.0], 100.0)]));
    check("survival_all_cut", survival("Tetris", "pieces", &[line("hard", &[400.0; 9], 100.0)]));
    let lines: Vec<_> = (0..8)
        .map(|number| {
            let name = if number == 1 { LONG.to_owned() } else { format!("level {number}") };
            line(&name, &skewed(60, 40.0 * 1.7f64.powi(number), number as u64 + 9), 1000.0)
        })
        .collect();
    check("survival_eight", survival("Tetris, games cut at 1,000 pieces", "pieces", &lines));
    check("survival_three", survival("Tetris, games cut at 1,000 pieces", "pieces", &lines[4..7]));
}

fn point(simulations: u64, value: f64, reach: f64) -> CurvePoint {
    CurvePoint { simulations, value, low: Some(value - reach), high: Some(value + reach) }
}

#[test]
fn curves_against_simulations() {
    let curve = |name: &str, gain: f64| Curve {
        name: name.to_owned(),
        points: (0..6).map(|k| point(100 << (2 * k), gain * f64::from(k) - 40.0, 35.0)).collect(),
    };
    check("strength", strength("Othello", "Elo", &[curve("mcts", 110.0), curve(LONG, 80.0)]));
    let single = Curve { name: "mcts".into(), points: vec![point(1600, 0.0, 0.0)] };
    check("strength_one", strength("Othello", "Elo", &[single]));
    let shares =
        (0..5).map(|k| point(10u64.pow(k), 1.0 - 0.6f64.powi(k as i32 + 1), 0.06)).collect();
    let curve = Curve { name: "hard".into(), points: shares };
    check("convergence", convergence("How many simulations are enough?", &[curve]));
}

#[test]
fn calibration_of_predictions() {
    let points: Vec<CalibrationPoint> = (0..10)
        .map(|k| {
            let predicted = 0.05 + 0.1 * f64::from(k);
            let realised = 0.5 + 1.2 * (predicted - 0.5) * (1.0 - (predicted - 0.5).abs() / 2.0);
            let interval =
                Interval { low: (realised - 0.08).max(0.0), high: (realised + 0.08).min(1.0) };
            CalibrationPoint {
                predicted,
                realised,
                ci95: Some(interval),
                count: 20 + 30 * k as u64,
            }
        })
        .collect();
    check("calibration", calibration("Othello, hard: are its values honest?", "result", &points));
    let alone = CalibrationPoint { predicted: 0.5, realised: 0.5, ci95: None, count: 1 };
    check("calibration_one", calibration("One decision", "result", &[alone]));
}

#[test]
fn plots_without_data_are_errors() {
    let texts = [
        ratings("", &[]).unwrap_err().to_string(),
        scores("", "points", "games", &[score_row("hard", Vec::new())]).unwrap_err().to_string(),
        ratings("", &[rating("a", f64::INFINITY, None, None)]).unwrap_err().to_string(),
        strength("", "Elo", &[]).unwrap_err().to_string(),
    ];
    assert_eq!(texts[0], "nothing to plot: expected at least one player");
    assert_eq!(texts[1], "nothing to plot: expected at least one game of each player");
    assert_eq!(texts[2], "cannot plot inf as an Elo rating: expected a finite number");
    assert_eq!(texts[3], "nothing to plot: expected at least one number of simulations");
}
