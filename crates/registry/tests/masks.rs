//! A session gives a player what its seat sees of a move, and no more.

use std::sync::{Arc, Mutex};

use plywood_registry::kind::ConfiguredPlayer;
use plywood_registry::{Entry, GameEntry, PlayerKind, Session, Settings};
use plywood_search::{
    Budget, Decision, Game, Notation, NotationError, Observer, Player, Rng, conformance,
};

/// Two seats bid in turn, twice each. A bid is face down, and its bidder draws a card that the other
/// seat does not see. The higher sum of bids and cards wins.
#[derive(Clone, Debug, PartialEq)]
struct Bids {
    bids: Vec<u8>,
    /// The cards to draw, in order.
    cards: [u8; TURNS],
}

#[derive(Clone, Debug, PartialEq)]
struct View {
    seat: u8,
    turns: usize,
    bids: Vec<u8>,
    cards: Vec<u8>,
}

const TURNS: usize = 4;

/// A bid or a card that the seat does not see.
const HIDDEN: u8 = 0;

impl Bids {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        Bids { bids: Vec::new(), cards: std::array::from_fn(|_| 1 + rng.below(9) as u8) }
    }
}

fn turns_of(seat: u8, turns: usize) -> impl Iterator<Item = usize> {
    (0..turns).filter(move |turn| turn % 2 == usize::from(seat))
}

impl Game for Bids {
    type Move = u8;
    type Seen = u8;
    type View = View;
    const HIDDEN: bool = true;
    const PRIVATE: bool = true;

    fn seat(&self) -> Option<u8> {
        let turns = self.bids.len();
        (turns < TURNS).then_some((turns % 2) as u8)
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.seat().is_some() {
            out.extend(1..=3);
        }
    }

    fn play(&mut self, bid: u8) -> u8 {
        self.bids.push(bid);
        self.cards[self.bids.len() - 1]
    }

    fn seen_by(card: u8, mover: u8, seat: u8) -> u8 {
        if mover == seat { card } else { HIDDEN }
    }

    fn move_shown(bid: u8, mover: u8, seat: u8) -> u8 {
        if mover == seat { bid } else { HIDDEN }
    }

    fn score(&self, seat: u8) -> f64 {
        let own = turns_of(seat, self.bids.len());
        own.map(|turn| f64::from(self.bids[turn] + self.cards[turn])).sum()
    }

    fn view(&self, seat: u8) -> View {
        let turns = self.bids.len();
        let bids = turns_of(seat, turns).map(|turn| self.bids[turn]).collect();
        let cards = turns_of(seat, turns).map(|turn| self.cards[turn]).collect();
        View { seat, turns, bids, cards }
    }

    fn world(view: &View, rng: &mut Rng) -> Bids {
        let mut bids: Vec<_> = (0..view.turns).map(|_| 1 + rng.below(3) as u8).collect();
        let mut cards = std::array::from_fn(|_| 1 + rng.below(9) as u8);
        for (index, turn) in turns_of(view.seat, view.turns).enumerate() {
            (bids[turn], cards[turn]) = (view.bids[index], view.cards[index]);
        }
        Bids { bids, cards }
    }
}

impl Notation for Bids {
    fn read_position(&self, _text: &str) -> Result<Bids, NotationError> {
        Err(NotationError::new("positions cannot be read"))
    }

    fn write_position(view: &View) -> String {
        format!("{view:?}")
    }

    fn read_move(&self, text: &str) -> Result<u8, NotationError> {
        text.parse().map_err(|_| NotationError::new("expected a number"))
    }

    fn write_move(&self, bid: u8) -> String {
        bid.to_string()
    }

    fn picture(view: &View) -> String {
        format!("{view:?}")
    }
}

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
    // An answer for another seat does not change what it observes.
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
