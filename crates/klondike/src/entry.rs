//! Klondike in the registry: its rules, its players by name and its solver.

use std::num::NonZeroU16;
use std::path::Path;
use std::time::Duration;

use plywood_registry::kind::{ConfiguredPlayer, exploration_key, read_options, search_keys};
use plywood_registry::{
    BudgetRequest, Choice, Ending, Entry, InputError, Key, PlayerKind, Settings,
};
use plywood_search::{Budget, MaxDepth, Objective, Options, Preset, RandomRollouts, Searcher};

use crate::klondike::Goal;
use crate::leaf::LeafOptions;
use crate::puzzles;
use crate::step_player::StepPlayer;
use crate::trainers;
use crate::value::TrainedValue;
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

/// Returns how a finished game ended.
fn ending(game: &Klondike) -> Ending {
    if game.won() {
        Ending::Won
    } else if game.at_command_limit() {
        Ending::LostAtLimit
    } else {
        Ending::Lost
    }
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
        .with_ending(ending)
        .with_stuck(View::stuck)
        .with_solver(puzzles::solver())
        .with_encoding(|_| Places)
        .with_trainer(trainers::value())
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

pub(crate) fn read_rules(settings: &Settings) -> Result<Rules, InputError> {
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

/// Returns the rules as text for [`read_rules`]: the draw, and each option that differs from its
/// default.
pub(crate) fn rules_text(rules: Rules) -> String {
    let (defaults, Rules { draw, passes, foundations, waste }) = (Rules::default(), rules);
    let mut text = format!("draw={}", draw.cards());
    if passes != defaults.passes {
        let passes = passes.map_or("unlimited".to_owned(), |passes| passes.to_string());
        text += &format!(",passes={passes}");
    }
    if foundations != defaults.foundations {
        text += &format!(",worrying_back={}", foundations == Foundations::GiveBack);
    }
    if waste != defaults.waste {
        text += if waste == Waste::Fan { ",waste=fan" } else { ",waste=top" };
    }
    text
}

fn greedy() -> PlayerKind<Klondike> {
    let summary = "the best kind of command by a fixed order: safe home, turn a card up, ...";
    PlayerKind::new("greedy", summary, &[], |_, seed| {
        Ok(ConfiguredPlayer::new(Greedy::new(seed), Budget::simulations(1), Win.unit(1)))
    })
}

/// Simulations per decision of `original`. The number is this project's choice.
const ORIGINAL_SIMULATIONS: u64 = 1000;
/// Maximum number of commands in a rollout of `original`. The number is this project's choice.
const ORIGINAL_ROLLOUT: u32 = 128;

/// Returns the player `original`, a fixed reference that reproduces the project's first design:
/// plain UCT with bounded random rollouts and a new tree at every decision. The first design
/// searched the full state with the face-down cards; this player sees only its view.
///
/// Its constants are keys. Their defaults never change.
fn original() -> PlayerKind<Klondike> {
    let summary = "the first design's player, never changed: a yardstick";
    let mut preset = Preset::new("original", ORIGINAL_SIMULATIONS, ());
    preset.options =
        Options::UCT.with_exploration(Options::EXPLORATION).with_rollout_limit(ORIGINAL_ROLLOUT);
    preset.options.reuse = false;
    let mut keys = search_keys(&preset);
    keys.extend(progress_keys());
    PlayerKind::new("original", summary, &keys, move |settings, seed| {
        let progress = read_progress(settings)?;
        let options = read_options(settings, preset.options)?;
        let budget = BudgetRequest::from_settings(settings)?.apply(&preset.budget());
        let searcher = Searcher::with_objective(options, RandomRollouts, progress, seed);
        Ok(ConfiguredPlayer::new(searcher, budget, progress.unit(1)).with_values_of(progress))
    })
}

/// Returns the keys of the weights of the objective [`HomeAndTurned`].
fn progress_keys() -> [Key; 2] {
    let [home, turned] = HomeAndTurned::default().weights();
    [
        Key::new("home", "weight of the cards home in the progress of a game, from 0 to 1")
            .with_default(home.to_string()),
        Key::new("turned", "weight of the cards turned up, from 0 to 1; with home at most 1")
            .with_default(turned.to_string()),
    ]
}

fn read_progress(settings: &Settings) -> Result<HomeAndTurned, InputError> {
    let [home, turned] = HomeAndTurned::default().weights();
    let home = settings.number("home", 0.0, 1.0)?.unwrap_or(home);
    let turned = settings.number("turned", 0.0, 1.0)?.unwrap_or(turned);
    HomeAndTurned::new(home, turned).ok_or_else(|| InputError::BadValue {
        key: "home".to_owned(),
        value: home.to_string(),
        expected: format!("at most 1 together with turned={turned}: a win is worth 1"),
    })
}

/// Number of positions that `astar` and `thoughtful` expand for a plan.
const ASTAR_POSITIONS: u64 = 2_000;
const THOUGHTFUL_POSITIONS: u64 = 30_000;

/// Returns the budget keys of a planning player that expands `positions` positions for a plan by
/// default.
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
        Ok(ConfiguredPlayer::new(Planner::default(), budget, Win.unit(1)).with_values_of(Win))
    });
    kind.with_example("astar:simulations=20000")
}

fn thoughtful() -> PlayerKind<Klondike> {
    let summary = "an exact solver that sees every card: an upper bound, not a fair player";
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

static GOAL: Choice<Goal, 2> = Choice::new(
    "objective",
    "what a game is worth: 1 if won and else 0, or else progress, at most 1",
    [("win", Goal::Win), ("progress", Goal::Progress)],
);

fn mcts() -> PlayerKind<Klondike> {
    let preset = Preset::new("mcts", 1000, Rollouts::default());
    let summary = "Monte Carlo tree search over commands, every option a key";
    let mut keys = search_keys(&preset);
    keys.push(GOAL.key_with_default(Goal::Win));
    keys.push(ROLLOUT.key_with_default(preset.knowledge));
    let kind = PlayerKind::new("mcts", summary, &keys, move |settings, seed| {
        let rollouts = settings.choice(&ROLLOUT)?.unwrap_or(preset.knowledge);
        let goal = settings.choice(&GOAL)?.unwrap_or(Goal::Win);
        let options = read_options(settings, preset.options)?;
        let budget = BudgetRequest::from_settings(settings)?.apply(&preset.budget());
        let searcher = Searcher::with_objective(options, rollouts, goal, seed);
        Ok(ConfiguredPlayer::new(searcher, budget, goal.unit(1)).with_values_of(goal))
    });
    kind.with_example("mcts:simulations=5000,rollout=greedy,objective=progress")
}

/// The presets, weakest first.
const PRESETS: [Preset<LeafOptions>; 4] = [
    step_search("easy", 8),
    step_search("medium", 100),
    step_search("hard", 1_000),
    step_search("expert", 10_000).with_time(Duration::from_secs(5)),
];

/// Exploration constant of the presets, tuned on draw 3. It is smaller than the constant of UCT,
/// because the values of most games lie in a small part of the range from 0 to 1.
const PRESET_EXPLORATION: f64 = 0.4;
/// How the presets value leaves. Tuned on draw 3.
const PRESET_LEAVES: LeafOptions = LeafOptions { positions: 500, learned: 1.0 };

const fn step_search(name: &'static str, simulations: u64) -> Preset<LeafOptions> {
    Preset::new(name, simulations, PRESET_LEAVES).with_exploration(PRESET_EXPLORATION)
}

static PAIRED: Choice<bool, 2> = Choice::new(
    "paired",
    "whether all moves are tried in the same worlds",
    [("true", true), ("false", false)],
);

/// The largest accepted limit of positions for solving the world of a leaf.
const MOST_LEAF_POSITIONS: u64 = 1_000_000_000;

fn tree_keys(leaves: LeafOptions) -> [Key; 5] {
    [
        PAIRED.key_with_default(true),
        Key::new("positions", "positions in which a leaf's world is solved; 0: no solver")
            .with_default(leaves.positions.to_string()),
        Key::new(
            "learned",
            "weight of the learned value of a world that the solver wins, from 0 to 1",
        )
        .with_default(leaves.learned.to_string()),
        Key::new("weights", "a file written by training, in place of the shipped weights")
            .with_file(),
        Key::new("max_depth", "deepest level of the tree in steps; left out: no limit"),
    ]
}

/// Reads the learned value from the file named in a spec; `None` if the spec has none.
fn read_weights(settings: &Settings) -> Result<Option<TrainedValue>, InputError> {
    let Some(file) = settings.local("weights")? else { return Ok(None) };
    TrainedValue::read(Path::new(file))
        .map(Some)
        .map_err(|error| bad_weights(file, format!("a file written by training ({error})")))
}

fn bad_weights(file: &str, expected: String) -> InputError {
    InputError::BadValue { key: "weights".to_owned(), value: file.to_owned(), expected }
}

fn preset(preset: Preset<LeafOptions>) -> PlayerKind<Klondike> {
    let simulations = preset.simulations;
    let summary =
        format!("tree search over steps that cannot be taken back, {simulations} simulations");
    let mut keys = BudgetRequest::keys(&preset.budget()).to_vec();
    keys.push(exploration_key(preset.options.exploration));
    keys.extend(tree_keys(preset.knowledge));
    PlayerKind::new(preset.name.clone(), summary, &keys, move |settings, seed| {
        let budget = BudgetRequest::from_settings(settings)?.apply(&preset.budget());
        let mut options = preset.options;
        options.exploration = settings.number("c", 0.0, 1000.0)?.or(options.exploration);
        if let Some(depth) = settings.count("max_depth")? {
            options.max_depth = MaxDepth::Moves(depth.clamp(1, 1000) as u32);
        }
        options.paired_worlds = settings.choice(&PAIRED)?.unwrap_or(true);
        let expected = format!("a whole number from 0 to {MOST_LEAF_POSITIONS}");
        let positions = settings.read("positions", &expected, |text| {
            text.parse().ok().filter(|&positions| positions <= MOST_LEAF_POSITIONS)
        })?;
        let leaves = LeafOptions {
            positions: positions.unwrap_or(preset.knowledge.positions),
            learned: settings.number("learned", 0.0, 1.0)?.unwrap_or(preset.knowledge.learned),
        };
        let value = read_weights(settings)?;
        let file = settings.get("weights").unwrap_or_default().to_owned();
        let player = StepPlayer::new(options, leaves, value.clone(), seed);
        let player = ConfiguredPlayer::new(player, budget, Win.unit(1)).with_values_of(Win);
        Ok(player.with_check(move |game| {
            let misfit = value.as_ref().and_then(|value| value.misfit(game.rules().draw));
            misfit.map_or(Ok(()), |expected| Err(bad_weights(&file, expected)))
        }))
    })
}
