//! Plays the games of a tournament, several at once.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use plywood_search::Cancel;

use crate::{ArenaError, Fixture, GameRecord, Tournament, sequential};

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
        if !sequential::is_decided(self, &games) {
            self.play_all(&fixtures, threads, cancel, &mut games, watcher)?;
        }
        games.sort_by_key(GameRecord::fixture);
        Ok(games)
    }

    fn play_all(
        &self,
        fixtures: &[Fixture],
        threads: usize,
        cancel: &Cancel,
        games: &mut Vec<GameRecord>,
        watcher: &mut dyn Watcher,
    ) -> Result<(), ArenaError> {
        let next = AtomicUsize::new(0);
        // Stops the players without telling whoever asked us.
        let stop = Cancel::new();
        let play = |sender: &mpsc::Sender<_>| {
            while let Some(fixture) = fixtures.get(next.fetch_add(1, Ordering::Relaxed)) {
                let game = self.play(fixture, &stop).transpose();
                let Some(game) = game else { return };
                if sender.send(game).is_err() {
                    return;
                }
            }
        };
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..threads.min(fixtures.len()) {
                let sender = sender.clone();
                scope.spawn(move || play(&sender));
            }
            drop(sender);
            let outcome = self.collect(&receiver, cancel, &stop, games, watcher);
            stop.cancel();
            outcome
        })
    }

    /// Takes in games as they end.
    fn collect(
        &self,
        receiver: &mpsc::Receiver<Result<GameRecord, ArenaError>>,
        cancel: &Cancel,
        stop: &Cancel,
        games: &mut Vec<GameRecord>,
        watcher: &mut dyn Watcher,
    ) -> Result<(), ArenaError> {
        loop {
            match receiver.recv_timeout(LOOK_EVERY) {
                Ok(game) => {
                    games.push(game?);
                    watcher.game_over(games)?;
                    if sequential::is_decided(self, games) {
                        stop.cancel();
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
            }
            if cancel.is_cancelled() {
                stop.cancel();
            }
        }
    }
}

/// How soon an interruption is noticed.
const LOOK_EVERY: std::time::Duration = std::time::Duration::from_millis(20);
