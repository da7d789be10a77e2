//! Ctrl-C: the first asks for an orderly end, the second ends at once.

use anyhow::Context;
use plywood_search::Cancel;

use crate::failure::Failure;

/// What a shell reports of a program that was interrupted.
pub(crate) const INTERRUPTED: i32 = 130;

/// A switch that is thrown when the program is interrupted or terminated.
pub(crate) fn cancel_on_interrupt() -> Result<Cancel, Failure> {
    let cancel = Cancel::new();
    let switch = cancel.clone();
    let handler = move || {
        if switch.is_cancelled() {
            std::process::exit(INTERRUPTED);
        }
        switch.cancel();
    };
    ctrlc::set_handler(handler).context("interruptions cannot be caught")?;
    Ok(cancel)
}
