//! Every claim of a proof by players and by the solver is compared with a plain search in 500 random positions.
//!
//! The plain search is minimax for up to 10 empty squares, and alpha-beta search without tables for 11 to 16.

mod oracle;

use plywood_othello::{Othello, Solver, entry};
use plywood_registry::Spec;
use plywood_search::{Budget, Decision, Game, Goal, Notation, Rng};

use oracle::{alpha_beta, minimax, random_position};

/// Tree searches with proofs in the tree, by solved leaves and by the solver, and alpha-beta searches.
const PLAYERS: [&str; 6] = [
    "mcts:simulations=3000",
    "mcts:simulations=1000,exact_leaves=8",
    "mcts:simulations=300,exact=16",
    "hard:simulations=300",
    "alphabeta:simulations=30000,exact=0",
    "alphabeta:simulations=3000",
];

/// Returns the score of the seat to move by a plain search.
fn score(board: &Othello) -> i32 {
    match (board.seat(), board.empties().count_ones()) {
        (None, _) => unreachable!("the game is not over"),
        (_, ..=10) => minimax(board),
        _ => alpha_beta(board, -64, 64),
    }
}

/// Returns the score of a move for the seat that plays it.
fn score_of(board: &Othello, mv: plywood_othello::Move) -> i32 {
    let seat = board.seat().expect("the game is not over");
    let mut after = *board;
    after.play(mv);
    if after.seat().is_some() { -score(&after) } else { after.score(seat) as i32 }
}

/// Converts a score to the unit of a player's values.
fn value(player: &str, score: i32) -> f64 {
    match (player.starts_with("alphabeta"), score.signum()) {
        (true, _) => score.into(),
        (false, sign) => f64::from(1 + sign) / 2.0,
    }
}

/// Checks all claims of proofs in a decision. Returns whether the decision claims to have proven the position.
fn check(
    board: &Othello,
    player: &str,
    decision: &Decision<plywood_othello::Move>,
    best: i32,
) -> bool {
    let name = format!("{player} in {}", Othello::write_position(board));
    let few = board.empties().count_ones() <= 8;
    for candidate in decision.candidates.iter().filter(|one| one.proven.is_some()) {
        // Computing the exact score of every move takes long with many empty squares. Then only the best
        // move is checked.
        if few || candidate.mv == decision.mv.expect("there is a move") {
            let score = score_of(board, candidate.mv);
            assert_eq!(candidate.proven, Some(value(player, score)), "{name}: {candidate:?}");
            if let Some(claimed) = candidate.score {
                assert_eq!(claimed, f64::from(score), "{name}: {candidate:?}");
            }
        }
    }
    if let Some([lower, upper]) = decision.stats.bounds {
        let value = value(player, best);
        assert!((lower..=upper).contains(&value), "{name}: {lower} to {upper}, is {value}");
    }
    if decision.stopped_by == plywood_search::StoppedBy::Proven {
        assert_eq!(decision.value, Some(value(player, best)), "{name}");
        return true;
    }
    false
}

/// Checks all claims of proofs in `count` random positions. Returns how often each player proved a position.
fn compare(empties: impl Fn(u64) -> u32, count: u64, seed: u64) -> Vec<u64> {
    let mut rng = Rng::new(seed);
    let mut proven = vec![0; PLAYERS.len()];
    for number in 0..count {
        let board = loop {
            let board = random_position(&mut rng, empties(number));
            if board.seat().is_some() {
                break board;
            }
        };
        let best = score(&board);
        let solution = Solver::new().solve(&board, Goal::Score, &Budget::unlimited(), &mut |_| {});
        let name = Othello::write_position(&board);
        assert_eq!(solution.score(), Some(best.into()), "{name}");
        assert_eq!(score_of(&board, solution.mv.expect("there is a move")), best, "{name}");
        for (player, proven) in PLAYERS.iter().zip(&mut proven) {
            let spec: Spec = player.parse().expect("a spec");
            let (mut one, budget) = entry().make_player(&spec, number).expect("a player");
            for stop_early in [true, false] {
                let budget = budget.clone().with_stop_early(stop_early);
                let decision = one.decide(&board, &budget, &mut ());
                *proven += u64::from(check(&board, player, &decision, best));
            }
        }
    }
    proven
}

#[test]
fn claims_agree_with_minimax_up_to_8_empties() {
    let proven = compare(|number| 1 + (number % 8) as u32, 380, 1);
    // Each player decides twice in each position.
    assert!(proven.iter().all(|&count| count > 380), "too few proofs to compare: {proven:?}");
}

#[test]
fn claims_agree_with_minimax_at_9_and_10_empties() {
    let proven = compare(|number| 9 + (number % 2) as u32, 12, 2);
    assert!(proven[2] >= 20, "too few proofs to compare: {proven:?}");
}

#[test]
fn claims_agree_with_alpha_beta_from_11_to_13_empties() {
    let proven = compare(|number| 11 + (number % 3) as u32, 84, 3);
    assert!(proven[2] >= 160, "too few proofs to compare: {proven:?}");
}

#[test]
fn claims_agree_with_alpha_beta_from_14_to_16_empties() {
    let proven = compare(|number| 14 + (number % 3) as u32, 24, 4);
    assert!(proven[2] >= 40, "too few proofs to compare: {proven:?}");
}
