//! The trainer of Othello.

use std::thread::available_parallelism;

use plywood_learn::open_run;
use plywood_registry::{Key, TrainerKind, TrainingError};

use crate::training::PatternTrainer;

/// The games of a run by default.
const GAMES: u64 = 1_400_000;

/// Weights of patterns by games of the player against itself.
pub(crate) fn patterns() -> TrainerKind {
    let keys = [
        Key::new(
            "games",
            "games of the whole run, rounded up to whole generations; left out: 1400000, or as the resumed run",
        ),
        Key::new("threads", "threads, which do not change the result; left out: all processors"),
    ];
    TrainerKind::new("patterns", "weights of patterns by self-play", &keys, |request| {
        // Othello has no rules to choose.
        request.rules.check(&[]).map_err(|error| TrainingError::input("rules", &error))?;
        let threads = request.settings.count("threads")?.map(|threads| threads.clamp(1, 1024));
        let threads = threads.map_or_else(
            || available_parallelism().map_or(1, usize::from),
            |threads| threads as usize,
        );
        open_run(request, ("games", GAMES), |seed, games| PatternTrainer::new(seed, games, threads))
    })
}
