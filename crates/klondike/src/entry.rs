//! Klondike in the registry: its rules, its players by name and its solver.

use std::num::NonZeroU16;
use std::time::Duration;

use plywood_registry::kind::{ConfiguredPlayer, exploration_key};
use plywood_registry::{
    BudgetRequest, Choice, Ending, Entry, InputError, Key, PlayerKind, Settings,
};
use plywood_search::{Budget, Objective, Options, Preset, RandomRollouts, Searcher};

use crate::puzzles;
use crate::step_player::StepPlayer;
use crate::{
    Deal, Draw, Foundations, Greedy, HomeAndTurned, Klondike, Places, Planner, Rollouts, Rules,
    View, Waste, Win,
};

static DRAW: Choice<Draw, 2> =
    Choice::new("draw", "cards dealt by a turn", [("1", Draw::One), ("3", Draw::Three)]);

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

/// Returns the options of the rules.
fn rule_keys() -> [Key; 4] {
    let Rules { draw, passes, foundations, waste } = Rules::default();
    let passes = passes.map_or("unlimited".to_owned(), |passes| passes.to_string());
    [
        DRAW.key_with_default(draw).with_label("Cards turned at once"),
        Key::new("passes", "times through the stock: a number, or unlimited")
            .with_label("Times through the stock")
            .with_default(passes),
        WORRYING_BACK
            .key_with_default(foundations)
            .with_label("Cards may return from the foundations"),
        WASTE
            .key_with_default(waste)
            .with_label("Cards seen in the waste")
            .with_word_labels(["all", "the top one only"]),
    ]
}

/// Returns the registry entry of Klondike with all its players.
pub fn entry() -> Entry<Klondike> {
    let summary = "one player, hidden cards, draw 1 or 3";
    let entry = Entry::new("klondike", summary, |seed| start(Rules::default(), seed))
        .with_rules(&rule_keys(), |settings| {
            let rules = read_rules(settings)?;
            Ok(move |seed| start(rules, seed))
        })
        .with_score_unit("cards home")
        .with_ending(|game| if game.won() { Ending::Won } else { Ending::Lost })
        .with_stuck(View::stuck)
        .with_solver(puzzles::solver())
        .with_encoding(|_| Places)
        .player(greedy())
        .player(original())
        .player(astar())
        .player(thoughtful())
        .player(mcts());
    PRESETS.into_iter().fold(entry, |entry, one| entry.player(preset(one)))
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
        Ok(ConfiguredPlayer::new(Greedy::new(seed), Budget::simulations(1), Win.unit(1)))
    })
}

/// Simulations per decision of `original`: our choice.
const ORIGINAL_SIMULATIONS: u64 = 1000;
/// Largest number of commands in a rollout of `original`: our choice.
const ORIGINAL_ROLLOUT: u32 = 128;

/// Returns the player `original`. It reproduces the project's first design as a fixed reference:
/// plain UCT with bounded random rollouts and a new tree at every decision. Unlike the first
/// design, which searched the full state with the face-down cards, it sees only its view.
fn original() -> PlayerKind<Klondike> {
    let summary = "the first design's player, never changed: a yardstick";
    PlayerKind::new("original", summary, &[], |_, seed| {
        let mut options = Options::UCT.with_rollout_limit(ORIGINAL_ROLLOUT);
        options.reuse = false;
        let searcher = Searcher::with_objective(options, RandomRollouts, HomeAndTurned, seed);
        let budget = Budget::simulations(ORIGINAL_SIMULATIONS);
        Ok(ConfiguredPlayer::new(searcher, budget, HomeAndTurned.unit(1)))
    })
}

/// Number of positions that `astar` and `thoughtful` expand for a plan.
const ASTAR_POSITIONS: u64 = 2_000;
const THOUGHTFUL_POSITIONS: u64 = 30_000;

/// Returns the keys of a player that makes plans of this number of positions.
fn plan_keys(positions: u64) -> [Key; 3] {
    let [mut simulations, mut time, mut memory, _] =
        BudgetRequest::keys(&Budget::simulations(positions));
    simulations.meaning = "positions expanded for a plan".into();
    time.meaning = "time for a plan, such as 500ms or 2s".into();
    memory.meaning = "memory for a plan, such as 512MB".into();
    [simulations.with_label("Positions of a plan"), time.with_label("Time of a plan"), memory]
}

fn plan_budget(settings: &Settings, positions: u64) -> Result<Budget, InputError> {
    Ok(BudgetRequest::from_settings(settings)?.apply(&Budget::simulations(positions)))
}

fn astar() -> PlayerKind<Klondike> {
    let summary = "best-first search over the cards seen, anew when a card turns up";
    let kind = PlayerKind::new("astar", summary, &plan_keys(ASTAR_POSITIONS), |settings, _| {
        let budget = plan_budget(settings, ASTAR_POSITIONS)?;
        Ok(ConfiguredPlayer::new(Planner::default(), budget, Win.unit(1)))
    });
    kind.with_example("astar:simulations=20000")
}

fn thoughtful() -> PlayerKind<Klondike> {
    let summary = "astar that sees every card: an upper bound, not a fair player";
    let keys = plan_keys(THOUGHTFUL_POSITIONS);
    let kind = PlayerKind::omniscient("thoughtful", summary, &keys, |settings, _| {
        let budget = plan_budget(settings, THOUGHTFUL_POSITIONS)?;
        Ok((Planner::default(), budget, Win.unit(1)))
    });
    kind.with_example("thoughtful:simulations=100000")
}

static ROLLOUT: Choice<Rollouts, 2> = Choice::new(
    "rollout",
    "how games are played to their end",
    [("random", Rollouts::Random), ("greedy", Rollouts::Greedy)],
);

fn mcts() -> PlayerKind<Klondike> {
    let preset = Preset::new("mcts", 1000, Rollouts::default());
    let summary = "Monte Carlo tree search for the win, every option a key";
    let keys = [ROLLOUT.key_with_default(preset.knowledge)];
    let kind = PlayerKind::searching(preset, summary, &keys, Win, |settings, preset| {
        Ok(settings.choice(&ROLLOUT)?.unwrap_or(preset.knowledge))
    });
    kind.with_example("mcts:simulations=5000,rollout=greedy")
}

/// The presets, weakest first.
const PRESETS: [Preset<Rollouts>; 4] = [
    step_search("easy", 8),
    step_search("medium", 250),
    step_search("hard", 4000),
    step_search("expert", 20_000).with_time(Duration::from_secs(5)),
];

/// Exploration constant of the presets, tuned on draw 3. It is smaller than the constant of UCT,
/// because the values of most games lie in a small part of the range from 0 to 1.
const PRESET_EXPLORATION: f64 = 0.5;

const fn step_search(name: &'static str, simulations: u64) -> Preset<Rollouts> {
    Preset::new(name, simulations, Rollouts::Greedy).with_exploration(PRESET_EXPLORATION)
}

fn preset(preset: Preset<Rollouts>) -> PlayerKind<Klondike> {
    let simulations = preset.simulations;
    let summary =
        format!("tree search over steps that cannot be taken back, {simulations} simulations");
    let mut keys = BudgetRequest::keys(&preset.budget()).to_vec();
    keys.push(exploration_key(preset.options.exploration));
    keys.push(ROLLOUT.key_with_default(preset.knowledge));
    PlayerKind::new(preset.name.clone(), summary, &keys, move |settings, seed| {
        let budget = BudgetRequest::from_settings(settings)?.apply(&preset.budget());
        let mut options = preset.options;
        options.exploration = settings.number("c", 0.0, 1000.0)?.unwrap_or(options.exploration);
        let rollouts = settings.choice(&ROLLOUT)?.unwrap_or(preset.knowledge);
        let player = StepPlayer::new(options, rollouts, seed);
        Ok(ConfiguredPlayer::new(player, budget, HomeAndTurned.unit(1)))
    })
}
