//! The trainer of Klondike.

use plywood_learn::open_run;
use plywood_registry::{Key, TrainerKind, TrainingError};

use crate::entry::read_rules;
use crate::training::ValueTrainer;

/// The default number of games of a run.
const GAMES: u64 = 46_000;

/// Trains the learned value of views by self-play.
pub(crate) fn value() -> TrainerKind {
    let games = Key::new(
        "games",
        "games of the whole run, rounded up to whole rounds; left out: 46000, or as the resumed run",
    );
    TrainerKind::new("value", "the value of views by self-play", &[games], |request| {
        let rules =
            read_rules(request.rules).map_err(|error| TrainingError::input("rules", &error))?;
        open_run(request, ("games", GAMES), |seed, games, _threads| {
            ValueTrainer::new(rules, seed, games)
        })
    })
}
