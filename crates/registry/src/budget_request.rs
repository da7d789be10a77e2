//! Changes to a player's budget, by the keys of a spec or by command-line flags.

use std::time::Duration;

use plywood_search::Budget;
use serde::{Deserialize, Serialize};

use crate::settings::{write_bytes, write_duration};
use crate::{InputError, Key, Settings};

/// Changes to a player's default budget. `None` keeps the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BudgetRequest {
    /// The number of simulations. Without `time`, it also removes the default time limit.
    pub simulations: Option<u64>,
    /// The time limit. Without `simulations`, it also removes the default number of simulations.
    pub time: Option<Duration>,
    /// The memory limit of the trees, in bytes.
    pub memory: Option<usize>,
    /// The number of threads.
    pub threads: Option<usize>,
}

/// The greatest number of threads. A larger number is most likely a typing error.
const MAX_THREADS: u64 = 1024;

impl BudgetRequest {
    /// Returns the keys that [`from_settings`](Self::from_settings) reads, with the limits of `budget` as their
    /// defaults.
    pub fn keys(budget: &Budget) -> [Key; 4] {
        let mut simulations = Key::new("simulations", "simulations per decision");
        simulations.default = budget.simulations.map(|limit| limit.to_string().into());
        let mut time = Key::new("time", "time per decision, such as 500ms or 2s");
        time.default = budget.time.map(|time| write_duration(time).into());
        let memory = Key::new("memory", "memory for the tree, such as 512MB")
            .with_default(write_bytes(budget.memory));
        let threads = Key::new("threads", "trees searched at once, 1 to 1024")
            .with_default(budget.threads.to_string());
        [
            simulations.with_label("Simulations a move"),
            time.with_label("Time a move"),
            memory.with_label("Memory at most"),
            threads.with_label("Trees at once"),
        ]
    }

    /// Reads [`keys`](Self::keys) from the settings of a spec. Fails if a value is invalid.
    pub fn from_settings(settings: &Settings) -> Result<Self, InputError> {
        let threads = settings.read("threads", "a whole number from 1 to 1024", read_threads)?;
        Ok(BudgetRequest {
            simulations: settings.count("simulations")?,
            time: settings.duration("time")?,
            memory: settings.bytes("memory")?,
            threads,
        })
    }

    /// Returns `budget` with these changes.
    pub fn apply(&self, budget: &Budget) -> Budget {
        let mut changed = budget.clone();
        if self.simulations.is_some() || self.time.is_some() {
            (changed.simulations, changed.time) = (self.simulations, self.time);
        }
        changed.memory = self.memory.unwrap_or(changed.memory);
        changed.threads = self.threads.unwrap_or(changed.threads);
        changed
    }
}

/// Parses a number of threads. Returns `None` unless it is a whole number from 1 to 1024.
pub fn read_threads(text: &str) -> Option<usize> {
    let threads = text.parse::<u64>().ok()?;
    (1..=MAX_THREADS).contains(&threads).then_some(threads as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simulations_and_time_replace_each_other() {
        let preset = Budget::simulations(10_000).with_time(Duration::from_secs(5));
        let few = BudgetRequest { simulations: Some(10), ..BudgetRequest::default() };
        assert_eq!((few.apply(&preset).simulations, few.apply(&preset).time), (Some(10), None));
        let long = BudgetRequest { time: Some(Duration::from_secs(9)), ..BudgetRequest::default() };
        assert_eq!(long.apply(&preset).simulations, None);
        let wide = BudgetRequest { threads: Some(2), ..BudgetRequest::default() };
        assert_eq!(wide.apply(&preset).simulations, Some(10_000));
        assert_eq!(wide.apply(&preset).threads, 2);
    }
}
