//! Klondike with irreversible steps as moves, so that searches look further ahead.

use std::borrow::Cow;

use plywood_search::{Game, Objective, Rng};

use crate::step::{self, Step};
use crate::{Klondike, Seen, View};

/// The game of Klondike with a [`Step`] as a move. The game is over when no step is possible, even
/// if Klondike still has legal commands, which then only rearrange cards.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StepGame {
    pub klondike: Klondike,
    /// Whether the next move may be any step, even if a safe card can go home.
    any_step: bool,
}

/// What the player sees of a [`StepGame`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StepView {
    view: View,
    /// Whether the next move may be any step, even if a safe card can go home. `true` only in an
    /// analysis.
    pub any_step: bool,
}

impl StepView {
    /// Returns the view of a player that always sends a safe card home.
    pub fn new(view: &View) -> Self {
        StepView { view: view.clone(), any_step: false }
    }

    /// Returns the view for an analysis, which also compares other steps if a safe card can go
    /// home.
    pub fn for_analysis(view: &View) -> Self {
        // Without a safe card, this view is equal to that of `new`, so that the search tree can be
        // reused.
        StepView { view: view.clone(), any_step: step::safe_home(&view.0).is_some() }
    }
}

impl StepGame {
    /// Returns the game of steps from a state, in which safe cards always go home at once.
    pub fn new(klondike: Klondike) -> StepGame {
        StepGame { klondike, any_step: false }
    }

    fn list(&self, add: impl FnMut(Step)) {
        let table = &self.klondike.0;
        if self.any_step { step::list_all(table, add) } else { step::list(table, add) }
    }
}

impl Game for StepGame {
    type Move = Step;
    type Seen = Seen;
    type View = StepView;
    const HIDDEN: bool = true;

    fn seats(&self) -> u8 {
        1
    }

    fn seat(&self) -> Option<u8> {
        let mut any = false;
        self.list(|_| any = true);
        any.then_some(0)
    }

    fn moves(&self, out: &mut Vec<Step>) {
        self.list(|step| out.push(step));
    }

    fn play(&mut self, step: Step) -> Seen {
        self.any_step = false;
        // Only the last command of a step can show unseen cards.
        step.commands().fold(Seen::default(), |_, command| self.klondike.play(command))
    }

    fn score(&self, seat: u8) -> f64 {
        self.klondike.score(seat)
    }

    fn view(&self, seat: u8) -> StepView {
        StepView { view: self.klondike.view(seat), any_step: self.any_step }
    }

    fn world(view: &StepView, rng: &mut Rng) -> StepGame {
        StepGame { klondike: Klondike::world(&view.view, rng), any_step: view.any_step }
    }
}

/// Adapter that turns an objective of Klondike into an objective of [`StepGame`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct InSteps<O>(pub O);

impl<O: Objective<Klondike>> Objective<StepGame> for InSteps<O> {
    fn value(&self, state: &StepGame, seat: u8) -> f64 {
        self.0.value(&state.klondike, seat)
    }

    fn range(&self, seats: u8) -> Option<(f64, f64)> {
        self.0.range(seats)
    }

    fn unit(&self, seats: u8) -> Cow<'static, str> {
        self.0.unit(seats)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU16;

    use plywood_search::conformance;

    use super::*;
    use crate::rules::{Draw, Foundations, Rules, Waste};
    use crate::{Card, Command, Deal};

    fn rules(seed: u64) -> Rules {
        Rules {
            draw: if seed.is_multiple_of(2) { Draw::Three } else { Draw::One },
            passes: NonZeroU16::new((seed % 3) as u16),
            foundations: if seed.is_multiple_of(5) {
                Foundations::Keep
            } else {
                Foundations::GiveBack
            },
            waste: if seed.is_multiple_of(7) { Waste::Top } else { Waste::Fan },
        }
    }

    fn start(seed: u64) -> StepGame {
        StepGame::new(Klondike::new(rules(seed), &Deal::from_seed(seed)))
    }

    #[test]
    fn the_game_of_steps_conforms() {
        conformance::check(30, start);
        conformance::check(30, |seed| StepGame { any_step: true, ..start(seed) });
    }

    #[test]
    fn every_command_of_a_step_is_legal_and_only_the_last_shows_cards() {
        for seed in 0..60 {
            let (mut game, mut rng) = (start(seed), Rng::new(seed));
            let mut steps = Vec::new();
            while let Some(step) = game.random_move(&mut rng, &mut steps) {
                for step in &steps {
                    let (mut klondike, mut shown) = (game.klondike.clone(), 0);
                    for command in step.commands() {
                        assert_eq!(shown, 0, "{step:?} shows cards too soon");
                        let seen = klondike.try_play(command);
                        shown = seen.expect("a legal command").cards().count();
                    }
                }
                game.play(step);
            }
        }
    }

    /// Returns the waste card that a step plays; `None` if the step plays no waste card.
    fn waste_card(game: &StepGame, step: Step) -> Option<Card> {
        let mut klondike = game.klondike.clone();
        for command in step.commands() {
            if matches!(command, Command::WasteToPile { .. } | Command::WasteHome { .. }) {
                return klondike.0.waste().last().copied();
            }
            klondike.play(command);
        }
        None
    }

    #[test]
    fn no_step_plays_a_waste_card_a_second_time_in_the_next_pass() {
        let mut repeated = 0;
        for seed in 0..60 {
            let (mut game, mut rng) = (start(seed), Rng::new(seed));
            let mut steps = Vec::new();
            while let Some(step) = game.random_move(&mut rng, &mut steps) {
                let kind = |step: &Step| (step.first, step.last, waste_card(&game, *step));
                let kinds: Vec<_> = steps.iter().map(kind).collect();
                for (index, kind) in kinds.iter().enumerate() {
                    assert!(!kinds[..index].contains(kind), "seed {seed}: {kind:?} twice");
                    repeated += usize::from(kinds[..index].iter().any(|other| other.1 == kind.1));
                }
                game.play(step);
            }
        }
        assert!(repeated > 50, "several cards go to the same pile: {repeated}");
    }

    #[test]
    fn steps_never_return_to_an_earlier_position() {
        for seed in 0..60 {
            let (mut game, mut rng) = (start(seed), Rng::new(seed));
            let mut steps = Vec::new();
            let mut visited = std::collections::HashSet::from([game.klondike.0.key()]);
            while let Some(step) = game.random_move(&mut rng, &mut steps) {
                game.play(step);
                // A turn may repeat a key, because keys do not record which cards have been seen.
                let is_new = visited.insert(game.klondike.0.key());
                assert!(is_new || step.last == Command::Turn, "seed {seed}: {step:?}");
            }
        }
    }
}
