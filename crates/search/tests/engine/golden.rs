//! Golden trees: searches with a fixed seed, compared node by node with stored trees.
//!
//! After an intended change of the search, run `INSTA_UPDATE=always cargo test -p plywood-search
//! golden` and review the difference.

use plywood_search::{Budget, Cut, Game, Options, Player};

use crate::outline::outline;
use crate::toys::luck::Luck;
use crate::toys::tictactoe::TicTacToe;
use crate::{searcher, view};

fn tree_after_200_simulations<G: Game>(state: &G, depth: usize) -> String {
    // Sets the constant explicitly, because the default depends on the objective.
    let options = Options::default().with_exploration(Options::EXPLORATION);
    let mut searcher = searcher::<G>(options, 7);
    searcher.decide(&view(state), &Budget::simulations(200), &mut ());
    let tree = searcher.tree(&Cut { depth, min_visits: 1 });
    outline(&tree.expect("a decision leaves a tree"))
}

#[test]
fn tree_of_an_open_position() {
    let tree = tree_after_200_simulations(&TicTacToe::after(&[4, 0]), 3);
    insta::assert_snapshot!("tic_tac_toe", tree);
}

#[test]
fn tree_of_a_proven_position() {
    let tree = tree_after_200_simulations(&TicTacToe::after(&[0, 1, 2, 4]), 9);
    insta::assert_snapshot!("tic_tac_toe_proven", tree);
}

#[test]
fn tree_of_a_game_with_hidden_cards() {
    insta::assert_snapshot!("luck", tree_after_200_simulations(&Luck::hiding(0), 2));
}
