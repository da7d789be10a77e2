//! Games that are not zero-sum: three seats, and two seats that play together.

use std::borrow::Cow;

use plywood_search::{
    Budget, Game, Objective, Options, Player, Points, RandomRollouts, Searcher, conformance,
};

use crate::toys::cart::{Cart, MOST_GOLD};
use crate::toys::coin_row::{self, CoinRow, RANGE, ROW};

/// Returns the legal moves of a state, each with the state after it.
fn children<G: Game>(state: &G) -> Vec<(G::Move, G)> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let child = |mv| {
        let mut after = state.clone();
        after.play(mv);
        (mv, after)
    };
    moves.into_iter().map(child).collect()
}

/// Returns the final scores if each seat maximises its own (max^n). Panics if a mover has two best moves
/// with different scores: then the solution is not unique.
fn max_n<G: Game>(state: &G) -> Vec<f64> {
    let scores = |state: &G| (0..state.seats()).map(|seat| state.score(seat)).collect();
    let Some(seat) = state.seat() else { return scores(state) };
    let own = |scores: &[f64]| scores[usize::from(seat)];
    let all: Vec<_> = children(state).iter().map(|(_, after)| max_n(after)).collect();
    let best = all.iter().max_by(|a, b| own(a).total_cmp(&own(b))).expect("there is a move");
    let unique = all.iter().all(|other| own(other) < own(best) || other == best);
    assert!(unique, "two best moves: {state:?}");
    best.clone()
}

/// Returns the score of seat 0 if all other seats minimise it (paranoid search).
fn paranoid<G: Game>(state: &G) -> f64 {
    let all = children(state).into_iter().map(|(_, after)| paranoid(&after));
    match state.seat() {
        None => state.score(0),
        Some(0) => all.fold(f64::NEG_INFINITY, f64::max),
        Some(_) => all.fold(f64::INFINITY, f64::min),
    }
}

/// Returns the number of seeds of 100 with which the search chooses `best`.
fn right_choices<G: Game>(state: &G, objective: Points, best: G::Move, simulations: u64) -> usize {
    let seat = state.seat().expect("the game is not over");
    let right = |&seed: &u64| {
        let mut searcher = Searcher::<G, _, _>::with_objective(
            Options::default(),
            RandomRollouts,
            objective,
            seed,
        );
        let budget = Budget::simulations(simulations);
        searcher.decide(&state.view(seat), &budget, &mut ()).mv == Some(best)
    };
    (0..100).filter(right).count()
}

#[test]
fn three_seats_maximise_their_own_scores() {
    const SIMULATIONS: u64 = 2000;
    let start = CoinRow::new(ROW);
    let [left, right] = [0, 1].map(|index| children(&start)[index].1);
    assert_eq!((max_n(&left)[0], max_n(&right)[0]), (7.0, 13.0));
    assert_eq!((paranoid(&left), paranoid(&right)), (7.0, 6.0), "paranoid search errs");

    let objective = Points::within(RANGE.0, RANGE.1);
    let best = coin_row::Move::Right;
    let few = right_choices(&start, objective, best, SIMULATIONS);
    assert!(few >= 95, "{few} of 100");
    let many = right_choices(&start, objective, best, 4 * SIMULATIONS);
    assert!(many >= 99, "{many} of 100");
}

#[test]
fn the_line_of_three_seats_is_the_max_n_line() {
    let start = CoinRow::new(ROW);
    let mut state = start;
    while let Some(seat) = state.seat() {
        let objective = Points::within(RANGE.0, RANGE.1);
        let mut searcher = Searcher::<CoinRow, _, _>::with_objective(
            Options::default(),
            RandomRollouts,
            objective,
            1,
        );
        let decision = searcher.decide(&state.view(seat), &Budget::simulations(20_000), &mut ());
        state.play(decision.mv.expect("the game is not over"));
    }
    let scores: Vec<_> = (0..3).map(|seat| state.score(seat)).collect();
    assert_eq!(scores, max_n(&start));
}

#[test]
fn two_seats_play_together() {
    const SIMULATIONS: u64 = 1000;
    let start = Cart::new();
    let values: Vec<_> = children(&start).iter().map(|(_, after)| max_n_shared(after)).collect();
    assert_eq!(values, [58.0, 38.0, 35.0]);
    let against: Vec<_> = children(&start).iter().map(|(_, after)| paranoid(after)).collect();
    assert!(against[2] > against[0] && against[2] > against[1], "{against:?}");

    let objective = Points::within(0.0, MOST_GOLD);
    assert_eq!(right_choices(&start, objective, 1, SIMULATIONS), 100);

    let mut state = start;
    while let Some(seat) = state.seat() {
        let mut searcher = Searcher::<Cart, _, _>::with_objective(
            Options::default(),
            RandomRollouts,
            objective,
            1,
        );
        let budget = Budget::simulations(20 * SIMULATIONS);
        let decision = searcher.decide(&state.view(seat), &budget, &mut ());
        state.play(decision.mv.expect("the game is not over"));
    }
    assert_eq!(state.score(0), 58.0, "both seats find the best line");
}

/// Returns the best possible score of a game in which all seats have the same score.
fn max_n_shared<G: Game>(state: &G) -> f64 {
    let all = children(state).into_iter().map(|(_, after)| max_n_shared(&after));
    if state.seat().is_none() { state.score(0) } else { all.fold(f64::NEG_INFINITY, f64::max) }
}

#[test]
fn games_for_three_and_cooperative_games_conform() {
    conformance::check(500, |_| CoinRow::new(ROW));
    conformance::check(500, |_| Cart::new());
    conformance::check_objective(200, |_| CoinRow::new(ROW), &Points::within(RANGE.0, RANGE.1));
    conformance::check_objective(200, |_| Cart::new(), &Points::within(0.0, MOST_GOLD));
}

#[test]
#[should_panic(expected = "not zero-sum")]
fn a_cooperative_game_is_not_zero_sum() {
    conformance::check_objective(1, |_| Cart::new(), &Points::within(0.0, MOST_GOLD).zero_sum());
}

/// An objective without a range that scales the scores of each seat by another factor.
#[derive(Clone)]
struct Scaled;

impl Objective<CoinRow> for Scaled {
    fn value(&self, state: &CoinRow, seat: u8) -> f64 {
        let (scale, offset) = [(1.0, 1e6), (100.0, 0.0), (1000.0, -1e6)][usize::from(seat)];
        scale * state.score(seat) + offset
    }

    fn range(&self, _seats: u8) -> Option<(f64, f64)> {
        None
    }

    fn unit(&self, _seats: u8) -> Cow<'static, str> {
        "points".into()
    }
}

#[test]
fn values_without_a_range_are_scaled_for_each_seat() {
    let mut state = CoinRow::new(ROW);
    let expected = max_n(&state);
    let mut searcher = Searcher::with_objective(Options::default(), RandomRollouts, Scaled, 1);
    while let Some(seat) = state.seat() {
        let view = state.view(seat);
        let decision = searcher.decide(&view, &Budget::simulations(20_000), &mut ());
        let mv = decision.mv.expect("the game is not over");
        // The value is the gain over the current position, in the unit of the seat.
        if let Some(value) = decision.value {
            let scale = [1.0, 100.0, 1000.0][usize::from(seat)];
            let gain = scale * (expected[usize::from(seat)] - state.score(seat));
            assert!(
                (value - gain).abs() < 0.3 * scale * expected[usize::from(seat)],
                "{value}, {gain}"
            );
        }
        state.play(mv);
        searcher.observe(&view, mv, (), &state.view(state.seat().unwrap_or(0)));
    }
    let scores: Vec<_> = (0..3).map(|seat| state.score(seat)).collect();
    assert_eq!(scores, expected);
}
