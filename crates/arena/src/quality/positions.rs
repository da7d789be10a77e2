//! Positions to ask players about: moments of games, none of them twice.

use std::collections::HashSet;

use plywood_registry::{GameEntry, Session, Settings, Spec};
use plywood_search::{Budget, Rng};

use crate::ArenaError;
use crate::openings::round_seed;

/// A position: the seed of its game, and the moves that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) seed: u64,
    pub(super) moves: Vec<String>,
}

/// Games in a row without a new position before it is taken that there are no more.
const TRIES: u32 = 500;

/// Games may go on without end; their first moves are enough to choose from.
const LONGEST_GAME: usize = 1000;

/// The stream of chance that plays the games and picks the moments.
const POSITION_STREAM: u64 = u64::MAX - 2;

/// The first `count` positions of a seed, each from a game of its own and with
/// at least two legal moves.
///
/// Half of the moves of a game are random and half are `greedy`'s: random
/// ones alone lead to positions that nobody would get into.
pub(super) fn draw(
    entry: &dyn GameEntry,
    rules: &Settings,
    seed: u64,
    count: u32,
) -> Result<Vec<Position>, ArenaError> {
    let mut rng = Rng::stream(seed, POSITION_STREAM);
    let mut met = HashSet::new();
    let mut positions = Vec::new();
    let (mut game, mut tries) = (0, 0);
    while positions.len() < count as usize {
        if tries == TRIES {
            return Err(ArenaError::Input {
                argument: "--positions",
                problem: format!(
                    "{count} were asked for, and games of {} led to only {} that differ and leave \
                     a choice: ask for fewer",
                    entry.name(),
                    positions.len()
                ),
            });
        }
        let seed = round_seed(seed, game);
        let mut session = entry.open(rules, None, seed).map_err(ArenaError::input("--rules"))?;
        if let Some(text) = stop_at_a_choice(&mut *session, &mut rng)?
            && met.insert(text)
        {
            positions.push(Position { seed, moves: session.played() });
            tries = 0;
        }
        game += 1;
        tries += 1;
    }
    Ok(positions)
}

/// Plays a game, goes back to one of the positions that left a choice, and
/// gives its text; `None` if there was no such position.
fn stop_at_a_choice(
    session: &mut dyn Session,
    rng: &mut Rng,
) -> Result<Option<String>, ArenaError> {
    let greedy = Spec { name: "greedy".to_owned(), settings: Settings::default() };
    // A game need not have such a player.
    let greedy = session.seat_player(&greedy, rng.bits()).ok();
    let mut choices = Vec::new();
    let mut played = 0;
    while session.seat().is_some() && !session.stuck() && played < LONGEST_GAME {
        let moves = session.legal_moves();
        if moves.len() > 1 {
            choices.push(played);
        }
        let random = moves.get(rng.below(moves.len())).cloned();
        let guided = greedy.filter(|_| rng.below(2) == 0);
        let guided =
            guided.and_then(|player| session.ask(player, &Budget::simulations(1), &mut ()).mv);
        let Some(mv) = guided.or(random) else { break };
        session.play(&mv).map_err(ArenaError::input("--rules"))?;
        played += 1;
    }
    let Some(choice) = rng.pick(&choices) else { return Ok(None) };
    for _ in choice..played {
        session.undo();
    }
    Ok(Some(session.position()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_registry::Entry;
    use plywood_search::nim::Nim;

    #[test]
    fn positions_differ_leave_a_choice_and_follow_from_the_seed() {
        let entry = Entry::new("nim", "take 1 to 3", |_| Nim::new(40));
        let rules = Settings::default();
        let positions = draw(&entry, &rules, 5, 30).unwrap();
        assert_eq!(positions, draw(&entry, &rules, 5, 30).unwrap());
        assert_ne!(positions, draw(&entry, &rules, 6, 30).unwrap());
        assert_eq!(positions[..10], draw(&entry, &rules, 5, 10).unwrap());
        let mut texts = HashSet::new();
        for position in &positions {
            let mut session = entry.open(&rules, None, position.seed).unwrap();
            for mv in &position.moves {
                session.play(mv).unwrap();
            }
            assert!(session.legal_moves().len() > 1);
            assert!(texts.insert(session.position()), "{} occurs twice", session.position());
        }
    }

    #[test]
    fn a_game_may_have_too_few() {
        // Heaps of 4, 3 and 2 leave a choice, and that of 2 to either seat.
        let entry = Entry::new("nim", "take 1 to 3", |_| Nim::new(4));
        assert_eq!(draw(&entry, &Settings::default(), 1, 4).unwrap().len(), 4);
        let error = draw(&entry, &Settings::default(), 1, 5).unwrap_err().to_string();
        assert!(error.starts_with("--positions: 5 were asked for"), "{error}");
        assert!(error.contains("only 4"), "{error}");
    }
}
