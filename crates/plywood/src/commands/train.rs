//! `plywood train`: a run in a folder, with its progress on stderr.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use indicatif::ProgressBar;
use plywood_learn::cem::{Cem, CemOptions};
use plywood_learn::{Round, RunError, RunFolder, Trainer, TrainingObserver, train};
use plywood_registry::document::SCHEMA;
use plywood_registry::draw_seed;
use plywood_tetris::features::FeatureSet;
use plywood_tetris::training::TetrisTask;
use plywood_tetris::value_network::Rewards;
use plywood_tetris::weighing::LinearWeighing;
use serde_json::json;

use crate::cli::{Method, RewardsOf, TrainArgs};
use crate::failure::{Failure, InArgument};
use crate::output::{Output, grouped, progress_bar};

/// Moves that a network is trained for, unless told otherwise.
#[cfg(feature = "train")]
const MOVES: u64 = 2_000_000;
/// Generations of the cross-entropy method, unless told otherwise.
const GENERATIONS: u64 = 40;

pub(crate) fn run(args: &TrainArgs, out: &mut Output) -> Result<(), Failure> {
    if args.game != "tetris" {
        let problem = format!("GAME: {:?} cannot be trained: expected tetris", args.game);
        return Err(Failure::Input(problem));
    }
    if let Some((option, owner)) = args.misplaced() {
        let problem = format!("{option}: only --method {owner} takes it");
        return Err(Failure::Input(problem));
    }
    let rules = plywood_tetris::read_rules(&args.rules).in_argument("--rules")?;
    let folder = RunFolder::new(&args.out);
    match args.method {
        Method::Dqn => {
            let rewards = match args.rewards {
                None | Some(RewardsOf::Lines) => Rewards::LINES,
                Some(RewardsOf::Survival) => Rewards::SURVIVAL,
            };
            dqn(args, TetrisTask::new(rules, features(args)?, rewards), &folder, out)
        }
        Method::Cem => {
            let weighing = LinearWeighing::new(rules)
                .map_err(|error| Failure::Input(format!("--rules: {error}")))?;
            let seed = seed(args, &folder)?;
            let generations = args.generations.unwrap_or(GENERATIONS);
            let options = CemOptions { generations, ..CemOptions::default() };
            let trainer = Cem::new(weighing, options, seed);
            run_to_the_end(trainer, args, &folder, out)
        }
    }
}

fn features(args: &TrainArgs) -> Result<FeatureSet, Failure> {
    let Some(name) = &args.features else { return Ok(FeatureSet::Design29) };
    let features = FeatureSet::ALL.into_iter().find(|set| set.name() == name);
    features.ok_or_else(|| {
        let names = FeatureSet::ALL.map(FeatureSet::name).join(", ");
        Failure::Input(format!("--features: {name:?} is not valid: expected one of {names}"))
    })
}

fn seed(args: &TrainArgs, folder: &RunFolder) -> Result<u64, Failure> {
    match args.seed {
        Some(seed) => Ok(seed),
        None if args.resume => folder.seed().map_err(failure),
        None => Ok(draw_seed()),
    }
}

#[cfg(feature = "train")]
fn dqn(
    args: &TrainArgs,
    task: TetrisTask,
    folder: &RunFolder,
    out: &mut Output,
) -> Result<(), Failure> {
    use plywood_learn::dqn::{Dqn, DqnOptions};

    let options = DqnOptions { moves: args.moves.unwrap_or(MOVES), ..DqnOptions::default() };
    let trainer = Dqn::new(task, options, seed(args, folder)?);
    run_to_the_end(trainer, args, folder, out)
}

#[cfg(not(feature = "train"))]
fn dqn(_: &TrainArgs, _: TetrisTask, _: &RunFolder, _: &mut Output) -> Result<(), Failure> {
    let command = "cargo build --release --package plywood --features train";
    Err(Failure::Input(format!(
        "this program was built without training; build it with: {command}"
    )))
}

fn run_to_the_end(
    mut trainer: impl Trainer,
    args: &TrainArgs,
    folder: &RunFolder,
    out: &mut Output,
) -> Result<(), Failure> {
    let began = Instant::now();
    let bar = progress_bar(trainer.total(), trainer.columns()[0]);
    let mut watch = Bar { bar, began, done_before: None };
    let best = train(&mut trainer, folder, args.resume, &mut watch).map_err(failure)?;
    watch.bar.finish_and_clear();
    let elapsed = began.elapsed().as_secs_f64();
    let (seed, weights) = (trainer.seed(), folder.best());
    if args.json {
        return Ok(out.json(&json!({
            "schema": SCHEMA,
            "game": args.game,
            "seed": seed,
            "settings": trainer.settings(),
            "done": trainer.done(),
            "best": best,
            "weights": weights.display().to_string(),
            "elapsed_s": elapsed,
        }))?);
    }
    let done = grouped(trainer.done());
    writeln!(out, "seed {seed}: {done} {} in {elapsed:.0} s", trainer.columns()[0])?;
    if let Some(remark) = trainer.remark() {
        writeln!(out, "{remark}")?;
    }
    if let Some(best) = best {
        writeln!(out, "best validation {best:.1}, weights in {}", weights.display())?;
    }
    Ok(())
}

/// Shows every round's numbers beside the bar.
struct Bar {
    bar: ProgressBar,
    began: Instant,
    /// What was done when the first round of this program ended, and when.
    done_before: Option<(u64, Instant)>,
}

impl TrainingObserver for Bar {
    fn round(&mut self, round: &Round) -> ControlFlow<()> {
        let (before, since) = *self.done_before.get_or_insert((round.done, self.began));
        let seconds = since.elapsed().as_secs_f64();
        if since == self.began {
            self.done_before = Some((round.done, Instant::now()));
        }
        let numbers = round.columns.iter().zip(round.row).skip(1);
        let mut text: Vec<String> = numbers
            .map(|(name, number)| format!("{} {number:.4}", name.replace('_', " ")))
            .collect();
        if round.done > before {
            text.push(format!(
                "{:.0} {}/s",
                (round.done - before) as f64 / seconds,
                round.columns[0]
            ));
        }
        self.bar.set_message(text.join(", "));
        self.bar.set_position(round.done);
        ControlFlow::Continue(())
    }
}

/// What the user gave and what went wrong later have different exit statuses.
fn failure(error: RunError) -> Failure {
    if error.is_input() {
        Failure::Input(format!("--out: {error}"))
    } else {
        Failure::Running(error.into())
    }
}
