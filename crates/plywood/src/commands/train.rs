//! `plywood train`: a run in a folder, with its progress on stderr.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{Context, anyhow};
use indicatif::ProgressBar;
use plywood_registry::document::SCHEMA;
use plywood_registry::{Games, TrainerKind, TrainingError, TrainingRequest, TrainingRound};
use plywood_search::{Clock, SystemClock, quoted};
use serde_json::json;

use crate::cli::TrainArgs;
use crate::failure::Failure;
use crate::interrupt::INTERRUPTED;
use crate::output::{Output, complain, grouped, progress_bar};

pub(crate) fn run(games: &Games, args: &TrainArgs, out: &mut Output) -> Result<(), Failure> {
    let kind = method(games, args)?;
    let failure = |error| failure(error, kind);
    let mut run = kind.open(&request(args)).map_err(failure)?;
    let began = SystemClock.now();
    let bar = progress_bar(run.total(), run.unit());
    explain_interrupt(bar.clone(), args.resume)?;
    let mut show = show_rounds(&bar);
    let best = run.run(None, &mut |round| {
        let enough = args.time.is_some_and(|time| SystemClock.now() - began >= time);
        show(round);
        if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    let best = best.map_err(failure)?;
    let elapsed = (SystemClock.now() - began).as_secs_f64();
    let (seed, weights) = (run.seed(), run.weights());
    if args.json {
        let settings = run.settings();
        let settings: Vec<String> =
            settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        return Ok(out.json(&json!({
            "schema": SCHEMA,
            "game": args.game,
            "seed": seed,
            "settings": settings.join(" "),
            "done": run.done(),
            "best": best,
            "weights": weights.display().to_string(),
            "elapsed_s": elapsed,
        }))?);
    }
    let done = grouped(run.done());
    writeln!(out, "seed {seed}: {done} {} in {elapsed:.0} s", run.unit())?;
    if let Some(remark) = run.remark() {
        writeln!(out, "{remark}")?;
    }
    if let Some(best) = best {
        writeln!(out, "best validation {best:.1}, weights in {}", weights.display())?;
    }
    Ok(())
}

fn request(args: &TrainArgs) -> TrainingRequest<'_> {
    TrainingRequest {
        rules: &args.rules,
        settings: &args.options.0,
        seed: args.seed,
        folder: &args.out,
        resume: args.resume,
    }
}

/// Returns the trainer that the arguments choose. Returns an error if the game or the method does not exist,
/// or if the method does not take an option.
fn method<'a>(games: &'a Games, args: &TrainArgs) -> Result<&'a TrainerKind, Failure> {
    let trained = || games.iter().filter(|game| !game.trainers().is_empty());
    let Some(game) = trained().find(|game| game.name() == args.game) else {
        let names: Vec<&str> = trained().map(|game| game.name()).collect();
        let game = quoted(&args.game);
        let problem = format!("GAME: {game} cannot be trained: expected {}", names.join(" or "));
        return Err(Failure::Input(problem));
    };
    let kinds = game.trainers();
    let asked = args.method.as_deref().unwrap_or(kinds[0].name());
    let Some(kind) = kinds.iter().find(|kind| kind.name() == asked) else {
        let names: Vec<&str> = kinds.iter().map(TrainerKind::name).collect();
        let (game, asked) = (game.name(), quoted(asked));
        let problem = format!("--method: {game} has no {asked}: expected {}", names.join(" or "));
        return Err(Failure::Input(problem));
    };
    let options = &args.options.0;
    let rest = kind.key_names().fold(options.clone(), |rest, key| rest.without(key));
    let mut others = kinds.iter().flat_map(|other| other.key_names().map(move |key| (other, key)));
    if let Some((owner, key)) = others.find(|(_, key)| rest.get(key).is_some()) {
        let problem = format!("--{key}: only --method {} takes it", owner.name());
        return Err(Failure::Input(problem));
    }
    if let Some(option) = rest.keys().next() {
        return Err(Failure::Input(format!("--{option}: {} does not take it", game.name())));
    }
    Ok(kind)
}

/// Makes Ctrl-C print how to resume the run, and exit. All finished rounds are saved, so only the current
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

/// Returns a function that shows the numbers of every round beside the progress bar.
fn show_rounds(bar: &ProgressBar) -> impl FnMut(&TrainingRound) {
    // The amount of work done and the time at the end of this process's first round, from which the rate is
    // computed.
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
    }
}

/// Adds the name of the option to an error, and classifies the error as bad input or as a failure while
/// running, which have different exit statuses.
fn failure(error: TrainingError, kind: &TrainerKind) -> Failure {
    /// Settings that every run has and that an option of the same name sets.
    const OPTIONS: [&str; 3] = ["method", "rules", "seed"];
    let is_option = |name: &str| OPTIONS.contains(&name) || kind.key(name).is_some();
    match &error {
        TrainingError::Input { field, problem } => {
            let option = if field == "folder" { "out" } else { field };
            Failure::Input(format!("--{option}: {problem}"))
        }
        TrainingError::OtherSetting { name, .. } if is_option(name) => {
            Failure::Input(format!("--{error}"))
        }
        TrainingError::OtherSetting { name, begun, .. } if name == "game" => {
            Failure::Input(format!("GAME: the run in this folder trains {begun}"))
        }
        TrainingError::OtherSetting { name, .. } if name.ends_with("_file") => {
            let file = name.replace('_', " ");
            Failure::Input(format!("--resume: the {file} has changed since the run was started"))
        }
        TrainingError::OtherSetting { name, .. } => Failure::Input(format!(
            "--resume: the run was started by a version of this program with other {name}"
        )),
        TrainingError::NotOffered(problem) => Failure::Input(problem.clone()),
        TrainingError::Failed(_) => Failure::Running(anyhow!(error)),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use clap::CommandFactory as _;
    use plywood_learn::cem::{Cem, CemOptions, Fitness};
    use plywood_learn::{Archive, RunSettings, open_run};
    use plywood_registry::{Entry, Key};
    use plywood_search::Game;
    use plywood_search::nim::Nim;

    use super::*;
    use crate::cli::{Cli, Command};

    /// A trainable player of Nim, with a weight for each remainder of the stones left, modulo 4.
    struct Remainders {
        heap: u8,
    }

    impl Remainders {
        /// Returns whether a first player that uses these weights wins against perfect play.
        fn wins(&self, weights: &[f64]) -> bool {
            let (mut heap, mut moves) = (Nim::new(self.heap), Vec::new());
            while let Some(seat) = heap.seat() {
                moves.clear();
                heap.moves(&mut moves);
                let left = |taken: u8| usize::from(heap.stones() - taken) % 4;
                let by_weight = |&a: &u8, &b: &u8| weights[left(a)].total_cmp(&weights[left(b)]);
                let best = if seat == 0 {
                    moves.iter().copied().max_by(by_weight)
                } else {
                    moves.iter().copied().find(|&taken| left(taken) == 0).or(Some(1))
                };
                heap.play(best.unwrap());
            }
            heap.score(0) == 1.0
        }
    }

    impl Fitness for Remainders {
        fn settings(&self) -> RunSettings {
            vec![("game", "nim".to_owned()), ("heap", self.heap.to_string())]
        }

        fn start(&self) -> Vec<[f64; 2]> {
            vec![[0.0, 1.0]; 4]
        }

        fn score(&self, weights: &[f64], _seed: u64) -> f64 {
            f64::from(u8::from(self.wins(weights)))
        }

        fn validation_seeds(&self) -> Range<u64> {
            0..1
        }

        fn to_archive(&self, weights: &[f64]) -> Archive {
            let mut archive = Archive::default();
            archive.set_floats("weights", &[4], weights.iter().map(|&x| x as f32).collect());
            archive
        }
    }

    fn cem() -> TrainerKind {
        let keys = [Key::new("heap", "stones of the heap"), Key::new("generations", "generations")];
        TrainerKind::new("cem", "weights of heaps", &keys, |request| {
            let heap = request.settings.read("heap", "1 to 200", |text| text.parse().ok())?;
            let heap = heap.unwrap_or(21);
            let default = CemOptions::default();
            open_run(request, ("generations", 10), |seed, generations, _threads| {
                Cem::new(Remainders { heap }, CemOptions { generations, ..default }, seed)
            })
        })
    }

    fn games() -> Games {
        let nim = Entry::new("nim", "take one to three", |_| Nim::new(21)).with_trainer(cem());
        let mut games = crate::games();
        games.add(nim);
        games
    }

    fn arguments(games: &Games, arguments: &[&str]) -> TrainArgs {
        let cli = Cli::read(games, [&["plywood", "train"], arguments].concat());
        match cli.unwrap_or_else(|error| panic!("{error}")).command {
            Some(Command::Train(args)) => args,
            _ => panic!("another command"),
        }
    }

    /// Trains and returns the error. Sets no handler for Ctrl-C, since a process can set it only once.
    fn refusal(texts: &[&str]) -> String {
        let games = games();
        let args = arguments(&games, texts);
        let train = || {
            let kind = method(&games, &args)?;
            let mut run = kind.open(&request(&args)).map_err(|error| failure(error, kind))?;
            run.run(None, &mut |_| ControlFlow::Continue(())).map_err(|error| failure(error, kind))
        };
        match train() {
            Err(Failure::Input(problem)) => problem,
            other => panic!("{texts:?} is not refused: {other:?}"),
        }
    }

    #[test]
    fn a_game_of_a_user_is_trained() {
        let folder = tempfile::tempdir().unwrap();
        let run = folder.path().join("run").display().to_string();
        let games = games();
        let new = ["nim", "--out", &run, "--heap", "22", "--generations", "8", "--seed", "1"];
        super::run(&games, &arguments(&games, &new), &mut Output::new()).unwrap();
        let best = folder.path().join("run/best.safetensors");
        let best = Archive::read(&best, 1 << 20).unwrap();
        let weights: Vec<f64> =
            best.floats("weights", &[4]).unwrap().iter().map(|&weight| weight.into()).collect();
        assert!(Remainders { heap: 22 }.wins(&weights), "{weights:?}");

        let resume = ["nim", "--out", &run, "--resume"];
        let resume = |more: &[&str]| refusal(&[&resume, more].concat());
        assert_eq!(resume(&["--heap", "9"]), "--heap was 22, asked for 9");
        assert_eq!(
            resume(&["--heap", "22", "--generations", "7"]),
            "--generations: the run has done 8 already, asked for 7"
        );
        // Tetris has the same method, so the error must be about the game.
        let tetris = ["tetris", "--method", "cem", "--rules", "cap=5", "--out", &run, "--resume"];
        assert_eq!(refusal(&tetris), "GAME: the run in this folder trains nim");
    }

    #[test]
    fn games_methods_and_options_that_do_not_exist_are_refused() {
        for (arguments, message) in [
            (
                &["chess"][..],
                "GAME: \"chess\" cannot be trained: expected othello or klondike or woodblock or tetris or nim",
            ),
            (&["nim", "--method", "dqn"], "--method: nim has no \"dqn\": expected cem"),
            (&["nim", "--moves", "9"], "--moves: nim does not take it"),
            (&["nim", "--heap", "x"], "--heap: \"x\" is not valid: expected 1 to 200"),
            (&["tetris", "--heap", "9"], "--heap: tetris does not take it"),
        ] {
            assert_eq!(refusal(&[arguments, &["--out", "unused"]].concat()), message);
        }
    }

    #[test]
    fn the_help_lists_the_games_and_their_options() {
        let help = |games: &Games| {
            let mut program = Cli::of(games);
            program.find_subcommand_mut("train").unwrap().render_help().to_string()
        };
        let text = help(&games());
        for line in [
            "The game: othello, klondike, woodblock, tetris, nim",
            "--heap <V>",
            "With cem, stones of the heap",
        ] {
            assert!(text.contains(line), "{text}");
        }
        let own = help(&crate::games());
        assert!(own.contains("The game: othello, klondike, woodblock, tetris\n"));
        for game in crate::games().iter() {
            for kind in game.trainers() {
                // The help must contain the default of the key `games`.
                let text = kind.key("games").map(|key| key.meaning.to_string()).unwrap_or_default();
                if let Some((_, default)) = text.split_once("left out: ") {
                    let number = default.split(',').next().unwrap();
                    let stated = format!("{number} in {}", game.title());
                    assert!(own.contains(&stated), "{stated}: {own}");
                }
            }
        }
        assert!(own.contains("With patterns, cem and, in Wood Block, value: threads"), "{own}");
        Cli::of(&games()).debug_assert();
        Cli::command().debug_assert();
    }
}
