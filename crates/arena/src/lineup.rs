//! The players of a comparison, found by their specs in the game that they play.

use plywood_registry::{GameEntry, Games, Settings, Spec};
use plywood_search::Budget;

use crate::ArenaError;

/// A game, its rules and its players.
pub(crate) struct Lineup<'a> {
    pub(crate) entry: &'a dyn GameEntry,
    pub(crate) rules: Settings,
    pub(crate) players: Vec<Contestant>,
}

/// A player and what is known of it before it plays.
pub(crate) struct Contestant {
    pub(crate) spec: Spec,
    /// Whether it sees what is hidden.
    pub(crate) seeing: bool,
    /// What its values count.
    pub(crate) unit: &'static str,
    /// What it spends on a decision unless asked otherwise.
    pub(crate) budget: Budget,
}

impl<'a> Lineup<'a> {
    /// Reads what a plan names.
    pub(crate) fn new(
        games: &'a Games,
        game: &str,
        rules: &str,
        players: &[String],
    ) -> Result<Self, ArenaError> {
        let entry = games.find(game).map_err(ArenaError::input("GAME"))?;
        let rules: Settings = rules.parse().map_err(ArenaError::input("--rules"))?;
        let mut session = entry.open(&rules, None, 0).map_err(ArenaError::input("--rules"))?;
        let mut contestant = |text: &String| {
            let spec: Spec = text.parse()?;
            let player = session.seat_player(&spec, 0)?;
            let (unit, budget) = (session.unit(player), session.budget(player));
            Ok(Contestant { spec, seeing: session.is_omniscient(player), unit, budget })
        };
        let players = players.iter().map(&mut contestant).collect::<Result<_, _>>();
        let players = players.map_err(ArenaError::input("--player"))?;
        drop(session);
        Ok(Lineup { entry, rules, players })
    }
}
