//! How much anybody gets.

use std::thread::available_parallelism;
use std::time::Duration;

use plywood_search::Budget;

/// What those who ask may use.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Games at once.
    pub sessions: usize,
    /// After so long without a request a game is forgotten.
    pub idle: Duration,
    /// Moves of a game.
    pub moves: usize,
    /// Moves of all games together; beyond them the longest games are forgotten.
    pub all_moves: usize,
    /// Searches that wait for their turn.
    pub queue: usize,
    /// Searches at once, and trees of one search.
    pub threads: usize,
    /// The longest search.
    pub time: Option<Duration>,
    /// Bytes of a search's trees, for each of its threads.
    pub memory: usize,
    /// Bytes of all trees that are kept between searches.
    pub kept_trees: u64,
    /// Tournaments that are remembered.
    pub arenas: usize,
    /// Games of a tournament.
    pub arena_games: usize,
    /// Players of a tournament.
    pub arena_players: usize,
    /// The longest tournament.
    pub arena_time: Option<Duration>,
    /// Moves of a tournament's game.
    pub arena_moves: Option<u32>,
    /// Requests a second.
    pub requests: u32,
    /// Connections at once, event streams included.
    pub connections: usize,
    /// A request that takes longer to arrive, or does not come, is not waited
    /// for, nor is one who does not read what he is told for so long.
    pub patience: Duration,
    /// Whether specs and rules may name files and commands of this machine.
    pub local_names: bool,
}

const MEGABYTE: usize = 1_000_000;

impl Limits {
    /// For a program that was started by whoever asks.
    pub fn of_a_program() -> Self {
        Limits {
            sessions: 10_000,
            idle: Duration::MAX,
            moves: 1_000_000,
            all_moves: usize::MAX,
            queue: 100_000,
            threads: cores(),
            time: None,
            memory: usize::MAX,
            kept_trees: 4000 * MEGABYTE as u64,
            arenas: 100,
            arena_games: 100_000,
            arena_players: 100,
            arena_time: None,
            arena_moves: None,
            local_names: true,
            ..Limits::of_an_address()
        }
    }

    /// For whoever can reach an address.
    pub fn of_an_address() -> Self {
        Limits {
            sessions: 1000,
            idle: Duration::from_secs(3600),
            moves: 10_000,
            // A move takes some 300 bytes, and as many again where somebody thinks.
            all_moves: 1_000_000,
            queue: 500,
            threads: cores(),
            time: Some(Duration::from_secs(600)),
            // Every core may be searching at once. Presets use a hundredth of it; an
            // analysis at full speed fills it in some ten seconds, and goes on in it.
            memory: 256 * MEGABYTE,
            kept_trees: 1000 * MEGABYTE as u64,
            arenas: 20,
            arena_games: 2000,
            arena_players: 8,
            arena_time: Some(Duration::from_secs(3600)),
            arena_moves: Some(10_000),
            // Five each for 200 pages.
            requests: 1000,
            // Systems give a program 1024 open files unless told otherwise.
            connections: 900,
            patience: Duration::from_secs(30),
            local_names: false,
        }
    }

    /// What is given of a budget that was asked for.
    pub(crate) fn cap(&self, asked: Budget) -> Budget {
        let mut given = asked;
        given.time = match (given.time, self.time) {
            (Some(time), Some(most)) => Some(time.min(most)),
            (time, most) => time.or(most),
        };
        given.threads = given.threads.min(self.threads);
        given.memory = given.memory.min(self.memory.saturating_mul(given.threads));
        given
    }
}

fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_cut_to_what_is_given() {
        let mut limits = Limits::of_an_address();
        limits.threads = 4;
        let minute = Duration::from_secs(60);
        let modest = Budget::unlimited().with_time(minute).with_memory(MEGABYTE).with_threads(3);
        let given = limits.cap(modest.clone());
        assert_eq!(
            (given.time, given.memory, given.threads),
            (Some(minute), MEGABYTE, 3),
            "what is within the limits stays"
        );
        let greedy = Budget::unlimited().with_memory(usize::MAX).with_threads(1000);
        let given = limits.cap(greedy.clone());
        assert_eq!((given.time, given.memory, given.threads), (limits.time, 4 * limits.memory, 4));
        let given = Limits::of_a_program().cap(greedy);
        assert_eq!((given.time, given.memory), (None, usize::MAX));
    }
}
