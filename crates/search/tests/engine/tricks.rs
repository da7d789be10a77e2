//! The search of a trick-taking game: sibling lists, tree reuse and strength with four private hands.

use plywood_search::{
    Budget, ByScore, Expansion, Game, Mcts, Objective, Options, Player, Points, RandomPlayer, Rng,
    conformance,
};

use crate::toys::tricks::{SEATS, Tricks};
use crate::toys::with_bits::WithBits;
use crate::{Tree, WHOLE_TREE, options, searcher};

/// Plays a move, which the searcher observes from `seat`.
fn follow(searcher: &mut impl Player<Tricks>, state: &mut Tricks, mv: u8, seat: u8) {
    let before = state.view(seat);
    state.play(mv);
    searcher.observe(&before, mv, (), &state.view(seat));
}

/// Returns the position after `mv`; `None` if it is not in the tree or has no children.
fn below(root: &Tree<Tricks>, mv: u8) -> Option<&Tree<Tricks>> {
    let node = root.children.iter().find(|child| child.mv == Some(mv))?;
    node.children.first().filter(|position| !position.children.is_empty())
}

#[test]
fn the_game_conforms() {
    conformance::check(20, Tricks::new);
}

#[test]
fn moves_as_bits_give_the_same_trees() {
    conformance::check(20, |seed| WithBits(Tricks::new(seed)));
    for seed in 0..20 {
        let (view, budget) = (Tricks::new(seed).view(0), Budget::simulations(2000));
        let mut listed = searcher::<Tricks>(Options::default(), seed);
        let mut with_bits = searcher::<WithBits<Tricks>>(Options::default(), seed);
        listed.decide(&view, &budget, &mut ());
        with_bits.decide(&view, &budget, &mut ());
        assert_eq!(listed.tree(&WHOLE_TREE), with_bits.tree(&WHOLE_TREE));
    }
}

#[test]
fn every_move_of_any_seat_keeps_the_subtree() {
    let mut kept_after = [0; SEATS as usize];
    for seed in 0..20 {
        let (mut state, mut rng) = (Tricks::new(seed), Rng::new(seed));
        let mut searcher = searcher::<Tricks>(Options::default(), seed);
        let mut tree: Option<Tree<Tricks>> = None;
        while let Some(mover) = state.seat() {
            if mover == 0 {
                searcher.decide(&state.view(0), &Budget::simulations(20_000), &mut ());
                tree = searcher.tree(&WHOLE_TREE);
            }
            let mut moves = Vec::new();
            state.moves(&mut moves);
            let mv = rng.pick(&moves).expect("the game is not over");
            follow(&mut searcher, &mut state, mv, 0);
            let after = searcher.tree(&WHOLE_TREE);
            let expected = tree.as_ref().and_then(|tree| below(tree, mv));
            assert_eq!(after.as_ref().map(|tree| tree.visits), expected.map(|tree| tree.visits));
            assert_eq!(
                after.as_ref().map(|tree| &tree.children),
                expected.map(|tree| &tree.children),
                "node by node"
            );
            kept_after[mover as usize] += usize::from(after.is_some());
            tree = after;
        }
    }
    assert!(kept_after.iter().all(|&kept| kept > 20), "{kept_after:?}");
}

#[test]
fn the_children_of_other_seats_are_the_moves_of_many_worlds() {
    let mut most = 0;
    for seed in 0..20 {
        let state = Tricks::new(seed);
        let mut searcher = searcher::<Tricks>(Options::default(), seed);
        searcher.decide(&state.view(0), &Budget::simulations(3000), &mut ());
        let root = searcher.tree(&WHOLE_TREE).expect("there is a tree");
        for position in root.children.iter().flat_map(|child| &child.children) {
            let moves: Vec<_> = position.children.iter().map(|child| child.mv).collect();
            let distinct: std::collections::BTreeSet<_> = moves.iter().collect();
            assert_eq!(distinct.len(), moves.len(), "a move is listed twice: {moves:?}");
            assert!(position.children.iter().all(|child| child.seat == Some(1)));
            let below: u64 = position.children.iter().map(|child| child.visits).sum();
            assert!((position.visits - 1..=position.visits).contains(&below), "{position:?}");
            most = most.max(moves.len());
        }
    }
    // No hand has more than four cards.
    assert!(most > 4, "{most} moves at most");
}

#[test]
fn a_full_tree_still_decides() {
    for bytes in [64_000, 100_000] {
        let state = Tricks::new(1);
        let budget = Budget::simulations(5000).with_memory(bytes);
        let decision =
            searcher::<Tricks>(Options::default(), 1).decide(&state.view(0), &budget, &mut ());
        assert!(decision.stats.tree_full, "{bytes} bytes");
        assert_eq!(decision.stats.simulations, 5000);
        assert_eq!(
            decision.candidates.iter().filter_map(|candidate| candidate.visits).sum::<u64>(),
            5000
        );
    }
}

/// Returns the mean difference between seat `seat`'s points and the mean of all seats, and its standard
/// error, over 600 deals. The searcher sits at `seat`, random players elsewhere.
fn points_saved(seat: u8, objective: &impl Objective<Tricks>) -> (f64, f64) {
    let mut saved = Vec::new();
    for seed in 1000..1600 {
        let mut state = Tricks::new(seed);
        let player = Mcts::new("Ada").with_objective(objective.clone());
        let mut player = player.with_iterations(300).with_seed(seed);
        let mut random = RandomPlayer::new(seed);
        while let Some(mover) = state.seat() {
            let mv = if mover == seat {
                player.choose_move(&state)
            } else {
                let view = state.view(mover);
                Player::<Tricks>::decide(&mut random, &view, &Budget::simulations(1), &mut ()).mv
            };
            player.play(&mut state, mv.expect("the game is not over"));
        }
        let mean = (0..SEATS).map(|seat| state.score(seat)).sum::<f64>() / f64::from(SEATS);
        saved.push(state.score(seat) - mean);
    }
    let count = saved.len() as f64;
    let mean = saved.iter().sum::<f64>() / count;
    let squares: f64 = saved.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

#[test]
fn a_searcher_takes_fewer_points_than_random_players() {
    for seat in 0..SEATS {
        let (mean, error) = points_saved(seat, &Points::within(-4.0, 0.0));
        assert!(mean > 3.0 * error, "points, seat {seat}: {mean} +- {error}");
    }
    let (mean, error) = points_saved(0, &ByScore);
    assert!(mean > 3.0 * error, "opponents beaten: {mean} +- {error}");
}

#[test]
fn lists_grow_under_every_rule_of_expansion() {
    for expansion in [Expansion::OneChild, Expansion::AllThenLeaf, Expansion::AllThenChild] {
        let options = options(|options| options.variations.expansion = expansion);
        let view = Tricks::new(3).view(0);
        let decision =
            searcher::<Tricks>(options, 1).decide(&view, &Budget::simulations(20_000), &mut ());
        assert!(decision.stats.max_depth > 8, "{expansion:?}: {:?}", decision.stats);
    }
}

#[test]
fn a_searcher_drops_the_tree_of_another_seat() {
    // The views of two seats are never equal, so the view of another seat is not at the root of the
    // tree. The searcher drops the tree and decides like a new searcher.
    let mut state = Tricks::new(3);
    let mut used = searcher::<Tricks>(Options::default(), 1);
    let budget = Budget::simulations(500);
    used.decide(&state.view(0), &budget, &mut ());
    state.play(used.decide(&state.view(0), &budget, &mut ()).mv.expect("the game is not over"));
    let decision = used.decide(&state.view(1), &budget, &mut ());
    assert_eq!(decision.stats.reused_visits, 0);
    let tree = used.tree(&WHOLE_TREE).expect("there is a tree");
    assert!(tree.children.iter().all(|child| child.seat == Some(1)));
}
