//! A short game with a selectable fault, which breaks one law of [`Game`] on purpose.

use plywood_search::{Game, Rng};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Nothing,
    ListsAMoveTwice,
    WorldIsOfAnotherView,
    LegalityIsHidden,
    RandomMovesAreBiased,
    NeverEnds,
    ScoresInfinity,
    BitsLackAMove,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Broken {
    fault: Fault,
    step: u32,
    secret: bool,
}

/// The view: everything but the secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    fault: Fault,
    step: u32,
}

impl Broken {
    pub(crate) fn by(fault: Fault, secret: bool) -> Self {
        Broken { fault, step: 0, secret }
    }
}

impl Game for Broken {
    type Move = u8;
    type Seen = ();
    type View = Known;
    const HIDDEN: bool = true;

    fn seats(&self) -> u8 {
        1
    }

    fn seat(&self) -> Option<u8> {
        (self.step < 20 || self.fault == Fault::NeverEnds).then_some(0)
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.seat().is_none() {
            return;
        }
        out.extend([0, 1]);
        match self.fault {
            Fault::ListsAMoveTwice => out.push(1),
            Fault::LegalityIsHidden if self.secret => out.push(2),
            _ => {}
        }
    }

    fn play(&mut self, _mv: u8) {
        self.step += 1;
    }

    fn score(&self, _seat: u8) -> f64 {
        if self.fault == Fault::ScoresInfinity { f64::INFINITY } else { 0.0 }
    }

    fn view(&self, _seat: u8) -> Known {
        Known { fault: self.fault, step: self.step }
    }

    fn world(view: &Known, rng: &mut Rng) -> Broken {
        let late = u32::from(view.fault == Fault::WorldIsOfAnotherView);
        Broken { fault: view.fault, step: view.step + late, secret: rng.below(2) == 1 }
    }

    fn move_bits(&self) -> Option<u64> {
        (self.fault == Fault::BitsLackAMove).then_some(1)
    }

    fn random_move(&self, rng: &mut Rng, scratch: &mut Vec<u8>) -> Option<u8> {
        scratch.clear();
        self.moves(scratch);
        if self.fault == Fault::RandomMovesAreBiased && !scratch.is_empty() {
            return Some(u8::from(rng.below(3) == 0));
        }
        rng.pick(scratch)
    }
}
