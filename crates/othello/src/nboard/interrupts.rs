//! Interruptions of a search by commands that come after it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use plywood_search::Cancel;

/// Stops searches. The thread that reads the input calls [`stop_search`](Self::stop_search) as soon as it has
/// read a command that stops them; the thread that searches may still have earlier commands to obey.
#[derive(Default)]
pub(super) struct Interrupts(Mutex<State>);

#[derive(Default)]
struct State {
    /// Commands that stop searches and were read, but are not obeyed yet.
    waiting: usize,
    search: Cancel,
}

impl Interrupts {
    /// Returns the flag of a new search. It is set already if a command after it stops searches.
    pub(super) fn begin_search(&self) -> Cancel {
        let mut state = self.state();
        state.search = Cancel::new();
        if state.waiting > 0 {
            state.search.cancel();
        }
        state.search.clone()
    }

    /// Stops the running search and those that begin before [`handled`](Self::handled) is called.
    pub(super) fn stop_search(&self) {
        let mut state = self.state();
        state.waiting += 1;
        state.search.cancel();
    }

    /// Notes that a command that stops searches was obeyed.
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
