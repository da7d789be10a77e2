//! The registry entry of Wood Block: the keys of its rules, and its players by name.

use std::fmt::Display;
use std::num::NonZeroU32;
use std::path::Path;

use plywood_files::{looks_like_path, read_bounded};
use plywood_registry::kind::ConfiguredPlayer;
use plywood_registry::{
    BudgetRequest, Choice, Ending, Entry, InputError, Key, PlayerKind, ReviewSettings, Settings,
};
use plywood_search::{Budget, ByScore, MoveWidening, Preset};

use crate::encoding::Planes;
use crate::evaluations::Evaluation;
use crate::greedy::Greedy;
use crate::hand_player::HandPlayer;
use crate::lookahead::Ahead;
use crate::original::{Original, SIMULATIONS};
use crate::outlook::outlook;
use crate::planner::Planning;
use crate::players::{self, LOOKAHEAD, Lookahead, MCTS, PLANNING_PRESETS, PRESETS, PUCT};
use crate::position::SLOTS;
use crate::rated::BoardRating;
use crate::rollouts::Rollouts;
use crate::rules::Rules;
use crate::trainers;
use crate::variant::Variant;
use crate::weights::Weighted;
use crate::woodblock::Woodblock;
use crate::worth::worth;

static ROTATE: Choice<bool, 2> =
    Choice::new("rotate", "whether a block may be turned", [("true", true), ("false", false)]);

pub(crate) fn rule_keys() -> [Key; 3] {
    [
        Key::new("variant", "board, blocks and points")
            .with_words(Variant::NAMES)
            .with_word_labels(["10 × 10, classic", "8 × 8, streaks", "9 × 9, boxes"])
            .with_file()
            .with_label("Board and blocks")
            .with_default(Variant::NAMES[0]),
        ROTATE.key_with_default(false).with_label("Blocks may be turned"),
        Key::new("cap", "hands after which the game is over").with_label("Hands at most"),
    ]
}

const UNIT: &str = "points";

/// Returns the registry entry of Wood Block with all its players.
pub fn entry() -> Entry<Woodblock> {
    let summary = "one player, three blocks in hand, full lines clear";
    let entry = Entry::new("woodblock", summary, |seed| Woodblock::new(Rules::default(), seed))
        .with_title("Wood Block")
        .with_score_unit(UNIT)
        .with_rules(&rule_keys(), |settings| {
            let rules = rules(settings)?;
            Ok(move |seed| Woodblock::new(rules.clone(), seed))
        })
        .with_ending(ending)
        .with_outlook(outlook)
        .with_encoding(|game| Planes::new(game.position().rules().clone()))
        .with_trainer(trainers::value())
        .with_trainer(trainers::cem())
        .with_review(ReviewSettings {
            simulations: Some(REVIEW_SIMULATIONS),
            ..ReviewSettings::default()
        })
        .player(greedy())
        .player(exhaustive())
        .player(lookahead(LOOKAHEAD, "plans hands, and compares the plans by sampled next hands"))
        .player(original())
        .player(mcts())
        .player(puct());
    let entry = PRESETS.into_iter().fold(entry, |entry, one| entry.player(preset(one)));
    PLANNING_PRESETS.into_iter().fold(entry, |entry, one| entry.player(planning(one)))
}

/// Returns how a game ended. At the cap, and only there, the hand is empty, because no further hand is dealt.
fn ending(game: &Woodblock) -> Ending {
    if game.position().hand() == [None; SLOTS] { Ending::Capped } else { Ending::Over }
}

/// Reads the rules from settings with the keys `variant`, `rotate` and `cap`.
pub fn rules(settings: &Settings) -> Result<Rules, InputError> {
    let named = Variant::named(settings.get("variant").unwrap_or(Variant::NAMES[0]));
    let variant = match (named, settings.local("variant")) {
        (Some(variant), _) => variant,
        (None, file) => variant_file(file?.unwrap_or_default())?,
    };
    let rotate = settings.choice(&ROTATE)?.unwrap_or(false);
    let max = u32::MAX;
    let expected = format!("a whole number from 1 to {max}");
    let cap = settings.read("cap", &expected, |text| text.parse::<NonZeroU32>().ok())?;
    Ok(Rules::new(variant, rotate, cap))
}

/// Maximum size of a variant file, ten times the size of a file with 200 shapes.
const MAX_FILE_BYTES: u64 = 1 << 18;

fn variant_file(name: &str) -> Result<Variant, InputError> {
    let invalid = |problem: &dyn Display| InputError::BadValue {
        key: "variant".to_owned(),
        value: name.to_owned(),
        expected: format!("a variant file ({problem})"),
    };
    match read_bounded(Path::new(name), MAX_FILE_BYTES) {
        Err(error) if error.is_not_found() && !looks_like_path(name) => {
            let valid = Variant::NAMES.map(str::to_owned).to_vec();
            Err(InputError::UnknownName { kind: "variant", name: name.to_owned(), valid })
        }
        Err(error) => Err(invalid(&error)),
        Ok(bytes) => {
            let text = str::from_utf8(&bytes).map_err(|error| invalid(&error))?;
            Variant::from_toml(text).map_err(|error| invalid(&error))
        }
    }
}

fn greedy() -> PlayerKind<Woodblock> {
    let summary = "the most free cells after the move, then alignment, then compactness";
    PlayerKind::new("greedy", summary, &[], |_, _| {
        Ok(ConfiguredPlayer::new(Greedy, Budget::simulations(1), UNIT))
    })
}

/// The unit of the values of players that plan hands: the points, plus the value of the board converted to points by
/// the evaluation.
const WORTH: &str = "points' worth";

/// Returns the player `exhaustive`, which searches all orders and placements of a hand.
fn exhaustive() -> PlayerKind<Woodblock> {
    let summary = "the best of all orders and placements of the hand, by a tuned evaluation";
    PlayerKind::new("exhaustive", summary, &[weights_key("tuned")], |settings, seed| {
        let evaluation = read_evaluation(settings, Evaluation::Tuned)?;
        let player = HandPlayer::new(Planning::Exhaustive, evaluation.clone(), seed);
        Ok(planning_player(player, Budget::simulations(1), evaluation, settings))
    })
}

/// Returns a player that plans hands and compares the plans by sampled next hands.
fn lookahead(preset: Preset<Lookahead>, summary: &str) -> PlayerKind<Woodblock> {
    let Ahead { plans, width, next_width } = preset.knowledge.ahead;
    let number =
        |name, meaning, default: usize| Key::new(name, meaning).with_default(default.to_string());
    // The keys for memory and threads are left out: plans need hardly any memory, and one thread compares them.
    let [mut simulations, time, ..] = BudgetRequest::keys(&preset.budget());
    simulations.meaning = "sampled next hands per hand, for all plans together".into();
    let keys = [
        simulations,
        time,
        number("plans", "plans of the hand that are compared, 1 to 1000", plans),
        number("width", "states of the beam search for plans, 1 to 10000", width),
        number("next_width", "states of the beam search of a sampled hand, 1 to 10000", next_width),
        weights_key(match preset.knowledge.evaluation {
            Evaluation::Learned => "learned",
            _ => "tuned",
        }),
    ];
    PlayerKind::new(preset.name.clone(), summary, &keys, move |settings, seed| {
        let count = |key, most| {
            let expected = format!("a whole number from 1 to {most}");
            let number = |text: &str| text.parse().ok().filter(|one| (1..=most).contains(one));
            settings.read(key, &expected, number)
        };
        let ahead = Ahead {
            plans: count("plans", 1000)?.unwrap_or(plans),
            width: count("width", 10_000)?.unwrap_or(width),
            next_width: count("next_width", 10_000)?.unwrap_or(next_width),
        };
        let evaluation = read_evaluation(settings, preset.knowledge.evaluation.clone())?;
        let player = Lookahead { evaluation: evaluation.clone(), ahead }.player(seed);
        let budget = BudgetRequest::from_settings(settings)?.apply(&preset.budget());
        Ok(planning_player(player, budget, evaluation, settings))
    })
}

/// Configures a player of hands with its budget, its check of the rules, and the worth of positions for it.
fn planning_player(
    player: HandPlayer,
    budget: Budget,
    evaluation: Evaluation,
    settings: &Settings,
) -> ConfiguredPlayer<Woodblock> {
    let player = ConfiguredPlayer::new(player, budget, WORTH);
    let file = settings.get("weights").unwrap_or_default().to_owned();
    let weights = evaluation.clone();
    let player = player.with_check(move |game| {
        weights.check(game.position().rules()).map_err(|problem| bad_weights(&file, &problem))
    });
    player.with_worth(move |game, _| worth(&evaluation, game))
}

/// Simulations for each move of a review, enough for players that plan hands to compare all moves.
const REVIEW_SIMULATIONS: u64 = 2000;

fn weights_key(default: &'static str) -> Key {
    Key::new(
        "weights",
        "the value of boards between hands; learned is tuned where no learned weights are shipped",
    )
    .with_words(["tuned", "learned"])
    .with_file()
    .with_default(default)
}

fn read_evaluation(settings: &Settings, default: Evaluation) -> Result<Evaluation, InputError> {
    match settings.get("weights") {
        None => return Ok(default),
        Some("tuned") => return Ok(Evaluation::Tuned),
        Some("learned") => return Ok(Evaluation::Learned),
        Some(_) => {}
    }
    let file = settings.local("weights")?.unwrap_or_default();
    Evaluation::read(Path::new(file)).map_err(|error| bad_weights(file, &error))
}

/// Returns the error for a file of weights that cannot be used.
fn bad_weights(file: &str, problem: &dyn Display) -> InputError {
    InputError::BadValue {
        key: "weights".to_owned(),
        value: file.to_owned(),
        expected: format!("tuned, learned or a file written by training ({problem})"),
    }
}

static ORIGINAL_ROLLOUT: Choice<Rollouts, 2> = Choice::new(
    "rollout",
    "how its rollouts are played",
    [("heuristic", Rollouts::NearlyFullRow), ("random", Rollouts::Random)],
);

/// Returns the player `original` of the project's first design, kept as a fixed reference.
fn original() -> PlayerKind<Woodblock> {
    let summary = "the first design's player, never changed: a yardstick";
    let default = Rollouts::NearlyFullRow;
    let keys = [ORIGINAL_ROLLOUT.key_with_default(default)];
    let kind = PlayerKind::new("original", summary, &keys, move |settings, seed| {
        let rollouts = settings.choice(&ORIGINAL_ROLLOUT)?.unwrap_or(default);
        let budget = Budget::simulations(SIMULATIONS).with_stop_early(true);
        Ok(ConfiguredPlayer::new(Original::new(rollouts, seed), budget, UNIT))
    });
    kind.with_example("original:rollout=random")
}

fn mcts() -> PlayerKind<Woodblock> {
    let kind = searching(MCTS, "Monte Carlo tree search, every option a key");
    kind.with_example("mcts:simulations=5000,rollout=greedy")
}

/// The evaluation of leaves and the weights of moves in `puct`.
#[derive(Clone, Copy, PartialEq)]
enum LeafValue {
    Rollout,
    Tuned,
    Learned,
}

static LEAF: Choice<LeafValue, 3> = Choice::new(
    "leaf",
    "what values leaves and weighs moves: rollouts, or an evaluation of boards between hands",
    [("rollout", LeafValue::Rollout), ("tuned", LeafValue::Tuned), ("learned", LeafValue::Learned)],
);

/// Returns the player `puct`: `mcts` with weights for moves.
fn puct() -> PlayerKind<Woodblock> {
    let keys = [
        Key::new(
            "temperature",
            "difference of values that makes a move e times as heavy, 0.1 to 1000",
        )
        .with_default(PUCT.knowledge.temperature.to_string()),
        Key::new(
            "widening",
            "tries WIDENING * n^EXPONENT moves of a position with n visits; without it, all",
        ),
        Key::new("exponent", "exponent of the widening, 0 to 1")
            .with_default(PUCT.options.move_widening.exponent.to_string()),
        Key::new("max_moves", "moves of a position in the tree at most"),
        LEAF.key_with_default(LeafValue::Rollout),
    ];
    let summary = "mcts that tries moves in the order of their weights";
    let kind = PlayerKind::searching(PUCT, summary, &keys, ByScore, |settings, preset| {
        let widening = &mut preset.options.move_widening;
        let factor = settings.number("widening", 0.1, 1e6)?.unwrap_or(widening.factor);
        let exponent = settings.number("exponent", 0.0, 1.0)?.unwrap_or(widening.exponent);
        let number = |text: &str| text.parse::<u16>().ok().filter(|&number| number > 0);
        let max = settings.read("max_moves", "a whole number from 1 to 65535", number)?;
        let max = max.unwrap_or(widening.max_moves);
        *widening = MoveWidening::new(factor, exponent).with_max_moves(max);
        let temperature = settings.number("temperature", 0.1, 1000.0)?;
        let temperature = temperature.map_or(preset.knowledge.temperature, |number| number as f32);
        let evaluation = match settings.choice(&LEAF)?.unwrap_or(LeafValue::Rollout) {
            LeafValue::Rollout => None,
            LeafValue::Tuned => Some(Evaluation::Tuned),
            LeafValue::Learned => Some(Evaluation::Learned),
        };
        let boards = evaluation.map(BoardRating::new);
        Ok(Weighted { temperature, boards, ..preset.knowledge.clone() })
    });
    kind.with_example("puct:simulations=5000,widening=8")
}

/// Returns the player of a preset that plans hands.
fn planning(preset: Preset<Lookahead>) -> PlayerKind<Woodblock> {
    let samples = preset.simulations;
    let limits = match preset.time {
        Some(time) => format!("at most {} ms and {samples} sampled hands", time.as_millis()),
        None => format!("{samples} sampled hands"),
    };
    let evaluation = match preset.knowledge.evaluation {
        Evaluation::Learned => "the learned value",
        _ => "the tuned evaluation",
    };
    let summary = format!("lookahead with {evaluation}, {limits} for a hand");
    lookahead(preset, &summary)
}

fn preset(preset: Preset<Rollouts>) -> PlayerKind<Woodblock> {
    let rollouts = match preset.knowledge {
        Rollouts::Random => "random rollouts",
        _ => "knowledge of boards",
    };
    let summary = format!("mcts with {} simulations and {rollouts}", preset.simulations);
    searching(preset, &summary)
}

static ROLLOUT: Choice<Rollouts, 3> = Choice::new(
    "rollout",
    "how rollouts are played; the last two also value boards",
    [
        ("random", Rollouts::Random),
        ("heuristic", Rollouts::Heuristic),
        ("greedy", Rollouts::Greedy),
    ],
);

fn searching(preset: Preset<Rollouts>, summary: &str) -> PlayerKind<Woodblock> {
    let keys = [ROLLOUT.key_with_default(preset.knowledge)];
    PlayerKind::searching(preset, summary, &keys, ByScore, |settings, preset| {
        let rollouts = settings.choice(&ROLLOUT)?.unwrap_or(preset.knowledge);
        preset.options = players::options(rollouts);
        Ok(rollouts)
    })
}
