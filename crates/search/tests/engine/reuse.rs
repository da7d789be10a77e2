//! Tree reuse between the decisions of a game.

use plywood_search::{
    Budget, Game, GoodEnough, Options, Player, RandomRollouts, Rng, Searcher, StoppedBy,
};

use crate::toys::bank::{self, Bank};
use crate::toys::dice::{self, Dice};
use crate::toys::forest::Forest;
use crate::toys::luck::{self, Luck};
use crate::toys::tictactoe::TicTacToe;
use crate::toys::veiled::Veiled;
use crate::{Tree, WHOLE_TREE, follow, options, searcher, view};

/// Returns the position after `mv` with the outcome `seen`; `None` if it is not in the exported tree.
fn below<G: Game>(root: &Tree<G>, mv: G::Move, seen: G::Seen) -> Option<Tree<G>> {
    let node = root.children.iter().find(|child| child.mv == Some(mv))?;
    if !G::HIDDEN {
        return Some(node.clone());
    }
    node.children.iter().find(|outcome| outcome.seen == Some(seen)).cloned()
}

fn tree<G: Game>(searcher: &Searcher<G, RandomRollouts>) -> Tree<G> {
    searcher.tree(&WHOLE_TREE).expect("there is a tree")
}

/// Plays a game. Checks that each move keeps exactly the subtree below that move.
fn keeps_its_tree<G: Game>(start: &G, threads: usize) {
    let budget = Budget::simulations(3000).with_threads(threads);
    let mut searcher = searcher::<G>(Options::default(), 1);
    let mut state = start.clone();
    let (mut kept, mut kept_visits) = (0, 0);
    loop {
        let decision = searcher.decide(&view(&state), &budget, &mut ());
        let Some(mv) = decision.mv else { break };
        if decision.stopped_by == StoppedBy::OnlyMove {
            break;
        }
        assert_eq!(decision.stats.reused_visits, kept_visits);
        assert!(!decision.stats.restarted);
        let before = tree(&searcher);
        assert_eq!(before.visits, kept_visits + decision.stats.simulations);
        let seen = follow(&mut searcher, &mut state, mv);
        let expected = below::<G>(&before, mv, seen);
        match (expected, searcher.tree(&WHOLE_TREE)) {
            (Some(expected), Some(after)) => {
                assert_eq!(after.visits, expected.visits);
                assert_eq!(after.children, expected.children, "node by node");
                kept += 1;
                kept_visits = after.visits;
            }
            (expected, None) => {
                assert!(expected.is_none_or(|position| position.children.is_empty()));
                kept_visits = 0;
            }
            (None, Some(_)) => panic!("the searcher kept a tree of another position"),
        }
    }
    assert!(kept > 0, "no tree was reused");
}

#[test]
fn the_reused_tree_equals_the_subtree() {
    keeps_its_tree(&Forest::new(2, 6, 14), 1);
    keeps_its_tree(&Veiled(Forest::new(2, 6, 14)), 1);
    keeps_its_tree(&Veiled(TicTacToe::default()), 1);
    for seed in 0..20 {
        keeps_its_tree(&Dice::shaken(&mut Rng::new(seed)), 1);
    }
}

#[test]
fn the_reused_trees_of_threads_equal_the_subtrees() {
    keeps_its_tree(&Forest::new(2, 4, 14), 2);
    keeps_its_tree(&Veiled(Forest::new(2, 4, 14)), 2);
}

#[test]
fn the_tree_is_reused_after_an_opponents_move() {
    let mut state = Forest::new(4, 5, 20);
    let mut searcher = searcher::<Forest>(Options::default(), 1);
    let budget = Budget::simulations(5000);
    let mv = searcher.decide(&view(&state), &budget, &mut ()).mv.expect("there is a move");
    let before = tree(&searcher);
    follow(&mut searcher, &mut state, mv);
    follow(&mut searcher, &mut state, 3);
    let reply = below::<Forest>(&before, mv, ()).and_then(|after| below::<Forest>(&after, 3, ()));
    let decision = searcher.decide(&view(&state), &budget, &mut ());
    assert!(decision.stats.reused_visits > 0 && !decision.stats.restarted);
    assert_eq!(Some(decision.stats.reused_visits), reply.map(|reply| reply.visits));
}

#[test]
fn the_outcome_that_was_seen_is_reused() {
    for card in 0..10 {
        let mut state = Luck::hiding(card);
        // With this constant, the search visits all outcomes of the inferior move.
        let options = Options::default().with_exploration(Options::EXPLORATION);
        let mut searcher = searcher::<Luck>(options, 1);
        searcher.decide(&view(&state), &Budget::simulations(2000), &mut ());
        let before = tree(&searcher);
        follow(&mut searcher, &mut state, luck::Move::Draw);
        let decision = searcher.decide(&view(&state), &Budget::simulations(500), &mut ());
        let expected = below::<Luck>(&before, luck::Move::Draw, Some(card));
        assert_eq!(Some(decision.stats.reused_visits), expected.map(|outcome| outcome.visits));
        // Keeping a five and swapping it have the same value, so both moves are right.
        if card != 5 {
            assert_eq!(decision.mv == Some(luck::Move::Keep), card > 5, "card {card}");
        }
    }
}

#[test]
fn an_unknown_position_restarts_the_tree() {
    let mut searcher = searcher::<Forest>(Options::default(), 1);
    let budget = Budget::simulations(500);
    assert!(!searcher.decide(&view(&Forest::new(1, 6, 9)), &budget, &mut ()).stats.restarted);
    for seed in 2..10 {
        let mut state = Forest::new(seed, 6, 9);
        let decision = searcher.decide(&view(&state), &budget, &mut ());
        assert!(decision.stats.restarted);
        assert_eq!(decision.stats.reused_visits, 0);
        assert_eq!(tree(&searcher).visits, 500);
        state.try_play(decision.mv.expect("there is a move")).expect("it is legal");
    }
}

#[test]
fn without_reuse_each_decision_starts_a_new_tree() {
    let forgetful = options(|options| options.reuse = false);
    let mut searcher = searcher::<Forest>(forgetful, 1);
    let mut state = Forest::new(1, 6, 9);
    let budget = Budget::simulations(500);
    for _ in 0..4 {
        let decision = searcher.decide(&view(&state), &budget, &mut ());
        assert_eq!((decision.stats.reused_visits, decision.stats.restarted), (0, false));
        assert_eq!(tree(&searcher).visits, 500);
        let mv = decision.mv.expect("there is a move");
        follow(&mut searcher, &mut state, mv);
    }
}

#[test]
fn repeated_decisions_about_a_position_extend_its_tree() {
    let start = Forest::new(1, 6, 9);
    let mut searcher = searcher::<Forest>(Options::default(), 1);
    for earlier in 0..4 {
        let decision = searcher.decide(&view(&start), &Budget::simulations(100), &mut ());
        let (reused, simulations) = (decision.stats.reused_visits, decision.stats.simulations);
        assert_eq!((reused, simulations), (earlier * 100, 100));
    }
}

#[test]
fn several_moves_outside_the_tree_can_be_observed() {
    let mut searcher = searcher::<Forest>(Options::default(), 1);
    let mut state = Forest::new(1, 6, 9);
    searcher.decide(&view(&state), &Budget::simulations(3), &mut ());
    for mv in [0, 1, 2, 3] {
        follow(&mut searcher, &mut state, mv);
    }
    let decision = searcher.decide(&view(&state), &Budget::simulations(100), &mut ());
    assert_eq!(decision.stats.reused_visits, 0);
    state.try_play(decision.mv.expect("there is a move")).expect("it is legal");
}

#[test]
fn a_forced_move_in_another_game_drops_the_tree() {
    // The searcher has a tree of one game. A forced move in another game needs no search. After that
    // move, the tree must not be advanced.
    let mut searcher = searcher::<Veiled<TicTacToe>>(Options::default(), 1);
    let first = Veiled(TicTacToe::default());
    searcher.decide(&view(&first), &Budget::simulations(2000), &mut ());
    // One square is left.
    let mut other = Veiled(TicTacToe::after(&[0, 1, 2, 4, 3, 5, 7, 6]));
    let forced = searcher.decide(&view(&other), &Budget::simulations(2000), &mut ());
    assert_eq!((forced.mv, forced.stopped_by), (Some(8), StoppedBy::OnlyMove));
    assert!(forced.stats.restarted);
    follow(&mut searcher, &mut other, 8);
    assert_eq!(searcher.tree(&WHOLE_TREE), None, "there is no tree of this position");
}

/// Returns a game and a searcher that has the tree of this number of simulations.
fn searched_forest(simulations: u64) -> (Forest, Searcher<Forest, RandomRollouts>) {
    let start = Forest::new(1, 6, 9);
    let mut searcher = searcher::<Forest>(Options::default(), 1);
    searcher.decide(&view(&start), &Budget::simulations(simulations), &mut ());
    (start, searcher)
}

#[test]
fn another_number_of_threads_drops_the_trees() {
    let (start, mut searcher) = searched_forest(100);
    let two = Budget::simulations(100).with_threads(2);
    let decision = searcher.decide(&view(&start), &two, &mut ());
    assert_eq!((decision.stats.reused_visits, decision.stats.restarted), (0, true));
    assert_eq!(tree(&searcher).visits, 100);
}

#[test]
fn an_undo_drops_the_tree() {
    // For every pair of first moves: plays the first, undoes it, and plays the second.
    for first in 0..6 {
        for second in 0..6 {
            let start = Forest::new(1, 6, 9);
            let mut searcher = searcher::<Forest>(Options::default(), 1);
            let mut state = start;
            searcher.decide(&view(&state), &Budget::simulations(500), &mut ());
            follow(&mut searcher, &mut state, first);
            let mut state = start;
            follow(&mut searcher, &mut state, second);
            let decision = searcher.decide(&view(&state), &Budget::simulations(100), &mut ());
            assert_eq!(decision.stats.reused_visits, 0);
            let fresh = crate::decide(&state, &Budget::simulations(100), 1);
            assert_eq!(decision.candidates.len(), fresh.candidates.len());
        }
    }
}

#[test]
fn a_tree_larger_than_the_next_memory_limit_is_dropped() {
    let (start, mut searcher) = searched_forest(20_000);
    let small = Budget::simulations(5000).with_memory(64_000);
    let decision = searcher.decide(&view(&start), &small, &mut ());
    assert!(decision.stats.restarted && decision.stats.tree_full);
    assert!(decision.stats.tree_bytes <= 64_000);
}

#[test]
fn outcomes_count_towards_the_next_memory_limit() {
    const MEMORY: usize = 64_000;
    // Positions with one to three moves: outcomes take about a quarter of the memory.
    let start = Veiled(Forest::new(1, 3, 40));
    for memory in (MEMORY / 2..=MEMORY).step_by(500) {
        let mut searcher = searcher::<Veiled<Forest>>(Options::default(), 1);
        let full = Budget::simulations(5000).with_memory(MEMORY);
        assert!(searcher.decide(&view(&start), &full, &mut ()).stats.tree_full);
        let next = Budget::simulations(1).with_memory(memory);
        let stats = searcher.decide(&view(&start), &next, &mut ()).stats;
        assert!(stats.tree_bytes <= memory as u64, "{memory}: {stats:?}");
        assert_eq!(stats.restarted, stats.reused_visits == 0);
        assert!(!stats.restarted || memory < MEMORY, "the tree is within its own limit");
    }
}

#[test]
fn the_reused_root_does_not_extend_the_value_range() {
    // The reused root has the visits of one roll but the sum of all six rolls. If the root's mean
    // counted, the range of values would be six times as large, and the search would explore too much.
    let mut checked = 0;
    for seed in 0..40 {
        let mut state = Dice::shaken(&mut Rng::new(seed));
        let mut searcher = searcher::<Dice>(Options::default(), seed);
        searcher.decide(&view(&state), &Budget::simulations(3000), &mut ());
        if follow(&mut searcher, &mut state, dice::Move::Roll) > 2 {
            continue;
        }
        let kept = searcher.decide(&view(&state), &Budget::simulations(3000), &mut ());
        let fresh = crate::decide(&state, &Budget::simulations(3000), seed);
        assert_eq!(kept.mv, fresh.mv);
        let share = |decision: &plywood_search::Decision<_>| decision.candidates[0].share.unwrap();
        assert!((share(&kept) - share(&fresh)).abs() < 0.1, "{kept:?} {fresh:?}");
        checked += 1;
    }
    assert!(checked > 5);
}

/// Returns a bank with 27 points and three choices left.
fn three_choices_left() -> Bank {
    let mut bank = Bank::with(0);
    (0..27).for_each(|_| bank.play(bank::RIGHT));
    bank
}

#[test]
fn values_of_a_reused_tree_are_gains_over_the_current_position() {
    let mut state = three_choices_left();
    let mut searcher = searcher::<Bank>(Options::default(), 1);
    let first = searcher.decide(&view(&state), &Budget::simulations(300), &mut ());
    assert_eq!(first.stopped_by, StoppedBy::Simulations);
    follow(&mut searcher, &mut state, bank::RIGHT);
    let second = searcher.decide(&view(&state), &Budget::unlimited(), &mut ());
    assert!(second.stats.reused_visits > 0);
    assert_eq!((second.mv, second.value), (Some(bank::RIGHT), Some(2.0)));
    assert_eq!(second.stats.bounds, Some([2.0; 2]));
}

#[test]
fn means_of_a_reused_tree_are_gains_over_the_current_position() {
    let mut state = Veiled(three_choices_left());
    // Two right choices are left after the next: a gain of more than two would be good enough.
    let enough = GoodEnough { value: 2.1, after: 1 };
    let never = options(|options| options.variations.good_enough = Some(enough));
    let mut searcher = searcher::<Veiled<Bank>>(never, 1);
    let budget = Budget::simulations(1000).with_stop_early(true);
    searcher.decide(&view(&state), &budget, &mut ());
    follow(&mut searcher, &mut state, bank::RIGHT);
    let decision = searcher.decide(&view(&state), &budget, &mut ());
    assert!(decision.stats.reused_visits > 0);
    assert_ne!(decision.stopped_by, StoppedBy::GoodEnough);
    let value = decision.value.expect("the chosen move was tried");
    assert!((1.5..=2.0).contains(&value), "{value}");
    let [low, high] = decision.candidates[0].ci95.expect("the move was tried twice");
    assert!(low < value && value < high && high < 2.1, "{low} to {high}");
}
