//! Guides that rate moves: PUCT, priors and widening.

use plywood_search::nim::Nim;
use plywood_search::{
    Budget, Game, Guide, Leaf, MoveWidening, Options, Player, Points, RandomRollouts, Searcher,
    StoppedBy,
};

use crate::toys::coin_row::{CoinRow, RANGE, ROW};
use crate::toys::tricks::Tricks;
use crate::toys::veiled::Veiled;
use crate::{WHOLE_TREE, options};

/// A guide that gives the right move of Nim this weight, and divides the rest equally among the
/// other moves. Positions are evaluated by rollouts, like those of an unguided search.
#[derive(Clone)]
struct Prior(f32);

/// A guide that gives the right move of the first heap this weight; all other weights are equal.
#[derive(Clone)]
struct PriorAtRoot(f32);

impl Guide<Veiled<Nim>> for PriorAtRoot {
    const RATES: bool = true;

    fn rate(&mut self, leaves: &mut [Leaf<Veiled<Nim>>]) {
        for leaf in leaves.iter_mut().filter(|leaf| leaf.state.0.stones() == STONES) {
            prior(self.0, STONES, leaf.moves, leaf.weights);
        }
    }
}

fn prior(right: f32, stones: u8, moves: &[u8], weights: &mut [f32]) {
    for (mv, weight) in moves.iter().zip(weights) {
        let others = moves.len().saturating_sub(1).max(1) as f32;
        *weight = if *mv == stones % 4 { right } else { (1.0 - right) / others };
    }
}

impl Guide<Veiled<Nim>> for Prior {
    const RATES: bool = true;

    fn rate(&mut self, leaves: &mut [Leaf<Veiled<Nim>>]) {
        for leaf in leaves {
            prior(self.0, leaf.state.0.stones(), leaf.moves, leaf.weights);
        }
    }
}

impl Guide<Nim> for Prior {
    const RATES: bool = true;

    fn rate(&mut self, leaves: &mut [Leaf<Nim>]) {
        for leaf in leaves {
            prior(self.0, leaf.state.stones(), leaf.moves, leaf.weights);
        }
    }
}

const STONES: u8 = 15;

/// Returns the number of seeds of 100 with which a search finds the right move.
fn right_moves(guide: &impl Guide<Veiled<Nim>>, simulations: u64) -> usize {
    let heap = Veiled(Nim::new(STONES));
    let is_right = |seed: &u64| {
        let mut searcher =
            Searcher::<Veiled<Nim>, _>::new(Options::default(), guide.clone(), *seed);
        let budget = Budget::simulations(simulations);
        searcher.decide(&heap.view(0), &budget, &mut ()).mv == Some(STONES % 4)
    };
    (0..100).filter(is_right).count()
}

/// Returns the least number of simulations, in steps of a factor of 1.25, with which a search finds
/// the right move with 95 of 100 seeds, both at this number and at the next step.
fn simulations_needed(guide: &impl Guide<Veiled<Nim>>) -> u64 {
    let mut simulations = 8;
    let mut before = false;
    while simulations < 100_000 {
        let enough = right_moves(guide, simulations) >= 95;
        if enough && before {
            return simulations;
        }
        before = enough;
        simulations += simulations / 4;
    }
    panic!("100,000 simulations are not enough");
}

#[test]
fn a_good_prior_halves_the_simulations_and_a_bad_one_is_overcome() {
    let unguided = simulations_needed(&RandomRollouts);
    let good = simulations_needed(&Prior(0.7));
    let bad = simulations_needed(&PriorAtRoot(0.01));
    println!("unguided {unguided}, good prior {good}, bad prior {bad} simulations");
    assert!(2 * good <= unguided, "{good} simulations with a good prior, {unguided} without");
    assert!(bad <= 10 * unguided, "{bad} simulations with a bad prior, {unguided} without");
}

/// A guide that knows the value of every heap, and leaves all weights equal.
#[derive(Clone)]
struct Theory;

impl Guide<Veiled<Nim>> for Theory {
    const RATES: bool = true;

    fn rate(&mut self, leaves: &mut [Leaf<Veiled<Nim>>]) {
        for leaf in leaves {
            let won = !leaf.state.0.stones().is_multiple_of(4);
            leaf.values[0] = f64::from(u8::from(won == (leaf.state.seat() == Some(0))));
        }
    }
}

#[test]
fn rated_values_take_the_place_of_rollouts() {
    for stones in (5..=200).filter(|stones| stones % 4 != 0) {
        let mut searcher = Searcher::<Veiled<Nim>, _>::new(Options::default(), Theory, 1);
        let heap = Veiled(Nim::new(stones));
        let decision = searcher.decide(&heap.view(0), &Budget::simulations(30), &mut ());
        assert_eq!(decision.mv, Some(stones % 4), "{stones} stones");
        assert_eq!(decision.stats.mean_rollout, 0.0);
    }
}

#[test]
fn only_the_heaviest_moves_are_considered() {
    // The right move of a heap of 15 is 3. With the least weight, it is the last to be considered.
    let visits = |widening| {
        let options = options(|options| options.move_widening = widening);
        let mut searcher = Searcher::<Veiled<Nim>, _>::new(options, Prior(0.01), 1);
        let heap = Veiled(Nim::new(STONES));
        let decision = searcher.decide(&heap.view(0), &Budget::simulations(1000), &mut ());
        assert_eq!(decision.candidates.len(), 3, "all legal moves are reported");
        let right = decision.candidates.into_iter().find(|candidate| candidate.mv == 3);
        right.expect("3 is legal").visits
    };
    assert!(visits(MoveWidening::ALL) > Some(0));
    assert_eq!(visits(MoveWidening::new(2.0, 0.0)), Some(0));
    assert_eq!(visits(MoveWidening::ALL.with_max_moves(2)), Some(0));
    // 2 * n^(1/20) exceeds 2 from the second visit on, and is rounded up.
    assert!(visits(MoveWidening::new(2.0, 0.05)) > Some(0));
}

#[test]
fn nothing_is_proven_without_the_moves_that_were_cut() {
    let decide = |widening| {
        let options = options(|options| options.move_widening = widening);
        let mut searcher = Searcher::<Nim, _>::new(options, Prior(0.0), 1);
        searcher.decide(&Nim::new(7).view(0), &Budget::simulations(5000), &mut ())
    };
    let whole = decide(MoveWidening::ALL);
    assert_eq!((whole.mv, whole.value), (Some(3), Some(1.0)));
    assert_eq!(whole.stopped_by, StoppedBy::Proven);
    // The right moves have weight 0, so the limit cuts them. A proof from the other moves alone
    // would be wrong.
    let cut = decide(MoveWidening::ALL.with_max_moves(2));
    assert_ne!(cut.stopped_by, StoppedBy::Proven);
    assert!(cut.candidates.iter().all(|candidate| candidate.proven.is_none()), "{cut:?}");
    // Widening only postpones moves, so proofs stay exact.
    let widened = decide(MoveWidening::new(1.0, 0.5));
    assert_eq!((widened.mv, widened.value), (Some(3), Some(1.0)));
}

/// A guide that gives each card its number as weight, or, if the field is `false`, a weight that is
/// not a number.
#[derive(Clone)]
struct High(bool);

impl Guide<Tricks> for High {
    const RATES: bool = true;

    fn rate(&mut self, leaves: &mut [Leaf<Tricks>]) {
        for leaf in leaves {
            for (card, weight) in leaf.moves.iter().zip(&mut *leaf.weights) {
                *weight = if self.0 { f32::from(*card) } else { f32::NAN };
            }
        }
    }
}

#[test]
fn other_seats_consider_the_heaviest_moves_of_each_world() {
    let grow = |widening, guide| {
        let options = options(|options| options.move_widening = widening);
        let mut searcher = Searcher::<Tricks, _>::new(options, guide, 1);
        let decision =
            searcher.decide(&Tricks::new(3).view(0), &Budget::simulations(3000), &mut ());
        assert_eq!(decision.stats.simulations, 3000);
        searcher.tree(&WHOLE_TREE).expect("there is a tree")
    };
    let replies = |tree: &crate::Tree<Tricks>| {
        let positions = tree.children.iter().flat_map(|child| &child.children);
        positions.map(|position| position.children.len()).max().unwrap_or(0)
    };
    let all = grow(MoveWidening::ALL, High(true));
    assert!(replies(&all) > 4, "the moves of many worlds join");
    // With one considered move, a move enters the tree only from a world in which none of its
    // siblings is legal.
    let few = grow(MoveWidening::new(1.0, 0.0), High(true));
    assert!(replies(&few) < replies(&all), "{} and {}", replies(&few), replies(&all));
    // Weights that are not numbers count as 0. If all weights are 0, no move is preferred.
    assert!(replies(&grow(MoveWidening::ALL, High(false))) > 4);
}

#[test]
fn a_rated_tree_is_reused() {
    let mut searcher = Searcher::<Tricks, _>::new(Options::default(), High(true), 1);
    let mut state = Tricks::new(3);
    let decision = searcher.decide(&state.view(0), &Budget::simulations(3000), &mut ());
    let mut reused = 0;
    let mut mv = decision.mv;
    while let Some(mover) = state.seat() {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        if mover == 0 && moves.len() > 1 {
            let decision = searcher.decide(&state.view(0), &Budget::simulations(3000), &mut ());
            reused += decision.stats.reused_visits;
            mv = decision.mv;
        }
        let played = mv.take().filter(|mv| moves.contains(mv)).unwrap_or(moves[0]);
        let before = state.view(0);
        state.play(played);
        searcher.observe(&before, played, (), &state.view(0));
    }
    assert!(reused > 0, "no tree was reused");
}

#[test]
fn the_greatest_number_of_moves_also_holds_for_other_seats() {
    let most_replies = |max_moves| {
        let widening = MoveWidening::ALL.with_max_moves(max_moves);
        let options = options(|options| options.move_widening = widening);
        let mut searcher = Searcher::<Tricks, _>::new(options, High(true), 1);
        searcher.decide(&Tricks::new(3).view(0), &Budget::simulations(3000), &mut ());
        let root = searcher.tree(&WHOLE_TREE).expect("there is a tree");
        let positions = root.children.iter().flat_map(|child| &child.children);
        let replies = positions.map(|position| position.children.len()).max();
        (root.children.len(), replies.unwrap_or(0))
    };
    let (all, all_replies) = most_replies(u16::MAX);
    let (one, replies) = most_replies(1);
    assert_eq!((all, one), (4, 1));
    // A world adds one reply to the tree, unless a reply of the tree is legal in it.
    assert!(replies < all_replies, "{replies} and {all_replies}");
}

#[test]
fn the_first_simulation_tries_the_heaviest_move() {
    for threads in [1, 4] {
        let budget = Budget::simulations(threads as u64).with_threads(threads);
        let mut searcher = Searcher::<Nim, _>::new(Options::default(), Prior(0.99), 1);
        let decision = searcher.decide(&Nim::new(15).view(0), &budget, &mut ());
        assert_eq!(decision.mv, Some(3), "{threads} threads");
        assert!(decision.value.is_some());
    }
}

/// A guide that writes the values of these seats only.
#[derive(Clone)]
struct Some3([bool; 3]);

impl Guide<CoinRow> for Some3 {
    const RATES: bool = true;

    fn rate(&mut self, leaves: &mut [Leaf<CoinRow>]) {
        for leaf in leaves {
            for (value, written) in leaf.values.iter_mut().zip(self.0) {
                if written {
                    *value = 5.0;
                }
            }
        }
    }
}

#[test]
fn values_count_only_if_all_seats_have_one() {
    for written in [[true, true, true], [true, false, false], [false, true, true]] {
        let points = Points::within(RANGE.0, RANGE.1);
        let mut searcher = Searcher::with_objective(Options::default(), Some3(written), points, 1);
        let view = CoinRow::new(ROW).view(0);
        let decision = searcher.decide(&view, &Budget::simulations(20), &mut ());
        let rolls_out = decision.stats.mean_rollout > 0.0;
        assert_eq!(rolls_out, written != [true; 3], "{written:?}");
    }
}

/// A guide whose evaluation is not a number.
#[derive(Clone)]
struct NotANumber;

impl Guide<Veiled<Nim>> for NotANumber {
    fn static_value(&mut self, _state: &Veiled<Nim>, values: &mut [f64]) -> bool {
        values.fill(f64::NAN);
        true
    }
}

#[test]
fn an_evaluation_that_is_not_a_number_counts_as_none() {
    let leaf_only = options(|options| options.rollout_limit = 0);
    let mut searcher = Searcher::<Veiled<Nim>, _>::new(leaf_only, NotANumber, 1);
    let view = Veiled(Nim::new(199)).view(0);
    let decision = searcher.decide(&view, &Budget::simulations(20), &mut ());
    assert_eq!(decision.value, Some(0.5), "an unfinished game counts as a draw");
}
