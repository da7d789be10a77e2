//! Openings for games of two players: random moves, none of them twice.

use std::collections::HashSet;

use plywood_registry::{GameEntry, Settings};
use plywood_search::Rng;

use crate::ArenaError;

/// An opening: the seed of the game, and its first moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    pub(crate) seed: u64,
    pub(crate) moves: Vec<String>,
}

/// Tries in a row without a new opening before it is taken that there are no more.
const TRIES: usize = 2000;

/// Streams of chance are numbered: this one draws openings, the others belong
/// to the rounds.
const OPENING_STREAM: u64 = u64::MAX;

/// The first `count` openings of a seed. No two lead to the same position, and
/// none ends the game.
pub(crate) fn draw(
    entry: &dyn GameEntry,
    rules: &Settings,
    seed: u64,
    plies: u32,
    count: u32,
) -> Result<Vec<Opening>, ArenaError> {
    let mut rng = Rng::stream(seed, OPENING_STREAM);
    let mut met = HashSet::new();
    let mut openings = Vec::new();
    let mut tries = 0;
    for attempt in 0.. {
        if openings.len() == count as usize {
            break;
        }
        let seed = round_seed(seed, attempt);
        let mut session = entry.open(rules, None, seed).map_err(ArenaError::input("--rules"))?;
        for _ in 0..plies {
            let moves = session.legal_moves();
            if moves.is_empty() {
                break;
            }
            session.play(&moves[rng.below(moves.len())]).map_err(ArenaError::input("--opening"))?;
        }
        if session.seat().is_some() && met.insert(session.position()) {
            openings.push(Opening { seed, moves: session.played() });
            tries = 0;
            continue;
        }
        tries += 1;
        if tries == TRIES {
            return Err(ArenaError::Input {
                argument: "--games",
                problem: format!(
                    "one opening for two games makes {count} of {plies} random moves, and only {1} \
                     were found in {0} that differ and do not end the game: ask for fewer games or \
                     another --opening",
                    entry.name(),
                    openings.len()
                ),
            });
        }
    }
    Ok(openings)
}

/// The seed of the game of a round, whoever plays it: 52 bits, which every
/// reader of JSON keeps exactly.
pub(crate) fn round_seed(seed: u64, round: u32) -> u64 {
    Rng::stream(seed, u64::from(round)).bits() >> 12
}
