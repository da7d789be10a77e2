//! The registry entry of Othello: its players with their keys, and its solver.

use std::path::Path;

use plywood_registry::kind::ConfiguredPlayer;
use plywood_registry::{
    BudgetRequest, Choice, Entry, InputError, Key, PlayerKind, ReviewSettings, Settings,
    SolverKind, Thresholds,
};
use plywood_search::{AlphaBeta, Budget, ByScore, Objective, Preset};

use crate::endings::{Endings, ExactEndings, Knowledge, Unit};
use crate::formats::formats;
use crate::players::{
    EXPERT, HARD, MCTS, ORIGINAL, ORIGINAL_LEVELS, PUCT, ROLLOUT_LEVELS, Rollouts, Weighing,
};
use crate::solver::SolvedMoves;
use crate::{
    LearnedEvaluation, Othello, Planes, Rated, Solver, canonical, gtp, obf, opening, rates,
    trainers,
};

/// The unit of scores.
const DISCS: &str = "discs";

/// Returns the registry entry of Othello with all its players and its solver.
pub fn entry() -> Entry<Othello> {
    let summary = "Monte Carlo tree search, every option a key";
    let mcts = by_rollouts(MCTS, summary).with_example("mcts:simulations=5000,rollout=heuristic");
    let puct = by_evaluation(PUCT, "mcts with the learned evaluation: values and weights of moves");
    let entry =
        Entry::new("othello", "two players, nothing hidden, 8x8 board", |_| Othello::start())
            .with_seats(["black", "white"])
            .with_score_unit(DISCS)
            .with_solver(solver())
            .with_formats(formats())
            .with_openings(opening)
            .with_symmetry(canonical)
            .with_encoding(|_| Planes)
            .with_review(ReviewSettings {
                score_thresholds: Some(Thresholds::new(2.0, 6.0, 12.0)),
                ..ReviewSettings::default()
            })
            .with_trainer(trainers::patterns())
            .with_own_rates(&rates::OWN)
            .player(original())
            .player(mcts)
            .player(puct.with_example("puct:simulations=5000"))
            .player(alphabeta())
            .player(gtp::kind());
    let entry = ROLLOUT_LEVELS.into_iter().fold(entry, |entry, preset| {
        let simulations = preset.simulations;
        let Knowledge { rollouts, endings } = preset.knowledge;
        let rollouts = match rollouts {
            Rollouts::Random => "random",
            Rollouts::Heuristic => "heuristic",
        };
        let summary = format!("mcts with {simulations} simulations and {rollouts} rollouts");
        entry.player(by_rollouts(preset, &(summary + &exact_from(endings))))
    });
    let hard = format!("puct with {} simulations", HARD.simulations);
    let hard = by_evaluation(HARD, &(hard + &exact_from(HARD.knowledge.endings)));
    let expert = "puct with 1 second a move; stronger with more time".to_owned();
    let expert = by_evaluation(EXPERT, &(expert + &exact_from(EXPERT.knowledge.endings)));
    entry.player(hard).player(expert.with_example("expert:time=5s"))
}

/// Returns the part of a player's summary that describes its exact endgames; empty without them.
fn exact_from(endings: Endings) -> String {
    match endings.root {
        0 => String::new(),
        root => format!(", exact from {root} empty squares on"),
    }
}

/// The index of a strength in [`ORIGINAL_LEVELS`].
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
        let player = level.player().with_seed(seed);
        Ok(ConfiguredPlayer::new(player, level.budget(), unit).with_values_of(ByScore))
    });
    kind.with_example("original:level=hard")
}

fn solver() -> SolverKind<Othello> {
    SolverKind::new(|position, goal, budget, progress| {
        Solver::new().solve(position, goal, budget, progress)
    })
    .with_moves(|position, budget| {
        let in_reach = position.empties().count_ones() <= REVIEWED_EMPTIES;
        let mut moves = in_reach.then(|| SolvedMoves::new(position, budget))?;
        moves.solve(budget, &mut |_| {}).is_ok().then(|| moves.solutions().to_vec())
    })
    .with_problems(|_, text| obf::read(text))
}

/// The greatest number of empty squares at which a review solves every move. With 18, the exact part of a game
/// takes about two seconds.
const REVIEWED_EMPTIES: u32 = 18;

/// Returns a player kind: a tree search that evaluates leaves by rollouts.
fn by_rollouts(preset: Preset<Knowledge>, summary: &str) -> PlayerKind<Othello> {
    let Knowledge { rollouts, endings } = preset.knowledge;
    let keys = [ROLLOUT.key_with_default(rollouts), leaves_key(endings)];
    PlayerKind::searching(preset, summary, &keys, ByScore, move |settings, preset| {
        let mut knowledge = preset.knowledge;
        knowledge.rollouts = settings.choice(&ROLLOUT)?.unwrap_or(rollouts);
        knowledge.endings.leaves = read_leaves(settings, endings)?;
        Ok(knowledge)
    })
    .wrapped(&ending_keys(endings), move |settings, player| {
        let endings = read_endings(settings, endings)?;
        Ok(Box::new(ExactEndings::new(player, endings, Unit::WinProbability)))
    })
}

/// Returns a player kind: a tree search with the learned evaluation for leaves and for the weights of moves.
fn by_evaluation(preset: Preset<Weighing>, summary: &str) -> PlayerKind<Othello> {
    let Weighing { temperature, endings } = preset.knowledge;
    let heat = "difference in discs that makes a move e times as heavy, 0.1 to 1000";
    let heat = Key::new("temperature", heat).with_default(temperature.to_string());
    let keys = [heat, leaves_key(endings), weights_key()];
    PlayerKind::searching(preset, summary, &keys, ByScore, move |settings, _| {
        let heat = settings.number("temperature", 0.1, 1000.0)?;
        let temperature = heat.map_or(temperature, |heat| heat as f32);
        let (evaluation, leaves) = (read_weights(settings)?, read_leaves(settings, endings)?);
        Ok(Rated { evaluation, temperature, leaves })
    })
    .wrapped(&ending_keys(endings), move |settings, player| {
        let endings = read_endings(settings, endings)?;
        Ok(Box::new(ExactEndings::new(player, endings, Unit::WinProbability)))
    })
}

/// The default limits of `alphabeta` for exact endgames.
const ALPHABETA_ENDINGS: Endings = Endings { root: 20, ..Endings::NONE };

/// The default number of positions that `alphabeta` searches.
const ALPHABETA_NODES: u64 = 500_000;

/// Returns the player `alphabeta`: alpha-beta search to a depth with the learned evaluation.
fn alphabeta() -> PlayerKind<Othello> {
    let summary = "alpha-beta search to a depth, with the learned evaluation and exact endings";
    let budget = Budget::simulations(ALPHABETA_NODES);
    let depth =
        Key::new("depth", "moves to look ahead at most, 1 to 60").with_label("Depth at most");
    let mut keys = BudgetRequest::keys(&budget).to_vec();
    keys[0].meaning = "positions per decision".into();
    keys.extend([depth, weights_key()]);
    PlayerKind::new("alphabeta", summary, &keys, move |settings, _seed| {
        let depth = settings.read("depth", "a whole number from 1 to 60", |text| {
            text.parse().ok().filter(|depth| (1..=60).contains(depth))
        })?;
        let player = AlphaBeta::new(read_weights(settings)?);
        let player = depth.into_iter().fold(player, AlphaBeta::with_max_depth);
        let budget = BudgetRequest::from_settings(settings)?.apply(&budget);
        Ok(ConfiguredPlayer::new(player, budget, DISCS))
    })
    .wrapped(&ending_keys(ALPHABETA_ENDINGS), |settings, player| {
        let endings = read_endings(settings, ALPHABETA_ENDINGS)?;
        Ok(Box::new(ExactEndings::new(player, endings, Unit::Discs)))
    })
}

fn weights_key() -> Key {
    Key::new("weights", "a file written by training, in place of the shipped weights").with_file()
}

fn read_weights(settings: &Settings) -> Result<LearnedEvaluation, InputError> {
    let Some(file) = settings.local("weights")? else {
        return Ok(LearnedEvaluation::shipped().clone());
    };
    LearnedEvaluation::read(Path::new(file)).map_err(|error| InputError::BadValue {
        key: "weights".to_owned(),
        value: file.to_owned(),
        expected: format!("a file written by training ({error})"),
    })
}

fn leaves_key(endings: Endings) -> Key {
    Key::new("exact_leaves", "empty squares from which leaves are solved, 0 to 8")
        .with_label("Solve leaves from empty squares")
        .with_default(endings.leaves.to_string())
}

fn read_leaves(settings: &Settings, defaults: Endings) -> Result<u32, InputError> {
    let leaves = read_empties(settings, "exact_leaves", Endings::MAX_LEAVES)?;
    Ok(leaves.unwrap_or(defaults.leaves))
}

/// Returns the keys that set the limits for exact endgames, with their defaults.
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
