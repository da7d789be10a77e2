//! Tournaments in the background of a load test.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow};
use serde_json::{Value, json};
use ureq::Agent;

use super::page::post;
use crate::program::agent;

/// Tournaments of the game with the longest records, with as many games as the server allows.
pub(super) struct Arenas<'a> {
    address: &'a str,
    agent: Agent,
    ids: Vec<Value>,
}

/// The state of all tournaments together.
pub(super) struct Standings {
    /// The number of tournaments.
    pub(super) arenas: usize,
    /// The number of games played.
    pub(super) games: u64,
    /// The tournaments that ended with an error, by the error's kind. `limit` means that the records
    /// reached their limit of memory.
    pub(super) errors: BTreeMap<String, u64>,
}

impl<'a> Arenas<'a> {
    /// Starts `count` tournaments.
    pub(super) fn start(address: &'a str, count: u32) -> Result<Self> {
        let mut arenas = Arenas { address, agent: agent(), ids: Vec::new() };
        for seed in 0..count {
            let plan = json!({"game": "tetris", "players": ["linear"], "games": 2000, "seed": seed,
                              "page": "arenas"});
            let started = arenas.ask("arena", &plan)?;
            arenas.ids.push(started["arena"].clone());
        }
        Ok(arenas)
    }

    /// Returns the state of the tournaments.
    pub(super) fn standings(&self) -> Result<Standings> {
        let mut standings = Standings { arenas: self.ids.len(), games: 0, errors: BTreeMap::new() };
        for arena in &self.ids {
            let state = self.ask("arena_state", &json!({"arena": arena}))?;
            standings.games += state["done"].as_u64().context("no number of games")?;
            if let Some(kind) = state["error"]["kind"].as_str() {
                *standings.errors.entry(kind.to_owned()).or_default() += 1;
            }
        }
        Ok(standings)
    }

    fn ask(&self, method: &str, params: &Value) -> Result<Value> {
        let answer = post(&self.agent, self.address, method, params);
        answer.map_err(|error| anyhow!("{method}: {error}"))
    }
}
