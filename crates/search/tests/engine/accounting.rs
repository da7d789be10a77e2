//! Consistency of visits, values and statistics in a tree.

use plywood_search::{Budget, Cut, Expansion, Game, Options, Player, Searcher, Totals};

use crate::toys::dice::Dice;
use crate::toys::forest::Forest;
use crate::toys::luck::Luck;
use crate::toys::tictactoe::TicTacToe;
use crate::toys::veiled::Veiled;
use crate::{Tree, WHOLE_TREE, grow, options, searcher, view};

const EXPANSIONS: [Expansion; 3] =
    [Expansion::OneChild, Expansion::AllThenLeaf, Expansion::AllThenChild];

/// Returns the number of simulations that ended at this node. Panics if the children have more visits
/// than the node.
fn own_evaluations<G: Game>(node: &Tree<G>) -> u64 {
    let below: u64 = node.children.iter().map(|child| child.visits).sum();
    node.visits.checked_sub(below).unwrap_or_else(|| panic!("{below} visits below {node:?}"))
}

fn all_evaluations<G: Game>(node: &Tree<G>) -> u64 {
    own_evaluations::<G>(node) + node.children.iter().map(all_evaluations::<G>).sum::<u64>()
}

/// Calls `look` for every position in the tree: every node in games without hidden facts, otherwise
/// the root and the outcomes.
fn each_position<G: Game>(node: &Tree<G>, look: &mut impl FnMut(&Tree<G>)) {
    if !G::HIDDEN || node.mv.is_none() {
        look(node);
    }
    for child in &node.children {
        each_position::<G>(child, look);
    }
}

fn adds_up<G: Game>(start: &G, simulations: u64) {
    for expansion in EXPANSIONS {
        let options = options(|options| options.variations.expansion = expansion);
        let root = grow(start, options, &Budget::simulations(simulations), 1);
        assert_eq!(root.visits, simulations);
        assert_eq!(all_evaluations::<G>(&root), simulations, "each simulation evaluates once");
        let expected = u64::from(expansion == Expansion::AllThenLeaf);
        assert_eq!(own_evaluations::<G>(&root), expected, "{expansion:?}");
        each_position::<G>(&root, &mut |position| {
            if position.children.is_empty() || std::ptr::eq(position, &raw const root) {
                return;
            }
            // An expanded position was evaluated by one simulation, before or during the expansion.
            // With `AllThenChild` the expansion may evaluate a child instead.
            let own = own_evaluations::<G>(position);
            let never = own == 0 && expansion == Expansion::AllThenChild;
            assert!(own == 1 || never, "{expansion:?}: {own} evaluations of {position:?}");
        });
    }
}

#[test]
fn visits_equal_own_evaluations_plus_visits_of_children() {
    adds_up(&Forest::new(1, 6, 12), 3000);
    adds_up(&Veiled(Forest::new(1, 6, 12)), 3000);
    adds_up(&Veiled(TicTacToe::default()), 3000);
    adds_up(&Luck::hiding(0), 3000);
}

#[test]
fn outcomes_outside_the_tree_count_as_visits_of_the_move() {
    let widening = 0.5;
    let narrow = options(|options| {
        // With this constant, the search visits the inferior move often enough for several
        // outcomes.
        (options.outcome_widening, options.exploration) = (widening, Some(Options::EXPLORATION));
    });
    let root = grow(&Luck::hiding(0), narrow, &Budget::simulations(2000), 1);
    let draw = root.children.iter().find(|child| child.children.len() > 1);
    let draw = draw.expect("drawing has several outcomes");
    assert!(own_evaluations::<Luck>(draw) > 0);
    assert_eq!(all_evaluations::<Luck>(&root), 2000);
}

#[test]
fn a_move_has_no_more_outcomes_than_the_widening_allows() {
    for widening in [0.0, 0.1, 0.3, 1.0, 2.0] {
        let options = options(|options| options.outcome_widening = widening);
        let mut searcher = searcher::<Luck>(options, 1);
        // No move is played, so the tree grows from decision to decision.
        for _ in 0..100 {
            let start = Luck::hiding(0);
            searcher.decide(&view(&start), &Budget::simulations(7), &mut ());
            let root = Player::<Luck>::tree(&searcher, &WHOLE_TREE).expect("there is a tree");
            for child in &root.children {
                let allowed = widening * (child.visits as f64).sqrt() + 1.0;
                assert!(child.children.len() as f64 <= allowed, "{widening}: {child:?}");
            }
        }
    }
}

#[test]
fn values_are_means_of_the_values_below() {
    let root = grow(&Luck::hiding(0), Options::default(), &Budget::simulations(2000), 1);
    let draw = root.children.iter().find(|child| child.children.len() > 1).expect("it is drawn");
    let sum_below: f64 = draw.children.iter().flat_map(|card| &card.children).map(total).sum();
    // Each of the ten cards was evaluated once by a random rollout, with a value from 0 to 0.9.
    let by_random_play = total(draw) - sum_below;
    assert!((0.0..=0.9 * 10.0).contains(&by_random_play), "{by_random_play}");
}

fn total(node: &Tree<Luck>) -> f64 {
    node.value.unwrap_or(0.0) * node.visits as f64
}

#[test]
fn trees_of_several_threads_are_merged() {
    let start = Veiled(TicTacToe::default());
    let mut searcher = searcher::<Veiled<TicTacToe>>(Options::default(), 1);
    let budget = Budget::simulations(3001).with_threads(2);
    let decision = searcher.decide(&view(&start), &budget, &mut ());
    assert_eq!((decision.stats.simulations, decision.stats.threads), (3001, 2));
    let root = searcher.tree(&WHOLE_TREE).expect("there is a tree");
    assert_eq!(root.visits, 3001);
    assert_eq!(all_evaluations::<Veiled<TicTacToe>>(&root), 3001);
    for candidate in &decision.candidates {
        let child = root.children.iter().find(|child| child.mv == Some(candidate.mv));
        let child = child.expect("every move is in the tree");
        assert_eq!(Some(child.visits), candidate.visits);
        let (decided, exported) = (candidate.value.unwrap_or(0.0), child.value.unwrap_or(0.0));
        assert!((decided - exported).abs() < 1e-9);
    }
}

#[test]
fn statistics_describe_the_tree() {
    let start = Forest::new(3, 6, 12);
    let mut searcher = searcher::<Forest>(Options::default(), 1);
    let stats = searcher.decide(&view(&start), &Budget::simulations(2000), &mut ()).stats;
    let root = Player::<Forest>::tree(&searcher, &WHOLE_TREE).expect("there is a tree");
    assert_eq!(stats.nodes, count(&root));
    assert!(stats.tree_bytes <= 32 * stats.nodes);
    assert_eq!(u64::from(stats.max_depth), depth(&root));
    assert!(stats.mean_depth > 1.0 && stats.mean_depth < f64::from(stats.max_depth));
    assert_eq!(stats.average_visits, 2000.0 / 6.0);
    // The path in the tree and the rollout together are a whole game of 12 moves.
    assert!((stats.mean_depth + stats.mean_rollout - 12.0).abs() < 0.5);
    assert_eq!((stats.worlds, stats.reused_visits), (0, 0));
    assert!(!stats.tree_full && !stats.restarted);
    let mut totals = Totals::default();
    totals.add(&stats);
    totals.add(&stats);
    assert_eq!((totals.decisions, totals.simulations), (2, 4000));
    assert_eq!((totals.max_depth, totals.max_nodes), (stats.max_depth, stats.nodes));
    assert_eq!(totals.mean_time(), stats.elapsed);
}

#[test]
fn every_simulation_of_a_hidden_game_draws_a_world() {
    let start = Dice::shaken(&mut plywood_search::Rng::new(1));
    let decision = crate::decide(&start, &Budget::simulations(300), 1);
    assert_eq!(decision.stats.worlds, 300);
}

fn count<M, S>(node: &plywood_search::TreeNode<M, S>) -> u64 {
    1 + node.children.iter().map(count).sum::<u64>()
}

fn depth<M, S>(node: &plywood_search::TreeNode<M, S>) -> u64 {
    let visited = node.children.iter().filter(|child| child.visits > 0);
    visited.map(|child| 1 + depth(child)).max().unwrap_or(0)
}

#[test]
fn a_cut_limits_depth_and_visits() {
    let start = Forest::new(3, 6, 12);
    let mut searcher = searcher::<Forest>(Options::default(), 1);
    searcher.decide(&view(&start), &Budget::simulations(2000), &mut ());
    let tree = |depth, min_visits| tree(&searcher, Cut { depth, min_visits });
    assert!(tree(0, 0).children.is_empty());
    assert_eq!(depth(&tree(2, 0)), 2);
    assert!(count(&tree(4, 1)) > count(&tree(4, 10)));
    each_position::<Forest>(&tree(9, 10), &mut |position| assert!(position.visits >= 10));
}

fn tree(searcher: &Searcher<Forest, plywood_search::RandomRollouts>, cut: Cut) -> Tree<Forest> {
    Player::<Forest>::tree(searcher, &cut).expect("there is a tree")
}

#[test]
fn a_graph_has_a_line_for_each_node_and_each_edge() {
    let root = grow(&Luck::hiding(0), Options::default(), &Budget::simulations(300), 1);
    let dot = root.to_dot(|node| format!("a \"name\" \\ of {:?} {:?}", node.mv, node.seen));
    let nodes = count(&root);
    assert!(dot.starts_with("digraph tree {\n") && dot.ends_with("}\n"));
    let braces = |brace| dot.matches(brace).count();
    assert_eq!((braces('{'), braces('}')), (1, 1));
    let lines = |part| dot.lines().filter(|line| line.contains(part)).count() as u64;
    assert_eq!((lines("[label="), lines(" -> ")), (nodes, nodes - 1));
    for line in dot.lines().filter(|line| line.contains("[label=")) {
        assert_eq!(line.matches('"').count(), 2, "{line}");
    }
}
