//! Focus: moves whose values are needed get a share of the visits, even if they are bad.

use plywood_search::{Budget, Decision, Game, Guide, Leaf, Options, Player, Searcher, nim::Nim};

use crate::toys::forest::Forest;
use crate::toys::veiled::Veiled;
use crate::{decide, options, searcher, view};

const SIMULATIONS: u64 = 400;

fn legal<G: Game>(state: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    moves
}

fn visits<M: PartialEq>(decision: &Decision<M>, moves: &[M]) -> u64 {
    let found = decision.candidates.iter().filter(|one| moves.contains(&one.mv));
    found.filter_map(|one| one.visits).sum()
}

/// Checks the shares of visits with a focus on each move alone, and on the first two moves
/// together.
fn check_shares<G: Game>(state: &G, decide: impl Fn(&Budget) -> Decision<G::Move>) {
    let moves = legal(state);
    let mut focuses: Vec<Vec<usize>> = (0..moves.len()).map(|number| vec![number]).collect();
    focuses.push(vec![0, 1]);
    for focus in focuses {
        for threads in [1, 2] {
            let budget = Budget::simulations(SIMULATIONS).with_threads(threads);
            let decision = decide(&budget.with_analyse(true).with_focus(focus.clone()));
            assert_eq!(decision.stats.simulations, SIMULATIONS);
            let chosen: Vec<_> = focus.iter().map(|&number| moves[number]).collect();
            let own = visits(&decision, &chosen);
            assert!(4 * own >= SIMULATIONS, "{chosen:?} has {own} visits");
            let others = decision.candidates.iter().filter(|one| !chosen.contains(&one.mv));
            let best = others.filter_map(|one| one.visits).max();
            // Two trees may have different best moves.
            assert!(
                threads > 1 || best.is_none_or(|best| 4 * best >= SIMULATIONS),
                "{chosen:?}: {best:?}"
            );
        }
    }
}

#[test]
fn moves_in_focus_and_the_best_of_the_others_get_a_quarter_of_the_visits() {
    let forest = Forest::new(1, 12, 40);
    check_shares(&forest, |budget| decide(&forest, budget, 1));
    let veiled = Veiled(forest);
    check_shares(&veiled, |budget| decide(&veiled, budget, 1));
}

/// Weights the moves by their order, so that PUCT hardly visits the last ones.
#[derive(Clone)]
struct Ordered;

impl Guide<Forest> for Ordered {
    const RATES: bool = true;

    fn rate(&mut self, leaves: &mut [Leaf<Forest>]) {
        for leaf in leaves {
            for (number, weight) in leaf.weights.iter_mut().enumerate() {
                *weight = 0.1f32.powi(number as i32);
            }
        }
    }
}

#[test]
fn rated_moves_in_focus_get_their_share() {
    let forest = Forest::new(1, 12, 40);
    check_shares(&forest, |budget| {
        let mut searcher = Searcher::new(Options::default(), Ordered, 1);
        searcher.decide(&view(&forest), budget, &mut ())
    });
}

#[test]
fn a_time_budget_gives_the_shares_too() {
    let forest = Forest::new(1, 12, 40);
    let last = legal(&forest).len() - 1;
    let budget = Budget::time(std::time::Duration::from_millis(40)).with_focus(vec![last]);
    let decision = decide(&forest, &budget.with_analyse(true), 1);
    let own = visits(&decision, &[legal(&forest)[last]]);
    let all = decision.stats.simulations;
    assert!(4 * own >= all, "{own} of {all}");
    assert!(4 * decision.candidates[0].visits.unwrap() >= all);
}

#[test]
fn a_proof_of_the_position_does_not_end_the_search_before_the_focus_is_proven() {
    // Taking 3 of 7 wins; taking 1 or 2 loses.
    let heap = Nim::new(7);
    let decide = |focus: Vec<usize>| {
        let budget = Budget::simulations(5000).with_analyse(true).with_focus(focus);
        searcher::<Nim>(options(|_| {}), 1).decide(&heap, &budget, &mut ())
    };
    for (number, mv) in legal(&heap).into_iter().enumerate() {
        let decision = decide(vec![number]);
        let candidate = decision.candidates.iter().find(|one| one.mv == mv).unwrap();
        assert_eq!(candidate.proven, Some(if mv == 3 { 1.0 } else { 0.0 }), "taking {mv}");
        assert_eq!(decision.candidates[0].proven, Some(1.0));
    }
}

#[test]
fn a_focus_on_no_move_changes_nothing() {
    let forest = Forest::new(1, 12, 40);
    let without = decide(&forest, &Budget::simulations(SIMULATIONS), 1);
    let with = Budget::simulations(SIMULATIONS).with_focus(vec![1000]);
    let with = decide(&forest, &with, 1);
    assert_eq!(with.candidates, without.candidates);
}
