//! Computes losses, luck and marks from the analyses of the moves.

use plywood_registry::Thresholds;

use super::analysis::{Analysis, Judged};
use super::marks::{Mark, default_thresholds};
use super::plan::Review;
use super::valued::{Estimate, ReviewedMove, Valued};

impl Review {
    /// Returns the review of each move that is analysed, in the order of the game.
    pub(super) fn assess(&self, parts: &[Option<Analysis>]) -> Vec<ReviewedMove> {
        let thresholds = self.thresholds(parts);
        let judged =
            parts.iter().flatten().filter_map(|part| Some((part.ply, part.judged.as_ref()?)));
        judged.map(|(ply, judged)| self.assess_move(ply, judged, parts, thresholds)).collect()
    }

    /// Returns the smallest losses that make a move an inaccuracy, a mistake and a blunder.
    pub(super) fn thresholds(&self, parts: &[Option<Analysis>]) -> Thresholds {
        let judged = parts.iter().flatten().filter_map(|part| part.judged.as_ref());
        let values = judged
            .filter_map(|judged| Some(judged.base.unwrap_or(0.0) + judged.best.as_ref()?.value));
        let settings = self.entry.review();
        let is_score = self.unit == self.entry.score_unit();
        let own = settings.thresholds.or(settings.score_thresholds.filter(|_| is_score));
        own.unwrap_or_else(|| default_thresholds(&self.unit, values))
    }

    /// Returns `base + value` of the position in which the mover of `ply` decides next, or the mover's result if it
    /// does not decide again; `None` if that is not known.
    pub(super) fn total_after(&self, ply: usize, parts: &[Option<Analysis>]) -> Option<Estimate> {
        match self.next_decision(ply) {
            Some(next) => {
                let judged = parts[next].as_ref()?.judged.as_ref()?;
                Some(Estimate::of(judged.worth()?).plus(judged.base?))
            }
            None => {
                let results = self.results.as_ref()?;
                Some(Estimate::exact(results[usize::from(self.movers[ply])]))
            }
        }
    }

    /// Returns whether the move `ply`, or a later move before the mover's next decision, revealed hidden facts to the
    /// mover; `None` if one of these moves is not analysed yet.
    fn came_to_light(&self, ply: usize, parts: &[Option<Analysis>]) -> Option<bool> {
        let next = self.next_decision(ply).unwrap_or(parts.len());
        let mut light = false;
        for part in &parts[ply..next] {
            light |= part.as_ref()?.light >> self.movers[ply] & 1 == 1;
        }
        Some(light)
    }

    fn assess_move(
        &self,
        ply: usize,
        judged: &Judged,
        parts: &[Option<Analysis>],
        thresholds: Thresholds,
    ) -> ReviewedMove {
        let light = self.came_to_light(ply, parts);
        let after = self.total_after(ply, parts);
        let gained = after.zip(judged.base).map(|(after, base)| after.plus(-base));
        let mv = &self.plan.moves[ply];
        // The analysis has no value for a move that the player did not consider. If no facts were revealed after the
        // move, uses the value of the mover's next position instead.
        let followed = || {
            // Without a best move, there is nothing to compare the move with.
            judged.best.as_ref()?;
            let value = gained.filter(|_| light == Some(false))?;
            Some(self.valued_by_next(mv, judged, value))
        };
        let played = judged.played.clone().or_else(followed);
        let best = match (&judged.best, &played) {
            (Some(best), Some(played)) if played.value > best.value => Some(played.clone()),
            (best, _) => best.clone(),
        };
        let worth = best.as_ref().or(judged.worth());
        let difference = played.as_ref().zip(best.as_ref()).map(|(played, best)| {
            if played.mv == best.mv {
                return Estimate::exact(0.0);
            }
            Estimate::of(best).minus(Estimate::of(played))
        });
        let is_significant =
            |one: &Estimate| one.value > 0.0 && one.ci95.is_none_or(|[low, _]| low > 0.0);
        let loss = difference.map(|one| if is_significant(&one) { one.value } else { 0.0 });
        let loss_ci95 = difference.and_then(|one| one.ci95);
        let scores = played.as_ref().zip(best.as_ref());
        let score_loss = scores.and_then(|(played, best)| {
            let exact = |one: &Valued| one.score.filter(|_| one.proven.is_some());
            // Moves with equal values, such as two wins, may have different scores.
            Some((exact(best)? - exact(played)?).max(0.0))
        });
        let luck = played.as_ref().zip(gained).filter(|_| light == Some(true));
        let luck = luck.map(|(played, gained)| gained.minus(Estimate::of(played)));
        let score_thresholds = self.entry.review().score_thresholds;
        let mark = loss.map(|loss| {
            let is_best = difference.is_some_and(|one| one.value <= 0.0);
            let by_value = Mark::of(loss, thresholds);
            let by_value = if is_best { by_value } else { by_value.max(Mark::Good) };
            let by_score = score_loss.zip(score_thresholds);
            by_value.max(by_score.map_or(Mark::Best, |(loss, from)| Mark::of(loss, from)))
        });
        let exact =
            [&played, &best].iter().all(|one| one.as_ref().is_some_and(|one| one.proven.is_some()));
        ReviewedMove {
            ply,
            seat: self.movers[ply],
            mv: mv.clone(),
            words: judged.words.clone(),
            position: judged.position.clone(),
            base: judged.base,
            value: worth.map(|worth| worth.value),
            ci95: worth.and_then(|worth| worth.ci95),
            score: best.as_ref().and_then(|best| best.score).filter(|_| exact),
            played,
            best,
            loss,
            loss_ci95: loss_ci95.map(|ends| ends.map(|end| end.max(0.0))),
            significant: loss > Some(0.0) || score_loss > Some(0.0),
            exact,
            score_loss,
            mark,
            luck: luck.map(|luck| luck.value),
            luck_ci95: luck.and_then(|luck| luck.ci95),
            depth: if judged.is_coarse { "coarse" } else { "full" },
        }
    }

    fn valued_by_next(&self, mv: &str, judged: &Judged, value: Estimate) -> Valued {
        Valued {
            mv: mv.to_owned(),
            value: value.value,
            ci95: value.ci95,
            visits: None,
            proven: None,
            score: None,
            pv: vec![mv.to_owned()],
            words: vec![judged.words.clone()],
        }
    }

    /// Returns the loss of a move as a multiple of the smallest loss of an inaccuracy. If both the loss in value and
    /// the loss in exact score are known, the greater multiple counts. 0 without a loss.
    pub(super) fn severity(&self, one: &ReviewedMove, thresholds: Thresholds) -> f64 {
        let by_value = one.loss.map_or(0.0, |loss| loss / thresholds.inaccuracy);
        let by_score = one.score_loss.zip(self.entry.review().score_thresholds);
        by_value.max(by_score.map_or(0.0, |(loss, from)| loss / from.inaccuracy))
    }
}
