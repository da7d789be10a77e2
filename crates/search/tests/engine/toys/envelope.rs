//! Seat 0 puts a number into an envelope, and the game ends. `FAULT` selects what `move_shown` does
//! wrong.

use plywood_search::{Game, Rng};

/// Seat 1 sees the next number instead of a placeholder, so masking twice differs from masking once.
pub(crate) const SHIFTS: u8 = 0;
/// All numbers look like 0, although seat 1 sees the number on the envelope.
pub(crate) const HIDES_TOO_MUCH: u8 = 1;

/// No fault: all numbers look like 0 to seat 1, which does not see the number.
pub(crate) const NO_FAULT: u8 = 2;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Envelope<const FAULT: u8>(pub(crate) Option<u8>);

/// What a seat knows of the number; `None` before the move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum View {
    Known(Option<u8>),
    Sealed,
}

const NUMBERS: [u8; 3] = [0, 1, 2];

impl<const FAULT: u8> Game for Envelope<FAULT> {
    type Move = u8;
    type Seen = ();
    type View = View;
    const HIDDEN: bool = true;
    const PRIVATE: bool = true;

    fn seat(&self) -> Option<u8> {
        self.0.is_none().then_some(0)
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.0.is_none() {
            out.extend(NUMBERS);
        }
    }

    fn play(&mut self, number: u8) {
        self.0 = Some(number);
    }

    fn move_shown(number: u8, mover: u8, seat: u8) -> u8 {
        match FAULT {
            _ if mover == seat => number,
            SHIFTS => (number + 1) % 3,
            _ => 0,
        }
    }

    fn score(&self, _seat: u8) -> f64 {
        0.0
    }

    fn view(&self, seat: u8) -> View {
        let sealed = seat == 1 && self.0.is_some() && FAULT != HIDES_TOO_MUCH;
        if sealed { View::Sealed } else { View::Known(self.0) }
    }

    fn world(view: &View, rng: &mut Rng) -> Self {
        match view {
            View::Known(number) => Envelope(*number),
            View::Sealed => Envelope(rng.pick(&NUMBERS)),
        }
    }
}
