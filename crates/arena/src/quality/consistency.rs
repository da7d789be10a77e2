//! How often the same move is chosen, whatever the seed.

use std::collections::HashMap;

/// The share of the commonest of `choices`; `None` without any.
pub(super) fn share_of_commonest(choices: &[String]) -> Option<f64> {
    let mut counts: HashMap<&str, u32> = HashMap::new();
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
    fn the_commonest_move_counts() {
        let share = |choices: &[&str]| {
            share_of_commonest(&choices.iter().map(|&mv| mv.to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(share(&["d3", "d3", "d3"]), Some(1.0));
        assert_eq!(share(&["d3", "c4", "d3", "f5"]), Some(0.5));
        assert_eq!(share(&["d3", "c4", "e6", "f5"]), Some(0.25));
        assert_eq!(share(&[]), None);
    }
}
