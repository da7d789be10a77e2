//! Asks a player for a decision and shows a spinner meanwhile.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use indicatif::ProgressBar;
use plywood_registry::Session;
use plywood_search::{Budget, Decision, Observer, Progress};

use crate::output::grouped;

/// The time between two frames of the spinner.
const TICK: Duration = Duration::from_millis(100);

/// Returns the decision of a player for the seat to move.
///
/// If stderr is a terminal, a spinner shows the player's `name` and best move so far. The spinner
/// is cleared before the function returns.
pub(crate) fn ask(
    session: &mut dyn Session,
    player: usize,
    name: &str,
    budget: &Budget,
) -> Decision<String> {
    let spinner = ProgressBar::new_spinner();
    ask_with(session, player, name, budget, &spinner, &mut BestMove(name, &spinner))
}

/// Returns the decision of a player as [`ask`] does, without showing its best move so far: the user must not see it.
pub(crate) fn ask_in_secret(
    session: &mut dyn Session,
    player: usize,
    name: &str,
    budget: &Budget,
) -> Decision<String> {
    ask_with(session, player, name, budget, &ProgressBar::new_spinner(), &mut ())
}

fn ask_with(
    session: &mut dyn Session,
    player: usize,
    name: &str,
    budget: &Budget,
    spinner: &ProgressBar,
    observer: &mut dyn Observer<String>,
) -> Decision<String> {
    if spinner.is_hidden() {
        return session.ask(player, budget, &mut ());
    }
    spinner.set_message(format!("{name} is thinking"));
    let decision = turning(spinner, || session.ask(player, budget, observer));
    spinner.finish_and_clear();
    decision
}

/// Calls `work` while another thread turns the spinner, and returns its result. If the thread cannot be
/// started, the spinner moves only when its message changes; `ProgressBar::enable_steady_tick` would panic.
pub(super) fn turning<T>(spinner: &ProgressBar, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (working, ended) = mpsc::channel::<()>();
        let turn = move || {
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                spinner.tick();
            }
        };
        let _ = thread::Builder::new().spawn_scoped(scope, turn);
        let result = work();
        drop(working);
        result
    })
}

/// An observer that shows the player's name and best move so far beside the spinner.
struct BestMove<'a>(&'a str, &'a ProgressBar);

impl Observer<String> for BestMove<'_> {
    fn progress(&mut self, progress: &Progress<String>) {
        if let Some(best) = progress.candidates.first() {
            let BestMove(name, spinner) = self;
            let (mv, simulations) = (&best.mv, grouped(progress.stats.simulations));
            spinner.set_message(match (best.share, best.depth) {
                (Some(share), _) => {
                    format!("{name}: {mv}, {:.0}% of {simulations} simulations", share * 100.0)
                }
                (None, Some(depth)) => format!("{name}: {mv}, depth {depth}, {simulations} nodes"),
                (None, None) => format!("{name}: {mv}, {simulations} nodes"),
            });
        }
    }
}
