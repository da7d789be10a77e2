//! An endless game of one player: every move scores one or two points.

use plywood_search::{Game, Rng};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Treadmill {
    steps: u64,
}

impl Treadmill {
    pub(crate) fn new() -> Self {
        Treadmill { steps: 0 }
    }
}

impl Game for Treadmill {
    type Move = u8;
    type Seen = ();
    type View = Treadmill;
    const HIDDEN: bool = false;

    fn seats(&self) -> u8 {
        1
    }

    fn seat(&self) -> Option<u8> {
        Some(0)
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend([1, 2]);
    }

    fn play(&mut self, steps: u8) {
        self.steps += u64::from(steps);
    }

    fn score(&self, _seat: u8) -> f64 {
        self.steps as f64
    }

    fn view(&self, _seat: u8) -> Treadmill {
        *self
    }

    fn world(view: &Treadmill, _rng: &mut Rng) -> Treadmill {
        *view
    }
}
