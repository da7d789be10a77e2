//! Seat 0 has a low or a high card and makes one move: with the low card it can only pass, with the high
//! card it can also bid 1, 2 or 3. Seat 1 sees the move but not the card.
//!
//! A pass excludes neither card. Under random play it comes from the low card four times in five, but
//! chance alone deals both cards with the same probability.

use plywood_search::{Game, Rng};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tell {
    high: bool,
    bid: Option<u8>,
}

/// What a seat knows: seat 1 does not see the card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct View {
    high: Option<bool>,
    bid: Option<u8>,
}

const PASS: u8 = 0;

impl Tell {
    pub(crate) fn deal(rng: &mut Rng) -> Self {
        Tell { high: rng.below(2) == 1, bid: None }
    }
}

impl Game for Tell {
    type Move = u8;
    type Seen = ();
    type View = View;
    const HIDDEN: bool = true;
    const PRIVATE: bool = true;

    fn seat(&self) -> Option<u8> {
        self.bid.is_none().then_some(0)
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.bid.is_none() {
            out.extend(PASS..=if self.high { 3 } else { PASS });
        }
    }

    fn play(&mut self, bid: u8) {
        self.bid = Some(bid);
    }

    fn score(&self, _seat: u8) -> f64 {
        0.0
    }

    fn view(&self, seat: u8) -> View {
        View { high: (seat == 0).then_some(self.high), bid: self.bid }
    }

    fn world(view: &View, rng: &mut Rng) -> Self {
        let high = view.high.unwrap_or_else(|| match view.bid {
            None | Some(PASS) => rng.below(2) == 1,
            Some(_) => true,
        });
        Tell { high, bid: view.bid }
    }
}
