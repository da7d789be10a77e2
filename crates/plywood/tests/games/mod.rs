//! The built-in games and Connect Four, for tests that do not start the compiled program.

#[path = "../../../../examples/connect_four.rs"]
#[expect(dead_code, reason = "the example also has a main of its own")]
mod connect_four;

use std::sync::LazyLock;

use plywood::registry::Games;

pub static GAMES: LazyLock<Games> = LazyLock::new(|| {
    let mut games = plywood::games();
    games.add(connect_four::entry());
    games
});
