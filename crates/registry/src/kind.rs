//! Kinds of players: how a spec becomes a player, and the kinds that every game has.

use std::borrow::Cow;
use std::sync::Arc;

use plywood_search::{
    Budget, Decision, Expansion, FinalChoice, Game, GoodEnough, GreedyPlayer, Guide, MaxDepth,
    Objective, Observer, Options, Player, Preset, RandomPlayer, RandomRollouts, Searcher, Values,
};

use crate::{BudgetRequest, Choice, InputError, Key, PlayerInfo, Settings};

/// A kind of player: its description, and the function that creates a player from settings.
#[derive(Clone)]
pub struct PlayerKind<G: Game> {
    pub(crate) info: PlayerInfo,
    make: Arc<Make<G>>,
    /// Whether this is one of the players that every game has. An entry replaces them when its guide, its objective or
    /// its unit of scores changes.
    pub(crate) standard: bool,
}

/// A function that creates a player from the settings of a spec, a seed and the number of seats.
type Make<G> = dyn Fn(&Settings, u64, u8) -> Result<ConfiguredPlayer<G>, InputError> + Send + Sync;

/// A player that gets the complete state, including hidden facts. Its results are an upper bound for
/// other players, so it is marked in all output.
pub trait OmniscientPlayer<G: Game>: Send {
    /// Chooses a move for the seat to move. A [`Session`](crate::Session) shows the moves of the
    /// decision, but not the rest of its principal variations.
    fn decide(
        &mut self,
        state: &G,
        budget: &Budget,
        observer: &mut dyn Observer<G::Move>,
    ) -> Decision<G::Move>;
}

/// A player that gets views, or a player that gets complete states.
pub(crate) enum Decider<G: Game> {
    Honest(Box<dyn Player<G>>),
    Omniscient(Box<dyn OmniscientPlayer<G>>),
}

/// A player with its default budget and the unit of its values.
pub struct ConfiguredPlayer<G: Game> {
    pub(crate) decider: Decider<G>,
    pub(crate) budget: Budget,
    pub(crate) unit: Cow<'static, str>,
    pub(crate) worth: Option<Arc<WorthOf<G>>>,
    pub(crate) check: Option<Box<Check<G>>>,
}

/// A function that fails if the player cannot play the game of a state.
type Check<G> = dyn Fn(&G) -> Result<(), InputError> + Send;

/// A function that returns what a state is worth to a seat, in the unit of a player's values.
pub(crate) type WorthOf<G> = dyn Fn(&G, u8) -> Worth + Send + Sync;

/// What a position is worth to a seat. A review uses it to compare a player's values at different positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worth {
    /// The number to add to a value of this position before it is compared with values of other positions: the seat's
    /// gain so far if values are gains, 0 if they are results.
    pub base: f64,
    /// The result of the seat if the game ended here, on the scale of `base + value`.
    pub result: f64,
}

impl<G: Game> ConfiguredPlayer<G> {
    /// Creates a configured player from a player, its default budget and the unit of its values.
    pub fn new(
        player: impl Player<G> + 'static,
        budget: Budget,
        unit: impl Into<Cow<'static, str>>,
    ) -> Self {
        let decider = Decider::Honest(Box::new(player));
        ConfiguredPlayer { decider, budget, unit: unit.into(), worth: None, check: None }
    }

    /// Declares that the player's values are those of `objective`: expected results if the objective has a range, else
    /// expected gains. A review needs this to compare values of different positions.
    pub fn with_values_of<O: Objective<G> + 'static>(self, objective: O) -> Self {
        self.with_worth(move |state, seat| {
            let result = objective.value(state, seat);
            let base = if objective.range(state.seats()).is_some() { 0.0 } else { result };
            Worth { base, result }
        })
    }

    /// Sets the function that returns what a state is worth to a seat, for players without an objective.
    pub fn with_worth(self, worth: impl Fn(&G, u8) -> Worth + Send + Sync + 'static) -> Self {
        ConfiguredPlayer { worth: Some(Arc::new(worth)), ..self }
    }

    /// Sets the function that fails if the player cannot play the game of a state, such as a state with other rules
    /// than those of the player's weights. A [`Session`](crate::Session) calls it when the player is seated.
    pub fn with_check(self, check: impl Fn(&G) -> Result<(), InputError> + Send + 'static) -> Self {
        ConfiguredPlayer { check: Some(Box::new(check)), ..self }
    }
}

impl<G: Game> PlayerKind<G> {
    /// Creates a kind of player. `make` gets a seed and the settings of a spec, which contain only
    /// keys in `keys`.
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        summary: impl Into<String>,
        keys: &[Key],
        make: impl Fn(&Settings, u64) -> Result<ConfiguredPlayer<G>, InputError> + Send + Sync + 'static,
    ) -> Self {
        let make = move |settings: &Settings, seed, _seats| make(settings, seed);
        PlayerKind::described(name.into(), summary.into(), keys.to_vec(), make)
    }

    /// Creates a kind of player. The example of its spec is its name.
    fn described(
        name: Cow<'static, str>,
        summary: String,
        keys: Vec<Key>,
        make: impl Fn(&Settings, u64, u8) -> Result<ConfiguredPlayer<G>, InputError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let example = name.to_string();
        let info =
            PlayerInfo { name, summary, example, keys, omniscient: false, local_names: false };
        PlayerKind { info, make: Arc::new(make), standard: false }
    }

    /// Creates a kind of player that sees hidden facts.
    pub fn omniscient<P: OmniscientPlayer<G> + 'static>(
        name: impl Into<Cow<'static, str>>,
        summary: impl Into<String>,
        keys: &[Key],
        make: impl Fn(&Settings, u64) -> Result<(P, Budget, Cow<'static, str>), InputError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let mut kind = PlayerKind::new(name, summary, keys, move |settings, seed| {
            let (player, budget, unit) = make(settings, seed)?;
            let decider = Decider::Omniscient(Box::new(player));
            Ok(ConfiguredPlayer { decider, budget, unit, worth: None, check: None })
        });
        kind.info.omniscient = true;
        kind
    }

    /// Adds keys to a kind of players that get views. `wrap` gets the settings and a player, and returns the
    /// player to use instead.
    pub fn wrapped(
        mut self,
        keys: &[Key],
        wrap: impl Fn(&Settings, Box<dyn Player<G>>) -> Result<Box<dyn Player<G>>, InputError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.info.keys.extend_from_slice(keys);
        let make = self.make;
        self.make = Arc::new(move |settings: &Settings, seed, seats| {
            let mut player = make(settings, seed, seats)?;
            if let Decider::Honest(inner) = player.decider {
                player.decider = Decider::Honest(wrap(settings, inner)?);
            }
            Ok(player)
        });
        self
    }

    /// Sets the example of a spec.
    pub fn with_example(mut self, example: impl Into<String>) -> Self {
        self.info.example = example.into();
        self
    }

    /// Marks a player whose spec must name a file or a command of this machine.
    pub fn with_local_names(mut self) -> Self {
        self.info.local_names = true;
        self
    }

    /// Creates a player. Fails if a key is unknown or has an invalid value.
    pub(crate) fn make(
        &self,
        settings: &Settings,
        seed: u64,
        seats: u8,
    ) -> Result<ConfiguredPlayer<G>, InputError> {
        settings.check(&self.info.keys)?;
        (self.make)(settings, seed, seats)
    }

    /// Creates a kind of search player. The settings of a spec change the options and the budget of
    /// `preset`.
    ///
    /// `guide` reads the settings of `own_keys`, may change the preset, and returns the guide.
    /// After that, the keys that all search players share are read.
    pub fn searching<K, Gd, O>(
        preset: Preset<K>,
        summary: impl Into<String>,
        own_keys: &[Key],
        objective: O,
        guide: impl Fn(&Settings, &mut Preset<K>) -> Result<Gd, InputError> + Send + Sync + 'static,
    ) -> Self
    where
        K: Clone + Send + Sync + 'static,
        Gd: Guide<G> + 'static,
        O: Objective<G> + 'static,
    {
        let mut keys = search_keys(&preset);
        keys.extend_from_slice(own_keys);
        let name = preset.name.clone();
        let make = move |settings: &Settings, seed, seats| {
            let mut preset = preset.clone();
            let guide = guide(settings, &mut preset)?;
            let options = read_options(settings, preset.options)?;
            let budget = BudgetRequest::from_settings(settings)?.apply(&preset.budget());
            let searcher = Searcher::with_objective(options, guide, objective.clone(), seed);
            let player = ConfiguredPlayer::new(searcher, budget, objective.unit(seats));
            Ok(player.with_values_of(objective.clone()))
        };
        PlayerKind::described(name, summary.into(), keys, make)
    }
}

/// Returns the player `random`: uniformly random legal moves.
fn random<G: Game>(unit: Cow<'static, str>) -> PlayerKind<G> {
    PlayerKind::new("random", "any legal move, each as likely", &[], move |_, seed| {
        Ok(ConfiguredPlayer::new(RandomPlayer::new(seed), Budget::simulations(1), unit.clone()))
    })
}

/// Returns the player `greedy`: the highest score after one move.
fn greedy<G: Game>(unit: Cow<'static, str>) -> PlayerKind<G> {
    PlayerKind::new("greedy", "the move with the highest score after it", &[], move |_, seed| {
        Ok(ConfiguredPlayer::new(GreedyPlayer::new(seed), Budget::simulations(1), unit.clone()))
    })
}

/// The UCB1 constant of the presets. In tests from 0.2 to 1.414 with Connect Four, 0.5 was best.
const PRESET_EXPLORATION: f64 = 0.5;

/// The player `mcts`, and the presets of games that do not define their own presets.
const PRESETS: [Preset; 5] = [
    Preset::new("mcts", 1000, RandomRollouts),
    Preset::new("easy", 200, RandomRollouts).with_exploration(PRESET_EXPLORATION),
    Preset::new("medium", 1000, RandomRollouts).with_exploration(PRESET_EXPLORATION),
    Preset::new("hard", 3000, RandomRollouts).with_exploration(PRESET_EXPLORATION),
    Preset::new("expert", 10_000, RandomRollouts).with_exploration(PRESET_EXPLORATION),
];

/// Returns the players of every game: `random` and `greedy`, whose values are scores in `unit`, and
/// `mcts` and the presets, which search with `guide` for `objective` in games with this number of seats.
pub(crate) fn standard<G, Gd, O>(
    unit: Cow<'static, str>,
    guide: &Gd,
    objective: &O,
    seats: u8,
) -> Vec<PlayerKind<G>>
where
    G: Game,
    Gd: Guide<G> + Sync + 'static,
    O: Objective<G> + 'static,
{
    let search = |preset: Preset| {
        // The range depends on the number of seats, and so does the default constant.
        let exploration = preset.options.exploration_for(objective.range(seats));
        let preset = preset.with_exploration(exploration);
        let is_mcts = preset.name == "mcts";
        let summary = match is_mcts {
            true => "Monte Carlo tree search".to_owned(),
            false => format!("mcts with {} simulations", preset.simulations),
        };
        let guide = guide.clone();
        let make_guide = move |_: &Settings, _: &mut Preset| Ok(guide.clone());
        let kind = PlayerKind::searching(preset, summary, &[], objective.clone(), make_guide);
        if is_mcts { kind.with_example("mcts:simulations=5000,c=1.2") } else { kind }
    };
    let kinds = [random(unit.clone()), greedy(unit)].into_iter();
    let kinds = kinds.chain(PRESETS.map(search));
    kinds.map(|kind| PlayerKind { standard: true, ..kind }).collect()
}

static EXPANSION: Choice<Expansion, 3> = Choice::new(
    "expansion",
    "what enters the tree and is evaluated",
    [
        ("one", Expansion::OneChild),
        ("all_leaf", Expansion::AllThenLeaf),
        ("all_child", Expansion::AllThenChild),
    ],
);

static VALUES: Choice<Values, 2> = Choice::new(
    "values",
    "how values enter the selection formula",
    [("normalised", Values::Normalised), ("raw", Values::Raw)],
);

static FINAL_CHOICE: Choice<FinalChoice, 2> = Choice::new(
    "choice",
    "which move is played at the end",
    [("visits", FinalChoice::MostVisits), ("mean", FinalChoice::HighestMean)],
);

static REUSE: Choice<bool, 2> = Choice::new(
    "reuse",
    "whether the tree is kept from move to move",
    [("always", true), ("never", false)],
);

static PROOFS: Choice<bool, 2> = Choice::new(
    "proofs",
    "whether proven results are backed up the tree",
    [("true", true), ("false", false)],
);

/// Returns the key of the constant of UCB1. If `default` is `None`, the search chooses the constant by its objective.
pub fn exploration_key(default: Option<f64>) -> Key {
    let key = Key::new("c", "constant of UCB1, 0 to 1000: larger explores more")
        .with_label("Exploration");
    match default {
        Some(default) => key.with_default(default.to_string()),
        None => key,
    }
}

/// Returns the keys of all search players, with the defaults of a preset.
pub fn search_keys<K>(preset: &Preset<K>) -> Vec<Key> {
    let Options { max_depth, rollout_limit, variations, .. } = preset.options;
    let depth = match max_depth {
        MaxDepth::Auto => "auto".to_owned(),
        MaxDepth::Unlimited => "unlimited".to_owned(),
        MaxDepth::Moves(moves) => moves.to_string(),
    };
    let rollout = Key::new("max_rollout", "moves of a rollout at most; 0 values the leaf itself")
        .with_label("Moves of a rollout at most");
    let good_enough =
        Key::new("good_enough", "value that ends the search early, where that is allowed");
    let mut keys = BudgetRequest::keys(&preset.budget()).to_vec();
    keys.extend([
        exploration_key(preset.options.exploration),
        EXPANSION.key_with_default(variations.expansion),
        Key::new("max_depth", "deepest level of the tree: a number, auto or unlimited")
            .with_label("Depth of the tree at most")
            .with_default(depth),
        match rollout_limit {
            0..=LONGEST_ROLLOUT => rollout.with_default(rollout_limit.to_string()),
            _ => rollout,
        },
        VALUES.key_with_default(variations.values),
        FINAL_CHOICE.key_with_default(variations.choice).with_label("Final choice"),
        REUSE.key_with_default(preset.options.reuse).with_label("Keep the tree"),
        PROOFS.key_with_default(preset.options.proofs).with_label("Prove results"),
        match variations.good_enough {
            Some(enough) => good_enough.with_default(enough.value.to_string()),
            None => good_enough,
        },
    ]);
    keys
}

/// Maximum value of `max_rollout`. A longer rollout takes too long to be useful.
const LONGEST_ROLLOUT: u32 = 1_000_000;

/// Minimum number of simulations after which `good_enough` may stop a search.
const GOOD_ENOUGH_AFTER: u64 = 10;

/// Reads the settings of [`search_keys`]; options without a setting keep the default.
pub fn read_options(settings: &Settings, defaults: Options) -> Result<Options, InputError> {
    let mut options = defaults;
    fn set<T>(option: &mut T, value: Option<T>) {
        if let Some(value) = value {
            *option = value;
        }
    }
    set(&mut options.exploration, settings.number("c", 0.0, 1000.0)?.map(Some));
    set(&mut options.variations.expansion, settings.choice(&EXPANSION)?);
    let depth = |text: &str| match text {
        "auto" => Some(MaxDepth::Auto),
        "unlimited" => Some(MaxDepth::Unlimited),
        _ => text.parse().ok().filter(|&moves| moves > 0).map(MaxDepth::Moves),
    };
    let depths = "a whole number of at least 1, auto or unlimited";
    set(&mut options.max_depth, settings.read("max_depth", depths, depth)?);
    let moves = |text: &str| text.parse().ok().filter(|&moves| moves <= LONGEST_ROLLOUT);
    let numbers = format!("a whole number from 0 to {LONGEST_ROLLOUT}");
    set(&mut options.rollout_limit, settings.read("max_rollout", &numbers, moves)?);
    set(&mut options.variations.values, settings.choice(&VALUES)?);
    set(&mut options.variations.choice, settings.choice(&FINAL_CHOICE)?);
    set(&mut options.reuse, settings.choice(&REUSE)?);
    set(&mut options.proofs, settings.choice(&PROOFS)?);
    let enough = settings.number("good_enough", -1e9, 1e9)?;
    let enough = enough.map(|value| Some(GoodEnough { value, after: GOOD_ENOUGH_AFTER }));
    set(&mut options.variations.good_enough, enough);
    Ok(options)
}
