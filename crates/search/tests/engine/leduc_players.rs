//! Players of Leduc poker, and measures of their strength: chips won in matches, and frequencies of moves from which
//! the exploitability follows.

use plywood_search::{
    Budget, Game, Objective, Options, Player, Points, RandomRollouts, Rng, Searcher,
};

use crate::equilibrium::{GameTree, Strategy};
use crate::toys::leduc::{Card, Leduc, MOST_CHIPS, Move, View};

/// The objective of betting games: expected chips.
pub(crate) const CHIPS: Points = Points::within(-MOST_CHIPS, MOST_CHIPS);

/// Returns all deals of three cards from a deck of three ranks in two suits, with their probabilities.
pub(crate) fn deals() -> Vec<(Leduc, f64)> {
    let mut deals = Vec::new();
    for first in 0..3 {
        for second in 0..3 {
            for board in 0..3 {
                let left = |card, taken: &[Card]| {
                    2.0 - taken.iter().filter(|&&other| other == card).count() as f64
                };
                let ways = 2.0 * left(second, &[first]) * left(board, &[first, second]);
                if ways > 0.0 {
                    deals.push((Leduc::new([first, second], board), ways / (6.0 * 5.0 * 4.0)));
                }
            }
        }
    }
    deals
}

/// Returns the search's move.
pub(crate) fn searched_move(
    view: &View,
    objective: impl Objective<Leduc>,
    simulations: u64,
    seed: u64,
) -> Move {
    let mut options = Options::default();
    options.reuse = false;
    let mut searcher = Searcher::with_objective(options, RandomRollouts, objective, seed);
    let decision = searcher.decide(view, &Budget::simulations(simulations), &mut ());
    decision.mv.expect("the game is not over")
}

/// Returns the search's strategy: the frequencies of its moves over `seeds` decisions for each view.
pub(crate) fn searched_strategy(
    tree: &GameTree<Leduc>,
    objective: impl Objective<Leduc> + Copy,
    simulations: u64,
    seeds: u64,
) -> Strategy {
    let frequencies = |(view, moves): &(View, Vec<Move>)| {
        let mut counts = vec![0.0; moves.len()];
        for seed in 0..seeds {
            let mv = searched_move(view, objective, simulations, seed);
            let index = moves.iter().position(|&legal| legal == mv);
            counts[index.expect("the move is legal")] += 1.0 / seeds as f64;
        }
        counts
    };
    tree.sets.iter().map(frequencies).collect()
}

/// Plays each deal twice, with seats swapped. Returns the mean chips that the first player wins in a game,
/// and the half width of its 95% interval.
pub(crate) fn play_match(
    deals: u64,
    first_seed: u64,
    mut first: impl FnMut(&View, u64) -> Move,
    mut second: impl FnMut(&View, u64) -> Move,
) -> (f64, f64) {
    let mut play = |deal: Leduc, seat: u8, seed: u64| {
        let mut state = deal;
        while let Some(mover) = state.seat() {
            let view = state.view(mover);
            let mv = if mover == seat { first(&view, seed) } else { second(&view, seed) };
            state.play(mv);
        }
        state.score(seat)
    };
    let pairs: Vec<f64> = (first_seed..first_seed + deals)
        .map(|seed| {
            let deal = Leduc::deal(&mut Rng::new(seed));
            (play(deal, 0, seed) + play(deal, 1, seed)) / 2.0
        })
        .collect();
    let mean = pairs.iter().sum::<f64>() / deals as f64;
    let squares: f64 = pairs.iter().map(|pair| (pair - mean).powi(2)).sum();
    let variance = squares / (deals - 1) as f64;
    (mean, 1.96 * (variance / deals as f64).sqrt())
}

/// Returns a player of uniformly random moves.
pub(crate) fn random() -> impl FnMut(&View, u64) -> Move {
    let mut rng = Rng::new(2024);
    move |view, _| {
        let state = Leduc::world(view, &mut rng);
        state.random_move(&mut rng, &mut Vec::new()).expect("the game is not over")
    }
}

/// Calls every raise and never raises.
pub(crate) fn always_call(_view: &View, _seed: u64) -> Move {
    Move::Call
}
