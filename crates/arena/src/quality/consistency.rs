//! Consistency: how often a player chooses the same move with different seeds.

use std::collections::HashMap;
use std::hash::Hash;

/// Returns the share of all choices that equal the most frequent choice; `None` without choices.
pub(super) fn share_of_commonest<C: Eq + Hash>(choices: &[C]) -> Option<f64> {
    let mut counts: HashMap<&C, u32> = HashMap::new();
    for choice in choices {
        *counts.entry(choice).or_default() += 1;
    }
    let most = counts.into_values().max()?;
    Some(f64::from(most) / choices.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_the_most_frequent_choice() {
        assert_eq!(share_of_commonest(&["d3", "d3", "d3"]), Some(1.0));
        assert_eq!(share_of_commonest(&["d3", "c4", "d3", "f5"]), Some(0.5));
        assert_eq!(share_of_commonest(&["d3", "c4", "e6", "f5"]), Some(0.25));
        assert_eq!(share_of_commonest::<&str>(&[]), None);
    }
}
