//! Plays the games of a tournament, several at once.

use std::collections::HashSet;

use plywood_search::Cancel;

use crate::parallel::{Then, work_through};
use crate::sequential::Sequential;
use crate::{ArenaError, Fixture, GameRecord, Tournament};

/// What is told while games are played.
pub trait Watcher {
    /// A game is over; `games` are all so far, with it at the end.
    fn game_over(&mut self, games: &[GameRecord]) -> Result<(), ArenaError>;
}

/// Watches nothing.
impl Watcher for () {
    fn game_over(&mut self, _games: &[GameRecord]) -> Result<(), ArenaError> {
        Ok(())
    }
}

impl Tournament<'_> {
    /// Plays all games that are not among `games`, `threads` at once, and gives
    /// back all of them in the order of the plan. Ends early when it is
    /// cancelled, or when the sequential test is decided.
    pub fn run(
        &self,
        games: Vec<GameRecord>,
        threads: usize,
        cancel: &Cancel,
        watcher: &mut dyn Watcher,
    ) -> Result<Vec<GameRecord>, ArenaError> {
        let done: HashSet<Fixture> = games.iter().map(GameRecord::fixture).collect();
        let fixtures: Vec<Fixture> =
            self.fixtures().into_iter().filter(|fixture| !done.contains(fixture)).collect();
        let mut games = games;
        let mut test = Sequential::new(&self.plan);
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
                Ok(if decided { Then::Stop } else { Then::GoOn })
            })?;
        }
        games.sort_by_key(GameRecord::fixture);
        Ok(games)
    }
}
