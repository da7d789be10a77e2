//! Plays the games of a tournament in parallel.

use std::collections::HashSet;
use std::ops::ControlFlow;

use plywood_search::Cancel;

use crate::parallel::work_through;
use crate::sequential::SequentialTest;
use crate::{ArenaError, Fixture, GameRecord, Shard, Tournament};

/// Receives the games of a tournament as they end.
pub trait Watcher {
    /// Called after each game. `games` are all games so far; the new game is the last.
    ///
    /// An error ends the tournament.
    fn game_over(&mut self, games: &[GameRecord]) -> Result<(), ArenaError>;
}

/// Ignores the games.
impl Watcher for () {
    fn game_over(&mut self, _games: &[GameRecord]) -> Result<(), ArenaError> {
        Ok(())
    }
}

impl Tournament {
    /// Plays all games of the plan that are not in `games`, in `threads` threads.
    ///
    /// Returns all games in the order of the plan. Ends early when it is cancelled or when the
    /// sequential test is decided.
    pub fn run(
        &self,
        mut games: Vec<GameRecord>,
        threads: usize,
        cancel: &Cancel,
        watcher: &mut dyn Watcher,
    ) -> Result<Vec<GameRecord>, ArenaError> {
        let done: HashSet<Fixture> = games.iter().map(GameRecord::fixture).collect();
        let fixtures: Vec<Fixture> =
            self.fixtures().into_iter().filter(|fixture| !done.contains(fixture)).collect();
        let mut test = SequentialTest::new(&self.plan);
        let mut is_decided = |game: &GameRecord| {
            test.as_mut().is_some_and(|test| {
                test.add(game);
                test.is_decided()
            })
        };
        if !games.iter().any(&mut is_decided) {
            let play = |fixture: &Fixture, stop: &Cancel| self.play(fixture, stop);
            work_through(&fixtures, threads, cancel, play, |game| {
                let decided = is_decided(&game);
                games.push(game);
                watcher.game_over(&games)?;
                Ok(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
        }
        games.sort_by_key(GameRecord::fixture);
        Ok(games)
    }

    /// Plays the games of one part, in the order of the plan, on the calling thread. Returns the games played so far
    /// if it is cancelled.
    pub fn play_part(&self, part: Shard, cancel: &Cancel) -> Result<Vec<GameRecord>, ArenaError> {
        let mut games = Vec::new();
        for fixture in self.fixtures().iter().filter(|fixture| part.has(fixture.round)) {
            let Some(game) = self.play(fixture, cancel)? else { break };
            games.push(game);
        }
        Ok(games)
    }

    /// Plays all games of the plan in `threads` threads, and passes each game to `take` when it
    /// ends. Keeps no games and ignores a sequential test.
    ///
    /// Ends early when it is cancelled or when `take` returns `Break`.
    pub fn play_all(
        &self,
        threads: usize,
        cancel: &Cancel,
        mut take: impl FnMut(GameRecord) -> ControlFlow<()>,
    ) -> Result<(), ArenaError> {
        let play = |fixture: &Fixture, stop: &Cancel| self.play(fixture, stop);
        work_through(&self.fixtures(), threads, cancel, play, |game| Ok(take(game)))
    }
}
