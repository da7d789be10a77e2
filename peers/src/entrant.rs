//! A search that takes part in the comparison: its description and measurements.

use std::path::Path;

use anyhow::{Context, Result};

use crate::searches::{Search, board_game, mcts, minimax, openspiel};

/// The minimum processor time of a measurement, in seconds. Decisions are repeated until it is
/// reached, because the time of one short decision is noisy.
const SECONDS: f64 = 0.5;

/// The lock file, which contains the versions of the libraries.
const LOCK: &str = include_str!("../Cargo.lock");

/// A search that takes part in a contest.
pub struct Entrant {
    pub name: &'static str,
    pub version: String,
    /// What the search counts as a simulation.
    pub counts: &'static str,
    /// The search from the start of the game, for measuring speed.
    from_start: Search,
    /// The search from the position of the question.
    from_question: Search,
}

impl Entrant {
    /// Plywood.
    pub fn plywood(from_start: Search, from_question: Search) -> Entrant {
        Entrant {
            name: "Plywood",
            version: built_version("plywood-search"),
            counts: "one descent and one rollout; none from a finished game",
            from_start,
            from_question,
        }
    }

    /// Starts OpenSpiel. `transcript` has the moves that lead to the position of the question.
    pub fn openspiel(python: &Path, game: &str, transcript: &str) -> Result<Entrant> {
        let (version, from_start) = openspiel::start(python, game, "")?;
        let (_, from_question) = openspiel::start(python, game, transcript)?;
        Ok(Entrant {
            name: "OpenSpiel",
            version,
            counts: "one descent and one rollout; none from a finished game",
            from_start,
            from_question,
        })
    }

    /// The other crates, on Connect Four.
    pub fn crates() -> [Entrant; 3] {
        [
            Entrant {
                name: "mcts",
                version: built_version("mcts"),
                counts: "one descent and one rollout; none from a finished game",
                from_start: mcts::connect_four(),
                from_question: mcts::connect_four(),
            },
            Entrant {
                name: "minimax",
                version: built_version("minimax"),
                counts: "one descent and one rollout; none from a proven position",
                from_start: minimax::connect_four(),
                from_question: minimax::connect_four(),
            },
            Entrant {
                name: "board-game",
                version: built_version("board-game"),
                counts: "one descent and one rollout; none from a proven position, nor where a move wins",
                from_start: board_game::connect_four(),
                from_question: board_game::connect_four(),
            },
        ]
    }

    /// Returns the simulations per second of processor time. Increments `seed`
    /// for each decision.
    pub fn rate(&mut self, simulations: u64, seed: &mut u64) -> Result<f64> {
        let (mut done, mut seconds) = (0, 0.0);
        while seconds < SECONDS {
            *seed += 1;
            seconds += (self.from_start)(simulations, *seed).context(self.name)?.seconds;
            done += simulations;
        }
        Ok(done as f64 / seconds)
    }

    /// Returns the move that the search chooses in the position of the question.
    pub fn answer(&mut self, simulations: u64, seed: u64) -> Result<String> {
        Ok((self.from_question)(simulations, seed).context(self.name)?.best)
    }
}

/// Returns the version of a crate in the lock file, or "unknown".
pub fn built_version(name: &str) -> String {
    let start = format!("name = \"{name}\"\nversion = \"");
    let version = LOCK.split_once(&start).and_then(|(_, rest)| rest.split_once('"'));
    version.map_or_else(|| "unknown".to_string(), |(version, _)| version.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_come_from_the_lock_file() {
        assert_eq!(built_version("plywood-search"), env!("CARGO_PKG_VERSION"));
    }
}
