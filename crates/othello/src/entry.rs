//! The registry entry of Othello: its players with their keys, and its solver.

use plywood_registry::kind::ConfiguredPlayer;
use plywood_registry::{
    BudgetRequest, Choice, Entry, InputError, Key, PlayerKind, Settings, SolverKind,
};
use plywood_search::{AlphaBeta, Budget, ByScore, Objective, Preset};

use crate::endings::{Endings, ExactEndings, Knowledge, Unit};
use crate::formats::formats;
use crate::players::{MCTS, ORIGINAL, ORIGINAL_LEVELS, PRESETS, Rollouts};
use crate::{Othello, Solver, StaticEvaluation, canonical, gtp, obf, opening};

/// The unit of scores.
const DISCS: &str = "discs";

/// Returns the registry entry of Othello with all its players and its solver.
pub fn entry() -> Entry<Othello> {
    let summary = "Monte Carlo tree search, every option a key";
    let mcts = searching(MCTS, summary).with_example("mcts:simulations=5000,rollout=heuristic");
    let entry =
        Entry::new("othello", "two players, nothing hidden, 8x8 board", |_| Othello::start())
            .with_seats(["black", "white"])
            .with_score_unit(DISCS)
            .with_solver(solver())
            .with_formats(formats())
            .with_openings(opening)
            .with_symmetry(canonical)
            .player(original())
            .player(mcts)
            .player(alphabeta())
            .player(gtp::kind());
    PRESETS.into_iter().fold(entry, |entry, preset| {
        let Knowledge { rollouts, endings } = preset.knowledge;
        let rollouts = match rollouts {
            Rollouts::Random => "random",
            Rollouts::Heuristic => "heuristic",
        };
        let simulations = preset.simulations;
        let mut summary = format!("mcts with {simulations} simulations and {rollouts} rollouts");
        if endings.root > 0 {
            summary.push_str(&format!(", exact from {} empty squares on", endings.root));
        }
        entry.player(searching(preset, &summary))
    })
}

/// The index of a level in [`ORIGINAL_LEVELS`].
static LEVEL: Choice<usize, 4> = Choice::new(
    "level",
    "its strength; without it, 1,000 random rollouts",
    [("easy", 0), ("medium", 1), ("hard", 2), ("expert", 3)],
);

static ROLLOUT: Choice<Rollouts, 2> = Choice::new(
    "rollout",
    "how games are played to their end",
    [("random", Rollouts::Random), ("heuristic", Rollouts::Heuristic)],
);

/// Returns the player `original` of the project's first design, kept unchanged as a reference.
fn original() -> PlayerKind<Othello> {
    let summary = "the first design's player, never changed: a yardstick";
    let kind = PlayerKind::new("original", summary, &[LEVEL.key()], |settings, seed| {
        let level = settings.choice(&LEVEL)?.map(|level| ORIGINAL_LEVELS[level].clone());
        let level = level.unwrap_or(ORIGINAL);
        let unit = Objective::<Othello>::unit(&ByScore, 2);
        Ok(ConfiguredPlayer::new(level.player().with_seed(seed), level.budget(), unit))
    });
    kind.with_example("original:level=hard")
}

fn solver() -> SolverKind<Othello> {
    SolverKind::new(|position, goal, budget, progress| {
        Solver::new().solve(position, goal, budget, progress)
    })
    .with_problems(obf::read)
}

fn searching(preset: Preset<Knowledge>, summary: &str) -> PlayerKind<Othello> {
    let Knowledge { rollouts, endings } = preset.knowledge;
    let leaves = Key::new("exact_leaves", "empty squares from which leaves are solved, 0 to 8")
        .with_label("Solve leaves from empty squares")
        .with_default(endings.leaves.to_string());
    let keys = [ROLLOUT.key_with_default(rollouts), leaves];
    PlayerKind::searching(preset, summary, &keys, ByScore, move |settings, preset| {
        let mut knowledge = preset.knowledge;
        knowledge.rollouts = settings.choice(&ROLLOUT)?.unwrap_or(rollouts);
        knowledge.endings.leaves =
            read_empties(settings, "exact_leaves", Endings::MAX_LEAVES)?.unwrap_or(endings.leaves);
        Ok(knowledge)
    })
    .wrapped(&ending_keys(endings), move |settings, player| {
        let endings = read_endings(settings, endings)?;
        Ok(Box::new(ExactEndings::new(player, endings, Unit::WinProbability)))
    })
}

/// The endings of `alphabeta` by default: as exact as those of `expert`.
const ALPHABETA_ENDINGS: Endings = Endings { root: 20, ..Endings::NONE };

/// The positions that `alphabeta` searches by default.
const ALPHABETA_NODES: u64 = 500_000;

/// Returns the player `alphabeta`: a search to a depth with a hand-made evaluation.
fn alphabeta() -> PlayerKind<Othello> {
    let summary = "alpha-beta search to a depth, with a simple evaluation and exact endings";
    let depth =
        Key::new("depth", "moves to look ahead at most, 1 to 60").with_label("Depth at most");
    let budget = Budget::simulations(ALPHABETA_NODES);
    let mut keys = BudgetRequest::keys(&budget).to_vec();
    keys[0].meaning = "positions per decision".into();
    keys.push(depth);
    PlayerKind::new("alphabeta", summary, &keys, move |settings, _seed| {
        let depth = settings.read("depth", "a whole number from 1 to 60", |text| {
            text.parse().ok().filter(|depth| (1..=60).contains(depth))
        })?;
        let player = AlphaBeta::new(StaticEvaluation);
        let player = depth.into_iter().fold(player, AlphaBeta::with_max_depth);
        let budget = BudgetRequest::from_settings(settings)?.apply(&budget);
        Ok(ConfiguredPlayer::new(player, budget, DISCS))
    })
    .wrapped(&ending_keys(ALPHABETA_ENDINGS), |settings, player| {
        let endings = read_endings(settings, ALPHABETA_ENDINGS)?;
        Ok(Box::new(ExactEndings::new(player, endings, Unit::Discs)))
    })
    .with_example("alphabeta:time=200ms")
}

/// Returns the keys of exact endings, with their defaults.
fn ending_keys(endings: Endings) -> [Key; 2] {
    let root =
        Key::new("exact", "empty squares from which the solver decides, 0 to 60; 0 is never")
            .with_label("Solve from empty squares");
    let nodes = Key::new(
        "exact_nodes",
        "positions that the solver searches at most, in an analysis for each move",
    )
    .with_label("Positions of the solver at most");
    [root.with_default(endings.root.to_string()), nodes.with_default(endings.nodes.to_string())]
}

fn read_endings(settings: &Settings, defaults: Endings) -> Result<Endings, InputError> {
    Ok(Endings {
        root: read_empties(settings, "exact", 60)?.unwrap_or(defaults.root),
        nodes: settings.count("exact_nodes")?.unwrap_or(defaults.nodes),
        ..defaults
    })
}

fn read_empties(settings: &Settings, key: &str, most: u32) -> Result<Option<u32>, InputError> {
    settings.read(key, &format!("a whole number from 0 to {most}"), |text| {
        text.parse().ok().filter(|&empties| empties <= most)
    })
}
