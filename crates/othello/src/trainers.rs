//! The trainer of Othello.

use plywood_learn::{Threads, open_run};
use plywood_registry::{Key, TrainerKind, TrainingError};

use crate::training::PatternTrainer;

/// The default number of games of a run.
const GAMES: u64 = 1_400_000;

/// Trains weights of patterns by self-play.
pub(crate) fn patterns() -> TrainerKind {
    let keys = [
        Key::new(
            "games",
            "games of the whole run, rounded up to whole generations; left out: 1400000, or as the resumed run",
        ),
        Threads::key(),
    ];
    TrainerKind::new("patterns", "weights of patterns by self-play", &keys, |request| {
        // Othello has no rule options, so any rule setting is an error.
        request.rules.check(&[]).map_err(|error| TrainingError::input("rules", &error))?;
        open_run(request, ("games", GAMES), PatternTrainer::new)
    })
}
