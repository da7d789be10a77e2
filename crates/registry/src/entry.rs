//! A game on the table: its name, its rules, its players.

use plywood_search::{Budget, Notation, Player, Rng};

use crate::kind::{ConfiguredPlayer, Decider, PlayerKind, standard};
use crate::rates::{self, OwnRate, Rates};
use crate::session::{OpenGame, Session};
use crate::{Ending, InputError, Key, Settings, Spec};

/// A game as every boundary sees it: all text, whatever its types are.
pub trait GameEntry: Send + Sync {
    /// The name by which it is called.
    fn name(&self) -> &str;

    /// What it is, on a line.
    fn summary(&self) -> &str;

    /// What its seats are called, in the order of play.
    fn seats(&self) -> &[&'static str];

    /// What its scores count.
    fn score_unit(&self) -> &'static str;

    /// The keys of its rules.
    fn rules(&self) -> &[Key];

    /// Its players.
    fn players(&self) -> Vec<PlayerInfo>;

    /// Begins a game under `rules`, at `position` or at the start that `seed` gives.
    fn open<'a>(
        &'a self,
        rules: &Settings,
        position: Option<&str>,
        seed: u64,
    ) -> Result<Box<dyn Session + 'a>, InputError>;

    /// How fast it is played and searched on this machine.
    fn rates(&self) -> Rates;
}

/// A kind of player as every boundary sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerInfo {
    /// The name in a spec.
    pub name: &'static str,
    /// What it is, on a line.
    pub summary: String,
    /// A spec to try.
    pub example: String,
    /// The keys that it takes.
    pub keys: Vec<Key>,
    /// Whether it sees what is hidden.
    pub omniscient: bool,
}

/// Builds the [`GameEntry`] of a game.
///
/// A new entry has the players `random`, `greedy`, `mcts` and the presets
/// `easy`, `medium`, `hard` and `expert`; [`player`](Entry::player) adds
/// others or puts better ones in their place.
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
}

type Start<G> = dyn Fn(&Settings, u64) -> Result<G, InputError> + Send + Sync;

impl<G: Notation> Entry<G> {
    /// A game without options; `start` gives the start of the game of a seed.
    pub fn new(
        name: &'static str,
        summary: &'static str,
        start: impl Fn(u64) -> G + Send + Sync + 'static,
    ) -> Self {
        let (seats, score_unit): (&[_], _) =
            if G::SEATS == 1 { (&["player"], "points") } else { (&["first", "second"], "points") };
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
        }
    }

    /// Options of the rules: `start` gives the start of the game of a seed
    /// under settings in which only `rules` occur.
    pub fn with_rules(
        self,
        rules: &'static [Key],
        start: impl Fn(&Settings, u64) -> Result<G, InputError> + Send + Sync + 'static,
    ) -> Self {
        Entry { rules, start: Box::new(start), ..self }
    }

    /// What the seats are called, in the order of play.
    pub fn with_seats(self, seats: &'static [&'static str]) -> Self {
        Entry { seats, ..self }
    }

    /// What scores count.
    pub fn with_score_unit(self, score_unit: &'static str) -> Self {
        let entry = Entry { score_unit, ..self };
        entry.player(crate::kind::random(score_unit)).player(crate::kind::greedy(score_unit))
    }

    /// How a game that is over ended; without it, a game of one player can be
    /// neither won nor lost.
    pub fn with_ending(self, ending: fn(&G) -> Ending) -> Self {
        Entry { ending, ..self }
    }

    /// Sets [`Session::stuck`]. It is given what a player knows, and never the state.
    pub fn with_stuck(self, stuck: fn(&G::View) -> bool) -> Self {
        Entry { stuck, ..self }
    }

    /// What is measured on a machine beside that which every game has.
    pub fn with_own_rates(self, own_rates: &'static [OwnRate]) -> Self {
        Entry { own_rates, ..self }
    }

    /// Adds a kind of player, in the place of one of the same name.
    pub fn player(mut self, kind: PlayerKind<G>) -> Self {
        match self.players.iter_mut().find(|other| other.name == kind.name) {
            Some(other) => *other = kind,
            None => self.players.push(kind),
        }
        self
    }

    /// A player away from the table, for those who know the game's types, and
    /// what it spends on a decision. One that sees what is hidden is refused.
    pub fn make_player(
        &self,
        spec: &Spec,
        seed: u64,
    ) -> Result<(Box<dyn Player<G>>, Budget), InputError> {
        let ConfiguredPlayer { decider, budget, .. } =
            self.kind(&spec.name)?.make(&spec.settings, seed)?;
        match decider {
            Decider::Honest(player) => Ok((player, budget)),
            Decider::Omniscient(_) => Err(InputError::NotOffered(format!(
                "{} sees what is hidden, and nobody is there to show it",
                spec.name
            ))),
        }
    }

    /// The kind of player of a name.
    pub(crate) fn kind(&self, name: &str) -> Result<&PlayerKind<G>, InputError> {
        let unknown = || InputError::UnknownName {
            kind: "player",
            name: name.to_owned(),
            valid: self.players.iter().map(|kind| kind.name.to_owned()).collect(),
        };
        self.players.iter().find(|kind| kind.name == name).ok_or_else(unknown)
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
        let info = |kind: &PlayerKind<G>| PlayerInfo {
            name: kind.name,
            summary: kind.summary.clone(),
            example: kind.example.clone(),
            keys: kind.keys.clone(),
            omniscient: kind.omniscient,
        };
        self.players.iter().map(info).collect()
    }

    fn open<'a>(
        &'a self,
        rules: &Settings,
        position: Option<&str>,
        seed: u64,
    ) -> Result<Box<dyn Session + 'a>, InputError> {
        rules.check(self.rules)?;
        let start = (self.start)(rules, seed)?;
        let Some(text) = position else { return Ok(Box::new(OpenGame::new(self, start))) };
        Ok(Box::new(match start.read_view(text).map_err(InputError::BadPosition)? {
            Some(view) => OpenGame::guessed(self, G::world(&view, &mut Rng::new(seed))),
            None => {
                OpenGame::new(self, start.read_position(text).map_err(InputError::BadPosition)?)
            }
        }))
    }

    fn rates(&self) -> Rates {
        let start = (self.start)(&Settings::default(), 0);
        rates::measure(&start.expect("a game starts under its default rules"), self.own_rates)
    }
}
