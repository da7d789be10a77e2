//! Positions from which games start: openings of a tournament, positions of a study.

use std::collections::HashSet;

use plywood_registry::Session;
use plywood_search::Rng;

use crate::ArenaError;
use crate::error::Field;
use crate::lineup::Lineup;

/// A position, given by the seed of its game and the moves that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    pub(crate) seed: u64,
    pub(crate) moves: Vec<String>,
}

impl Start {
    /// Plays the moves in a new game of the seed.
    pub(crate) fn play(&self, session: &mut dyn Session) -> Result<(), ArenaError> {
        for mv in &self.moves {
            session.play(mv).map_err(Field::Rules.invalid())?;
        }
        Ok(())
    }
}

/// Draws up to `count` starts with different positions, each from another game. Positions that are equal by symmetry
/// count as one: a deterministic player would play the same game from both.
///
/// `find` plays moves from the start of a game and returns whether the reached position qualifies.
/// `seed` and `stream` determine its random numbers. Returns fewer than `count` starts after
/// `max_failures` games in a row without a new position.
pub(crate) fn draw(
    lineup: &Lineup,
    (seed, stream): (u64, u64),
    count: u32,
    max_failures: u32,
    find: impl Fn(&mut dyn Session, &mut Rng) -> Result<bool, ArenaError>,
) -> Result<Vec<Start>, ArenaError> {
    let mut rng = Rng::stream(seed, stream);
    let mut seen = HashSet::new();
    let mut starts = Vec::new();
    let (mut game, mut failures) = (0, 0);
    while starts.len() < count as usize && failures < max_failures {
        let seed = round_seed(seed, game);
        let mut session = lineup.open(seed)?;
        if find(&mut *session, &mut rng)? && seen.insert(session.canonical_position()) {
            starts.push(Start { seed, moves: session.played() });
            failures = 0;
        } else {
            failures += 1;
        }
        game += 1;
    }
    Ok(starts)
}

/// Returns the seed of the games of a round, which is the same for all players.
///
/// The seed has 52 bits, which every JSON reader represents exactly.
pub(crate) fn round_seed(seed: u64, round: u32) -> u64 {
    Rng::stream(seed, u64::from(round)).bits() >> 12
}
