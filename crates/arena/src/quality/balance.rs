//! Tree balance: over how many moves a search spreads its visits.

/// Returns the effective number of moves `exp(H)`, where `H` is the entropy of the visit shares.
///
/// The result is the number of moves if all have equal visits, and 1 if one move has all visits;
/// `None` without visits.
pub(super) fn effective_moves(visits: impl IntoIterator<Item = u64>) -> Option<f64> {
    let visits: Vec<f64> = visits.into_iter().map(|visits| visits as f64).collect();
    let total: f64 = visits.iter().sum();
    if total == 0.0 {
        return None;
    }
    let shares = visits.iter().map(|visits| visits / total).filter(|&share| share > 0.0);
    let entropy: f64 = shares.map(|share| -share * libm::log(share)).sum();
    Some(libm::exp(entropy))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entropies_of_known_visits() {
        let close = |visits: &[u64], expected: f64| {
            let effective = effective_moves(visits.iter().copied()).unwrap();
            assert!((effective - expected).abs() < 1e-9, "{visits:?}: {effective}");
        };
        close(&[7, 7, 7, 7, 0], 4.0);
        close(&[0, 90], 1.0);
        // The entropy of the shares 1/2, 1/4 and 1/4 is 1.5 bits.
        close(&[20, 10, 10], 2f64.powf(1.5));
        assert_eq!(effective_moves([0, 0]), None);
        assert_eq!(effective_moves([]), None);
    }
}
