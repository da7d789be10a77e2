//! The game and the players that a plan names.

use std::sync::Arc;

use plywood_registry::{GameEntry, Games, Session, Settings, Spec};
use plywood_search::Budget;

use crate::ArenaError;
use crate::error::Field;
use crate::start::Start;

/// A game, its rules and its players.
pub(crate) struct Lineup {
    pub(crate) entry: Arc<dyn GameEntry>,
    rules: Settings,
    pub(crate) players: Vec<Contestant>,
}

/// A player of a plan and its properties.
pub(crate) struct Contestant {
    pub(crate) spec: Spec,
    /// Whether the player sees hidden information.
    pub(crate) seeing: bool,
    /// The unit of the player's values.
    pub(crate) unit: String,
    /// The player's default budget for a decision.
    pub(crate) budget: Budget,
}

impl Lineup {
    /// Finds a game and its players by name.
    pub(crate) fn new(
        games: &Games,
        game: &str,
        rules: &str,
        players: &[String],
    ) -> Result<Self, ArenaError> {
        let entry = games.find(game).map_err(Field::Game.invalid())?;
        let rules: Settings = rules.parse().map_err(Field::Rules.invalid())?;
        let mut session = entry.open(&rules, None, 0).map_err(Field::Rules.invalid())?;
        let contestant = |text: &String| {
            let spec: Spec = text.parse()?;
            let player = session.seat_player(&spec, 0)?;
            let (unit, budget) = (session.unit(player).to_owned(), session.budget(player));
            Ok(Contestant { spec, seeing: session.is_omniscient(player), unit, budget })
        };
        let players = players.iter().map(contestant).collect::<Result<_, _>>();
        let players = players.map_err(Field::Players.invalid())?;
        Ok(Lineup { entry, rules, players })
    }

    pub(crate) fn seats(&self) -> usize {
        self.entry.seats().len()
    }

    pub(crate) fn is_solo(&self) -> bool {
        self.seats() == 1
    }

    /// Opens a new game.
    pub(crate) fn open(&self, seed: u64) -> Result<Box<dyn Session>, ArenaError> {
        self.entry.open(&self.rules, None, seed).map_err(Field::Rules.invalid())
    }

    /// Opens a game and plays its first moves.
    pub(crate) fn open_at(&self, start: &Start) -> Result<Box<dyn Session>, ArenaError> {
        let mut session = self.open(start.seed)?;
        start.play(&mut *session)?;
        Ok(session)
    }

    /// Returns the error for a player that forfeited or made an illegal move.
    pub(crate) fn foul(&self, player: usize, problem: String) -> ArenaError {
        ArenaError::Player { player: self.players[player].spec.to_string(), problem }
    }
}
