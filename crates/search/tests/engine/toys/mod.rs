//! Small games with known best moves.

pub(crate) mod bank;
pub(crate) mod broken;
pub(crate) mod cart;
pub(crate) mod coin;
pub(crate) mod coin_row;
pub(crate) mod corridor;
pub(crate) mod dice;
pub(crate) mod envelope;
pub(crate) mod faulty;
pub(crate) mod forest;
pub(crate) mod knock;
#[path = "../../../../../examples/leduc/game.rs"]
pub(crate) mod leduc;
pub(crate) mod luck;
pub(crate) mod rock_paper_scissors;
pub(crate) mod script;
pub(crate) mod signal;
pub(crate) mod tell;
pub(crate) mod tictactoe;
pub(crate) mod trap;
pub(crate) mod tricks;
pub(crate) mod twenty_forty_eight;
pub(crate) mod twice;
pub(crate) mod veiled;
pub(crate) mod with_bits;
