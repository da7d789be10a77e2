//! Klondike on the table: its rules and its players by name.

use std::num::NonZeroU16;
use std::time::Duration;

use plywood_registry::kind::{ConfiguredPlayer, SearchDefaults, search_keys};
use plywood_registry::{
    BudgetRequest, Choice, Ending, Entry, InputError, Key, PlayerKind, Settings,
};
use plywood_search::{Budget, Objective, Options, RandomRollouts};

use crate::step_player::StepPlayer;
use crate::{
    AStar, Deal, Draw, Foundations, Greedy, HomeAndTurned, Klondike, Rollouts, Rules, Thoughtful,
    View, Waste, Win,
};

static DRAW: Choice<Draw, 2> = Choice::new(
    "draw",
    "cards dealt by a turn; left out: 3",
    [("1", Draw::One), ("3", Draw::Three)],
);

static WORRYING_BACK: Choice<Foundations, 2> = Choice::new(
    "worrying_back",
    "whether cards may return from foundations",
    [("true", Foundations::GiveBack), ("false", Foundations::Keep)],
);

static WASTE: Choice<Waste, 2> = Choice::new(
    "waste",
    "whether all dealt cards are seen, or the top one only",
    [("fan", Waste::Fan), ("top", Waste::Top)],
);

/// The keys of the rules.
const KEYS: [Key; 4] = [
    DRAW.key(),
    Key::new("passes", "times through the stock: a number, or unlimited; left out: unlimited"),
    WORRYING_BACK.key(),
    WASTE.key(),
];

/// The game with all its players.
pub fn entry() -> Entry<Klondike> {
    let summary = "one player, hidden cards, draw 1 or 3";
    let entry = Entry::new("klondike", summary, |seed| start(Rules::default(), seed))
        .with_rules(&KEYS, |settings, seed| Ok(start(read_rules(settings)?, seed)))
        .with_score_unit("cards home")
        .with_ending(|game| if game.won() { Ending::Won } else { Ending::Lost })
        .with_stuck(View::stuck)
        .player(greedy())
        .player(original())
        .player(astar())
        .player(thoughtful())
        .player(mcts());
    PRESETS.into_iter().fold(entry, |entry, preset| entry.player(preset.kind()))
}

fn start(rules: Rules, seed: u64) -> Klondike {
    Klondike::new(rules, &Deal::from_seed(seed))
}

fn read_rules(settings: &Settings) -> Result<Rules, InputError> {
    let defaults = Rules::default();
    let passes = settings.read("passes", "a number from 1 to 1000, or unlimited", |text| {
        if text == "unlimited" {
            return Some(None);
        }
        text.parse().ok().filter(|passes: &NonZeroU16| passes.get() <= 1000).map(Some)
    })?;
    Ok(Rules {
        draw: settings.choice(&DRAW)?.unwrap_or(defaults.draw),
        passes: passes.unwrap_or(defaults.passes),
        foundations: settings.choice(&WORRYING_BACK)?.unwrap_or(defaults.foundations),
        waste: settings.choice(&WASTE)?.unwrap_or(defaults.waste),
    })
}

fn greedy() -> PlayerKind<Klondike> {
    let summary = "the best kind of command by a fixed order: safe home, turn a card up, ...";
    PlayerKind::new("greedy", summary, &[], |_, seed| {
        Ok(ConfiguredPlayer::new(Greedy::new(seed), Budget::simulations(1), Win.unit()))
    })
}

/// Simulations of the first design.
const ORIGINAL_SIMULATIONS: u64 = 1000;
/// Commands of a rollout of the first design.
const ORIGINAL_ROLLOUT: u32 = 128;

/// How the first design searches: plain UCT that starts from nothing at every
/// decision, with rollouts cut short.
fn original_search() -> SearchDefaults {
    let mut options = Options::default();
    options.reuse = false;
    options.rollout_limit = ORIGINAL_ROLLOUT;
    SearchDefaults { options, budget: Budget::simulations(ORIGINAL_SIMULATIONS) }
}

/// The first design's player, which never changes: a yardstick. As designed it
/// searched the true game, face-down cards included; this one is honest.
fn original() -> PlayerKind<Klondike> {
    let summary = "the first design's player, never changed: a yardstick";
    PlayerKind::new("original", summary, &[], |settings, seed| {
        original_search().make(settings, seed, RandomRollouts, HomeAndTurned)
    })
}

/// Positions that the planning players look into for a plan.
const ASTAR_POSITIONS: u64 = 2_000;
const THOUGHTFUL_POSITIONS: u64 = 30_000;

const PLAN_KEYS: [Key; 3] = [
    Key::new("simulations", "positions looked into for a plan"),
    Key::new("time", "time for a plan, such as 500ms or 2s"),
    Key::new("memory", "memory for a plan, such as 512MB"),
];

fn plan_budget(settings: &Settings, positions: u64) -> Result<Budget, InputError> {
    Ok(BudgetRequest::from_settings(settings)?.apply(&Budget::simulations(positions)))
}

fn astar() -> PlayerKind<Klondike> {
    let summary = "best-first search over the cards seen, anew when a card turns up";
    let kind = PlayerKind::new("astar", summary, &PLAN_KEYS, |settings, _| {
        let budget = plan_budget(settings, ASTAR_POSITIONS)?;
        Ok(ConfiguredPlayer::new(AStar::default(), budget, Win.unit()))
    });
    kind.with_example("astar:simulations=20000")
}

fn thoughtful() -> PlayerKind<Klondike> {
    let summary = "astar that sees every card: an upper bound, not a fair player";
    let kind = PlayerKind::omniscient("thoughtful", summary, &PLAN_KEYS, |settings, _| {
        let budget = plan_budget(settings, THOUGHTFUL_POSITIONS)?;
        Ok((Thoughtful::default(), budget, Win.unit()))
    });
    kind.with_example("thoughtful:simulations=100000")
}

static ROLLOUT: Choice<Rollouts, 2> = Choice::new(
    "rollout",
    "how games are played to their end",
    [("random", Rollouts::Random), ("greedy", Rollouts::Greedy)],
);

fn mcts_keys() -> Vec<Key> {
    let mut keys = search_keys();
    keys.push(ROLLOUT.key());
    keys
}

fn mcts() -> PlayerKind<Klondike> {
    let summary = "Monte Carlo tree search for the win, every option a key";
    let kind = PlayerKind::new("mcts", summary, &mcts_keys(), |settings, seed| {
        let rollouts = settings.choice(&ROLLOUT)?.unwrap_or_default();
        SearchDefaults::simulations(1000).make(settings, seed, rollouts, Win)
    });
    kind.with_example("mcts:simulations=5000,rollout=greedy")
}

/// A strength by name.
#[derive(Clone, Copy)]
struct Preset {
    name: &'static str,
    simulations: u64,
    time: Option<Duration>,
}

const PRESETS: [Preset; 4] = [
    Preset { name: "easy", simulations: 8, time: None },
    Preset { name: "medium", simulations: 250, time: None },
    Preset { name: "hard", simulations: 4000, time: None },
    Preset { name: "expert", simulations: 20_000, time: Some(Duration::from_secs(5)) },
];

/// Values lie closer together than 0 and 1, so that less exploration will do.
/// Set by trial on draw 3.
const PRESET_EXPLORATION: f64 = 0.5;

fn preset_keys() -> Vec<Key> {
    let mut keys = BudgetRequest::KEYS.to_vec();
    keys.push(Key::new("c", "constant of UCB1, 0 to 1000: larger explores more"));
    keys.push(ROLLOUT.key());
    keys
}

impl Preset {
    fn kind(self) -> PlayerKind<Klondike> {
        let summary = format!(
            "tree search over steps that cannot be taken back, {} simulations",
            self.simulations
        );
        PlayerKind::new(self.name, summary, &preset_keys(), move |settings, seed| {
            let mut own = Budget::simulations(self.simulations);
            own.time = self.time;
            let budget = BudgetRequest::from_settings(settings)?.apply(&own);
            let mut options = Options::default();
            options.exploration = settings.number("c", 0.0, 1000.0)?.unwrap_or(PRESET_EXPLORATION);
            let rollouts = settings.choice(&ROLLOUT)?.unwrap_or(Rollouts::Greedy);
            let player = StepPlayer::new(options, rollouts, seed);
            Ok(ConfiguredPlayer::new(player, budget, HomeAndTurned.unit()))
        })
    }
}
