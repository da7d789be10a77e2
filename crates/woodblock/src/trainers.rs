//! The trainers of Wood Block: a learned value, and the cross-entropy method for the tuned evaluation.

use plywood_learn::cem::{Cem, CemOptions};
use plywood_learn::{Threads, open_run};
use plywood_registry::{Key, Settings, TrainerKind, TrainingError};

use crate::bits::Cells;
use crate::entry::rules;
use crate::fitness::FeatureFitness;
use crate::learned::WORD_SIZE;
use crate::rules::Rules;
use crate::training::ValueTrainer;

/// The games of a run by default.
const GAMES: u64 = 20_000;

/// The learned value, by games of the player.
pub(crate) fn value() -> TrainerKind {
    let keys = [
        Key::new(
            "games",
            "games of the whole run, rounded up to whole generations; left out: 20000, or as the resumed run",
        ),
        Threads::key(),
    ];
    TrainerKind::new(
        "value",
        "the value of boards between hands by TD learning",
        &keys,
        |request| {
            let (rules, text) = read(request.rules)?;
            let total = ("games", GAMES);
            if rules.grid().size() <= WORD_SIZE {
                open_run(request, total, |seed, games, _threads| {
                    ValueTrainer::<u64>::new(&rules, text, seed, games)
                })
            } else {
                open_run(request, total, |seed, games, _threads| {
                    ValueTrainer::<Cells>::new(&rules, text, seed, games)
                })
            }
        },
    )
}

/// The cross-entropy method for the weights of features.
pub(crate) fn cem() -> TrainerKind {
    let generations = Key::new(
        "generations",
        "generations of the whole run; left out: 40, or as the resumed run",
    );
    let summary = "linear weights by the cross-entropy method";
    TrainerKind::new("cem", summary, &[generations, Threads::key()], |request| {
        let (rules, text) = read(request.rules)?;
        let options = CemOptions {
            generations: 40,
            population: 40,
            elite: 8,
            games: [4, 16],
            noise: 0.02,
            schedule: 30,
        };
        open_run(request, ("generations", options.generations), |seed, generations, _threads| {
            let fitness = FeatureFitness::new(&rules, text);
            Cem::new(fitness, CemOptions { generations, ..options }, seed)
        })
    })
}

/// Reads the rules of a training, with a text that distinguishes them.
fn read(settings: &Settings) -> Result<(Rules, String), TrainingError> {
    let invalid = |error| TrainingError::input("rules", &error);
    settings.check(&crate::entry::rule_keys()).map_err(invalid)?;
    let rules = rules(settings).map_err(invalid)?;
    if rules.cap().is_some() {
        let problem = "a training has a cap of its own, so cap= has no effect";
        return Err(TrainingError::input("rules", &problem));
    }
    let text = crate::learned::game_text(&rules);
    Ok((rules, text))
}
