//! The trainers of Tetris: deep Q-learning of a network, and the cross-entropy method for linear weights.

use plywood_learn::cem::{self, Cem, CemOptions};
use plywood_learn::open_run;
use plywood_registry::{Choice, Key, TrainerKind, TrainingError, TrainingRequest, TrainingRun};

use crate::Rules;
use crate::entry::{FEATURES, read_rules};
use crate::features::FeatureSet;
use crate::fitness::LinearFitness;
use crate::training::TetrisTask;
use crate::value_network::Rewards;

static REWARDS: Choice<Rewards, 2> = Choice::new(
    "rewards",
    "the rewards: for lines, or only for surviving; left out: lines",
    [("lines", Rewards::LINES), ("survival", Rewards::SURVIVAL)],
);

/// Deep Q-learning.
pub(crate) fn dqn() -> TrainerKind {
    let keys = [
        Key::new("features", "the inputs of the network; left out: design29"),
        REWARDS.key(),
        Key::new("moves", "moves of the whole run; left out: 2000000, or as the resumed run"),
    ];
    TrainerKind::new("dqn", "a network by deep Q-learning", &keys, |request| {
        let rules = rules(request)?;
        let features = request.settings.choice(&FEATURES)?.unwrap_or(FeatureSet::Design29);
        let rewards = request.settings.choice(&REWARDS)?.unwrap_or(Rewards::LINES);
        learn(request, TetrisTask::new(rules, features, rewards))
    })
}

#[cfg(feature = "train")]
fn learn(
    request: &TrainingRequest,
    task: TetrisTask,
) -> Result<Box<dyn TrainingRun>, TrainingError> {
    use plywood_learn::dqn::{Dqn, DqnOptions};
    use plywood_search::SystemClock;

    let default = DqnOptions::default();
    open_run(request, ("moves", default.moves), |seed, moves, _threads| {
        Dqn::new(task, DqnOptions { moves, ..default }, seed, SystemClock)
    })
}

#[cfg(not(feature = "train"))]
fn learn(_: &TrainingRequest, _: TetrisTask) -> Result<Box<dyn TrainingRun>, TrainingError> {
    let command = "cargo build --release --package plywood --features train";
    Err(TrainingError::NotOffered(format!(
        "this program was built without training; build it with: {command}"
    )))
}

/// The cross-entropy method.
pub(crate) fn cem() -> TrainerKind {
    cem::trainer(|request| {
        let fitness = LinearFitness::new(rules(request)?)
            .map_err(|error| TrainingError::input("rules", &error))?;
        let default = CemOptions::default();
        open_run(request, ("generations", default.generations), |seed, generations, _threads| {
            Cem::new(fitness, CemOptions { generations, ..default }, seed)
        })
    })
}

fn rules(request: &TrainingRequest) -> Result<Rules, TrainingError> {
    read_rules(request.rules).map_err(|error| TrainingError::input("rules", &error))
}
