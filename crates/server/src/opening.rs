//! What a game starts from, so that it can be started again.

use plywood_registry::{GameEntry, Games, Session, Settings, Spec, draw_seed};

use crate::request::Setup;
use crate::{ApiError, Limits};

/// A game's rules, seed and first position.
#[derive(Clone)]
pub(crate) struct Opening {
    pub(crate) entry: &'static dyn GameEntry,
    pub(crate) rules: Settings,
    /// The position that was asked for.
    pub(crate) from: Option<String>,
    pub(crate) seed: u64,
}

impl Opening {
    /// Reads a setup; whether its rules and position make sense is found on opening it.
    pub(crate) fn new(
        games: &'static Games,
        setup: &Setup,
        limits: &Limits,
    ) -> Result<Self, ApiError> {
        Ok(Opening {
            entry: games.find(&setup.game)?,
            rules: read_rules(setup.rules.as_deref(), limits)?,
            from: setup.position.clone(),
            seed: setup.seed.unwrap_or_else(draw_seed),
        })
    }

    /// Begins the game.
    pub(crate) fn open(&self) -> Result<Box<dyn Session>, ApiError> {
        Ok(self.entry.open(&self.rules, self.from.as_deref(), self.seed)?)
    }
}

/// Keys that name files and commands in every game that has them.
const LOCAL_KEYS: [&str; 2] = ["command", "file"];

/// Reads rules as far as their author may write them.
pub(crate) fn read_rules(text: Option<&str>, limits: &Limits) -> Result<Settings, ApiError> {
    let rules: Settings = text.unwrap_or_default().parse()?;
    if limits.local_names {
        return Ok(rules);
    }
    let rules = rules.untrusted();
    refuse_local_keys(&rules)?;
    Ok(rules)
}

/// Reads a player's spec as far as its author may write it.
pub(crate) fn read_spec(text: &str, limits: &Limits) -> Result<Spec, ApiError> {
    let spec: Spec = text.parse()?;
    if limits.local_names {
        return Ok(spec);
    }
    let spec = spec.untrusted();
    refuse_local_keys(&spec.settings)?;
    Ok(spec)
}

/// A game that forgets to ask whether its author may is still not told.
fn refuse_local_keys(settings: &Settings) -> Result<(), ApiError> {
    LOCAL_KEYS.iter().try_for_each(|key| settings.local(key).map(|_| ()))?;
    Ok(())
}
