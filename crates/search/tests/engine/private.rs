//! Private draws, hidden moves and private hands: what a seat does not know stays hidden.

use plywood_search::{
    Budget, Game, Mcts, Options, Player, Points, RandomRollouts, Rng, Searcher, conformance,
};

use crate::toys::envelope::{Envelope, HIDES_TOO_MUCH, NO_FAULT, SHIFTS};
use crate::toys::faulty::{
    BIASED_WORLDS, Faulty, HIDES_MOVES, HIDES_OUTCOMES, NOT_HIDDEN, NOT_PRIVATE, SHOWS_MOVES,
    SHOWS_OUTCOMES,
};
use crate::toys::knock::Knock;
use crate::toys::leduc::Leduc;
use crate::toys::rock_paper_scissors::{HANDS, ROUNDS, RockPaperScissors};
use crate::toys::tell::Tell;
use crate::toys::twenty_forty_eight::{self, TwentyFortyEight, View};
use crate::toys::with_bits::WithBits;
use crate::{decide, searcher};

fn knock(seed: u64) -> Knock {
    Knock::deal(8, &mut Rng::new(seed))
}

/// A game with so few cards that each state is met often.
fn small_knock(seed: u64) -> Knock {
    Knock::deal(6, &mut Rng::new(seed))
}

fn leduc(seed: u64) -> Leduc {
    Leduc::deal(&mut Rng::new(seed))
}

/// Plays a move and lets the player at `seat` observe what its seat sees.
fn follow<G: Game>(player: &mut dyn Player<G>, seat: u8, state: &mut G, mv: G::Move) {
    let (before, mover) = (state.view(seat), state.seat().expect("the game is not over"));
    let seen = state.play(mv);
    let (mv, seen) = (G::move_shown(mv, mover, seat), G::seen_by(seen, mover, seat));
    player.observe(&before, mv, seen, &state.view(seat));
}

/// Plays a move and lets the player observe the move and its outcome unmasked.
fn follow_unmasked<G: Game>(player: &mut dyn Player<G>, seat: u8, state: &mut G, mv: G::Move) {
    let before = state.view(seat);
    let seen = state.play(mv);
    player.observe(&before, mv, seen, &state.view(seat));
}

#[test]
fn games_with_private_facts_conform() {
    conformance::check(1000, knock);
    conformance::check(1000, small_knock);
    conformance::check(1000, leduc);
    conformance::check(1000, |_| RockPaperScissors::new());
    conformance::check(1000, |seed| Tell::deal(&mut Rng::new(seed)));
    conformance::check(10, TwentyFortyEight::new);
}

#[test]
fn worlds_have_the_probabilities_of_chance() {
    conformance::check_worlds(20_000, small_knock);
    conformance::check_worlds(20_000, leduc);
    conformance::check_worlds(5000, |_| RockPaperScissors::new());
}

#[test]
fn moves_with_fewer_alternatives_do_not_make_a_world_more_probable() {
    conformance::check_worlds(2000, |seed| Tell::deal(&mut Rng::new(seed)));
}

#[test]
fn players_observe_what_their_seat_sees() {
    conformance::check_observe(300, knock, follow);
    conformance::check_observe(300, leduc, follow);
    conformance::check_observe(300, |_| RockPaperScissors::new(), follow);
}

#[test]
#[should_panic(expected = "`seen_by` shows seat")]
fn an_outcome_that_is_shown_to_the_wrong_seat_is_found() {
    conformance::check(200, |seed| Faulty::<_, SHOWS_OUTCOMES>(knock(seed)));
}

#[test]
#[should_panic(expected = "`move_shown` shows seat")]
fn a_hidden_move_that_is_shown_is_found() {
    conformance::check(200, |_| Faulty::<_, SHOWS_MOVES>(RockPaperScissors::new()));
}

#[test]
#[should_panic(expected = "a player observed something else than its seat")]
fn an_unmasked_outcome_in_observe_is_found() {
    conformance::check_observe(200, knock, follow_unmasked);
}

#[test]
#[should_panic(expected = "a player observed something else than its seat")]
fn an_unmasked_move_in_observe_is_found() {
    conformance::check_observe(200, |_| RockPaperScissors::new(), follow_unmasked);
}

#[test]
#[should_panic(expected = "that chance brings about with")]
fn a_wrong_distribution_of_worlds_is_found() {
    conformance::check_worlds(20_000, |seed| Faulty::<_, BIASED_WORLDS>(small_knock(seed)));
}

#[test]
#[should_panic(expected = "play more games, or a smaller game")]
fn a_distribution_that_cannot_be_tested_is_an_error() {
    conformance::check_worlds(10, TwentyFortyEight::new);
}

#[test]
#[should_panic(expected = "PRIVATE is false, but this seat knows what seat")]
fn private_facts_of_a_game_that_declares_none_are_found() {
    conformance::check(200, |seed| Faulty::<_, NOT_PRIVATE>(leduc(seed)));
}

#[test]
#[should_panic(expected = "PRIVATE is false, but a move is masked")]
fn masked_moves_of_a_game_that_declares_no_private_facts_are_found() {
    conformance::check(200, |_| Faulty::<_, NOT_PRIVATE>(RockPaperScissors::new()));
}

#[test]
#[should_panic(expected = "PRIVATE requires HIDDEN")]
fn private_facts_without_hidden_facts_are_found() {
    conformance::check(1, |seed| Faulty::<_, NOT_HIDDEN>(leduc(seed)));
}

#[test]
#[should_panic(expected = "a mover does not see its own move")]
fn a_move_that_its_mover_does_not_see_is_found() {
    conformance::check(200, |_| Faulty::<_, HIDES_MOVES>(RockPaperScissors::new()));
}

#[test]
#[should_panic(expected = "depends on more than it is shown")]
fn an_outcome_that_its_seat_does_not_see_is_found() {
    conformance::check(200, |seed| Faulty::<_, HIDES_OUTCOMES>(knock(seed)));
}

#[test]
#[should_panic(expected = "depends on more than it is shown")]
fn a_move_in_the_view_of_a_seat_that_does_not_see_it_is_found() {
    conformance::check(1, |_| Envelope::<HIDES_TOO_MUCH>(None));
}

#[test]
#[should_panic(expected = "`move_shown` twice differs from once")]
fn a_mask_that_changes_a_masked_move_is_found() {
    conformance::check(1, |_| Envelope::<SHIFTS>(None));
}

#[test]
#[should_panic(expected = "`move_bits` is overridden, but a move is masked")]
fn bits_of_masked_moves_are_found() {
    conformance::check(1, |_| Envelope::<NO_FAULT>(None));
    conformance::check(1, |_| WithBits(Envelope::<NO_FAULT>(None)));
}

fn search_points<G: Game>(
    view: &G::View,
    range: f64,
    simulations: u64,
    seed: u64,
) -> (G::Move, f64) {
    let objective = Points::within(-range, range);
    let mut searcher =
        Searcher::<G, _, _>::with_objective(Options::default(), RandomRollouts, objective, seed);
    let decision = searcher.decide(view, &Budget::simulations(simulations), &mut ());
    (decision.mv.expect("the game is not over"), decision.value.expect("the move was tried"))
}

#[test]
fn the_second_mover_does_not_see_a_hidden_move() {
    let value = |choice, seed| {
        let mut state = RockPaperScissors::new();
        state.play(choice);
        search_points::<RockPaperScissors>(&state.view(1), ROUNDS as f64, 5000, seed)
    };
    for seed in 0..10 {
        let answers = HANDS.map(|choice| value(choice, seed));
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        // A search that sees the choices in its tree wins the two later rounds, and values the
        // position at 2.
        assert!(answers[0].1.abs() < 0.3, "{answers:?}");
    }
}

#[test]
fn the_first_mover_is_pessimistic() {
    // In the tree of seat 0 the answer follows a known choice, so seat 0 expects to lose every round.
    let start = RockPaperScissors::new();
    for seed in 0..10 {
        let (_, value) =
            search_points::<RockPaperScissors>(&start.view(0), ROUNDS as f64, 20_000, seed);
        assert!(value < -1.0, "{value}");
    }
}

#[test]
fn a_search_with_private_draws_beats_random_play() {
    const DEALS: u64 = 200;
    let mut rng = Rng::new(7);
    let mut play = |seed: u64, seat: u8| {
        let mut state = knock(seed);
        let mut player = searcher::<Knock>(Options::default(), seed);
        while let Some(mover) = state.seat() {
            let mv = if mover == seat {
                let decision = player.decide(&state.view(seat), &Budget::simulations(300), &mut ());
                decision.mv.expect("the game is not over")
            } else {
                state.random_move(&mut rng, &mut Vec::new()).expect("the game is not over")
            };
            follow(&mut player, seat, &mut state, mv);
        }
        let (own, other) = (state.score(seat), state.score(1 - seat));
        if own == other { 0.5 } else { f64::from(u8::from(own > other)) }
    };
    let first_seed = 1 << 40;
    let won: f64 = (first_seed..first_seed + DEALS).map(|seed| play(seed, 0) + play(seed, 1)).sum();
    // Four standard errors above one half.
    assert!(won / (2 * DEALS) as f64 > 0.6, "{won} of {}", 2 * DEALS);
}

#[test]
fn tiles_slide_and_merge_once() {
    use twenty_forty_eight::Move::{Down, Left, Right, Up};
    let start = View { board: [[1, 1, 1, 1], [2, 1, 1, 0], [0, 0, 3, 3], [1, 0, 0, 1]], score: 0 };
    let slid = |mv| {
        let after = start.slide(mv);
        (after.board, after.score)
    };
    let left = [[2, 2, 0, 0], [2, 2, 0, 0], [4, 0, 0, 0], [2, 0, 0, 0]];
    assert_eq!(slid(Left), (left, 4 + 4 + 4 + 16 + 4));
    let right = [[0, 0, 2, 2], [0, 0, 2, 2], [0, 0, 0, 4], [0, 0, 0, 2]];
    assert_eq!(slid(Right), (right, 4 + 4 + 4 + 16 + 4));
    let up = [[1, 2, 2, 1], [2, 0, 3, 3], [1, 0, 0, 1], [0, 0, 0, 0]];
    assert_eq!(slid(Up), (up, 4 + 4));
    let down = [[0, 0, 0, 0], [1, 0, 0, 1], [2, 0, 2, 3], [1, 2, 3, 1]];
    assert_eq!(slid(Down), (down, 4 + 4));
}

#[test]
fn a_search_of_2048_merges_more_than_random_play() {
    const GAMES: u64 = 2;
    let random = |seed| {
        let (mut state, mut rng) = (TwentyFortyEight::new(seed), Rng::new(seed));
        while let Some(mv) = state.random_move(&mut rng, &mut Vec::new()) {
            state.play(mv);
        }
        state.score(0)
    };
    let searched = |seed| {
        let mut state = TwentyFortyEight::new(seed);
        for _ in 0..200 {
            let Some(mv) = decide(&state, &Budget::simulations(12), seed).mv else { break };
            state.play(mv);
        }
        state.score(0)
    };
    let sum = |play: &dyn Fn(u64) -> f64| (0..GAMES).map(play).sum::<f64>();
    let (searched, random) = (sum(&searched), sum(&random));
    assert!(searched > random, "{searched} against {random} points");
}

#[test]
fn a_player_keeps_its_tree_over_masked_moves() {
    let mut reused = 0;
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let mut state = Knock::deal(7, &mut rng);
        let mut player = Mcts::new("Ada").with_iterations(3000).with_seed(seed);
        let mut scratch = Vec::new();
        while let Some(mover) = state.seat() {
            if mover == 0 {
                reused += player.analyse(&state).stats.reused_visits;
            }
            let mv = state.random_move(&mut rng, &mut scratch).expect("the game is not over");
            player.play(&mut state, mv);
        }
    }
    assert!(reused > 0, "no tree was kept");
}
