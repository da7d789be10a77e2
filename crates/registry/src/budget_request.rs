//! What somebody asks of a budget: by the keys of a spec, or by flags.

use std::time::Duration;

use plywood_search::Budget;
use serde::{Deserialize, Serialize};

use crate::{InputError, Key, Settings};

/// Changes to a player's own budget; whatever is left out stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BudgetRequest {
    /// A number of simulations. Without a time, it lifts any limit of time.
    pub simulations: Option<u64>,
    /// A length of time. Without simulations, it lifts any limit of those.
    pub time: Option<Duration>,
    /// Bytes for the trees.
    pub memory: Option<usize>,
    /// Trees searched at once.
    pub threads: Option<usize>,
}

/// Nobody has more cores than this; beyond it a typing error is likelier.
const MOST_THREADS: u64 = 1024;

impl BudgetRequest {
    /// The keys that [`from_settings`](Self::from_settings) reads.
    pub const KEYS: [Key; 4] = [
        Key::new("simulations", "simulations a decision"),
        Key::new("time", "time a decision, such as 500ms or 2s"),
        Key::new("memory", "memory for the tree, such as 512MB"),
        Key::new("threads", "trees searched at once, 1 to 1024"),
    ];

    /// Reads the keys of a spec.
    pub fn from_settings(settings: &Settings) -> Result<Self, InputError> {
        let threads = settings.read("threads", "a whole number from 1 to 1024", read_threads)?;
        Ok(BudgetRequest {
            simulations: settings.count("simulations")?,
            time: settings.duration("time")?,
            memory: settings.bytes("memory")?,
            threads,
        })
    }

    /// The budget that is asked for, starting from `budget`.
    pub fn apply(&self, budget: &Budget) -> Budget {
        let mut asked = budget.clone();
        if self.simulations.is_some() || self.time.is_some() {
            (asked.simulations, asked.time) = (self.simulations, self.time);
        }
        asked.memory = self.memory.unwrap_or(asked.memory);
        asked.threads = self.threads.unwrap_or(asked.threads);
        asked
    }
}

/// Reads a number of threads.
pub fn read_threads(text: &str) -> Option<usize> {
    let threads = text.parse::<u64>().ok()?;
    (1..=MOST_THREADS).contains(&threads).then_some(threads as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simulations_lift_a_limit_of_time_and_the_other_way_round() {
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
