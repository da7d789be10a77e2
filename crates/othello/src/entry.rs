//! The registry entry of Othello: its players by name.

use plywood_registry::kind::{ConfiguredPlayer, SearchDefaults, search_keys};
use plywood_registry::{Choice, Entry, InputError, Key, PlayerKind, Settings};
use plywood_search::{ByScore, Objective};

use crate::Othello;
use crate::players::{LEVELS, Level, ORIGINAL, Rollouts};

/// Returns the game with all its players.
pub fn entry() -> Entry<Othello> {
    let entry =
        Entry::new("othello", "two players, nothing hidden, 8x8 board", |_| Othello::start())
            .with_seats(&["black", "white"])
            .with_score_unit("discs")
            .player(original())
            .player(mcts());
    LEVELS.iter().fold(entry, |entry, level| entry.player(preset(level)))
}

static LEVEL: Choice<Level, 4> = {
    let [easy, medium, hard, expert] = LEVELS;
    let levels =
        [(easy.name, easy), (medium.name, medium), (hard.name, hard), (expert.name, expert)];
    Choice::new("level", "its strength; left out: 1,000 random rollouts", levels)
};

static ROLLOUT: Choice<Rollouts, 2> = Choice::new(
    "rollout",
    "how games are played to their end",
    [("random", Rollouts::Random), ("heuristic", Rollouts::Heuristic)],
);

/// The first design's player, which never changes: a yardstick.
fn original() -> PlayerKind<Othello> {
    let summary = "the first design's player, never changed: a yardstick";
    let kind = PlayerKind::new("original", summary, &[LEVEL.key()], |settings, seed| {
        let level = settings.choice(&LEVEL)?.unwrap_or(ORIGINAL);
        let player = level.original().with_seed(seed);
        let (budget, unit) = (player.budget(), Objective::<Othello>::unit(&ByScore));
        Ok(ConfiguredPlayer::new(player.into_searcher(), budget, unit))
    });
    kind.with_example("original:level=hard")
}

fn mcts() -> PlayerKind<Othello> {
    let summary = "Monte Carlo tree search, every option a key";
    let kind = PlayerKind::new("mcts", summary, &mcts_keys(), |settings, seed| {
        search(&SearchDefaults::simulations(1000), Rollouts::Random, settings, seed)
    });
    kind.with_example("mcts:simulations=5000,rollout=heuristic")
}

fn preset(level: &'static Level) -> PlayerKind<Othello> {
    let rollouts = match level.rollouts {
        Rollouts::Random => "random",
        Rollouts::Heuristic => "heuristic",
    };
    let summary = format!("mcts with {} simulations and {rollouts} rollouts", level.simulations);
    PlayerKind::new(level.name, summary, &mcts_keys(), |settings, seed| {
        let player = level.preset();
        let defaults = SearchDefaults { options: *player.options(), budget: player.budget() };
        search(&defaults, level.rollouts, settings, seed)
    })
}

fn mcts_keys() -> Vec<Key> {
    let mut keys = search_keys();
    keys.push(ROLLOUT.key());
    keys
}

fn search(
    defaults: &SearchDefaults,
    rollouts: Rollouts,
    settings: &Settings,
    seed: u64,
) -> Result<ConfiguredPlayer<Othello>, InputError> {
    let rollouts = settings.choice(&ROLLOUT)?.unwrap_or(rollouts);
    defaults.make(settings, seed, rollouts, ByScore)
}
