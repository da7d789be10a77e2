//! A small game given as an explicit tree, whose minimax value is easy to compute.

use std::borrow::Cow;
use std::sync::Arc;

use plywood_search::{Game, Objective, Rng};

/// A position: the seat to move with the next positions, or the final margin of seat 0.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Page {
    End { margin: i8 },
    Choice { seat: u8, next: Vec<Arc<Page>> },
}

impl Page {
    /// Returns the margin of seat 0 with best play.
    pub(crate) fn minimax(&self) -> i8 {
        match self {
            Page::End { margin } => *margin,
            Page::Choice { seat, next } => {
                let margins = next.iter().map(|page| page.minimax());
                let best = if *seat == 0 { margins.max() } else { margins.min() };
                best.expect("a choice has a move")
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Script(pub(crate) Arc<Page>);

impl Game for Script {
    type Move = u8;
    type Seen = ();
    type View = Script;
    const HIDDEN: bool = false;

    fn seat(&self) -> Option<u8> {
        match &*self.0 {
            Page::End { .. } => None,
            Page::Choice { seat, .. } => Some(*seat),
        }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if let Page::Choice { next, .. } = &*self.0 {
            out.extend(0..next.len() as u8);
        }
    }

    fn play(&mut self, mv: u8) {
        if let Page::Choice { next, .. } = &*self.0 {
            self.0 = Arc::clone(&next[usize::from(mv)]);
        }
    }

    fn score(&self, seat: u8) -> f64 {
        match &*self.0 {
            Page::End { margin } if seat == 0 => f64::from(*margin),
            Page::End { margin } => -f64::from(*margin),
            Page::Choice { .. } => 0.0,
        }
    }

    fn view(&self, _seat: u8) -> Script {
        self.clone()
    }

    fn world(view: &Script, _rng: &mut Rng) -> Script {
        view.clone()
    }
}

/// An objective: the margin of victory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Margin {
    /// The greatest margin, if the objective has a range.
    pub(crate) most: Option<i8>,
}

impl Objective<Script> for Margin {
    fn value(&self, state: &Script, seat: u8) -> f64 {
        state.score(seat)
    }

    fn range(&self, _seats: u8) -> Option<(f64, f64)> {
        self.most.map(|most| (-f64::from(most), f64::from(most)))
    }

    fn unit(&self, _seats: u8) -> Cow<'static, str> {
        "points".into()
    }
}
