//! Commands that interrupt a running search.

use std::sync::{Mutex, MutexGuard, PoisonError};

use plywood_search::Cancel;

/// Stops searches for the thread that reads the input. It calls [`stop_search`](Self::stop_search) as soon as
/// it has read a command that stops searches, at which time the searching thread may still have earlier
/// commands to carry out.
#[derive(Default)]
pub(super) struct Interrupts(Mutex<State>);

#[derive(Default)]
struct State {
    /// The number of commands that stop searches and have been read, but not carried out.
    waiting: usize,
    search: Cancel,
}

impl Interrupts {
    /// Returns the cancel flag of a new search. The flag is already set if a later command that stops
    /// searches has been read.
    pub(super) fn begin_search(&self) -> Cancel {
        let mut state = self.state();
        state.search = Cancel::new();
        if state.waiting > 0 {
            state.search.cancel();
        }
        state.search.clone()
    }

    /// Cancels the running search, and all searches that begin before [`handled`](Self::handled) is called.
    pub(super) fn stop_search(&self) {
        let mut state = self.state();
        state.waiting += 1;
        state.search.cancel();
    }

    /// Records that a command that stops searches has been carried out.
    pub(super) fn handled(&self) {
        let mut state = self.state();
        state.waiting = state.waiting.saturating_sub(1);
    }

    /// Ignores poisoning: the state is valid after every statement.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_before_the_command_are_stopped() {
        let interrupts = Interrupts::default();
        let running = interrupts.begin_search();
        assert!(!running.is_cancelled());
        interrupts.stop_search();
        assert!(running.is_cancelled());
        assert!(interrupts.begin_search().is_cancelled(), "it begins before the command is obeyed");
        interrupts.handled();
        assert!(!interrupts.begin_search().is_cancelled());
    }
}
