//! Asks a player for a decision and shows a spinner meanwhile.

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
    if spinner.is_hidden() {
        return session.ask(player, budget, &mut ());
    }
    spinner.set_message(format!("{name} is thinking"));
    spinner.enable_steady_tick(TICK);
    let decision = session.ask(player, budget, &mut BestMove(name, &spinner));
    spinner.finish_and_clear();
    decision
}

/// An observer that shows the player's name and best move so far beside the spinner.
struct BestMove<'a>(&'a str, &'a ProgressBar);

impl Observer<String> for BestMove<'_> {
    fn progress(&mut self, progress: &Progress<String>) {
        if let Some(best) = progress.candidates.first() {
            let BestMove(name, spinner) = self;
            let (mv, share) = (&best.mv, best.share * 100.0);
            let simulations = grouped(progress.stats.simulations);
            spinner.set_message(format!("{name}: {mv}, {share:.0}% of {simulations} simulations"));
        }
    }
}
