//! The example with private hands passes the conformance suite, and positions that it writes are read back as equal.

#[path = "../../../examples/leduc/main.rs"]
#[expect(dead_code, reason = "the example also has a main of its own")]
mod leduc;

use leduc::game::{Leduc, Move};
use leduc::{CHIPS, entry};
use plywood::registry::{GameEntry, Settings};
use plywood::search::{Game, Notation, Rng, conformance};

fn start(seed: u64) -> Leduc {
    Leduc::deal(&mut Rng::new(seed))
}

#[test]
fn leduc_passes_the_conformance_suite() {
    conformance::check(500, start);
    conformance::check_notation(500, start);
    conformance::check_objective(500, start, &CHIPS);
}

#[test]
fn moves_are_described_with_their_chips() {
    let mut game = start(1);
    assert_eq!(game.describe_move(Move::Call), "check");
    assert_eq!(game.describe_move(Move::Raise), "raise: pay 2 chips");
    game.play(Move::Raise);
    assert_eq!(game.describe_move(Move::Call), "call: pay 2 chips");
    assert_eq!(game.describe_move(Move::Raise), "raise: pay 4 chips");
}

#[test]
fn impossible_positions_are_errors() {
    let bad = [
        "",
        "seat=3 card=K",
        "seat=1",
        "seat=1 card=A",
        "seat=1 card=K card=K",
        "seat=1 card=K moves=f",
        "seat=1 card=K moves=rrr",
        "seat=1 card=K moves=cc",
        "seat=1 card=K board=Q",
        "seat=1 card=K moves=cccc board=Q",
        "seat=1 card=K moves=cccc board=Q shown=QK",
        "seat=1 card=K moves=cccc board=K shown=KK",
    ];
    for text in bad {
        assert!(start(1).read_view(text).is_err(), "{text} was taken");
    }
}

#[test]
fn a_position_is_searched_for_chips() {
    let position = "seat=1 card=K moves=cc board=K";
    let mut session = entry().open(&Settings::default(), Some(position), 1).unwrap();
    let player = session.seat_player(&"medium".parse().unwrap(), 1).unwrap();
    assert_eq!(session.unit(player), "points");
    let budget = session.budget(player);
    let decision = session.ask(player, &budget, &mut ());
    assert!(decision.value > Some(1.0), "a pair of kings wins more than the ante: {decision:?}");
}
