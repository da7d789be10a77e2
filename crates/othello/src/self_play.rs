//! Games that a player plays against itself, with values for training.

use plywood_learn::{Archive, ArchiveError};
use plywood_search::{Budget, Game, Goal, Rng};

use crate::{LearnedEvaluation, Move, Othello, Solver};

/// How games are played and valued.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Play {
    /// The depth of the search that chooses moves.
    pub(crate) depth: u32,
    /// The number of empty squares at which the rest of a game is solved exactly.
    pub(crate) exact: u32,
    /// The least and the greatest number of random moves at the start of a game.
    pub(crate) opening: [usize; 2],
    /// The probability of a random move after the start.
    pub(crate) exploration: f64,
    /// The lambda of TD(lambda): the weight of the next position's value in the value of a position. The rest is the
    /// weight of the value that the search found.
    pub(crate) lambda: f32,
}

impl Play {
    /// Draws the number of random moves at the start of a game. In one game of eight, it is from 0 to the least number,
    /// so that early positions are among the samples.
    fn opening_moves(&self, rng: &mut Rng) -> usize {
        let [least, most] = self.opening;
        if rng.below(8) == 0 { rng.below(least + 1) } else { least + rng.below(most - least + 1) }
    }
}

/// A position with its value for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample {
    pub(crate) own: u64,
    pub(crate) other: u64,
    pub(crate) discs: f32,
    /// The final score of the game, if no random move came after the position.
    pub(crate) score: Option<i8>,
}

/// A position in which the player chose a move.
struct Step {
    board: Othello,
    /// The value that the search found, for the side to move.
    discs: f32,
    /// Whether a random move was played instead of the best one.
    explored: bool,
}

/// Saved in place of a missing score. It is no valid score, because scores are at most 64.
const NO_SCORE: i16 = i16::MAX;

/// A number above the absolute value of every evaluation.
const WORST: i32 = 1 << 20;

/// Plays games, one after the other.
pub(crate) struct SelfPlay {
    play: Play,
    evaluation: LearnedEvaluation,
    solver: Solver,
    steps: Vec<Step>,
}

impl SelfPlay {
    pub(crate) fn new(play: Play, evaluation: LearnedEvaluation) -> Self {
        // The solver uses the weights in training, because a training must not depend on the shipped weights.
        let solver = Solver::new().with_evaluation(Some(evaluation.clone()));
        SelfPlay { play, evaluation, solver, steps: Vec::new() }
    }

    /// Plays a game and adds its positions to `samples`.
    pub(crate) fn play_game(&mut self, rng: &mut Rng, samples: &mut Vec<Sample>) {
        self.steps.clear();
        let mut board = Othello::start();
        for _ in 0..self.play.opening_moves(rng) {
            match board.random_move(rng, &mut Vec::new()) {
                Some(mv) => board.play(mv),
                None => break,
            }
        }
        while board.seat().is_some() && board.empties().count_ones() > self.play.exact {
            self.step(&mut board, rng);
        }
        let score = self.solve(board, samples);
        self.value_steps(score, samples);
    }

    /// Plays the best move that a search finds or, with the probability `exploration`, a random move.
    fn step(&mut self, board: &mut Othello, rng: &mut Rng) {
        if board.legal() == 0 {
            return board.play(Move::PASS);
        }
        let (value, best) = self.best_move(board, [-WORST, WORST], self.play.depth);
        let explored = rng.unit() < self.play.exploration;
        let discs = value as f32 / LearnedEvaluation::DISC as f32;
        self.steps.push(Step { board: *board, discs, explored });
        let random = if explored { board.random_move(rng, &mut Vec::new()) } else { None };
        board.play(random.unwrap_or(best));
    }

    /// Returns the value after `depth` moves by alpha-beta search, in units of the evaluation, and the best move. The
    /// position must have a legal move.
    fn best_move(&self, board: &Othello, [alpha, beta]: [i32; 2], depth: u32) -> (i32, Move) {
        let (mut moves, mut count, mut rest) = ([(0, Move::PASS, *board); 33], 0, board.legal());
        while rest != 0 && count < moves.len() {
            let mv = Move::at(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            let mut after = *board;
            after.play(mv);
            // Ordering the moves saves time only if they are searched deeper than one move.
            let value = if depth > 1 { -self.look_ahead(&after, [-WORST, WORST], 0) } else { 0 };
            moves[count] = (value, mv, after);
            count += 1;
        }
        if depth > 1 {
            moves[..count].sort_unstable_by_key(|&(value, ..)| -value);
        }
        let (mut best, mut best_move) = (-WORST, Move::PASS);
        for &(_, mv, after) in &moves[..count] {
            let value = -self.look_ahead(&after, [-beta, -alpha.max(best)], depth - 1);
            if value > best {
                (best, best_move) = (value, mv);
                if best >= beta {
                    break;
                }
            }
        }
        (best, best_move)
    }

    fn look_ahead(&self, board: &Othello, [alpha, beta]: [i32; 2], depth: u32) -> i32 {
        if board.seat().is_none() {
            return LearnedEvaluation::DISC * board.score(board.turn) as i32;
        }
        if depth == 0 {
            return self.evaluation.units(board.own, board.other);
        }
        if board.legal() == 0 {
            let mut after = *board;
            after.play(Move::PASS);
            return -self.look_ahead(&after, [-beta, -alpha], depth);
        }
        self.best_move(board, [alpha, beta], depth).0
    }

    /// Solves the rest of the game, and adds the positions of best play to `samples`. Returns the score for black,
    /// which all these positions have.
    fn solve(&mut self, mut board: Othello, samples: &mut Vec<Sample>) -> f32 {
        let solution = self.solver.solve(&board, Goal::Score, &Budget::unlimited(), &mut |_| {});
        let score = solution.score().expect("there is no limit") as f32;
        let for_black = if board.turn == 0 { score } else { -score };
        for &mv in &solution.pv {
            if mv != Move::PASS {
                samples.push(Sample::new(&board, for_black, Some(for_black)));
            }
            board.play(mv);
        }
        for_black
    }

    /// Adds the positions before the solved ones to `samples`, with their values. `score` is the score of the solved
    /// positions for black.
    fn value_steps(&mut self, score: f32, samples: &mut Vec<Sample>) {
        let (mut value, mut score) = (score, Some(score));
        for step in self.steps.iter().rev() {
            let look_ahead = if step.board.turn == 0 { step.discs } else { -step.discs };
            if step.explored {
                (value, score) = (look_ahead, None);
            } else {
                value = self.play.lambda * value + (1.0 - self.play.lambda) * look_ahead;
            }
            samples.push(Sample::new(&step.board, value, score));
        }
    }
}

impl Sample {
    fn new(board: &Othello, black_value: f32, black_score: Option<f32>) -> Self {
        let sign = if board.turn == 0 { 1.0 } else { -1.0 };
        let score = black_score.map(|score| (sign * score) as i8);
        Sample { own: board.own, other: board.other, discs: sign * black_value, score }
    }

    /// Returns samples in the form of a file.
    pub(crate) fn to_archive(samples: &[Sample]) -> Archive {
        let mut archive = Archive::default();
        let boards = samples.iter().flat_map(|sample| [sample.own, sample.other]).collect();
        archive.set_integers("boards", boards);
        let discs = samples.iter().map(|sample| sample.discs).collect();
        archive.set_floats("discs", &[samples.len()], discs);
        let score = |sample: &Sample| sample.score.map_or(NO_SCORE, i16::from);
        archive.set_shorts("scores", &[samples.len()], samples.iter().map(score).collect());
        archive
    }

    /// Reads what [`to_archive`](Sample::to_archive) wrote.
    pub(crate) fn from_archive(archive: &Archive) -> Result<Vec<Sample>, ArchiveError> {
        let (boards, _) = archive.integers("boards")?.as_chunks();
        let discs = archive.floats("discs", &[boards.len()])?;
        let scores = archive.shorts("scores", &[boards.len()])?;
        let sample = |((&[own, other], &discs), &score): ((&[u64; 2], _), _)| Sample {
            own,
            other,
            discs,
            score: i8::try_from(score).ok(),
        };
        Ok(boards.iter().zip(discs).zip(scores).map(sample).collect())
    }

    pub(crate) fn empties(&self) -> u32 {
        (!(self.own | self.other)).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_as_they_were_written() {
        let sample = |score| Sample { own: 1 << 63, other: 5, discs: -0.5, score };
        let samples = [None, Some(-64), Some(0), Some(64)].map(sample);
        let bytes = Sample::to_archive(&samples).to_bytes();
        let read = Sample::from_archive(&Archive::from_bytes(&bytes).unwrap()).unwrap();
        assert_eq!(read, samples);
    }

    #[test]
    fn values_are_mixtures_of_the_look_ahead_and_the_score() {
        let play = Play { depth: 1, exact: 8, opening: [0, 8], exploration: 0.1, lambda: 0.7 };
        let (mut games, mut samples) =
            (SelfPlay::new(play, LearnedEvaluation::shipped().clone()), Vec::new());
        for seed in 0..20 {
            samples.clear();
            games.play_game(&mut Rng::new(seed), &mut samples);
            let solved = samples.len() - games.steps.len();
            assert!(solved >= 1 && samples[..solved].iter().all(|one| one.empties() <= 8));
            let discs = |sample: &Sample| sample.score.map(f32::from);
            assert!(samples[..solved].iter().all(|one| discs(one) == Some(one.discs)));
            // The same steps, followed by solved positions that black wins by 12 discs.
            samples.clear();
            games.value_steps(12.0, &mut samples);
            let (mut for_black, mut score) = (12.0, Some(12));
            for (sample, step) in samples.iter().zip(games.steps.iter().rev()) {
                assert_eq!((sample.own, sample.other), (step.board.own, step.board.other));
                let sign = if step.board.turn == 0 { 1.0 } else { -1.0 };
                let mut expected = 0.7 * sign * for_black + 0.3 * step.discs;
                if step.explored {
                    (expected, score) = (step.discs, None);
                }
                assert!((sample.discs - expected).abs() < 1e-3, "{sample:?} {expected}");
                assert_eq!(sample.score, score.map(|score| sign as i8 * score));
                for_black = sign * expected;
            }
        }
    }
}
