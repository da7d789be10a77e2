//! The registry entry of Othello: its players with their keys, and its solver.

use plywood_registry::kind::ConfiguredPlayer;
use plywood_registry::{Choice, Entry, PlayerKind, SolverKind};
use plywood_search::{ByScore, Objective, Preset};

use crate::players::{MCTS, ORIGINAL, ORIGINAL_LEVELS, PRESETS, Rollouts};
use crate::{Othello, Solver, gtp, obf};

/// Returns the registry entry of Othello with all its players and its solver.
pub fn entry() -> Entry<Othello> {
    let summary = "Monte Carlo tree search, every option a key";
    let mcts = searching(MCTS, summary).with_example("mcts:simulations=5000,rollout=heuristic");
    let entry =
        Entry::new("othello", "two players, nothing hidden, 8x8 board", |_| Othello::start())
            .with_seats(["black", "white"])
            .with_score_unit("discs")
            .with_solver(solver())
            .player(original())
            .player(mcts)
            .player(gtp::kind());
    PRESETS.into_iter().fold(entry, |entry, preset| {
        let rollouts = match preset.knowledge {
            Rollouts::Random => "random",
            Rollouts::Heuristic => "heuristic",
        };
        let simulations = preset.simulations;
        let summary = format!("mcts with {simulations} simulations and {rollouts} rollouts");
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

fn searching(preset: Preset<Rollouts>, summary: &str) -> PlayerKind<Othello> {
    let keys = [ROLLOUT.key_with_default(preset.knowledge)];
    PlayerKind::searching(preset, summary, &keys, ByScore, |settings, preset| {
        Ok(settings.choice(&ROLLOUT)?.unwrap_or(preset.knowledge))
    })
}
