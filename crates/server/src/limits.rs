//! Limits of the resources that clients may use, and of the files that they may name.

use std::thread::available_parallelism;
use std::time::Duration;

use plywood_registry::{Settings, Spec};
use plywood_search::Budget;

use crate::ApiError;

/// Limits of what the clients of an [`Engine`](crate::Engine) may use. Each limit holds for all
/// clients together unless its field says otherwise.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ResourceLimits {
    /// Maximum number of open sessions.
    pub sessions: usize,
    /// Time without a request after which a session is dropped.
    pub idle: Duration,
    /// Maximum number of moves of a game.
    pub moves: usize,
    /// Maximum number of moves in a `think` request without a session. These moves do not count towards `all_moves`.
    pub position_moves: usize,
    /// Maximum number of moves of all games in memory; beyond this limit the longest games are dropped.
    /// The moves of a game count once for the game and once for each of its cached players.
    pub all_moves: usize,
    /// Maximum number of waiting searches.
    pub queue: usize,
    /// Maximum number of threads of all running searches together. A search that asks for more threads than this takes
    /// all of them, so it runs alone.
    pub threads: usize,
    /// Maximum number of threads of one search. A request for more is an error, since a search on fewer
    /// threads would decide differently.
    pub search_threads: usize,
    /// Maximum time of a search.
    pub time: Option<Duration>,
    /// Maximum bytes of the trees of a search per thread. Threads of the search beyond `threads` do not count.
    pub memory: usize,
    /// Maximum bytes of all trees that are kept between searches.
    pub kept_trees: u64,
    /// Maximum number of tournaments, studies and reviews that are waiting, running, or finished and still readable.
    pub arenas: usize,
    /// Maximum number of games of a tournament.
    pub arena_games: usize,
    /// Maximum number of players of a tournament or a study.
    pub arena_players: usize,
    /// Time from the request of a tournament or a study until it is stopped and removed.
    pub arena_time: Option<Duration>,
    /// Maximum number of moves of a game in a tournament.
    pub arena_moves: Option<u32>,
    /// Maximum number of positions of a study. At each position, each player plays a game to its end.
    pub study_positions: u32,
    /// Maximum number of decisions of a player at each position of a study.
    pub study_seeds: u32,
    /// Maximum bytes of the records of all tournaments. Beyond this limit the records of finished
    /// tournaments are dropped, oldest first; if that is not enough, the running tournament is stopped.
    pub arena_bytes: usize,
    /// Maximum number of HTTP requests per second.
    pub requests_per_second: u32,
    /// Maximum number of HTTP connections, including event streams. The system's limit of open files may lower it.
    pub connections: usize,
    /// Maximum number of HTTP connections from one IP address.
    pub connections_per_address: usize,
    /// Read and write timeout of HTTP connections.
    pub timeout: Duration,
    /// Whether rules and players may name files and commands of this machine.
    pub local_names: bool,
}

const MEGABYTE: usize = 1_000_000;

/// Keys whose value is a file or a command, in all games that have these keys.
const LOCAL_KEYS: [&str; 2] = ["command", "file"];

impl ResourceLimits {
    /// Returns limits for a single trusted client that has started this program.
    pub fn for_program() -> Self {
        ResourceLimits {
            sessions: 10_000,
            idle: Duration::MAX,
            moves: 1_000_000,
            position_moves: 1_000_000,
            all_moves: usize::MAX,
            queue: 100_000,
            search_threads: 1024,
            time: None,
            memory: usize::MAX,
            kept_trees: 4000 * MEGABYTE as u64,
            arenas: 100,
            arena_games: 100_000,
            arena_players: 100,
            arena_time: None,
            arena_moves: None,
            study_positions: 10_000,
            study_seeds: 1000,
            arena_bytes: 2000 * MEGABYTE,
            local_names: true,
            ..ResourceLimits::for_http()
        }
    }

    /// Returns limits for untrusted clients on the network.
    pub fn for_http() -> Self {
        ResourceLimits {
            sessions: 1000,
            idle: Duration::from_secs(3600),
            moves: 10_000,
            position_moves: 1_000,
            // A move takes about 300 bytes.
            all_moves: 1_000_000,
            queue: 500,
            threads: available_parallelism().map_or(1, usize::from),
            search_threads: 64,
            time: Some(Duration::from_secs(600)),
            // Preset players use about 1% of this memory; a long analysis fills it in about 10 s.
            memory: 256 * MEGABYTE,
            kept_trees: 1000 * MEGABYTE as u64,
            arenas: 20,
            arena_games: 2000,
            arena_players: 8,
            arena_time: Some(Duration::from_secs(3600)),
            arena_moves: Some(10_000),
            // A study of 8 players then plays 1,600 games, a little less than `arena_games`.
            study_positions: 200,
            // At each position, about as many decisions as in a game.
            study_seeds: 50,
            // A thousand games of Tetris at the limit of moves, or 80,000 games of Othello.
            arena_bytes: 200 * MEGABYTE,
            // Five requests per second for each of 200 pages.
            requests_per_second: 1000,
            // Less than the 1024 open files that systems allow by default.
            connections: 900,
            // 50 browsers, which open at most six connections each.
            connections_per_address: 300,
            timeout: Duration::from_secs(30),
            local_names: false,
        }
    }

    /// Reduces the time and the memory of a budget to these limits. Too many threads are an error.
    pub(crate) fn cap(&self, mut budget: Budget) -> Result<Budget, ApiError> {
        let (threads, max) = (budget.threads, self.search_threads);
        if threads > max {
            return Err(ApiError::Limit(format!("threads: {threads}: expected at most {max}")));
        }
        budget.time = budget.time.into_iter().chain(self.time).min();
        budget.memory = budget.memory.min(self.memory.saturating_mul(threads.min(self.threads)));
        Ok(budget)
    }

    /// Parses rules. Rules of an untrusted client may not name files or commands.
    pub(crate) fn read_rules(&self, text: Option<&str>) -> Result<Settings, ApiError> {
        self.check_names(text.unwrap_or_default().parse()?)
    }

    /// Parses a spec. A spec of an untrusted client may not name files or commands.
    pub(crate) fn read_spec(&self, text: &str) -> Result<Spec, ApiError> {
        let spec: Spec = text.parse()?;
        Ok(Spec { settings: self.check_names(spec.settings)?, ..spec })
    }

    fn check_names(&self, settings: Settings) -> Result<Settings, ApiError> {
        if self.local_names {
            return Ok(settings);
        }
        let settings = settings.untrusted();
        // Refuses `LOCAL_KEYS` even if the game does not read these keys by `Settings::local`.
        LOCAL_KEYS.iter().try_for_each(|key| settings.local(key).map(drop))?;
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_cut_to_the_limits() {
        let mut limits = ResourceLimits::for_http();
        limits.threads = 4;
        let minute = Duration::from_secs(60);
        let modest = Budget::unlimited().with_time(minute).with_memory(MEGABYTE).with_threads(3);
        let cut = limits.cap(modest).unwrap();
        assert_eq!(
            (cut.time, cut.memory, cut.threads),
            (Some(minute), MEGABYTE, 3),
            "a budget within the limits stays"
        );
        let greedy = Budget::unlimited().with_memory(usize::MAX);
        for (threads, memory) in
            [(1, limits.memory), (4, 4 * limits.memory), (64, 4 * limits.memory)]
        {
            let cut = limits.cap(greedy.clone().with_threads(threads)).unwrap();
            assert_eq!((cut.time, cut.memory, cut.threads), (limits.time, memory, threads));
        }
        let cut = ResourceLimits::for_program().cap(greedy.with_threads(1024)).unwrap();
        assert_eq!((cut.time, cut.memory, cut.threads), (None, usize::MAX, 1024));
    }

    #[test]
    fn too_many_threads_are_refused() {
        for (limits, max) in
            [(ResourceLimits::for_http(), 64), (ResourceLimits::for_program(), 1024)]
        {
            let error = limits.cap(Budget::unlimited().with_threads(max + 1)).unwrap_err();
            assert_eq!(error.kind(), "limit");
            let expected = format!("threads: {}: expected at most {max}", max + 1);
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn a_program_may_use_more_than_a_page() {
        let (program, page) = (ResourceLimits::for_program(), ResourceLimits::for_http());
        assert!(program.sessions > page.sessions);
        assert!(program.idle > page.idle);
        assert!(program.moves > page.moves);
        assert!(program.position_moves > page.position_moves);
        assert!(program.all_moves > page.all_moves);
        assert!(program.queue > page.queue);
        assert!(program.kept_trees > page.kept_trees);
        assert!(program.arenas > page.arenas);
        assert!(program.arena_games > page.arena_games);
        assert!(program.arena_players > page.arena_players);
        assert!(program.arena_bytes > page.arena_bytes);
        assert!(program.study_positions > page.study_positions);
        assert!(program.study_seeds > page.study_seeds);
        assert!(page.arena_time.is_some() && program.arena_time.is_none());
        assert!(page.arena_moves.is_some() && program.arena_moves.is_none());
        assert!(program.local_names && !page.local_names);
    }

    #[test]
    fn memory_for_pages_in_bytes() {
        let page = ResourceLimits::for_http();
        assert_eq!((page.memory, page.kept_trees), (256_000_000, 1_000_000_000));
        assert_eq!(page.arena_bytes, 200_000_000);
        assert_eq!(ResourceLimits::for_program().kept_trees, 4_000_000_000);
        assert_eq!(ResourceLimits::for_program().arena_bytes, 2_000_000_000);
    }
}
