//! `plywood train`: a run in a folder, with its progress on stderr.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::Context;
use indicatif::ProgressBar;
use plywood_learn::cem::{Cem, CemOptions};
use plywood_learn::{Round, RunError, RunFolder, Trainer, train};
use plywood_registry::document::SCHEMA;
use plywood_registry::draw_seed;
use plywood_search::{Clock, SystemClock, quoted};
use plywood_tetris::features::FeatureSet;
use plywood_tetris::fitness::LinearFitness;
use plywood_tetris::training::TetrisTask;
use plywood_tetris::value_network::Rewards;
use serde_json::json;

use crate::cli::{Method, RewardsOf, TrainArgs};
use crate::failure::{Failure, InArgument};
use crate::interrupt::INTERRUPTED;
use crate::output::{Output, complain, grouped, progress_bar};

/// The default number of moves of deep Q-learning.
#[cfg(feature = "train")]
const MOVES: u64 = 2_000_000;

pub(crate) fn run(args: &TrainArgs, out: &mut Output) -> Result<(), Failure> {
    if args.game != "tetris" {
        let game = quoted(&args.game);
        let problem = format!("GAME: {game} cannot be trained: expected tetris");
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
            let fitness = LinearFitness::new(rules)
                .map_err(|error| Failure::Input(format!("--rules: {error}")))?;
            let mut options = CemOptions::default();
            let (seed, generations) =
                seed_and_total(args, &folder, args.generations, options.generations)?;
            options.generations = generations;
            run_to_the_end(Cem::new(fitness, options, seed), seed, args, &folder, out)
        }
    }
}

fn features(args: &TrainArgs) -> Result<FeatureSet, Failure> {
    let Some(name) = &args.features else { return Ok(FeatureSet::Design29) };
    let features = FeatureSet::ALL.into_iter().find(|set| set.name() == name);
    features.ok_or_else(|| {
        let names = FeatureSet::ALL.map(FeatureSet::name).join(", ");
        let name = quoted(name);
        Failure::Input(format!("--features: {name} is not valid: expected one of {names}"))
    })
}

/// Returns the seed and the total work (moves or generations) of the run. A resumed run takes missing
/// options from its checkpoint.
fn seed_and_total(
    args: &TrainArgs,
    folder: &RunFolder,
    total: Option<u64>,
    default_total: u64,
) -> Result<(u64, u64), Failure> {
    let (seed, default_total) = match (args.resume, args.seed) {
        (true, seed) => {
            let (begun_seed, begun_total) = folder.seed_and_total().map_err(failure)?;
            (seed.unwrap_or(begun_seed), begun_total)
        }
        (false, Some(seed)) => (seed, default_total),
        (false, None) => (draw_seed(), default_total),
    };
    Ok((seed, total.unwrap_or(default_total)))
}

#[cfg(feature = "train")]
fn dqn(
    args: &TrainArgs,
    task: TetrisTask,
    folder: &RunFolder,
    out: &mut Output,
) -> Result<(), Failure> {
    use plywood_learn::dqn::{Dqn, DqnOptions};

    let (seed, moves) = seed_and_total(args, folder, args.moves, MOVES)?;
    let options = DqnOptions { moves, ..DqnOptions::default() };
    let trainer = Dqn::new(task, options, seed, SystemClock);
    run_to_the_end(trainer, seed, args, folder, out)
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
    seed: u64,
    args: &TrainArgs,
    folder: &RunFolder,
    out: &mut Output,
) -> Result<(), Failure> {
    let began = SystemClock.now();
    let unit = trainer.columns()[0];
    let bar = progress_bar(trainer.total(), unit);
    explain_interrupt(bar.clone(), args.resume)?;
    let best = train(&mut trainer, folder, args.resume, show_rounds(&bar));
    bar.finish_and_clear();
    let best = best.map_err(failure)?;
    let elapsed = (SystemClock.now() - began).as_secs_f64();
    let weights = folder.best();
    if args.json {
        let settings = trainer.settings();
        let settings: Vec<String> =
            settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        return Ok(out.json(&json!({
            "schema": SCHEMA,
            "game": args.game,
            "seed": seed,
            "settings": settings.join(" "),
            "done": trainer.done(),
            "best": best,
            "weights": weights.display().to_string(),
            "elapsed_s": elapsed,
        }))?);
    }
    let done = grouped(trainer.done());
    writeln!(out, "seed {seed}: {done} {unit} in {elapsed:.0} s")?;
    if let Some(remark) = trainer.remark() {
        writeln!(out, "{remark}")?;
    }
    if let Some(best) = best {
        writeln!(out, "best validation {best:.1}, weights in {}", weights.display())?;
    }
    Ok(())
}

/// Makes Ctrl-C print how to resume the run, and exit. Every finished round is saved: only the current
/// round is lost.
fn explain_interrupt(bar: ProgressBar, resumed: bool) -> Result<(), Failure> {
    let handler = move || {
        bar.finish_and_clear();
        let how =
            if resumed { "run the same command again" } else { "add --resume to the command" };
        complain(&format!("interrupted; finished rounds are saved: to continue, {how}"));
        std::process::exit(INTERRUPTED.into());
    };
    ctrlc::set_handler(handler).context("the thread that handles Ctrl-C cannot be started")?;
    Ok(())
}

/// Returns an observer that shows the numbers of every round beside the progress bar.
fn show_rounds(bar: &ProgressBar) -> impl FnMut(&Round) -> ControlFlow<()> {
    // The work done by the end of the first round of this process, and the time at that moment.
    let mut first_round = None;
    move |round| {
        let (before, since) = *first_round.get_or_insert((round.done, SystemClock.now()));
        let numbers = round.columns.iter().zip(round.row).skip(1);
        let mut text: Vec<String> = numbers
            .map(|(name, number)| format!("{} {number:.4}", name.replace('_', " ")))
            .collect();
        if round.done > before {
            let rate = (round.done - before) as f64 / (SystemClock.now() - since).as_secs_f64();
            text.push(format!("{rate:.0} {}/s", round.columns[0]));
        }
        bar.set_message(text.join(", "));
        bar.set_position(round.done);
        ControlFlow::Continue(())
    }
}

/// The settings of a training run that are also command-line options.
const OPTIONS: [&str; 6] = ["method", "rules", "features", "rewards", "moves", "seed"];

/// Classifies an error as bad input or as a failure while running: the exit statuses differ.
fn failure(error: RunError) -> Failure {
    match &error {
        RunError::OtherSetting { name, .. } if OPTIONS.contains(name) => {
            Failure::Input(format!("--{error}"))
        }
        RunError::OtherSetting { name, .. } => Failure::Input(format!(
            "--resume: the run was started by a version of this program with other {name}"
        )),
        // The moves of dqn are a setting, so only the total of cem can be too small.
        RunError::PastTotal { .. } => Failure::Input(format!("--generations: {error}")),
        _ if error.is_input() => Failure::Input(format!("--out: {error}")),
        _ => Failure::Running(error.into()),
    }
}
