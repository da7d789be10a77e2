//! Small games with known best moves.

pub(crate) mod bank;
pub(crate) mod broken;
pub(crate) mod coin;
pub(crate) mod corridor;
pub(crate) mod dice;
pub(crate) mod forest;
pub(crate) mod luck;
pub(crate) mod script;
pub(crate) mod signal;
pub(crate) mod tictactoe;
pub(crate) mod trap;
pub(crate) mod treadmill;
pub(crate) mod tricks;
pub(crate) mod twice;
pub(crate) mod veiled;
