//! A registered game: its name, its rules, its players.

use plywood_search::{Budget, MAX_SEATS, Notation, Player, Rng};

use crate::kind::{ConfiguredPlayer, Decider, PlayerKind, standard};
use crate::rates::{self, OwnRate, Rates};
use crate::session::{OpenGame, Session};
use crate::{Ending, InputError, Key, Settings, Spec, TrainerKind};

/// A registered game behind an object-safe interface: positions, moves, rules and players are text.
/// The command line, the server and the arena use games through this trait.
pub trait GameEntry: Send + Sync {
    /// Returns the name, unique among the games of an application.
    fn name(&self) -> &str;

    /// Returns a description of one line.
    fn summary(&self) -> &str;

    /// Returns the names of the seats, in the order of play.
    fn seats(&self) -> &[&'static str];

    /// Returns the unit of scores, such as `discs`.
    fn score_unit(&self) -> &'static str;

    /// Returns the keys of the rules.
    fn rules(&self) -> &[Key];

    /// Returns the kinds of players.
    fn players(&self) -> Vec<PlayerInfo>;

    /// Opens a game with `rules`, at `position` or at the start position of `seed`.
    ///
    /// Fails if a rule is unknown or has an invalid value, or if the position cannot be read.
    fn open<'a>(
        &'a self,
        rules: &Settings,
        position: Option<&str>,
        seed: u64,
    ) -> Result<Box<dyn Session + 'a>, InputError>;

    /// Measures the speed of the rules and of the search on this machine.
    fn rates(&self) -> Rates;

    /// Returns the methods of training, the default first; none if the game cannot be trained.
    fn trainers(&self) -> &[TrainerKind] {
        &[]
    }
}

/// The description of a kind of player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerInfo {
    /// The name in a spec.
    pub name: &'static str,
    /// A description of one line.
    pub summary: String,
    /// An example of a spec.
    pub example: String,
    /// The keys of its settings.
    pub keys: Vec<Key>,
    /// Whether the player sees hidden facts.
    pub omniscient: bool,
}

/// Builds the [`GameEntry`] of a game.
///
/// A new entry has the players `random`, `greedy` and `mcts` and the presets `easy`, `medium`, `hard`
/// and `expert`. [`player`](Entry::player) adds or replaces players.
pub struct Entry<G: Notation> {
    name: &'static str,
    summary: &'static str,
    seats: &'static [&'static str],
    score_unit: &'static str,
    rules: &'static [Key],
    start: Box<Start<G>>,
    pub(crate) ending: fn(&G) -> Ending,
    pub(crate) stuck: fn(&G::View) -> bool,
    players: Vec<PlayerKind<G>>,
    own_rates: &'static [OwnRate],
    trainers: Vec<TrainerKind>,
}

/// The default names of two or more seats.
const ORDINALS: [&str; MAX_SEATS] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

type Start<G> = dyn Fn(&Settings, u64) -> Result<G, InputError> + Send + Sync;

impl<G: Notation> Entry<G> {
    /// Creates the entry of a game without rule keys. `start` returns the start position of a seed.
    pub fn new(
        name: &'static str,
        summary: &'static str,
        start: impl Fn(u64) -> G + Send + Sync + 'static,
    ) -> Self {
        let score_unit = "points";
        let seats = match start(0).seats() {
            1 => &["player"][..],
            seats => &ORDINALS[..usize::from(seats)],
        };
        Entry {
            name,
            summary,
            seats,
            score_unit,
            rules: &[],
            start: Box::new(move |_, seed| Ok(start(seed))),
            ending: |_| Ending::Over,
            stuck: |_| false,
            players: standard(score_unit),
            own_rates: &[],
            trainers: Vec::new(),
        }
    }

    /// Sets the keys of the rules. `start` returns the start position of a seed; its settings contain
    /// only keys in `rules`.
    pub fn with_rules(
        self,
        rules: &'static [Key],
        start: impl Fn(&Settings, u64) -> Result<G, InputError> + Send + Sync + 'static,
    ) -> Self {
        Entry { rules, start: Box::new(start), ..self }
    }

    /// Sets the names of the seats, in the order of play.
    pub fn with_seats(self, seats: &'static [&'static str]) -> Self {
        Entry { seats, ..self }
    }

    /// Sets the unit of scores.
    pub fn with_score_unit(self, score_unit: &'static str) -> Self {
        let entry = Entry { score_unit, ..self };
        entry.player(crate::kind::random(score_unit)).player(crate::kind::greedy(score_unit))
    }

    /// Sets the function that returns the ending of a finished game of one player. The default is
    /// [`Ending::Over`].
    pub fn with_ending(self, ending: fn(&G) -> Ending) -> Self {
        Entry { ending, ..self }
    }

    /// Sets the function behind [`Session::stuck`]. Its argument is the view of the seat to move.
    pub fn with_stuck(self, stuck: fn(&G::View) -> bool) -> Self {
        Entry { stuck, ..self }
    }

    /// Sets measurements that [`rates`](GameEntry::rates) makes for this game only.
    pub fn with_own_rates(self, own_rates: &'static [OwnRate]) -> Self {
        Entry { own_rates, ..self }
    }

    /// Adds a kind of player, or replaces the kind with the same name.
    pub fn player(mut self, kind: PlayerKind<G>) -> Self {
        match self.players.iter_mut().find(|other| other.info.name == kind.info.name) {
            Some(other) => *other = kind,
            None => self.players.push(kind),
        }
        self
    }

    /// Adds a method of training, or replaces the method with the same name. The first is the default.
    pub fn with_trainer(mut self, kind: TrainerKind) -> Self {
        match self.trainers.iter_mut().find(|other| other.name() == kind.name()) {
            Some(other) => *other = kind,
            None => self.trainers.push(kind),
        }
        self
    }

    /// Creates a player outside of a session, with its default budget, for callers that know the type
    /// of the game. Fails for omniscient players, which need a session.
    pub fn make_player(
        &self,
        spec: &Spec,
        seed: u64,
    ) -> Result<(Box<dyn Player<G>>, Budget), InputError> {
        let ConfiguredPlayer { decider, budget, .. } =
            self.kind(&spec.name)?.make(&spec.settings, seed, self.seats.len() as u8)?;
        match decider {
            Decider::Honest(player) => Ok((player, budget)),
            Decider::Omniscient(_) => Err(InputError::NotOffered(format!(
                "{} needs the hidden facts of the position, which are unknown here",
                spec.name
            ))),
        }
    }

    /// Returns the kind of player called `name`. Fails if there is none.
    pub(crate) fn kind(&self, name: &str) -> Result<&PlayerKind<G>, InputError> {
        let unknown = || InputError::UnknownName {
            kind: "player",
            name: name.to_owned(),
            valid: self.players.iter().map(|kind| kind.info.name.to_owned()).collect(),
        };
        self.players.iter().find(|kind| kind.info.name == name).ok_or_else(unknown)
    }
}

impl<G: Notation> GameEntry for Entry<G> {
    fn name(&self) -> &str {
        self.name
    }

    fn summary(&self) -> &str {
        self.summary
    }

    fn seats(&self) -> &[&'static str] {
        self.seats
    }

    fn score_unit(&self) -> &'static str {
        self.score_unit
    }

    fn rules(&self) -> &[Key] {
        self.rules
    }

    fn players(&self) -> Vec<PlayerInfo> {
        self.players.iter().map(|kind| kind.info.clone()).collect()
    }

    fn open<'a>(
        &'a self,
        rules: &Settings,
        position: Option<&str>,
        seed: u64,
    ) -> Result<Box<dyn Session + 'a>, InputError> {
        rules.check(self.rules)?;
        let start = (self.start)(rules, seed)?;
        let Some(text) = position else { return Ok(Box::new(OpenGame::new(self, start, false))) };
        let (state, guessed) = match start.read_view(text).map_err(InputError::BadPosition)? {
            Some(view) => (G::world(&view, &mut Rng::new(seed)), true),
            None => (start.read_position(text).map_err(InputError::BadPosition)?, false),
        };
        Ok(Box::new(OpenGame::new(self, state, guessed)))
    }

    fn rates(&self) -> Rates {
        let start = (self.start)(&Settings::default(), 0);
        rates::measure(&start.expect("a game starts under its default rules"), self.own_rates)
    }

    fn trainers(&self) -> &[TrainerKind] {
        &self.trainers
    }
}
