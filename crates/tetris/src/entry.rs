//! The registration of Tetris: its rules, players and trainers by name.

use std::ops::RangeInclusive;
use std::path::Path;

use plywood_files::looks_like_path;
use plywood_learn::FileError;
use plywood_registry::kind::ConfiguredPlayer;
use plywood_registry::{Choice, Ending, Entry, InputError, Key, PlayerKind, Settings};
use plywood_search::{Budget, Preset};

use crate::dqn::{DqnPlayer, HoleLimit};
use crate::encoding::Cells;
use crate::evaluation::Depth;
use crate::features::FeatureSet;
use crate::find_best_move::Thresholds;
use crate::greedy::GreedyPlayer;
use crate::guide::{Lines, Rollouts};
use crate::leaf::Leaf;
use crate::linear::{BCTS, DELLACHERIE, DT20, LinearPlayer, Weights};
use crate::original::Original;
use crate::players::{Knowledge, MCTS, PRESETS};
use crate::value_network::ValueNetwork;
use crate::{End, Randomizer, Rules, Tetris, rates, trainers};

/// Tetris with all its players.
pub fn entry() -> Entry<Tetris> {
    let summary = "one player, falling pieces, the next one seen, 10x20 board";
    let entry = Entry::new("tetris", summary, |seed| Tetris::new(Rules::default(), seed))
        .with_score_unit("lines")
        .with_rules(&rule_keys(), |settings| {
            let rules = read_rules(settings)?;
            Ok(move |seed| Tetris::new(rules, seed))
        })
        .with_ending(|game| match game.position().is_capped() {
            true => Ending::Capped,
            false => Ending::Over,
        })
        .with_encoding(|game| Cells::new(game.position().rules()))
        .with_own_rates(&rates::OWN)
        .with_trainer(trainers::dqn())
        .with_trainer(trainers::cem())
        .player(greedy())
        .player(original())
        .player(linear())
        .player(dqn())
        .player(mcts());
    PRESETS.into_iter().fold(entry, |entry, one| entry.player(preset(one)))
}

static RANDOMIZER: Choice<Randomizer, 2> = Choice::new(
    "randomizer",
    "how pieces are drawn",
    [("bag", Randomizer::Bag), ("uniform", Randomizer::Uniform)],
);

static END: Choice<End, 2> =
    Choice::new("end", "when a game is lost", [("spawn", End::Spawn), ("strict", End::Strict)]);

fn rule_keys() -> [Key; 5] {
    let default = Rules::default();
    [
        RANDOMIZER
            .key_with_default(default.randomizer)
            .with_label("How pieces are drawn")
            .with_word_labels(["in sets of seven", "each by itself"]),
        END.key_with_default(default.end)
            .with_label("When a game is lost")
            .with_word_labels(["no room is left", "above the top"]),
        Key::new("width", "columns, 4 to 16")
            .with_label("Columns")
            .with_default(default.width.to_string()),
        Key::new("height", "rows, 4 to 40")
            .with_label("Rows")
            .with_default(default.height.to_string()),
        Key::new("cap", "lines at which a game is over").with_label("Lines at most"),
    ]
}

/// Reads rules; keys that are left out have their defaults.
pub fn read_rules(settings: &Settings) -> Result<Rules, InputError> {
    settings.check(&rule_keys())?;
    let default = Rules::default();
    let size = |key, range: RangeInclusive<u8>| {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        settings.read(key, &expected, |text| text.parse().ok().filter(|size| range.contains(size)))
    };
    let cap = |text: &str| text.parse().ok().filter(|&cap| cap > 0);
    Ok(Rules {
        width: size("width", Rules::WIDTHS)?.unwrap_or(default.width),
        height: size("height", Rules::HEIGHTS)?.unwrap_or(default.height),
        randomizer: settings.choice(&RANDOMIZER)?.unwrap_or(default.randomizer),
        end: settings.choice(&END)?.unwrap_or(default.end),
        cap: settings.read("cap", "a whole number of lines of at least 1", cap)?,
    })
}

/// Returns a budget of one simulation, for players that do not search.
fn one_look() -> Budget {
    Budget::simulations(1)
}

fn greedy() -> PlayerKind<Tetris> {
    let summary = "the most lines at once, then the lowest pile, then the fewest holes";
    PlayerKind::new("greedy", summary, &[], |_, _| {
        Ok(ConfiguredPlayer::new(GreedyPlayer, one_look(), "lines"))
    })
}

const DEPTHS: [(&str, Depth); 2] = [("1", Depth::One), ("2", Depth::Two)];

static DEPTH: Choice<Depth, 2> =
    Choice::new("depth", "1: the current piece; 2: also the next one", DEPTHS);

const DEFAULT_DEPTH: Depth = Depth::One;

fn depth(settings: &Settings) -> Result<Depth, InputError> {
    Ok(settings.choice(&DEPTH)?.unwrap_or(DEFAULT_DEPTH))
}

fn bad_weights(file: &str, error: &FileError) -> InputError {
    let (key, value) = ("weights".to_owned(), file.to_owned());
    InputError::BadValue { key, value, expected: format!("a file written by training ({error})") }
}

static WEIGHTS: Choice<fn() -> Weights, 4> = Choice::new(
    "weights",
    "weights of the features",
    [
        (DELLACHERIE.name, || DELLACHERIE),
        (BCTS.name, || BCTS),
        (DT20.name, || DT20),
        ("learned", Weights::learned),
    ],
);

fn linear() -> PlayerKind<Tetris> {
    let weights = WEIGHTS.key().with_file().with_default("learned");
    let keys = [weights, DEPTH.key_with_default(DEFAULT_DEPTH)];
    let summary = "the placement with the best weighted features";
    let kind = PlayerKind::new("linear", summary, &keys, |settings, _| {
        let weights = match settings.get("weights") {
            Some(name) if looks_like_path(name) => {
                settings.local("weights")?;
                Weights::read(Path::new(name)).map_err(|error| bad_weights(name, &error))?
            }
            _ => settings.choice(&WEIGHTS)?.map_or_else(Weights::learned, |weights| weights()),
        };
        let player = LinearPlayer::new(weights).with_depth(depth(settings)?);
        Ok(ConfiguredPlayer::new(player, one_look(), "weighted features"))
    });
    kind.with_example("linear:weights=bcts")
}

pub(crate) static FEATURES: Choice<FeatureSet, 2> = {
    let [design29, compact4] = FeatureSet::ALL;
    let sets = [(design29.name(), design29), (compact4.name(), compact4)];
    Choice::new("features", "inputs of the network", sets)
};

/// Returns a key with a numeric default.
fn numbered(name: &'static str, meaning: &'static str, default: impl Into<f64>) -> Key {
    Key::new(name, meaning).with_default(default.into().to_string())
}

fn holes_until_lines() -> Key {
    let meaning = "lines from which max_holes no longer applies";
    numbered("holes_until_lines", meaning, Thresholds::default().holes_until_lines)
}

fn epsilon() -> Key {
    numbered("epsilon", "probability of a random move, as in training, 0 to 1", 0)
}

fn dqn() -> PlayerKind<Tetris> {
    let keys = [
        FEATURES.key_with_default(FeatureSet::Design29),
        Key::new("weights", "a file written by training, in place of the shipped network")
            .with_file(),
        DEPTH.key_with_default(DEFAULT_DEPTH),
        Key::new("max_holes", "placements that leave more holes come last"),
        holes_until_lines(),
        epsilon(),
    ];
    let summary = "the best reward plus value by a network trained with deep Q-learning";
    let kind = PlayerKind::new("dqn", summary, &keys, |settings, seed| {
        let features = settings.choice(&FEATURES)?.unwrap_or(FeatureSet::Design29);
        let network = match settings.local("weights")? {
            None => ValueNetwork::shipped(features).clone(),
            Some(file) => ValueNetwork::read(Path::new(file), features)
                .map_err(|error| bad_weights(file, &error))?,
        };
        let whole = |key| settings.read(key, "a whole number", |text| text.parse().ok());
        let until_lines =
            whole("holes_until_lines")?.unwrap_or(Thresholds::default().holes_until_lines);
        let limit = whole("max_holes")?.map(|max_holes| HoleLimit { max_holes, until_lines });
        let epsilon = settings.number("epsilon", 0.0, 1.0)?.unwrap_or(0.0);
        let player = DqnPlayer::new(network, depth(settings)?, limit, epsilon, seed);
        Ok(ConfiguredPlayer::new(player, one_look(), "discounted reward"))
    });
    kind.with_example("dqn:features=compact4,depth=2")
}

/// The player of the project's first design, kept unchanged as a reference.
fn original() -> PlayerKind<Tetris> {
    let default = Thresholds::default();
    let keys = [
        numbered("max_evaluations", "the most placements evaluated", default.max_evaluations),
        numbered("max_holes", "placements that leave more holes are skipped", default.max_holes),
        holes_until_lines(),
        numbered("good_value", "a value above this is good enough", default.good_value),
        numbered("columns_after", "evaluations before it ends the columns", default.columns_after),
        numbered(
            "rotations_after",
            "evaluations before it ends the rotations",
            default.rotations_after,
        ),
        epsilon(),
    ];
    let summary = "the first design's findBestMove on its network of 29 features";
    let kind = PlayerKind::new("original", summary, &keys, |settings, seed| {
        let default = Thresholds::default();
        let count = |key, default| {
            let read = settings.read(key, "a whole number", |text| text.parse().ok())?;
            Ok::<u32, InputError>(read.unwrap_or(default))
        };
        let thresholds = Thresholds {
            max_evaluations: count("max_evaluations", default.max_evaluations)?,
            max_holes: count("max_holes", default.max_holes)?,
            holes_until_lines: count("holes_until_lines", default.holes_until_lines)?,
            good_value: settings.number("good_value", -1e9, 1e9)?.unwrap_or(default.good_value),
            columns_after: count("columns_after", default.columns_after)?,
            rotations_after: count("rotations_after", default.rotations_after)?,
        };
        let epsilon = settings.number("epsilon", 0.0, 1.0)?.unwrap_or(0.0);
        let player = Original::new(thresholds, epsilon, seed);
        Ok(ConfiguredPlayer::new(player, one_look(), "network value"))
    });
    kind.with_example("original:max_holes=5")
}

static ROLLOUT: Choice<Rollouts, 2> = Choice::new(
    "rollout",
    "how pieces are placed before a board is valued",
    [("random", Rollouts::Random), ("linear", Rollouts::Linear)],
);

static LEAF: Choice<Leaf, 3> = Choice::new(
    "leaf",
    "what values a board then, the last two by the networks of dqn",
    [
        ("linear", Leaf::Linear),
        ("design29", Leaf::Network(FeatureSet::Design29)),
        ("compact4", Leaf::Network(FeatureSet::Compact4)),
    ],
);

/// The key `depth` of tree searches. At depth 2, the value of a leaf includes a third piece, which
/// is drawn at random.
static DRAWN_DEPTH: Choice<Depth, 2> = Choice::new(
    "depth",
    "pieces placed to value a board, 2 with the one drawn after the next",
    DEPTHS,
);

fn mcts() -> PlayerKind<Tetris> {
    let summary = "Monte Carlo tree search; the pieces after the next one are drawn, never seen";
    searching(MCTS, summary).with_example("mcts:simulations=400,leaf=design29,depth=2")
}

fn preset(preset: Preset<Knowledge>) -> PlayerKind<Tetris> {
    let pieces = match preset.knowledge.depth {
        Depth::One => "the next piece",
        Depth::Two => "the next piece and one drawn after it",
    };
    let simulations = preset.simulations;
    searching(preset, &format!("mcts with {simulations} simulations that look at {pieces}"))
}

fn searching(preset: Preset<Knowledge>, summary: &str) -> PlayerKind<Tetris> {
    let Knowledge { rollouts, leaf, depth } = preset.knowledge;
    let keys = [
        ROLLOUT.key_with_default(rollouts),
        LEAF.key_with_default(leaf),
        DRAWN_DEPTH.key_with_default(depth),
    ];
    PlayerKind::searching(preset, summary, &keys, Lines, |settings, preset| {
        let Knowledge { rollouts, leaf, depth } = preset.knowledge;
        let knowledge = Knowledge {
            rollouts: settings.choice(&ROLLOUT)?.unwrap_or(rollouts),
            leaf: settings.choice(&LEAF)?.unwrap_or(leaf),
            depth: settings.choice(&DRAWN_DEPTH)?.unwrap_or(depth),
        };
        Ok(knowledge.guide())
    })
}
