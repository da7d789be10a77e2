//! A session gives players and people what their seats see, and no more.

use std::sync::{Arc, Mutex};

use plywood_registry::kind::ConfiguredPlayer;
use plywood_registry::{Entry, GameEntry, PlayerKind, SeatView, Session, Settings};
use plywood_search::{Budget, Decision, Game, Observer, Player, conformance};

#[path = "toys/bids.rs"]
mod bids;

use bids::{Bids, HIDDEN, TURNS, View};

type Observed = Arc<Mutex<Vec<(View, u8, u8, View)>>>;

/// A player that bids 3 and records what it observes.
struct Recorder(Observed);

impl Player<Bids> for Recorder {
    fn decide(
        &mut self,
        _view: &View,
        _budget: &Budget,
        _observer: &mut dyn Observer<u8>,
    ) -> Decision<u8> {
        Decision::unsearched([(3, None)])
    }

    fn observe(&mut self, before: &View, bid: u8, card: u8, after: &View) {
        self.0.lock().unwrap().push((before.clone(), bid, card, after.clone()));
    }
}

#[test]
fn the_game_conforms() {
    conformance::check(20, Bids::new);
}

/// Plays a game that a recorder at `seat` follows, and checks what the recorder observes.
fn observes_what_its_seat_sees(seat: u8, sit: impl Fn(&mut dyn Session, usize)) {
    const BIDS: [u8; TURNS] = [3, 2, 1, 2];
    let observed = Observed::default();
    let records = Arc::clone(&observed);
    let recorder = PlayerKind::new("recorder", "", &[], move |_, _| {
        let player = Recorder(Arc::clone(&records));
        Ok(ConfiguredPlayer::new(player, Budget::simulations(1), "points"))
    });
    let entry = Entry::new("bids", "", Bids::new).player(recorder);
    let mut session = entry.open(&Settings::default(), None, 7).unwrap();
    let player = session.seat_player(&"recorder".parse().unwrap(), 1).unwrap();
    sit(&mut *session, player);
    for bid in BIDS {
        session.play(&bid.to_string()).unwrap();
    }
    let mut truth = Bids::new(7);
    let cards = truth.cards;
    let observed = observed.lock().unwrap();
    assert_eq!(observed.len(), TURNS);
    for (turn, (bid, (before, shown, card, after))) in BIDS.into_iter().zip(&*observed).enumerate()
    {
        let own = truth.seat() == Some(seat);
        assert_eq!(*before, truth.view(seat));
        truth.play(bid);
        assert_eq!(*after, truth.view(seat));
        let expected = if own { (bid, cards[turn]) } else { (HIDDEN, HIDDEN) };
        assert_eq!((*shown, *card), expected, "turn {turn}");
    }
}

#[test]
fn a_player_observes_what_the_seat_of_its_last_decision_sees() {
    observes_what_its_seat_sees(0, |session, player| {
        session.ask(player, &Budget::simulations(1), &mut ());
    });
}

#[test]
fn a_bound_player_observes_what_its_seat_sees_from_the_first_move_on() {
    observes_what_its_seat_sees(0, |session, player| session.bind_player(player, 0));
    // A decision for another seat does not change what the player observes.
    observes_what_its_seat_sees(1, |session, player| {
        session.bind_player(player, 1);
        session.ask(player, &Budget::simulations(1), &mut ());
    });
}

#[test]
fn the_standard_players_play_it() {
    let entry = Entry::new("bids", "", Bids::new);
    let mut session = entry.open(&Settings::default(), None, 7).unwrap();
    let players = [0, 1].map(|seed| session.seat_player(&"easy".parse().unwrap(), seed).unwrap());
    while let Some(seat) = session.seat() {
        let budget = session.budget(players[usize::from(seat)]);
        let decision = session.ask(players[usize::from(seat)], &budget, &mut ());
        // A higher bid is always better.
        assert_eq!(decision.mv.as_deref(), Some("3"));
        session.play("3").unwrap();
    }
}

/// Returns two seeds of deals in which the first seat draws the same cards and the second seat
/// different ones.
fn paired_seeds() -> [u64; 2] {
    let cards = |seed| Bids::new(seed).cards;
    let [a, _, c, _] = cards(0);
    let is_pair =
        |&seed: &u64| matches!(cards(seed), [x, y, z, _] if (x, z) == (a, c) && y != cards(0)[1]);
    [0, (1..).find(is_pair).unwrap()]
}

#[test]
fn a_seat_sees_the_same_of_deals_that_differ_in_the_cards_of_another() {
    let entry = Entry::new("bids", "", Bids::new);
    let open = |seed| entry.open(&Settings::default(), None, seed).unwrap();
    let mut sessions = paired_seeds().map(open);
    let view = |session: &mut Box<dyn Session>, bid: &str| -> (SeatView, String) {
        session.play(bid).unwrap();
        (session.view(0), session.play("no bid").unwrap_err().to_string())
    };
    // The bids of the second seat may differ, too.
    for [one, other] in [["3", "3"], ["1", "2"], ["2", "2"]] {
        let [first, second] = &mut sessions;
        assert_eq!(view(first, one), view(second, other));
    }
    let [one, other] = sessions.map(|session| session.view(1));
    assert_ne!(one, other, "the second seat sees its own cards");
    assert_eq!(one.played, ["0", "1", "0"]);
    assert_eq!(one.legal, ["1", "2", "3"]);
}

#[test]
fn a_score_is_shown_if_the_view_determines_it() {
    let entry = Entry::new("bids", "", Bids::new);
    let mut session = entry.open(&Settings::default(), None, 5).unwrap();
    assert_eq!(session.view(0).scores, [Some(0.0), Some(0.0)]);
    for bid in ["3", "1", "2"] {
        session.play(bid).unwrap();
    }
    assert_eq!(session.view(0).scores, [Some(session.score(0)), None]);
    session.play("1").unwrap();
    assert_eq!(session.view(0).scores, [0, 1].map(|seat| Some(session.score(seat))));
}

#[test]
fn a_session_knows_whose_view_it_began_with() {
    let entry = Entry::new("bids", "", Bids::new);
    let mut session = entry.open(&Settings::default(), None, 5).unwrap();
    assert_eq!(session.viewer(), None);
    session.play("3").unwrap();
    for seat in 0..2 {
        let view = session.view(seat);
        let again = entry.open(&Settings::default(), Some(&view.position), 1).unwrap();
        assert_eq!((again.viewer(), again.view(seat).position), (Some(seat), view.position));
    }
}
