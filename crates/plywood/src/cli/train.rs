//! Arguments of `plywood train`.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use plywood_registry::{Games, Key, Settings, TrainerKind, read_duration};

/// Train a player; an interrupted run can be resumed
#[derive(Args)]
#[command(after_help = "\
The folder gets the best weights so far, a checkpoint, metrics.csv and curves.svg. A resumed run
writes the same files as an uninterrupted one. With cem, --resume and more --generations extend a
finished run; with patterns and value, more --games. Ctrl-C ends the run with exit status 130;
finished rounds are saved. Training a network needs a program built with the cargo feature `train`.

Examples:
  plywood train othello --games 50000 --seed 1 --out run
  plywood train othello --out run --resume --games 2000000 --time 60m
  plywood train klondike --rules draw=3 --seed 1 --out run
  plywood train woodblock --rules variant=blast8 --seed 1 --out run
  plywood train tetris --features compact4 --moves 2000000 --seed 1 --out run
  plywood train tetris --features compact4 --moves 2000000 --out run --resume
  plywood train tetris --method cem --rules height=8,randomizer=uniform,end=strict --out weights
  plywood train tetris --method cem --rules height=8,randomizer=uniform,end=strict --out weights \\
    --resume --generations 60")]
pub(crate) struct TrainArgs {
    /// The game
    pub(crate) game: String,
    /// The rules, as key=value,key=value
    #[arg(long, value_name = "R", default_value = "", allow_hyphen_values = true)]
    pub(crate) rules: Settings,
    /// The method
    #[arg(long)]
    pub(crate) method: Option<String>,
    #[command(flatten)]
    pub(crate) options: TrainerOptions,
    /// The folder of the run
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    pub(crate) out: PathBuf,
    /// Continue from the checkpoint in the folder; the other options must be the same
    #[arg(long)]
    pub(crate) resume: bool,
    /// Stop after the round in which this time has passed, such as 60m; --resume goes on
    #[arg(long, value_name = "T", value_parser = read_duration)]
    pub(crate) time: Option<Duration>,
    /// The random seed [default: drawn and shown, or as the resumed run]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) seed: Option<u64>,
    /// Print one JSON document at the end
    #[arg(long)]
    pub(crate) json: bool,
}

/// The values of those options of `train` that are keys of a trainer. The implementation of `Args` declares
/// the keys of the built-in trainers as options, and [`offer_trainers`] adds those of a user's trainers.
pub(crate) struct TrainerOptions(pub(crate) Settings);

/// The prefix of the clap ids of these options.
const PREFIX: &str = "trainer.";

fn option(name: &str) -> Arg {
    Arg::new(format!("{PREFIX}{name}")).long(name.to_owned()).allow_hyphen_values(true)
}

impl Args for TrainerOptions {
    fn augment_args(command: Command) -> Command {
        let at_least_one = clap::value_parser!(u64).range(1..);
        command
            .arg(option("features").value_name("F").help(
                "With dqn, the inputs of the network: design29 or compact4 [default: design29]",
            ))
            .arg(
                option("rewards").value_name("REWARDS").allow_hyphen_values(false).help(
                    "With dqn, the rewards: for lines, or only for surviving [default: lines]",
                ),
            )
            .arg(option("games").value_name("N").value_parser(at_least_one).help(
                "With patterns and value, games of the whole run, rounded up to generations or rounds [default: 1400000 in Othello, 46000 in Klondike, 20000 in Wood Block, or as the resumed run]",
            ))
            .arg(option("threads").value_name("N").value_parser(at_least_one).help(
                "With patterns, cem and, in Wood Block, value: threads, which do not change the result [default: all processors]",
            ))
            .arg(
                option("moves").value_name("N").value_parser(at_least_one).help(
                    "With dqn, moves of the whole run [default: 2000000, or as the resumed run]",
                ),
            )
            .arg(option("generations").value_name("N").value_parser(at_least_one).help(
                "With cem, generations of the whole run [default: 40, or as the resumed run]",
            ))
    }

    fn augment_args_for_update(command: Command) -> Command {
        TrainerOptions::augment_args(command)
    }
}

impl FromArgMatches for TrainerOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let options = matches.ids().filter_map(|id| {
            let value = matches.get_raw(id.as_str())?.next()?;
            Some((id.as_str().strip_prefix(PREFIX)?, value.to_string_lossy()))
        });
        let settings =
            options.fold(Settings::default(), |settings, (key, value)| settings.with(key, &value));
        Ok(TrainerOptions(settings))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = TrainerOptions::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Adds the trainers of the games to `train`: lists the games and the methods in its help, and adds an option
/// for each key of a method that has none yet.
pub(crate) fn offer_trainers(train: Command, games: &Games) -> Command {
    let trained = || games.iter().filter(|game| !game.trainers().is_empty());
    let kinds: Vec<&TrainerKind> = trained().flat_map(|game| game.trainers()).collect();
    let names = distinct(trained().map(|game| game.name())).join(", ");
    let summaries = kinds.iter().map(|kind| format!("{}: {}", kind.name(), kind.summary()));
    let summaries = distinct(summaries).join("; ");
    let methods = distinct(kinds.iter().map(|kind| kind.name()));
    let defaults = distinct(trained().map(|game| game.trainers()[0].name()));
    let train = train.mut_args(|arg| match arg.get_id().as_str() {
        "game" => arg.help(format!("The game: {names}")),
        "method" => {
            let arg = arg.value_parser(PossibleValuesParser::new(methods.clone()));
            match &defaults[..] {
                [default] => arg.help(summaries.clone()).default_value(default.clone()),
                _ => arg.help(format!("{summaries} [default: the first of the game]")),
            }
        }
        id => match id.strip_prefix(PREFIX).map(str::to_owned) {
            Some(key) => with_words(arg, &kinds, &key),
            None => arg,
        },
    });
    let keys = distinct(kinds.iter().flat_map(|kind| kind.key_names()));
    keys.iter().fold(train, |train, key| {
        let id = format!("{PREFIX}{key}");
        if train.get_arguments().any(|arg| *arg.get_id() == *id) {
            return train;
        }
        let owners = kinds.iter().filter_map(|kind| Some((kind.name(), kind.key(key)?)));
        let owners: Vec<(&str, &Key)> = owners.collect();
        let methods = distinct(owners.iter().map(|(method, _)| *method)).join(" and ");
        let help = format!("With {methods}, {}", owners[0].1);
        train.arg(with_words(option(key).value_name("V").help(help), &kinds, key))
    })
}

/// Restricts an option to the values that the trainers list for its key, if every trainer with this key lists
/// values and none accepts a file.
fn with_words(option: Arg, kinds: &[&TrainerKind], key: &str) -> Arg {
    let keys: Vec<&Key> = kinds.iter().filter_map(|kind| kind.key(key)).collect();
    if keys.iter().any(|key| key.words.is_empty() || key.file) || keys.is_empty() {
        return option;
    }
    let words = keys.iter().flat_map(|key| key.words.iter().map(ToString::to_string));
    option.value_parser(PossibleValuesParser::new(distinct(words)))
}

/// Returns the texts without duplicates, in the order of their first appearance.
fn distinct<T: Into<String>>(texts: impl Iterator<Item = T>) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for text in texts.map(Into::into) {
        if !distinct.contains(&text) {
            distinct.push(text);
        }
    }
    distinct
}
