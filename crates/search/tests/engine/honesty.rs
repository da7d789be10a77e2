//! Games with chance and hidden facts: values must not use knowledge of the hidden facts.

use plywood_search::{Budget, Decision, Game, Mcts, Player, Rng};

use crate::toys::coin::{self, Coin};
use crate::toys::dice::{self, Dice};
use crate::toys::luck::{self, Luck};
use crate::toys::signal::Signal;
use crate::{decide, options, searcher, view};

fn value_of<M: PartialEq + Copy>(decision: &Decision<M>, mv: M) -> f64 {
    let found = decision.candidates.iter().find(|candidate| candidate.mv == mv);
    found.and_then(|candidate| candidate.value).expect("every move was tried")
}

#[test]
fn a_search_does_not_peek_at_a_face_down_coin() {
    for seed in 0..10 {
        for heads in [false, true] {
            let decision = decide(&Coin::lying(heads), &Budget::simulations(20_000), seed);
            assert_eq!(decision.mv, Some(coin::Move::Take));
            assert!((decision.value.unwrap_or(0.0) - 0.6).abs() < 1e-5);
            let going_on = value_of(&decision, coin::Move::GoOn);
            assert!((going_on - 0.5).abs() < 0.05, "{going_on}");
        }
    }
}

#[test]
fn a_search_does_not_select_among_outcomes() {
    const VALUE_OF_DRAWING: f64 = 0.60;
    for seed in 0..10 {
        let decision = decide(&Luck::hiding(9), &Budget::simulations(20_000), seed);
        assert_eq!(decision.mv, Some(luck::Move::Take));
        let drawing = value_of(&decision, luck::Move::Draw);
        assert!(drawing < VALUE_OF_DRAWING + 0.03, "{drawing}");

        // The mean of a rarely visited move depends mostly on early visits, which explore bad replies.
        // With 0.55 as the sure amount, drawing is the better move, so its mean converges.
        let budget = Budget::simulations(100_000);
        let decision = decide(&Luck::offering(0.55, 0), &budget, seed);
        assert_eq!(decision.mv, Some(luck::Move::Draw));
        let drawing = value_of(&decision, luck::Move::Draw);
        assert!((drawing - VALUE_OF_DRAWING).abs() < 0.03, "{drawing}");
    }
}

#[test]
fn a_die_is_worth_its_expectation() {
    const VALUE_OF_ROLLING: f64 = 14.0 / 3.0;
    // The mean of a move includes bad replies that were explored, so it converges from below. Only
    // chance can raise it above the true value: five standard errors are 5 * 1.3 / sqrt(1,000,000).
    let (below, above) = (0.025, 0.0065);
    for seed in 0..3 {
        let start = Dice::shaken(&mut Rng::new(seed));
        let decision = decide(&start, &Budget::simulations(1_000_000), seed);
        assert_eq!(decision.mv, Some(dice::Move::Roll));
        let value = decision.value.expect("the chosen move was tried");
        let off = value - VALUE_OF_ROLLING;
        assert!(-below < off && off < above, "{value}");
        assert!((value_of(&decision, dice::Move::WalkAway) - 4.0).abs() < 1e-5);
    }
}

#[test]
fn dice_decisions_match_the_optimal_policy() {
    for (rolls, least_kept) in [(1, 5), (2, 4)] {
        for seed in 0..40 {
            let mut state = Dice::shaken(&mut Rng::new(seed));
            let mut shows = 0;
            for _ in 0..rolls {
                shows = state.play(dice::Move::Roll);
            }
            let decision = decide(&state, &Budget::simulations(5000), seed);
            let keeps = decision.mv == Some(dice::Move::Keep);
            assert_eq!(keeps, shows >= least_kept, "a {shows} after {rolls} rolls");
        }
    }
}

#[test]
fn outcomes_beyond_the_widening_limit_do_not_bias_a_move() {
    // Only one card is in the tree. The nine others are evaluated by random rollouts, which keep (mean
    // 0.45) or swap (0.5) with equal probability: a mean of (0.45 + 0.5) / 2.
    let narrow = options(|options| options.outcome_widening = 0.0);
    let mut searcher = searcher::<Luck>(narrow, 1);
    let budget = Budget::simulations(50_000);
    let decision = searcher.decide(&view(&Luck::hiding(0)), &budget, &mut ());
    let drawing = value_of(&decision, luck::Move::Draw);
    assert!((0.43..0.53).contains(&drawing), "{drawing}");
}

#[test]
fn states_with_the_same_view_get_the_same_decision() {
    let decision = |card| {
        let mut decision = decide(&Luck::hiding(card), &Budget::simulations(1000), 3);
        decision.stats.elapsed = std::time::Duration::ZERO;
        decision
    };
    for card in 1..10 {
        assert_eq!(decision(card), decision(0));
    }
}

#[test]
fn a_player_of_both_seats_does_not_share_hidden_facts_between_them() {
    let guessed_right = |seed: u64| {
        let mut game = Signal::new((seed % 2) as u8);
        let mut player = Mcts::new("both").with_iterations(500).with_seed(seed);
        while let Some(mv) = player.choose_move(&game) {
            player.play(&mut game, mv);
        }
        game.guess == Some(game.coin)
    };
    let right = (0..100).filter(|&seed| guessed_right(seed)).count();
    assert!((30..70).contains(&right), "{right} of 100 hidden coins were guessed");
}
