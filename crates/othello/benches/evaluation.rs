//! Errors of the learned evaluation on solved positions, and of shallow searches that use it.
//!
//! `cargo bench -p plywood-othello --bench evaluation -- error [WEIGHTS]` prints the mean absolute error on
//! `tests/data/solved.txt` for each number of empty squares.
//!
//! `-- searches [WEIGHTS]` prints the same for searches of up to 8 moves with the evaluation.
//!
//! `-- deviations [WEIGHTS]` prints the standard deviation of the difference between the values of a search and of a
//! search to about half its depth.
//!
//! `-- solver [WEIGHTS]` solves FFO #40 to #44 alternately with and without the evaluation.
//!
//! `-- positions SEED COUNT [WEIGHTS]` prints positions with their exact scores, from games that begin with 8 random
//! moves. `-- positions 2 150` printed `tests/data/solved.txt`, with the weights of an earlier training.

use std::path::Path;

use plywood_othello::{LearnedEvaluation, Move, Othello, Solver};
use plywood_search::{AlphaBeta, Budget, Evaluate, Game, Goal, Notation, Player, Rng};

/// Positions with their exact scores for the side to move.
const SOLVED: &str = include_str!("../tests/data/solved.txt");

/// The numbers of empty squares of the solved positions.
const EMPTIES: [u32; 3] = [12, 16, 20];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|one| one != "--bench").collect();
    let number = |text: &str| text.parse().expect("a number");
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["positions", seed, count, ref file @ ..] => {
            print_positions(number(seed), number(count), &weights(file));
        }
        ["deviations", ref file @ ..] => deviations(&weights(file)),
        ["solver", ref file @ ..] => solver(&weights(file)),
        ["error", ref file @ ..] => report(&weights(file)),
        ["searches", ref file @ ..] => searches(&weights(file)),
        [] => report(LearnedEvaluation::shipped()),
        _ => panic!("expected error, searches, deviations, solver or positions"),
    }
}

/// Reads a file of weights. Without a file, returns the shipped weights.
fn weights(file: &[&str]) -> LearnedEvaluation {
    match file {
        [] => LearnedEvaluation::shipped().clone(),
        [path] => LearnedEvaluation::read(Path::new(path)).expect("a file of weights"),
        _ => panic!("expected one file of weights"),
    }
}

/// Returns the solved positions with this number of empty squares, and their scores.
fn solved(empties: u32) -> impl Iterator<Item = (Othello, f64)> {
    SOLVED.lines().filter_map(move |line| {
        let (board, score) = line.rsplit_once(' ')?;
        let board = Othello::start().read_position(board).expect("a position");
        let score = score.parse().expect("a score");
        (board.empties().count_ones() == empties).then_some((board, score))
    })
}

fn report(evaluation: &LearnedEvaluation) {
    println!("empties  positions  mean absolute error  mean error  root mean square  right winner");
    for empties in EMPTIES {
        let pairs: Vec<(f64, f64)> =
            solved(empties).map(|(board, score)| (evaluation.discs(&board), score)).collect();
        let mean = |of: fn(f64, f64) -> f64| {
            pairs.iter().map(|&(found, exact)| of(found, exact)).sum::<f64>() / pairs.len() as f64
        };
        let absolute = mean(|found, exact| (found - exact).abs());
        let bias = mean(|found, exact| found - exact);
        let square = mean(|found, exact| (found - exact).powi(2)).sqrt();
        let right = mean(|found, exact| f64::from(u8::from(found * exact > 0.0 || exact == 0.0)));
        println!(
            "{empties:7}  {:9}  {absolute:19.2}  {bias:10.2}  {square:16.2}  {:11.1}%",
            pairs.len(),
            100.0 * right
        );
    }
}

/// Plays games that begin with 8 random moves, and prints one position of each game with its exact score.
fn print_positions(seed: u64, count: u64, evaluation: &LearnedEvaluation) {
    let mut player = AlphaBeta::new(evaluation.clone()).with_max_depth(6);
    let mut solver = Solver::new();
    for empties in EMPTIES {
        for number in 0..count {
            let mut rng = Rng::stream(seed, number << 6 | u64::from(empties));
            let board = loop {
                let board = position(&mut player, empties, &mut rng);
                if board.legal() != 0 && board.empties().count_ones() == empties {
                    break board;
                }
            };
            let solution = solver.solve(&board, Goal::Score, &Budget::unlimited(), &mut |_| {});
            let score = solution.score().expect("there is no limit");
            println!("{} {score}", Othello::write_position(&board));
        }
    }
}

fn position(player: &mut AlphaBeta<LearnedEvaluation>, empties: u32, rng: &mut Rng) -> Othello {
    let mut board = Othello::start();
    for _ in 0..8 {
        board.random_move(rng, &mut Vec::new()).into_iter().for_each(|mv| board.play(mv));
    }
    let budget = Budget::simulations(1_000_000).with_stop_early(true);
    while board.seat().is_some() && board.empties().count_ones() > empties {
        let best = player.decide(&board, &budget, &mut ()).mv;
        board.play(best.expect("the game is not over"));
    }
    board
}

/// The learned evaluation without [`Evaluate::shortcut`], so that no search is replaced by a shallower one.
#[derive(Clone)]
struct Plain(LearnedEvaluation);

impl Evaluate<Othello> for Plain {
    fn evaluate(&mut self, board: &Othello) -> f64 {
        self.0.evaluate(board)
    }

    fn key(&self, board: &Othello) -> u64 {
        self.0.key(board)
    }

    fn promise(&mut self, before: &Othello, mv: Move, after: &Othello, depth: u32) -> i32 {
        self.0.promise(before, mv, after, depth)
    }
}

/// Returns the value of a search of this depth without shortcuts. The value at depth 0 is the evaluation.
fn searched(evaluation: &LearnedEvaluation, board: &Othello, depth: u32) -> f64 {
    if depth == 0 {
        return evaluation.discs(board);
    }
    let mut player = AlphaBeta::new(Plain(evaluation.clone())).with_max_depth(depth);
    let budget = Budget::simulations(1 << 22).with_stop_early(true).with_analyse(true);
    player.decide(board, &budget, &mut ()).candidates[0].value.expect("a value")
}

/// Prints the mean absolute error of searches on the solved positions.
fn searches(evaluation: &LearnedEvaluation) {
    println!("empties  depth  mean absolute error  mean error");
    for empties in EMPTIES {
        for depth in 0..=8 {
            let error = |(board, score)| searched(evaluation, &board, depth) - score;
            let errors: Vec<f64> = solved(empties).map(error).collect();
            let count = errors.len() as f64;
            let absolute = errors.iter().map(|error| error.abs()).sum::<f64>() / count;
            let mean = errors.iter().sum::<f64>() / count;
            println!("{empties:7}  {depth:5}  {absolute:19.2}  {mean:10.2}");
        }
    }
}

/// Prints the standard deviation of the difference between the values of deep and shallow searches of the same
/// positions.
fn deviations(evaluation: &LearnedEvaluation) {
    let mut player = AlphaBeta::new(evaluation.clone()).with_max_depth(4);
    println!("empties  depth  shallow  deviation  mean");
    for empties in [50, 40, 30, 22, 14] {
        let boards: Vec<Othello> = (0..100)
            .map(|number| position(&mut player, empties, &mut Rng::stream(0xdee9, number)))
            .filter(|board| board.legal().count_ones() > 1)
            .collect();
        let value = |board: &Othello, depth| searched(evaluation, board, depth);
        for depth in 3..=9 {
            let shallow = 2 * (depth / 4) + depth % 2;
            let differences: Vec<f64> =
                boards.iter().map(|board| value(board, depth) - value(board, shallow)).collect();
            let count = differences.len() as f64;
            let mean = differences.iter().sum::<f64>() / count;
            let square = differences.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / count;
            println!("{empties:7}  {depth:5}  {shallow:7}  {:9.2}  {mean:5.2}", square.sqrt());
        }
    }
}

/// Positions #1 to #44 of the FFO suite, except a few. The last five are #40 to #44.
const FFO: &str = include_str!("../tests/data/ffo.obf");

/// The number of runs of each solver.
const RUNS: u64 = 3;

/// Solves FFO #40 to #44 alternately with and without the evaluation, and prints nodes and times.
fn solver(evaluation: &LearnedEvaluation) {
    let boards: Vec<Othello> = FFO
        .lines()
        .rev()
        .filter(|line| !line.is_empty())
        .take(5)
        .map(|line| {
            let board = line.split(';').next().expect("a position");
            Othello::start().read_position(board.trim()).expect("a position")
        })
        .collect();
    let mut totals = [(0, 0.0); 2];
    for _ in 0..RUNS {
        for (total, evaluation) in totals.iter_mut().zip([Some(evaluation.clone()), None]) {
            let mut solver = Solver::new().with_evaluation(evaluation);
            for board in &boards {
                let solution = solver.solve(board, Goal::Score, &Budget::unlimited(), &mut |_| {});
                total.0 += solution.nodes;
                total.1 += solution.elapsed.as_secs_f64();
            }
        }
    }
    println!("FFO #40 to #44, one thread, mean of {RUNS} runs   nodes    seconds");
    for (name, (nodes, seconds)) in ["with the evaluation", "without"].iter().zip(totals) {
        println!("{name:19}  {:11}  {:5.2}", nodes / RUNS, seconds / RUNS as f64);
    }
    println!("{:.2} times as fast with it", totals[1].1 / totals[0].1);
}
