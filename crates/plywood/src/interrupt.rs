//! Ctrl-C: the first press cancels the work, the second press exits at once.

use anyhow::Context;
use plywood_search::Cancel;

use crate::failure::Failure;

/// The exit status that shells use for a program ended by SIGINT.
pub(crate) const INTERRUPTED: u8 = 130;

/// Returns a `Cancel` that the first SIGINT or SIGTERM cancels. The second signal exits the
/// process.
pub(crate) fn cancel_on_interrupt() -> Result<Cancel, Failure> {
    let cancel = Cancel::new();
    let switch = cancel.clone();
    let handler = move || {
        if switch.is_cancelled() {
            exit();
        }
        switch.cancel();
    };
    ctrlc::set_handler(handler).context("the thread that handles Ctrl-C cannot be started")?;
    Ok(cancel)
}

/// Makes SIGINT and SIGTERM kill the outside engines and exit the process.
pub(crate) fn exit_on_interrupt() -> Result<(), Failure> {
    let handler = || exit();
    Ok(ctrlc::set_handler(handler).context("the thread that handles Ctrl-C cannot be started")?)
}

fn exit() -> ! {
    plywood_othello::gtp::kill_all();
    std::process::exit(INTERRUPTED.into())
}
