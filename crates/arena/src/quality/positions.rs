//! The positions of a study: different positions in the middle of games.

use plywood_registry::{Session, Settings, Spec};
use plywood_search::{Budget, Rng};

use crate::ArenaError;
use crate::error::Field;
use crate::lineup::Lineup;
use crate::start::{self, Start};

/// Number of games in a row without a new position after which the search for positions ends.
const MAX_FAILURES: u32 = 500;

/// Maximum number of moves played in a game to find a position, since some games never end.
const MAX_MOVES: usize = 1000;

/// The number of the random stream for the games' moves and for the choice of positions.
const POSITION_STREAM: u64 = u64::MAX - 2;

/// Draws `count` positions with at least two legal moves, each from another game. Too few different
/// positions are an error.
pub(super) fn draw(lineup: &Lineup, seed: u64, count: u32) -> Result<Vec<Start>, ArenaError> {
    let stream = (seed, POSITION_STREAM);
    let positions = start::draw(lineup, stream, count, MAX_FAILURES, go_to_choice)?;
    if positions.len() < count as usize {
        return Err(Field::Positions.error(format!(
            "{count} different positions with a choice are needed, and only {} were found in {}",
            positions.len(),
            lineup.entry.name()
        )));
    }
    Ok(positions)
}

/// Plays a game and undoes moves, back to a random position with at least two legal moves. Returns
/// whether the game had such a position.
///
/// Half of the moves are random and half are chosen by `greedy`: random moves alone lead to
/// positions that do not occur in real games.
fn go_to_choice(session: &mut dyn Session, rng: &mut Rng) -> Result<bool, ArenaError> {
    let greedy = Spec { name: "greedy".to_owned(), settings: Settings::default() };
    // `None` if the game has no player `greedy`.
    let greedy = session.seat_player(&greedy, rng.bits()).ok();
    let mut choices = Vec::new();
    let mut played = 0;
    while session.seat().is_some() && !session.stuck() && played < MAX_MOVES {
        let moves = session.legal_moves();
        if moves.len() > 1 {
            choices.push(played);
        }
        let random = moves.get(rng.below(moves.len())).cloned();
        let guided = greedy.filter(|_| rng.below(2) == 0);
        let guided =
            guided.and_then(|player| session.ask(player, &Budget::simulations(1), &mut ()).mv);
        let Some(mv) = guided.or(random) else { break };
        session.play(&mv).map_err(Field::Rules.invalid())?;
        played += 1;
    }
    let Some(choice) = rng.pick(&choices) else { return Ok(false) };
    for _ in choice..played {
        session.undo();
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use plywood_registry::{Entry, Games};
    use plywood_search::nim::Nim;

    fn nim(heap: u8) -> Games {
        let mut games = Games::default();
        games.add(Entry::new("nim", "take 1 to 3", move |_| Nim::new(heap)));
        games
    }

    #[test]
    fn positions_are_different_and_reproducible_and_leave_a_choice() {
        let games = nim(40);
        let lineup = Lineup::new(&games, "nim", "", &[]).unwrap();
        let positions = draw(&lineup, 5, 30).unwrap();
        assert_eq!(positions, draw(&lineup, 5, 30).unwrap());
        assert_ne!(positions, draw(&lineup, 6, 30).unwrap());
        assert_eq!(positions[..10], draw(&lineup, 5, 10).unwrap());
        let mut texts = HashSet::new();
        for position in &positions {
            let session = lineup.open_at(position).unwrap();
            assert!(session.legal_moves().len() > 1);
            assert!(texts.insert(session.position()), "{} occurs twice", session.position());
        }
    }

    #[test]
    fn more_positions_than_exist_are_an_error() {
        // Four positions have several moves: heaps of 4 and 3, and a heap of 2 for either seat.
        let games = nim(4);
        let lineup = Lineup::new(&games, "nim", "", &[]).unwrap();
        assert_eq!(draw(&lineup, 1, 4).unwrap().len(), 4);
        let error = draw(&lineup, 1, 5).unwrap_err().to_string();
        assert!(error.starts_with("positions: 5 different"), "{error}");
        assert!(error.contains("only 4"), "{error}");
    }
}
