//! The solver compared with plain searches, and its limits.

#![allow(clippy::disallowed_methods, reason = "measures how soon a cancelled search returns")]

mod oracle;

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use plywood_othello::{LearnedEvaluation, Move, Othello, Solver};
use plywood_search::{
    Budget, Cancel, Game, Goal, Notation, Rng, Solution, SteppingClock, StoppedBy,
};
use proptest::prelude::*;

use oracle::{alpha_beta, minimax, random_position};

/// FFO #40: 20 empty squares, +38.
const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
/// FFO #23: 18 empty squares, +4.
const FFO_23: &str = "--O-------OOX---OOOXXXO-OOOOXOXXXXXOOXOXXXXXXOOXX-XXXXOX--XXXX-- X";

fn position(text: &str) -> Othello {
    Othello::start().read_position(text).expect("a position")
}

fn solve(board: &Othello, goal: Goal, budget: &Budget) -> Solution<Move> {
    Solver::new().solve(board, goal, budget, &mut |_| {})
}

fn exact(board: &Othello) -> Solution<Move> {
    solve(board, Goal::Score, &Budget::unlimited())
}

/// A board with `empties` empty squares and random discs, which no game may lead to. Often one side
/// has most of the discs, so that many discs are stable.
fn random_board(rng: &mut Rng, empties: u32) -> Othello {
    let (mut colours, mut holes) = (rng.bits(), 0u64);
    for _ in 0..rng.below(4) {
        colours |= rng.bits();
    }
    while holes.count_ones() < empties {
        holes |= 1 << rng.below(64);
    }
    Othello::from_discs(colours & !holes, !colours & !holes, rng.below(2) as u8)
}

/// Checks the exact score, the principal variation and the outcome of a position. Returns the
/// numbers of nodes for the exact score and for the outcome.
fn check(board: &Othello, score: i32) -> [u64; 2] {
    let name = Othello::write_position(board);
    let solution = exact(board);
    assert_eq!(solution.score(), Some(score.into()), "{name}");
    assert_eq!(solution.stopped_by, StoppedBy::Proven, "{name}");
    assert_eq!(solution.mv, solution.pv.first().copied(), "{name}");
    let mut end = *board;
    for mv in &solution.pv {
        end.try_play(*mv).expect("a legal move");
    }
    assert_eq!(end.seat(), None, "{name}: the principal variation ends the game");
    if let Some(seat) = board.seat() {
        assert_eq!(end.score(seat), f64::from(score), "{name}: {:?}", solution.pv);
    }

    let outcome = solve(board, Goal::Outcome, &Budget::unlimited());
    assert_eq!(outcome.outcome(), Some(score.signum()), "{name}");
    let [lower, upper] = outcome.bounds;
    assert!(lower <= score.into() && upper >= score.into(), "{name}: {lower} to {upper}");
    [solution.nodes, outcome.nodes]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn scores_agree_with_minimax(seed: u64, empties in 0u32..8) {
        let mut rng = Rng::new(seed);
        let board = random_position(&mut rng, empties);
        check(&board, minimax(&board));
        let board = random_board(&mut rng, empties);
        check(&board, minimax(&board));
    }
}

#[test]
fn scores_agree_with_minimax_at_10_empties() {
    let mut rng = Rng::new(10);
    for _ in 0..4 {
        let board = random_position(&mut rng, 10);
        check(&board, minimax(&board));
    }
}

#[test]
fn scores_agree_with_alpha_beta_and_outcomes_are_easier() {
    let mut rng = Rng::new(11);
    let mut nodes = [0, 0];
    for empties in [11, 11, 11, 12, 12, 12, 13, 13, 13, 14, 14] {
        let board = random_position(&mut rng, empties);
        if board.seat().is_some() {
            let [exact, outcome] = check(&board, alpha_beta(&board, -64, 64));
            nodes = [nodes[0] + exact, nodes[1] + outcome];
        }
    }
    // Compares totals over all positions, because the outcome of a single position may take more
    // nodes than its score.
    assert!(nodes[1] < nodes[0], "exact {} nodes, outcomes {}", nodes[0], nodes[1]);
}

#[test]
fn finished_games_and_passes_are_solved() {
    // A full board, two boards with empty squares on which one side has all discs, and a draw.
    for (black, white, score) in [(u64::MAX, 0, 64), (0b1, 0, 64), (0, 0b1, -64), (0b1, 1 << 63, 0)]
    {
        let board = Othello::from_discs(black, white, 0);
        let solution = exact(&board);
        assert_eq!((solution.score(), solution.mv), (Some(score.into()), None));
        assert!(solution.pv.is_empty());
    }
    // Row 1 is `XXXO----` and white must pass: black takes the last white disc.
    let board = Othello::from_discs(0b111, 0b1000, 1);
    let solution = exact(&board);
    assert_eq!(solution.score(), Some(-64.0));
    assert_eq!(solution.pv, [Move::PASS, Move::at(4)]);
}

#[test]
fn one_thread_repeats_its_nodes() {
    let board = position(FFO_23);
    let first = exact(&board);
    let mut solver = Solver::new();
    // Reuses a solver whose table is larger than needed and has old entries.
    solver.solve(&position(FFO_40), Goal::Outcome, &Budget::simulations(100_000), &mut |_| {});
    for _ in 0..2 {
        let again = solver.solve(&board, Goal::Score, &Budget::unlimited(), &mut |_| {});
        assert_eq!((again.nodes, &again.pv), (first.nodes, &first.pv));
    }
    let cut = Budget::simulations(20_000);
    let [a, b] = [0; 2].map(|_| solve(&board, Goal::Score, &cut));
    assert_eq!((a.nodes, a.bounds, &a.pv), (b.nodes, b.bounds, &b.pv));
}

#[test]
fn any_memory_gives_the_same_score() {
    let board = position(FFO_23);
    for memory in [0, 64, 1000, 1 << 14, 1 << 20] {
        let solution = solve(&board, Goal::Score, &Budget::unlimited().with_memory(memory));
        assert_eq!(solution.score(), Some(4.0), "{memory} bytes");
        assert_eq!(solution.mv, Some(Move::at(8)), "{memory} bytes");
    }
}

#[test]
fn the_evaluation_saves_nodes_and_changes_no_score() {
    let mut nodes = [0, 0];
    for (text, score) in [(FFO_40, 38.0), (FFO_23, 4.0)] {
        let evaluation = LearnedEvaluation::shipped().clone();
        for (nodes, evaluation) in nodes.iter_mut().zip([Some(evaluation), None]) {
            let mut solver = Solver::new().with_evaluation(evaluation);
            let board = position(text);
            let solution = solver.solve(&board, Goal::Score, &Budget::unlimited(), &mut |_| {});
            assert_eq!(solution.score(), Some(score));
            *nodes += solution.nodes;
        }
    }
    assert!(nodes[0] < nodes[1], "{nodes:?}");
}

#[test]
fn threads_agree() {
    for threads in [2, 3, 8] {
        let budget = Budget::unlimited().with_threads(threads);
        let solution = solve(&position(FFO_23), Goal::Score, &budget);
        assert_eq!((solution.score(), solution.mv), (Some(4.0), Some(Move::at(8))));
        let mut rng = Rng::new(threads as u64);
        for _ in 0..10 {
            let board = random_position(&mut rng, 15);
            let [one, several] =
                [&Budget::unlimited(), &budget].map(|budget| solve(&board, Goal::Score, budget));
            assert_eq!(one.bounds, several.bounds, "{}", Othello::write_position(&board));
        }
    }
}

#[test]
fn bounds_contain_the_score() {
    let mut rng = Rng::new(3);
    let boards = (0..6).map(|_| random_position(&mut rng, 14)).chain([position(FFO_23)]);
    for board in boards {
        let score = exact(&board).score().expect("an exact score");
        for nodes in [1, 100, 1000, 3000, 10_000, 30_000, 100_000] {
            for (goal, threads) in [(Goal::Score, 1), (Goal::Outcome, 1), (Goal::Score, 2)] {
                let budget = Budget::simulations(nodes).with_threads(threads);
                let solution = solve(&board, goal, &budget);
                let [lower, upper] = solution.bounds;
                let name = format!("{} {nodes} {goal:?}", Othello::write_position(&board));
                assert!(
                    (lower..=upper).contains(&score),
                    "{name}: {lower} to {upper}, not {score}"
                );
                let decided = match goal {
                    Goal::Score | Goal::FewestMoves => solution.score().is_some(),
                    Goal::Outcome => solution.outcome().is_some(),
                };
                let expected = if decided { StoppedBy::Proven } else { StoppedBy::Simulations };
                assert_eq!(solution.stopped_by, expected, "{name}");
                assert!(solution.nodes < nodes + 40_000, "{name}: {} nodes", solution.nodes);
                let mv = solution.mv.expect("a move");
                assert!(board.clone().try_play(mv).is_ok(), "{name}");
            }
        }
    }
}

#[test]
fn time_is_a_limit() {
    let clock = SteppingClock::new(Duration::from_millis(1));
    let budget = Budget::time(Duration::from_millis(20)).with_clock(Arc::new(clock));
    let solution = solve(&position(FFO_40), Goal::Score, &budget);
    assert_eq!(solution.stopped_by, StoppedBy::Time);
    assert!(solution.nodes < 2_000_000, "{} nodes", solution.nodes);
    let [lower, upper] = solution.bounds;
    assert!(lower <= 38.0 && upper >= 38.0 && lower < upper);
}

/// A cancelled search returns at once. Takes the shortest of several delays, because a busy machine
/// can lengthen any of them.
#[test]
fn a_search_can_be_cancelled() {
    for threads in [1, 2] {
        let delay = |_| {
            let (cancel, clock) = (Cancel::new(), Arc::new(SteppingClock::new(Duration::ZERO)));
            let budget = Budget::time(Duration::MAX).with_clock(Arc::clone(&clock) as _);
            let budget = budget.with_memory(1 << 20).with_threads(threads);
            let budget = budget.with_cancel(cancel.clone());
            let search = thread::spawn(move || {
                (solve(&Othello::start(), Goal::Score, &budget), Instant::now())
            });
            // The search reads the clock about every 4,000 nodes.
            let began = Instant::now();
            while clock.reads() < 100 {
                assert!(began.elapsed() < Duration::from_secs(60), "the search does not begin");
                thread::yield_now();
            }
            let cancelled = Instant::now();
            cancel.cancel();
            let (solution, ended) = search.join().expect("no panic");
            assert_eq!(solution.stopped_by, StoppedBy::Cancelled);
            assert_eq!(solution.bounds, [-64.0, 64.0]);
            ended - cancelled
        };
        let least = (0..5).map(delay).min().expect("five delays");
        assert!(least < Duration::from_millis(10), "{least:?} with {threads} threads");
    }
}

#[test]
fn progress_is_reported() {
    let mut reports = Vec::new();
    let board = position(FFO_23);
    let solution =
        Solver::new().solve(&board, Goal::Score, &Budget::unlimited(), &mut |progress| {
            reports.push(*progress);
        });
    assert!(reports.len() > 5);
    assert!(reports.iter().all(|one| one.bounds[0] <= 4.0 && one.bounds[1] >= 4.0));
    assert!(reports.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes));
    assert!(reports.iter().all(|one| one.nodes <= solution.nodes));
}
