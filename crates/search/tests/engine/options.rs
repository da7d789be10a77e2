//! Effects of the search options.

use plywood_search::nim::Nim;
use plywood_search::{
    Budget, Decision, Expansion, FinalChoice, Game, Guide, MaxDepth, Options, Player, Rng,
    Searcher, StoppedBy, Values,
};

use crate::toys::coin::{self, Coin};
use crate::toys::corridor::{self, Corridor};
use crate::toys::forest::Forest;
use crate::toys::trap::{self, Trap};
use crate::toys::veiled::Veiled;
use crate::{options, searcher, view};

fn decide_with<G: Game>(state: &G, options: Options, simulations: u64) -> Decision<G::Move> {
    searcher::<G>(options, 1).decide(&view(state), &Budget::simulations(simulations), &mut ())
}

fn decide_by<G: Game>(
    state: &G,
    guide: impl Guide<G>,
    options: Options,
    simulations: u64,
) -> Decision<G::Move> {
    let mut searcher = Searcher::<G, _>::new(options, guide, 1);
    searcher.decide(&view(state), &Budget::simulations(simulations), &mut ())
}

#[test]
fn max_depth_limits_the_tree() {
    let start = Forest::new(1, 6, 12);
    for moves in 1..6 {
        let shallow = options(|options| options.max_depth = MaxDepth::Moves(moves));
        assert_eq!(decide_with(&start, shallow, 5000).stats.max_depth, moves);
    }
    let automatic = options(|options| options.max_depth = MaxDepth::Auto);
    assert_eq!(decide_with(&start, automatic, 36).stats.max_depth, 2);
    assert!(decide_with(&start, automatic, 5000).stats.max_depth <= 5);
    assert!(decide_with(&start, Options::default(), 5000).stats.max_depth > 5);
}

#[test]
fn positions_are_proven_within_a_depth_limit() {
    let shallow = options(|options| options.max_depth = MaxDepth::Moves(2));
    let decision = decide_with(&Trap::Start, shallow, 1000);
    assert_eq!((decision.mv, decision.stopped_by), (Some(trap::Move::Safe), StoppedBy::Proven));
    let shallower = options(|options| options.max_depth = MaxDepth::Moves(1));
    let decision = decide_with(&Trap::Start, shallower, 1000);
    // Without the replies in the tree, the trap looks good: three of four replies win for seat 0.
    assert_eq!(
        (decision.mv, decision.stopped_by),
        (Some(trap::Move::Trap), StoppedBy::Simulations)
    );
}

/// A guide with a constant evaluation.
#[derive(Clone)]
struct Constant(f64);

impl<G: Game> Guide<G> for Constant {
    fn static_value(&mut self, _state: &G, values: &mut [f64]) -> bool {
        values.fill(self.0);
        true
    }
}

/// A guide that evaluates Nim exactly.
#[derive(Clone)]
struct Theory;

impl Guide<Veiled<Nim>> for Theory {
    fn static_value(&mut self, heap: &Veiled<Nim>, values: &mut [f64]) -> bool {
        let won = !heap.0.stones().is_multiple_of(4);
        values[0] = f64::from(u8::from(won == (heap.seat() == Some(0))));
        true
    }
}

#[test]
fn a_zero_sum_static_value_is_for_the_first_seat() {
    let leaf_only = options(|options| options.rollout_limit = 0);
    let mut start = Forest::new(1, 6, 12);
    for value in [0.7, 0.3] {
        let decision = decide_by(&start, Constant(0.7), leaf_only, 6);
        for candidate in &decision.candidates {
            assert!(candidate.visits > Some(0), "{candidate:?}");
            assert!((candidate.value.unwrap_or(0.0) - value).abs() < 1e-5, "{candidate:?}");
        }
        assert_eq!(decision.stats.mean_rollout, 0.0);
        // The second seat decides next.
        start.play(decision.mv.expect("the game is not over"));
    }
}

#[test]
fn an_exact_evaluation_needs_few_simulations() {
    let leaf_only = options(|options| options.rollout_limit = 0);
    for stones in (5..=200).filter(|stones| stones % 4 != 0) {
        let decision = decide_by(&Veiled(Nim::new(stones)), Theory, leaf_only, 20);
        assert_eq!(decision.mv, Some(stones % 4), "{stones} stones");
    }
    let blind = decide_with(&Veiled(Nim::new(199)), leaf_only, 20);
    assert_eq!(blind.candidates[0].value, Some(0.5), "an unfinished game counts as a draw");
}

#[test]
fn rollouts_stop_at_their_limit() {
    let start = Forest::new(1, 6, 30);
    for limit in [0, 1, 5, 20] {
        let cut = options(|options| options.rollout_limit = limit);
        let decision = decide_by(&start, Constant(0.5), cut, 200);
        assert_eq!(decision.stats.mean_rollout, f64::from(limit));
        assert_eq!(decision.value, Some(0.5));
    }
}

/// A rollout policy that always takes one stone.
#[derive(Clone)]
struct Timid;

impl Guide<Veiled<Nim>> for Timid {
    fn rollout_move(
        &mut self,
        heap: &Veiled<Nim>,
        _rng: &mut Rng,
        _scratch: &mut Vec<u8>,
    ) -> Option<u8> {
        (heap.0.stones() > 0).then_some(1)
    }
}

#[test]
fn rollouts_follow_their_guide() {
    // The only simulation plays a move, then a rollout that takes one stone at a time.
    for stones in 4..20 {
        let decision = decide_by(&Veiled(Nim::new(stones)), Timid, Options::default(), 1);
        let taken = decision.mv.expect("there is a move");
        assert_eq!(decision.stats.mean_rollout, f64::from(stones - taken));
        let last_is_ours = (stones - taken) % 2 == 0;
        assert_eq!(decision.value, Some(if last_is_ours { 1.0 } else { 0.0 }));
    }
}

#[test]
fn raw_values_explore_less_if_scores_are_large() {
    // With raw values of about 100 points the exploration term of UCB1 is negligible: once the search
    // has found the treasure, it hardly tries other moves.
    let start = Veiled(Corridor::with_points(0));
    let wrong_door = |values| {
        let decision =
            decide_with(&start, options(|options| options.variations.values = values), 5000);
        assert_eq!(decision.mv, Some(corridor::DOORS[0]));
        let wrong = decision.candidates.iter().find(|c| c.mv == corridor::Move::Left);
        wrong.and_then(|wrong| wrong.visits).unwrap_or(0)
    };
    assert!(wrong_door(Values::Raw) * 3 < wrong_door(Values::Normalised));
}

#[test]
fn normalised_values_do_not_depend_on_points_scored_before() {
    let visits = |points| -> Vec<u64> {
        let start = Veiled(Corridor::with_points(points));
        let decision = decide_with(&start, Options::default(), 2000);
        assert!(decision.value.is_some_and(|value| value <= corridor::TREASURE));
        decision.candidates.iter().filter_map(|candidate| candidate.visits).collect()
    };
    assert_eq!(visits(0), visits(512));
}

#[test]
fn the_final_choice_is_by_visits_or_by_mean() {
    let start = Forest::new(5, 8, 20);
    for simulations in (10..400).step_by(13) {
        let by_visits = decide_with(&start, Options::default(), simulations);
        let most = by_visits.candidates.iter().map(|c| c.visits).max();
        assert_eq!(Some(by_visits.candidates[0].visits), most);
        let by_mean = options(|options| options.variations.choice = FinalChoice::HighestMean);
        let by_mean = decide_with(&start, by_mean, simulations);
        let values = by_mean.candidates.iter().filter_map(|candidate| candidate.value);
        assert_eq!(by_mean.value, values.reduce(f64::max));
    }
}

#[test]
fn every_expansion_finds_the_best_move() {
    for expansion in [Expansion::OneChild, Expansion::AllThenLeaf, Expansion::AllThenChild] {
        let options = options(|options| options.variations.expansion = expansion);
        let proven = decide_with(&Trap::Start, options, 1000);
        assert_eq!((proven.mv, proven.stopped_by), (Some(trap::Move::Safe), StoppedBy::Proven));
        assert_eq!(decide_with(&Veiled(Trap::Start), options, 1000).mv, Some(trap::Move::Safe));
        let nim = decide_with(&Nim::new(17), options, 100_000);
        assert_eq!((nim.mv, nim.stopped_by), (Some(1), StoppedBy::Proven));
        assert_eq!(decide_with(&Veiled(Nim::new(17)), options, 5000).mv, Some(1));
    }
}

#[test]
fn more_exploration_spreads_the_visits() {
    let share = |exploration| {
        let options = options(|options| options.exploration = Some(exploration));
        decide_with(&Veiled(Nim::new(7)), options, 2000).candidates[0].share
    };
    assert!(share(0.3) > share(1.4) && share(1.4) > share(10.0));
}

#[test]
fn confidence_intervals_cover_the_truth() {
    // With one level in the tree, a rollout follows `Trap`, and seat 0 wins with probability 3/4.
    // With few simulations, the 95% interval is slightly too narrow, so the test accepts 90%.
    let shallow = options(|options| options.max_depth = MaxDepth::Moves(1));
    const SEARCHES: u64 = 500;
    for simulations in [50, 500] {
        let covers = |&seed: &u64| {
            let mut searcher = searcher::<Trap>(shallow, seed);
            let budget = Budget::simulations(simulations);
            let decision = searcher.decide(&view(&Trap::Start), &budget, &mut ());
            let trap = decision.candidates.iter().find(|c| c.mv == trap::Move::Trap);
            let interval = trap.and_then(|trap| trap.ci95).expect("the trap was tried");
            (interval[0]..=interval[1]).contains(&0.75)
        };
        let covered = (0..SEARCHES).filter(covers).count();
        let share = covered as f64 / SEARCHES as f64;
        assert!((0.90..0.985).contains(&share), "{share} at {simulations} simulations");
    }
}

#[test]
fn paired_worlds_try_every_move_in_the_same_worlds() {
    let mut start = Coin::lying(true);
    start.play(coin::Move::GoOn);
    let values = |paired, seed| {
        // With so large a constant, all moves get the same number of visits.
        let options = options(|options| {
            (options.exploration, options.paired_worlds) = (Some(1000.0), paired);
        });
        let budget = Budget::simulations(100);
        let decision = searcher::<Coin>(options, seed).decide(&view(&start), &budget, &mut ());
        assert!(decision.candidates.iter().all(|one| one.visits == Some(50)), "{decision:?}");
        decision.candidates.iter().filter_map(|one| one.value).sum::<f64>()
    };
    // In every world, exactly one of the two guesses is right. In the same worlds, the values of
    // both therefore add up to 1.
    assert!((0..20).all(|seed| (values(true, seed) - 1.0).abs() < 1e-9));
    assert!((0..20).any(|seed| (values(false, seed) - 1.0).abs() > 0.01));
}
