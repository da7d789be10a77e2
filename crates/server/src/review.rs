//! Reviews of games in the background.

use std::time::Duration;

use plywood_arena::review::{Review, ReviewPlan, ReviewSummary, Reviewed};
use plywood_registry::Games;
use serde_json::{Value, json};

use crate::background::{Background, Kind, Progress, Work};
use crate::lineup::at_most;
use crate::{ApiError, ResourceLimits, request};

/// A background task that reviews a game.
pub(crate) struct ReviewGame {
    review: Review,
    threads: usize,
}

impl ReviewGame {
    /// Plans the requested review of a game. A player that exceeds the limits is an error.
    pub(crate) fn new(
        games: &Games,
        game: ReviewPlan,
        request: &request::Review,
        limits: &ResourceLimits,
    ) -> Result<Self, ApiError> {
        let player = request.player.clone().unwrap_or_else(|| ReviewPlan::PLAYER.to_owned());
        limits.read_spec(&player)?;
        let threads = request.threads.map_or(1, usize::from);
        at_most("review: threads", threads, limits.search_threads)?;
        let asked = request.time_ms.map(|time| Duration::from_millis(time.get()));
        let mut review = Review::new(
            games,
            ReviewPlan {
                player,
                seed: request.seed.unwrap_or(ReviewPlan::SEED),
                simulations: request.simulations.map(u64::from),
                time: asked.map(|time| limits.arena_time.map_or(time, |most| time.min(most))),
                ..game
            },
        )?;
        let is_endless = review.budget.simulations.is_none() && review.budget.time.is_none();
        if is_endless && limits.time.is_some() {
            let problem = format!("player: {} would take too long for a move", review.plan.player);
            return Err(ApiError::Limit(problem));
        }
        review.budget = limits.cap(review.budget)?;
        // A smaller number of threads is allowed, since the result does not depend on it.
        Ok(ReviewGame { review, threads: threads.min(limits.threads) })
    }

    fn summary(&self, reviewed: &Reviewed, seconds: f64) -> Value {
        json!(ReviewSummary::new(&self.review, reviewed, seconds))
    }
}

impl Work for ReviewGame {
    const KIND: Kind = Kind::Review;

    fn total(&self) -> usize {
        self.review.size()
    }

    fn empty_summary(&self) -> Value {
        self.summary(&self.review.unreviewed(), 0.0)
    }

    fn run(&self, task: &Background, progress: &mut Progress<'_>) -> Result<(), ApiError> {
        let reviewed = self.review.run(self.threads, &task.cancel, &mut |reviewed| {
            progress.report(reviewed.done, |seconds| self.summary(reviewed, seconds));
        })?;
        progress.summarize(|seconds| {
            let summary = ReviewSummary::new(&self.review, &reviewed, seconds);
            json!(if task.cancel.is_cancelled() { summary.cancelled() } else { summary })
        });
        Ok(())
    }
}
