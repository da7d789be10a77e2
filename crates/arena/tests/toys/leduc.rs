//! Leduc poker with a text form.

#[path = "../../../search/tests/engine/toys/leduc.rs"]
#[expect(dead_code, reason = "the tests of the search use more of it")]
mod rules;

use plywood_registry::Entry;
use plywood_search::{Notation, NotationError, Points, RandomRollouts, Rng};

use rules::{Leduc, MOST_CHIPS, Move, View};

const MOVES: [(&str, Move); 3] =
    [("fold", Move::Fold), ("call", Move::Call), ("raise", Move::Raise)];

impl Notation for Leduc {
    fn read_position(&self, _text: &str) -> Result<Self, NotationError> {
        Err(NotationError::new("positions of this game are not read"))
    }

    fn write_position(view: &View) -> String {
        format!("{view:?}")
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        let named = MOVES.into_iter().find(|(name, _)| *name == text);
        named.map(|(_, mv)| mv).ok_or_else(|| NotationError::new("expected fold, call or raise"))
    }

    fn write_move(&self, mv: Move) -> String {
        let named = MOVES.into_iter().find(|(_, other)| *other == mv);
        named.map_or("", |(name, _)| name).to_owned()
    }

    fn picture(view: &View) -> String {
        format!("{view:?}")
    }
}

pub fn entry() -> Entry<Leduc, RandomRollouts, Points> {
    Entry::new("leduc", "poker with six cards", |seed| Leduc::deal(&mut Rng::new(seed)))
        .with_score_unit("chips")
        .with_objective(Points::within(-MOST_CHIPS, MOST_CHIPS).zero_sum())
}
