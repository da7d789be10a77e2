//! The trainers of Wood Block: a learned value, and the cross-entropy method for the tuned evaluation.

use std::path::Path;

use plywood_learn::cem::{self, Cem, CemOptions};
use plywood_learn::{RunSettings, Threads, open_run};
use plywood_registry::{Key, Settings, TrainerKind, TrainingError};

use crate::bits::Cells;
use crate::entry::rules;
use crate::fitness::FeatureFitness;
use crate::learned::{WORD_SIZE, game_text};
use crate::rules::Rules;
use crate::training::ValueTrainer;
use crate::variant::Variant;

/// The default number of games of a run.
const GAMES: u64 = 20_000;

/// Returns the trainer of the learned value, which learns by self-play.
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
            let (rules, settings) = read(request.rules)?;
            let total = ("games", GAMES);
            if rules.grid().size() <= WORD_SIZE {
                open_run(request, total, |seed, games, _threads| {
                    ValueTrainer::<u64>::new(&rules, settings, seed, games)
                })
            } else {
                open_run(request, total, |seed, games, _threads| {
                    ValueTrainer::<Cells>::new(&rules, settings, seed, games)
                })
            }
        },
    )
}

/// Returns the trainer of the weights of features by the cross-entropy method.
pub(crate) fn cem() -> TrainerKind {
    cem::trainer(|request| {
        let (rules, settings) = read(request.rules)?;
        let options = CemOptions {
            generations: 40,
            population: 40,
            elite: 8,
            games: [4, 16],
            noise: 0.02,
            schedule: 30,
        };
        open_run(request, ("generations", options.generations), |seed, generations, _threads| {
            let fitness = FeatureFitness::new(&rules, settings);
            Cem::new(fitness, CemOptions { generations, ..options }, seed)
        })
    })
}

/// Reads the rules of a run. Returns them and the settings of the run that identify them.
fn read(settings: &Settings) -> Result<(Rules, RunSettings), TrainingError> {
    let invalid = |error| TrainingError::input("rules", &error);
    settings.check(&crate::entry::rule_keys()).map_err(invalid)?;
    let rules = rules(settings).map_err(invalid)?;
    if rules.cap().is_some() {
        let problem = "a training has a cap of its own, so cap= has no effect";
        return Err(TrainingError::input("rules", &problem));
    }
    let run_settings = run_settings(settings, &rules);
    Ok((rules, run_settings))
}

/// Returns the settings of a run that identify its rules: the rules as text, and a digest of the variant, because a
/// variant file may change. The folder of the file is left out, so that a run can be resumed from another folder.
fn run_settings(settings: &Settings, rules: &Rules) -> RunSettings {
    let asked = Path::new(settings.get("variant").unwrap_or(Variant::NAMES[0]));
    let variant = asked.file_name().unwrap_or_default().to_string_lossy();
    let mut text = Settings::default().with("variant", &variant);
    if rules.rotate() {
        text = text.with("rotate", "true");
    }
    let digest = format!("{:016x}", digest(game_text(rules).as_bytes()));
    vec![("rules", text.to_string()), ("variant_file", digest)]
}

/// Returns the FNV-1a hash of bytes, which is the same in every version of the program.
fn digest(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
