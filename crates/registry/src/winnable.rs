//! Deals that can be won, for games with hidden facts whose positions are puzzles.

use plywood_search::{Budget, Cancel, Notation};

use crate::entry::Registered;
use crate::{GameEntry, InputError, Settings};

/// Maximum number of nodes that the solver searches for a deal.
const NODES: u64 = 200_000;
/// Memory limit of the solver in bytes.
const BYTES: usize = 32 << 20;
/// Number of deals that [`winnable_seed`] tries.
const DEALS: u64 = 500;

/// Returns the first of the seeds `first`, `first + 1`, ... for whose deal the solver proves, within a limit of nodes,
/// that it can be won. Returns `None` if there is no such deal among the first 500, or if `cancel` is cancelled.
///
/// Fails if the rules are invalid, or if the game does not [offer this](GameEntry::offers_winnable).
pub fn winnable_seed(
    entry: &dyn GameEntry,
    rules: &Settings,
    first: u64,
    cancel: &Cancel,
) -> Result<Option<u64>, InputError> {
    let budget = Budget::simulations(NODES).with_memory(BYTES).with_cancel(cancel.clone());
    for number in 0..DEALS {
        let seed = first.wrapping_add(number);
        if entry.open(rules, None, seed)?.winnable(&budget)? == Some(true) {
            return Ok(Some(seed));
        }
        if cancel.is_cancelled() {
            break;
        }
    }
    Ok(None)
}

/// Returns the error message for the case that [`winnable_seed`] finds no deal that can be won.
pub fn no_winnable_seed(first: u64) -> String {
    format!(
        "none of the {DEALS} deals from seed {first} on was proven winnable within {NODES} nodes"
    )
}

/// Fails if a game does not [offer](GameEntry::offers_winnable) to decide whether it can be won, or if the hidden facts
/// of the position were `guessed`.
pub(crate) fn check<G: Notation>(entry: &Registered<G>, guessed: bool) -> Result<(), InputError> {
    if !entry.offers_winnable() {
        return Err(InputError::NotOffered(format!(
            "whether a game can be won is not known for {}: expected a game with hidden facts and \
             a solver of puzzles",
            entry.name
        )));
    }
    if guessed {
        return Err(InputError::NotOffered(
            "whether the game can be won depends on the hidden facts of the position, which are \
             unknown here"
                .to_owned(),
        ));
    }
    Ok(())
}
