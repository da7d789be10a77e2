//! The game: its state, its views and the objectives of players.

use std::borrow::Cow;

use plywood_search::{Game, Objective, Rng};

use crate::stuck::stuck;
use crate::table::{COMMAND_LIMIT, Parts, Table};
use crate::{Command, Deal, Rules, Seen};

/// The state of a game, including face-down cards.
///
/// `turn` is legal if the stock has cards, or if the waste has cards and the rules
/// allow another pass. A game is over when it is won, when no command is legal, or
/// after 1,000 commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Klondike(pub(crate) Table);

/// What a player knows of a game: the face-up cards of the piles, the foundations, the
/// cards seen in stock and waste, and the number of unseen cards in each place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View(pub(crate) Table);

impl Klondike {
    /// Creates the start of a game.
    pub fn new(rules: Rules, deal: &Deal) -> Klondike {
        let parts = Parts {
            piles: std::array::from_fn(|pile| deal.pile(pile)),
            down: std::array::from_fn(|pile| pile as u8),
            talon: deal.stock().to_vec(),
            pass: 1,
            ..Parts::default()
        };
        Klondike(Table::from_parts(rules, &parts))
    }

    /// The rules of the game.
    pub fn rules(&self) -> Rules {
        self.0.rules
    }

    /// Whether all cards are home.
    pub fn won(&self) -> bool {
        self.0.won()
    }

    /// Whether the game has reached the limit of 1,000 commands.
    pub fn at_command_limit(&self) -> bool {
        self.0.commands >= COMMAND_LIMIT
    }

    /// Number of cards home.
    pub fn cards_home(&self) -> u8 {
        self.0.cards_home()
    }
}

/// Number of face-down cards of the deal.
const FACE_DOWN: u32 = 21;

impl View {
    pub(crate) fn new(table: &Table) -> View {
        View(table.hide())
    }

    /// Returns whether no sequence of commands can make progress within the passes of
    /// the rules: no card can be turned up, dealt for the first time, taken from the
    /// waste or brought home, and no pile can be emptied for a king.
    ///
    /// `stuck` is advice for players and does not end the game.
    pub fn stuck(&self) -> bool {
        stuck(&self.0)
    }
}

impl Game for Klondike {
    type Move = Command;
    type Seen = Seen;
    type View = View;
    const HIDDEN: bool = true;

    fn seats(&self) -> u8 {
        1
    }

    #[inline]
    fn seat(&self) -> Option<u8> {
        (!self.0.over()).then_some(0)
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Command>) {
        self.0.list(|command| out.push(command));
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng, _scratch: &mut Vec<Command>) -> Option<Command> {
        self.0.choose(|count| rng.below(count))
    }

    #[inline]
    fn play(&mut self, command: Command) -> Seen {
        self.0.play(command)
    }

    fn reveals(seen: Seen) -> bool {
        seen.cards().next().is_some()
    }

    /// The number of cards home.
    fn score(&self, _seat: u8) -> f64 {
        f64::from(self.0.cards_home())
    }

    fn view(&self, _seat: u8) -> View {
        View::new(&self.0)
    }

    /// Returns a world with the unseen cards in a uniformly random order. All orders are equally
    /// likely, because the pack was shuffled and no command depended on the unseen cards.
    fn world(view: &View, rng: &mut Rng) -> Klondike {
        Klondike(view.0.fill(|unseen| rng.shuffle(unseen)))
    }
}

/// Win probability: 1 with all cards home, else 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Win;

impl Objective<Klondike> for Win {
    fn value(&self, state: &Klondike, _seat: u8) -> f64 {
        f64::from(u8::from(state.won()))
    }

    fn range(&self, _seats: u8) -> Option<(f64, f64)> {
        Some((0.0, 1.0))
    }

    fn unit(&self, _seats: u8) -> Cow<'static, str> {
        "win probability".into()
    }
}

/// Progress: 1 for a win, else `home * h / 52 + turned * t / 21`, where `h` cards are on the foundations and `t` of the
/// 21 face-down cards have been turned up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HomeAndTurned {
    home: f64,
    turned: f64,
}

impl HomeAndTurned {
    /// Creates the objective with these weights. Returns `None` unless both are at least 0 and their sum is at most 1,
    /// which is the value of a win.
    pub fn new(home: f64, turned: f64) -> Option<Self> {
        let is_valid = home >= 0.0 && turned >= 0.0 && home + turned <= 1.0;
        is_valid.then_some(HomeAndTurned { home, turned })
    }

    /// Returns the weights `[home, turned]`.
    pub fn weights(&self) -> [f64; 2] {
        [self.home, self.turned]
    }
}

/// The weights 0.7 and 0.3, which are this project's choice.
impl Default for HomeAndTurned {
    fn default() -> Self {
        HomeAndTurned { home: 0.7, turned: 0.3 }
    }
}

impl Objective<Klondike> for HomeAndTurned {
    fn value(&self, state: &Klondike, _seat: u8) -> f64 {
        if state.won() {
            return 1.0;
        }
        self.home * f64::from(state.cards_home()) / 52.0
            + self.turned * f64::from(FACE_DOWN - state.0.face_down()) / f64::from(FACE_DOWN)
    }

    fn range(&self, _seats: u8) -> Option<(f64, f64)> {
        Some((0.0, 1.0))
    }

    fn unit(&self, _seats: u8) -> Cow<'static, str> {
        "progress".into()
    }
}

/// An objective chosen by a key: [`Win`] or [`HomeAndTurned`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Goal {
    Win,
    Progress,
}

impl Objective<Klondike> for Goal {
    fn value(&self, state: &Klondike, seat: u8) -> f64 {
        match self {
            Goal::Win => Win.value(state, seat),
            Goal::Progress => HomeAndTurned::default().value(state, seat),
        }
    }

    fn range(&self, _seats: u8) -> Option<(f64, f64)> {
        Some((0.0, 1.0))
    }

    fn unit(&self, seats: u8) -> Cow<'static, str> {
        match self {
            Goal::Win => Win.unit(seats),
            Goal::Progress => HomeAndTurned::default().unit(seats),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::Notation;

    fn after(text: &str, commands: &[&str]) -> Klondike {
        let start = Klondike::new(Rules::default(), &Deal::from_seed(0));
        let view = start.read_view(text).unwrap().unwrap();
        let mut game = Klondike::world(&view, &mut Rng::new(0));
        for command in commands {
            let command = game.read_move(command).unwrap();
            game.try_play(command).unwrap();
        }
        game
    }

    #[test]
    fn objectives_count_wins_and_cards() {
        let start = Klondike::new(Rules::default(), &Deal::from_seed(0));
        let default = HomeAndTurned::default();
        assert_eq!((start.won(), start.cards_home()), (false, 0));
        assert_eq!((Win.value(&start, 0), default.value(&start, 0)), (0.0, 0.0));

        let middle = after("view:KC|?? KD|KH|KS|-|-|- home:11,11,12,11 stock:?? ??", &[]);
        assert_eq!((middle.won(), middle.cards_home(), middle.score(0)), (false, 45, 45.0));
        let progress = 0.7 * 45.0 / 52.0 + 0.3 * 20.0 / 21.0;
        assert_eq!(Win.value(&middle, 0), 0.0);
        assert!((default.value(&middle, 0) - progress).abs() < 1e-12);
        let turned = HomeAndTurned::new(0.0, 1.0).unwrap();
        assert!((turned.value(&middle, 0) - 20.0 / 21.0).abs() < 1e-12);

        let kings = "view:KC|KD|-|-|-|-|- home:12,12,13,13";
        let won = after(kings, &["move T1 F1", "move T2 F2"]);
        assert_eq!((won.won(), won.cards_home(), won.score(0)), (true, 52, 52.0));
        assert_eq!((Win.value(&won, 0), default.value(&won, 0)), (1.0, 1.0));
    }

    /// The search uses the range of values for exploration and for proofs.
    #[test]
    fn objectives_declare_their_range_and_unit() {
        assert_eq!(Win.range(1), Some((0.0, 1.0)));
        let progress = HomeAndTurned::default();
        assert_eq!(progress.range(1), Some((0.0, 1.0)));
        assert_eq!((&*Win.unit(1), &*progress.unit(1)), ("win probability", "progress"));
    }

    #[test]
    fn no_progress_is_worth_more_than_a_win() {
        assert!(HomeAndTurned::new(0.5, 0.5).is_some());
        for (home, turned) in [(0.8, 0.3), (-0.1, 0.5), (0.5, -0.1), (f64::NAN, 0.0)] {
            assert_eq!(HomeAndTurned::new(home, turned), None, "{home} {turned}");
        }
    }
}
