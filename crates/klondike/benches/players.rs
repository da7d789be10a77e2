//! How often the players win: `cargo bench -p plywood-klondike --bench players -- [options] SPEC...`
//! plays deals under the rules of the options (default: draw 3).
//!
//! Options: `deals=300`, `first=0` (the first seed), `threads=1`, `rules=draw=1`, `out=FILE` (writes a line for
//! every game), `time=10ms` (replaces the limits of the players' decisions). Times are processor times, so that
//! other programs do not affect them. A decision chooses one command.

#![allow(clippy::disallowed_methods, reason = "measures real time")]

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use plywood_klondike::entry;
use plywood_registry::{GameEntry, Settings, Spec, read_duration};
use plywood_search::{Clock, Z95};

const PLAYERS: [&str; 6] = ["random", "greedy", "astar", "easy", "medium", "hard"];
/// Number of cards home in a won game.
const ALL_CARDS: f64 = 52.0;
/// Number of commands after which a game ends by rule.
const COMMAND_CAP: usize = 1000;

struct Arguments {
    deals: u64,
    first: u64,
    threads: usize,
    rules: Settings,
    out: Option<String>,
    time: Option<Duration>,
    specs: Vec<String>,
}

impl Arguments {
    fn read() -> Arguments {
        let mut read = Arguments {
            deals: 300,
            first: 0,
            threads: 1,
            rules: Settings::default(),
            out: None,
            time: None,
            specs: Vec::new(),
        };
        for argument in std::env::args().skip(1).filter(|argument| argument != "--bench") {
            match argument.split_once('=') {
                Some(("deals", number)) => read.deals = number.parse().expect("a number"),
                Some(("first", number)) => read.first = number.parse().expect("a seed"),
                Some(("threads", number)) => read.threads = number.parse().expect("a number"),
                Some(("rules", rules)) => read.rules = rules.parse().expect("rules"),
                Some(("time", time)) => {
                    read.time = Some(read_duration(time).expect("a time such as 10ms"));
                }
                Some(("out", path)) => read.out = Some(path.to_owned()),
                _ => read.specs.push(argument),
            }
        }
        if read.specs.is_empty() {
            read.specs = PLAYERS.map(str::to_owned).to_vec();
        }
        read
    }
}

fn main() {
    let arguments = Arguments::read();
    println!(
        "{:<40} {:>5} {:>6}  {:^15} {:>5} {:>6} {:>6} {:>8} {:>8}",
        "player", "deals", "won", "95%", "home", "cmds", "at cap", "ms/cmd", "s/game"
    );
    let mut baseline = None;
    for spec in &arguments.specs {
        let outcomes = games(&arguments, spec);
        line(spec, &outcomes);
        match &baseline {
            None => baseline = Some(outcomes),
            Some(baseline) => compare(baseline, &outcomes),
        }
    }
}

/// A finished game.
#[derive(Clone, Copy, Default)]
struct Outcome {
    home: f64,
    commands: usize,
    spent: Duration,
}

impl Outcome {
    fn won(&self) -> bool {
        self.home == ALL_CARDS
    }
}

/// Plays all deals with the player of a spec.
fn games(arguments: &Arguments, text: &str) -> Vec<Outcome> {
    let spec: Spec = text.parse().expect("a player's spec");
    let next = AtomicU64::new(0);
    let outcomes = Mutex::new(vec![Outcome::default(); arguments.deals as usize]);
    let finished = AtomicU64::new(0);
    let file = arguments.out.as_ref().map(|path| {
        let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
        Mutex::new(file.expect("a file that can be written"))
    });
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= arguments.deals {
                        return;
                    }
                    let seed = arguments.first + index;
                    let outcome = play(arguments, &spec, seed);
                    outcomes.lock().unwrap()[index as usize] = outcome;
                    finished.fetch_add(1, Ordering::Relaxed);
                    if let Some(file) = &file {
                        let ms = outcome.spent.as_secs_f64() * 1000.0;
                        let Outcome { home, commands, .. } = outcome;
                        writeln!(
                            file.lock().unwrap(),
                            "{text}\t{seed}\t{home}\t{commands}\t{ms:.1}"
                        )
                        .expect("a file that can be written");
                    }
                }
            });
        }
    });
    outcomes.into_inner().unwrap()
}

/// The processor time of the calling thread. Players with one thread search on the calling thread.
#[derive(Debug)]
struct ProcessorClock;

impl Clock for ProcessorClock {
    fn now(&self) -> Duration {
        processor_time()
    }
}

fn play(arguments: &Arguments, spec: &Spec, seed: u64) -> Outcome {
    let klondike = entry();
    let mut session = klondike.open(&arguments.rules, None, seed).expect("a deal");
    let player = session.seat_player(spec, seed).expect("a player of Klondike");
    let mut budget = session.budget(player);
    budget.stop_early = true;
    if arguments.time.is_some() {
        (budget.simulations, budget.time) = (None, arguments.time);
        budget.clock = Arc::new(ProcessorClock);
    }
    let mut spent = Duration::ZERO;
    while session.seat().is_some() {
        let began = processor_time();
        let decision = session.ask(player, &budget, &mut ());
        spent += processor_time() - began;
        let Some(command) = decision.mv else { break };
        session.play(&command).expect("a legal command");
    }
    Outcome { home: session.score(0), commands: session.played().len(), spent }
}

/// Returns the processor time of this thread if the operating system reports it, else the elapsed time.
fn processor_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = stat.split(' ').next().and_then(|number| number.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn line(text: &str, outcomes: &[Outcome]) {
    let count = outcomes.len() as f64;
    let share = |of: fn(&Outcome) -> bool| {
        outcomes.iter().filter(|outcome| of(outcome)).count() as f64 / count
    };
    let sum = |of: fn(&Outcome) -> f64| outcomes.iter().map(of).sum::<f64>();
    let won = share(Outcome::won);
    let [low, high] = wilson(won, count).map(|share| 100.0 * share);
    let commands = sum(|outcome| outcome.commands as f64);
    let seconds = sum(|outcome| outcome.spent.as_secs_f64());
    println!(
        "{text:<40} {:>5} {:>5.1}%  {low:>5.1}% - {high:>4.1}% {:>5.1} {:>6.0} {:>5.1}% {:>8.2} {:>8.3}",
        outcomes.len(),
        100.0 * won,
        sum(|outcome| outcome.home) / count,
        commands / count,
        100.0 * share(|outcome| outcome.commands == COMMAND_CAP),
        1000.0 * seconds / commands,
        seconds / count,
    );
}

/// Prints the difference in win rate between a player and the first player on the same deals.
fn compare(first: &[Outcome], other: &[Outcome]) {
    let pairs = || first.iter().zip(other);
    let gained = pairs().filter(|(a, b)| !a.won() && b.won()).count() as f64;
    let lost = pairs().filter(|(a, b)| a.won() && !b.won()).count() as f64;
    let count = first.len() as f64;
    let difference = (gained - lost) / count;
    let spread =
        Z95 * ((gained + lost) / count - difference * difference).max(0.0).sqrt() / count.sqrt();
    println!(
        "    against the first: {:+.1} points ({:+.1} to {:+.1}); won {gained} that it lost, lost {lost} that it won",
        100.0 * difference,
        100.0 * (difference - spread),
        100.0 * (difference + spread)
    );
}

/// Returns Wilson's 95% confidence interval of a win rate over `count` games.
fn wilson(share: f64, count: f64) -> [f64; 2] {
    let scale = 1.0 + Z95 * Z95 / count;
    let centre = (share + Z95 * Z95 / (2.0 * count)) / scale;
    let spread =
        Z95 / scale * (share * (1.0 - share) / count + Z95 * Z95 / (4.0 * count * count)).sqrt();
    [centre - spread, centre + spread]
}
