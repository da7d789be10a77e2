//! A registered game: its name, its rules, its players.

use std::borrow::Cow;
use std::sync::Arc;

use plywood_search::{
    Budget, ByScore, Encoding, Game, Guide, MAX_SEATS, Notation, Objective, Player, RandomRollouts,
    Solution,
};

use crate::environment::{self, Environment, NewEnvironment};
use crate::key::capitalised;
use crate::kind::{ConfiguredPlayer, Decider, PlayerKind, standard};
use crate::rates::{self, OwnRate, Rates};
use crate::session::{OpenGame, Session};
use crate::{
    Converted, Ending, FormatInfo, Formats, InputError, Key, Problem, ReadGame, ReviewSettings,
    Settings, SolverKind, Spec, TrainerKind, read,
};

/// A registered game behind an object-safe interface: positions, moves, rules and players are text.
/// The command line, the server and the arena use games through this trait.
pub trait GameEntry: Send + Sync {
    /// Returns the name, unique among the games of an application.
    fn name(&self) -> &str;

    /// Returns the display name, such as `Wood Block`.
    fn title(&self) -> &str;

    /// Returns the name of the board on which the web page shows the game.
    fn board(&self) -> &str;

    /// Returns a one-line description.
    fn summary(&self) -> &str;

    /// Returns the names of the seats, in the order of play.
    fn seats(&self) -> &[Cow<'static, str>];

    /// Returns whether the game has facts or moves that only some of the seats see.
    fn is_private(&self) -> bool;

    /// Returns the unit of scores, such as `discs`.
    fn score_unit(&self) -> &str;

    /// Returns whether the game has hidden facts ([`Game::HIDDEN`](plywood_search::Game::HIDDEN)).
    fn has_hidden_facts(&self) -> bool;

    /// Returns the keys of the rules.
    fn rules(&self) -> &[Key];

    /// Returns the kinds of players.
    fn players(&self) -> Vec<PlayerInfo>;

    /// Opens a game with `rules`, at `position` or at the start position of `seed`.
    ///
    /// Fails if a rule is unknown or has an invalid value, or if the position cannot be read. The
    /// session does not borrow the entry, and can outlive it.
    fn open(
        &self,
        rules: &Settings,
        position: Option<&str>,
        seed: u64,
    ) -> Result<Box<dyn Session>, InputError>;

    /// Reads `text` as the moves of a game from its start position, else as a position, else in one of the game's
    /// [`formats`](GameEntry::formats).
    ///
    /// If all fail and the text begins with a legal move, the error names the first move that cannot be read. Otherwise
    /// the error is that of the format that recognises the text, or that of the position if no format does.
    fn read(&self, rules: &Settings, text: &str, seed: u64) -> Result<ReadGame, InputError>;

    /// Opens the game that starts from `seed` as an environment. Fails if a rule is unknown or has an invalid value, or
    /// if the game has no encoding.
    fn environment(&self, rules: &Settings, seed: u64) -> Result<Box<dyn Environment>, InputError>;

    /// Measures the speed of the rules and of the search on this machine.
    fn rates(&self) -> Rates;

    /// Returns the methods of training, the default first. Returns an empty slice if the game has none.
    fn trainers(&self) -> &[TrainerKind] {
        &[]
    }

    /// Returns whether the game has a solver, so that [`Session::solve`] finds exact results.
    fn has_solver(&self) -> bool {
        false
    }

    /// Returns whether the solver decides puzzles: positions that can be solved or not.
    fn has_puzzles(&self) -> bool {
        false
    }

    /// Returns whether [`Session::winnable`] and [`winnable_seed`](crate::winnable_seed) can decide if a deal can be
    /// won. They can if the game has a solver of puzzles, and hidden facts but no private ones.
    fn offers_winnable(&self) -> bool {
        false
    }

    /// Writes the moves that solve a puzzle in the game's notation for solutions. Returns `None` if the game has no
    /// puzzles.
    fn write_solution(&self, _solution: &Solution<String>) -> Option<String> {
        None
    }

    /// Reads positions to solve under `rules`. `text` is the contents of a file. Fails if the game has no such files or
    /// if the text cannot be read.
    fn read_problems(&self, _text: &str, _rules: &Settings) -> Result<Vec<Problem>, InputError> {
        Err(InputError::NotOffered(format!("{} has no files of positions", self.name())))
    }

    /// Returns how games are reviewed.
    fn review(&self) -> &ReviewSettings;

    /// Returns the file formats. Returns an empty slice if the game has none.
    fn formats(&self) -> &[FormatInfo] {
        &[]
    }

    /// Returns the name of the format that recognises the contents of a file; `None` if no format does.
    fn guess_format(&self, _bytes: &[u8]) -> Option<&'static str> {
        None
    }

    /// Converts the contents of a file from the format `from` to the format `to`. Fails if the game lacks one of the
    /// formats, if the file cannot be read, or if `to` cannot represent one of its games.
    fn convert(&self, _bytes: &[u8], _from: &str, _to: &str) -> Result<Converted, InputError> {
        Err(InputError::NotOffered(format!("{} has no file formats", self.name())))
    }
}

/// The description of a kind of player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerInfo {
    /// The name in a spec.
    pub name: Cow<'static, str>,
    /// A one-line description.
    pub summary: String,
    /// An example of a spec.
    pub example: String,
    /// The keys of its settings.
    pub keys: Vec<Key>,
    /// Whether the player sees hidden facts.
    pub omniscient: bool,
    /// Whether a spec must name a file or a command of this machine. Untrusted clients cannot use such players.
    pub local_names: bool,
}

/// Builds the [`GameEntry`] of a game.
///
/// A new entry has the players `random`, `greedy` and `mcts` and the presets `easy`, `medium`, `hard` and `expert`.
/// [`with_guide`](Entry::with_guide) and [`with_objective`](Entry::with_objective) change how `mcts` and the presets
/// search; [`player`](Entry::player) adds or replaces players.
pub struct Entry<G: Notation, Gd: Guide<G> = RandomRollouts, O: Objective<G> = ByScore> {
    game: Arc<Registered<G>>,
    guide: Gd,
    objective: O,
}

/// The contents of an entry that its sessions share.
#[derive(Clone)]
pub(crate) struct Registered<G: Notation> {
    pub(crate) name: Cow<'static, str>,
    title: Cow<'static, str>,
    board: Cow<'static, str>,
    summary: Cow<'static, str>,
    seats: Vec<Cow<'static, str>>,
    pub(crate) score_unit: Cow<'static, str>,
    rules: Vec<Key>,
    read_rules: Arc<ReadRules<G>>,
    pub(crate) ending: fn(&G) -> Ending,
    pub(crate) stuck: fn(&G::View) -> bool,
    players: Vec<PlayerKind<G>>,
    own_rates: Vec<OwnRate>,
    trainers: Vec<TrainerKind>,
    pub(crate) solver: Option<SolverKind<G>>,
    formats: Option<Formats>,
    pub(crate) opening: Option<OpeningName<G>>,
    pub(crate) outlook: Option<Outlook<G>>,
    pub(crate) symmetry: Option<fn(&G) -> G>,
    environment: Option<Arc<NewEnvironment<G>>>,
    review: ReviewSettings,
}

/// The default names of two or more seats.
const ORDINALS: [&str; MAX_SEATS] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/// A function that returns the name of the opening that leads to a position.
type OpeningName<G> = fn(&<G as Game>::View) -> Option<&'static str>;

/// A function that describes what moves from a view lead to.
type Outlook<G> = fn(&<G as Game>::View, &[<G as Game>::Move]) -> Option<String>;

/// A function that reads rules, and returns the function that makes start positions.
type ReadRules<G> = dyn Fn(&Settings) -> Result<Box<Start<G>>, InputError> + Send + Sync;

/// A function from a seed to a start position.
pub(crate) type Start<G> = dyn Fn(u64) -> G + Send + Sync;

impl<G: Notation> Entry<G> {
    /// Creates the entry of a game without rule keys. `start` returns the start position of a seed.
    ///
    /// # Panics
    /// If the game has no seat or more than [`MAX_SEATS`].
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        summary: impl Into<Cow<'static, str>>,
        start: impl Fn(u64) -> G + Send + Sync + 'static,
    ) -> Self {
        let score_unit = Cow::Borrowed("points");
        let count = start(0).seats();
        let seats = match usize::from(count) {
            1 => &["player"][..],
            seats @ 2..=MAX_SEATS => &ORDINALS[..seats],
            seats => panic!("a game has 1 to {MAX_SEATS} seats, not {seats}"),
        };
        let (guide, objective, start) = (RandomRollouts, ByScore, Arc::new(start));
        let name = name.into();
        let words = name.split(['_', '-', ' ']).map(capitalised);
        let game = Registered {
            title: words.collect::<Vec<_>>().join(" ").into(),
            board: name.clone(),
            name,
            summary: summary.into(),
            seats: seats.iter().map(|&name| name.into()).collect(),
            players: standard(score_unit.clone(), &guide, &objective, count),
            score_unit,
            rules: Vec::new(),
            read_rules: Arc::new(move |_: &Settings| {
                let start = Arc::clone(&start);
                Ok(Box::new(move |seed| start(seed)))
            }),
            ending: |_| Ending::Over,
            stuck: |_| false,
            own_rates: Vec::new(),
            trainers: Vec::new(),
            solver: None,
            formats: None,
            opening: None,
            outlook: None,
            symmetry: None,
            environment: None,
            review: ReviewSettings::default(),
        };
        Entry { game: Arc::new(game), guide, objective }
    }
}

impl<G, Gd, O> Entry<G, Gd, O>
where
    G: Notation,
    Gd: Guide<G> + Sync + 'static,
    O: Objective<G> + 'static,
{
    /// Sets the keys of the rules. `read` reads the rules from settings that contain only keys in `rules`, and returns
    /// a function from a seed to a start position. An environment calls `read` once for all of its games.
    ///
    /// ```
    /// use plywood_registry::{Entry, GameEntry, Key};
    /// use plywood_search::nim::Nim;
    ///
    /// let stones = Key::new("stones", "stones in the heap, 1 to 255");
    /// let entry = Entry::new("nim", "take one to three", |_seed| Nim::new(21))
    ///     .with_rules(&[stones], |settings| {
    ///         let stones = settings.read("stones", "1 to 255", |text| text.parse().ok())?;
    ///         Ok(move |_seed| Nim::new(stones.unwrap_or(21)))
    ///     });
    /// let session = entry.open(&"stones=5".parse()?, None, 1)?;
    /// assert_eq!(session.position(), "5 first");
    /// # Ok::<(), plywood_registry::InputError>(())
    /// ```
    pub fn with_rules<S: Fn(u64) -> G + Send + Sync + 'static>(
        self,
        rules: &[Key],
        read: impl Fn(&Settings) -> Result<S, InputError> + Send + Sync + 'static,
    ) -> Self {
        let read = move |settings: &Settings| Ok(Box::new(read(settings)?) as Box<Start<G>>);
        self.change(|game| (game.rules, game.read_rules) = (rules.to_vec(), Arc::new(read)))
    }

    /// Sets the display name. The default is the name as capitalised words.
    pub fn with_title(self, title: impl Into<Cow<'static, str>>) -> Self {
        self.change(|game| game.title = title.into())
    }

    /// Sets the board on which the web page shows the game. The default is the game's name; a game without a board is
    /// shown by its picture.
    pub fn with_board(self, board: impl Into<Cow<'static, str>>) -> Self {
        self.change(|game| game.board = board.into())
    }

    /// Sets the names of the seats, in the order of play.
    pub fn with_seats<S: Into<Cow<'static, str>>>(
        self,
        seats: impl IntoIterator<Item = S>,
    ) -> Self {
        self.change(|game| game.seats = seats.into_iter().map(Into::into).collect())
    }

    /// Sets the unit of scores.
    pub fn with_score_unit(self, score_unit: impl Into<Cow<'static, str>>) -> Self {
        self.change(|game| game.score_unit = score_unit.into()).with_standard_players()
    }

    /// Sets the guide with which `mcts` and the presets search.
    pub fn with_guide<H: Guide<G> + Sync + 'static>(self, guide: H) -> Entry<G, H, O> {
        let Entry { game, objective, .. } = self;
        Entry { game, guide, objective }.with_standard_players()
    }

    /// Sets what `mcts` and the presets maximise. The default is [`ByScore`]; where the margin of a
    /// win counts, use [`Points`](plywood_search::Points).
    ///
    /// ```
    /// use plywood_registry::{Entry, GameEntry, Settings};
    /// use plywood_search::{Points, nim::Nim};
    ///
    /// let entry = Entry::new("nim", "take one to three", |_seed| Nim::new(21))
    ///     .with_objective(Points::within(0.0, 1.0));
    /// let mut session = entry.open(&Settings::default(), None, 1)?;
    /// let player = session.seat_player(&"hard".parse()?, 1)?;
    /// assert_eq!(session.unit(player), "points");
    /// # Ok::<(), plywood_registry::InputError>(())
    /// ```
    pub fn with_objective<P: Objective<G> + 'static>(self, objective: P) -> Entry<G, Gd, P> {
        let Entry { game, guide, .. } = self;
        Entry { game, guide, objective }.with_standard_players()
    }

    /// Sets the function that returns the ending of a finished game of one player. The default is
    /// [`Ending::Over`].
    pub fn with_ending(self, ending: fn(&G) -> Ending) -> Self {
        self.change(|game| game.ending = ending)
    }

    /// Sets the function behind [`Session::stuck`]. Its argument is the view of the seat to move.
    pub fn with_stuck(self, stuck: fn(&G::View) -> bool) -> Self {
        self.change(|game| game.stuck = stuck)
    }

    /// Sets the measurements of [`rates`](GameEntry::rates) that only this game has.
    pub fn with_own_rates(self, own_rates: &[OwnRate]) -> Self {
        self.change(|game| game.own_rates = own_rates.to_vec())
    }

    /// Adds a kind of player, or replaces the kind with the same name.
    pub fn player(self, kind: PlayerKind<G>) -> Self {
        self.change(|game| {
            match game.players.iter_mut().find(|other| other.info.name == kind.info.name) {
                Some(other) => *other = kind,
                None => game.players.push(kind),
            }
        })
    }

    fn change(mut self, change: impl FnOnce(&mut Registered<G>)) -> Self {
        change(Arc::make_mut(&mut self.game));
        self
    }

    /// Creates the standard players again, except those that [`player`](Entry::player) has replaced.
    fn with_standard_players(mut self) -> Self {
        let game = Arc::make_mut(&mut self.game);
        let seats = game.seats.len() as u8;
        for kind in standard(game.score_unit.clone(), &self.guide, &self.objective, seats) {
            let mut others = game.players.iter_mut().filter(|other| other.standard);
            if let Some(other) = others.find(|other| other.info.name == kind.info.name) {
                *other = kind;
            }
        }
        self
    }

    /// Adds a method of training, or replaces the method with the same name. The first is the default.
    pub fn with_trainer(self, kind: TrainerKind) -> Self {
        self.change(|game| {
            match game.trainers.iter_mut().find(|other| other.name() == kind.name()) {
                Some(other) => *other = kind,
                None => game.trainers.push(kind),
            }
        })
    }

    /// Sets the solver.
    pub fn with_solver(self, solver: SolverKind<G>) -> Self {
        self.change(|game| game.solver = Some(solver))
    }

    /// Sets how games are reviewed.
    pub fn with_review(self, settings: ReviewSettings) -> Self {
        self.change(|game| game.review = settings)
    }

    /// Sets the file formats, between which `plywood convert` converts and which [`read`](GameEntry::read) reads.
    pub fn with_formats(self, formats: Formats) -> Self {
        self.change(|game| game.formats = Some(formats))
    }

    /// Sets the function that returns the name of the opening that leads to a position; `None` if the position has
    /// none. Its argument is a seat's view of the position. See [`Session::opening`].
    pub fn with_openings(self, name: fn(&G::View) -> Option<&'static str>) -> Self {
        self.change(|game| game.opening = Some(name))
    }

    /// Sets the function that describes what moves lead to, for people who look at a move before they play it. Its
    /// arguments are a view of the seat to move, and one or more moves: a move that the person looks at, or the
    /// principal variation of a candidate. See [`Line::outlook`](crate::Line::outlook).
    ///
    /// The moves are legal one after another in a world of the view. What the view does not show may be different in
    /// the game, so the description must not depend on it. The description is one sentence without a full stop.
    ///
    /// ```
    /// use plywood_registry::{Entry, GameEntry, Settings};
    /// use plywood_search::nim::Nim;
    ///
    /// let entry = Entry::new("nim", "take one to three", |_seed| Nim::new(5)).with_outlook(|heap, moves| {
    ///     let left = heap.stones().checked_sub(moves.iter().sum())?;
    ///     Some(format!("leaves {left}"))
    /// });
    /// let session = entry.open(&Settings::default(), None, 1)?;
    /// let line = session.line(0, &["1".to_owned(), "3".to_owned()]);
    /// assert_eq!(line.outlook.as_deref(), Some("leaves 1"));
    /// # Ok::<(), plywood_registry::InputError>(())
    /// ```
    pub fn with_outlook(self, words: fn(&G::View, &[G::Move]) -> Option<String>) -> Self {
        self.change(|game| game.outlook = Some(words))
    }

    /// Sets the function that returns the representative of the positions that are equal by symmetry: positions with
    /// the same representative count as one. See [`Session::canonical_position`].
    pub fn with_symmetry(self, representative: fn(&G) -> G) -> Self {
        self.change(|game| game.symmetry = Some(representative))
    }

    /// Sets the function that creates the encoding of an environment. Its argument is a start position, because the
    /// sizes of arrays may depend on the rules.
    ///
    /// ```
    /// # use plywood_search::{Encoding, nim::Nim};
    /// # struct Heap;
    /// # impl Encoding<Nim> for Heap {
    /// #     fn shape(&self) -> Vec<usize> { vec![1] }
    /// #     fn observe(&self, heap: &Nim, _seat: u8, out: &mut [f32]) { out[0] = f32::from(heap.stones()); }
    /// #     fn actions(&self) -> usize { 3 }
    /// #     fn index(&self, _heap: &Nim, taken: u8) -> usize { usize::from(taken) - 1 }
    /// # }
    /// use plywood_registry::{Entry, GameEntry, Settings};
    ///
    /// let entry = Entry::new("nim", "take one to three", |_seed| Nim::new(2)).with_encoding(|_| Heap);
    /// let mut environment = entry.environment(&Settings::default(), 1)?;
    /// assert_eq!(environment.step(2), None);
    /// assert_eq!(environment.step(1), Some(1.0));
    /// assert_eq!(environment.seat(), None);
    /// # Ok::<(), plywood_registry::InputError>(())
    /// ```
    pub fn with_encoding<E: Encoding<G> + 'static>(
        self,
        encoding: impl Fn(&G) -> E + Send + Sync + 'static,
    ) -> Self {
        self.change(|game| game.environment = Some(environment::environment(encoding)))
    }

    /// Creates a player outside of a session, with its default budget, for callers that know the type of the game.
    /// Fails for omniscient players, which need a session. The settings are not checked against the rules, which are
    /// unknown here: a player whose settings do not fit the rules forfeits.
    pub fn make_player(
        &self,
        spec: &Spec,
        seed: u64,
    ) -> Result<(Box<dyn Player<G>>, Budget), InputError> {
        let seats = self.game.seats.len() as u8;
        let ConfiguredPlayer { decider, budget, .. } =
            self.game.kind(&spec.name)?.make(&spec.settings, seed, seats)?;
        match decider {
            Decider::Honest(player) => Ok((player, budget)),
            Decider::Omniscient(_) => Err(InputError::NotOffered(format!(
                "{} needs the hidden facts of the position, which are unknown here",
                spec.name
            ))),
        }
    }
}

impl<G: Notation> Registered<G> {
    /// Returns whether positions are puzzles that the solver decides.
    fn has_puzzles(&self) -> bool {
        self.solver.as_ref().is_some_and(|solver| solver.puzzle().is_some())
    }

    /// See [`GameEntry::offers_winnable`].
    pub(crate) fn offers_winnable(&self) -> bool {
        self.has_puzzles() && G::HIDDEN && !G::PRIVATE
    }

    /// Returns the kind of player called `name`. Fails if there is none.
    pub(crate) fn kind(&self, name: &str) -> Result<&PlayerKind<G>, InputError> {
        let unknown = || InputError::UnknownName {
            kind: "player",
            name: name.to_owned(),
            valid: self.players.iter().map(|kind| kind.info.name.to_string()).collect(),
        };
        self.players.iter().find(|kind| kind.info.name == name).ok_or_else(unknown)
    }
}

impl<G, Gd, O> GameEntry for Entry<G, Gd, O>
where
    G: Notation,
    Gd: Guide<G> + Sync + 'static,
    O: Objective<G> + 'static,
{
    fn name(&self) -> &str {
        &self.game.name
    }

    fn title(&self) -> &str {
        &self.game.title
    }

    fn board(&self) -> &str {
        &self.game.board
    }

    fn summary(&self) -> &str {
        &self.game.summary
    }

    fn seats(&self) -> &[Cow<'static, str>] {
        &self.game.seats
    }

    fn is_private(&self) -> bool {
        G::PRIVATE
    }

    fn score_unit(&self) -> &str {
        &self.game.score_unit
    }

    fn has_hidden_facts(&self) -> bool {
        G::HIDDEN
    }

    fn rules(&self) -> &[Key] {
        &self.game.rules
    }

    fn players(&self) -> Vec<PlayerInfo> {
        self.game.players.iter().map(|kind| kind.info.clone()).collect()
    }

    fn open(
        &self,
        rules: &Settings,
        position: Option<&str>,
        seed: u64,
    ) -> Result<Box<dyn Session>, InputError> {
        rules.check(&self.game.rules)?;
        let start = (self.game.read_rules)(rules)?(seed);
        let entry = Arc::clone(&self.game);
        let session = match position {
            None => OpenGame::new(entry, start),
            Some(text) => match start.read_view(text).map_err(InputError::BadPosition)? {
                Some(view) => OpenGame::from_view(entry, &view, seed),
                None => OpenGame::new(
                    entry,
                    start.read_position(text).map_err(InputError::BadPosition)?,
                ),
            },
        };
        let (seats, names) = (usize::from(session.seats()), self.game.seats.len());
        if seats != names {
            let problem = format!("{} has {seats} seats and {names} names of seats", self.name());
            return Err(InputError::NotOffered(problem));
        }
        Ok(Box::new(session))
    }

    fn read(&self, rules: &Settings, text: &str, seed: u64) -> Result<ReadGame, InputError> {
        rules.check(&self.game.rules)?;
        let unread = match read::moves((self.game.read_rules)(rules)?(seed), text) {
            Ok(moves) if !moves.is_empty() => return Ok(ReadGame { from: None, moves }),
            Ok(_) => None,
            Err(unread) => Some(unread).filter(|unread| unread.moves > 0),
        };
        let position = text.trim();
        let Err(error) = self.open(rules, Some(position), seed) else {
            return Ok(ReadGame { from: Some(position.to_owned()), moves: Vec::new() });
        };
        if let Some(unread) = unread {
            return Err(unread.error);
        }
        let formats = self.game.formats.as_ref();
        formats.and_then(|formats| formats.read(position)).unwrap_or(Err(error))
    }

    fn environment(&self, rules: &Settings, seed: u64) -> Result<Box<dyn Environment>, InputError> {
        rules.check(&self.game.rules)?;
        let Some(environment) = &self.game.environment else {
            let problem = format!("{} has no encoding, so it is no environment", self.name());
            return Err(InputError::NotOffered(problem));
        };
        let start = (self.game.read_rules)(rules)?;
        let state = start(seed);
        Ok(environment(start, state))
    }

    fn rates(&self) -> Rates {
        let start = (self.game.read_rules)(&Settings::default());
        let start = start.expect("a game starts under its default rules");
        rates::measure(&start(0), &self.game.own_rates)
    }

    fn trainers(&self) -> &[TrainerKind] {
        &self.game.trainers
    }

    fn has_solver(&self) -> bool {
        self.game.solver.is_some()
    }

    fn write_solution(&self, solution: &Solution<String>) -> Option<String> {
        let write = self.game.solver.as_ref().and_then(SolverKind::puzzle)?;
        Some(write(&solution.pv))
    }

    fn has_puzzles(&self) -> bool {
        self.game.has_puzzles()
    }

    fn offers_winnable(&self) -> bool {
        self.game.offers_winnable()
    }

    fn read_problems(&self, text: &str, rules: &Settings) -> Result<Vec<Problem>, InputError> {
        let Some(read) = self.game.solver.as_ref().and_then(SolverKind::read) else {
            let problem = format!("{} has no files of positions", self.name());
            return Err(InputError::NotOffered(problem));
        };
        let start = (self.game.read_rules)(rules)?;
        read(&start(0), text).map_err(InputError::BadPosition)
    }

    fn review(&self) -> &ReviewSettings {
        &self.game.review
    }

    fn formats(&self) -> &[FormatInfo] {
        self.game.formats.as_ref().map_or(&[], Formats::infos)
    }

    fn guess_format(&self, bytes: &[u8]) -> Option<&'static str> {
        self.game.formats.as_ref()?.guess(bytes)
    }

    fn convert(&self, bytes: &[u8], from: &str, to: &str) -> Result<Converted, InputError> {
        match &self.game.formats {
            Some(formats) => formats.convert(bytes, from, to),
            None => Err(InputError::NotOffered(format!("{} has no file formats", self.name()))),
        }
    }
}
