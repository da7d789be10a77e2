//! The learned evaluation on solved positions from games that were not used for training.

use plywood_othello::{LearnedEvaluation, Othello};
use plywood_search::Notation;

const SOLVED: &str = include_str!("data/solved.txt");

/// Positions with their exact scores for the side to move.
fn solved() -> Vec<(Othello, f64)> {
    let read = |line: &str| {
        let (board, score) = line.rsplit_once(' ').expect("a position and a score");
        let board = Othello::start().read_position(board).expect("a position");
        (board, score.parse().expect("a score"))
    };
    SOLVED.lines().map(read).collect()
}

#[test]
fn the_error_is_as_documented() {
    let evaluation = LearnedEvaluation::shipped();
    for (empties, limit) in [(12, 7.5), (16, 6.2), (20, 5.5)] {
        let errors: Vec<f64> = solved()
            .iter()
            .filter(|(board, _)| board.empties().count_ones() == empties)
            .map(|(board, score)| (evaluation.discs(board) - score).abs())
            .collect();
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        assert_eq!(errors.len(), 150);
        assert!(mean <= limit, "{empties} empty squares: {mean:.2} discs");
    }
}

#[test]
fn the_probability_of_winning_is_calibrated() {
    let evaluation = LearnedEvaluation::shipped();
    let mut buckets = [(0.0, 0.0, 0.0); 4];
    for (board, score) in solved() {
        let probability = evaluation.win_probability(&board);
        let bucket = &mut buckets[((probability * 4.0) as usize).min(3)];
        let won = if score == 0.0 { 0.5 } else { f64::from(u8::from(score > 0.0)) };
        *bucket = (bucket.0 + probability, bucket.1 + won, bucket.2 + 1.0);
    }
    for (expected, won, count) in buckets {
        let (expected, won) = (expected / count, won / count);
        let deviation = (expected * (1.0 - expected) / count).sqrt();
        // The tolerance is three standard errors plus 0.08, since these positions may be harder
        // than those of the training.
        assert!(
            (expected - won).abs() < 3.0 * deviation + 0.08,
            "{expected:.2} expected, {won:.2} won of {count}"
        );
    }
}
