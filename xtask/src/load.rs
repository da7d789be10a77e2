//! The server under load: many pages ask for hints at the same time, tournaments are played, and one
//! client sends small requests and measures the time until each answer.

mod arenas;
mod figures;
mod page;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::program::{self, Program};
use arenas::{Arenas, Standings};
use figures::{Spread, jain};
use page::{Page, Prober, Tally};

/// Upper limit for the 95th percentile of the latency of small requests.
const MAX_LATENCY: Duration = Duration::from_millis(200);
/// Lower limit for Jain's fairness index of the hints per page; see [`jain`].
const MIN_FAIRNESS: f64 = 0.9;
/// Upper limit for the peak memory of the program, in megabytes.
const MAX_MEMORY: u64 = 1000;
const PROGRESS_INTERVAL: Duration = Duration::from_secs(10);

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Pages with an open event stream, each of which asks for one hint after the other
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    clients: u32,
    /// Tournaments of Tetris, started at once; the server plays one at a time
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=20))]
    arenas: u32,
    /// How long to measure
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// The program to start [default: built from this repository with --release]
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,
}

/// The results of a measurement.
struct Outcome {
    tallies: Vec<Tally>,
    /// Latencies of the small requests, in seconds.
    latency: Spread,
    prober_errors: BTreeMap<String, u64>,
    standings: Standings,
    /// Duration of the measurement.
    seconds: f64,
    /// Memory of the program in megabytes: at the start, at its peak, and at the end.
    memory: [Option<u64>; 3],
}

/// Starts the program, puts it under load and prints the results. Fails if a limit is exceeded.
pub(crate) fn load(arguments: &Arguments) -> Result<()> {
    let path = match &arguments.program {
        Some(path) => path.clone(),
        None => program::build("release", &[])?,
    };
    let mut program = Program::start(&path)?;
    let before = program.memory();
    let (started, hints) = (Instant::now(), AtomicU64::new(0));
    let end = started + Duration::from_secs(arguments.seconds);
    let address = program.address.clone();
    let arenas = Arenas::start(&address, arguments.arenas)?;
    let (tallies, prober) = thread::scope(|scope| {
        let (address, hints) = (&address, &hints);
        let pages: Vec<_> = (0..arguments.clients)
            .map(|number| scope.spawn(move || Page::new(address, number).run(end, hints)))
            .collect();
        let prober = scope.spawn(move || Prober::new(address).run(end));
        print_progress(&program, started, end, hints);
        let tallies: Option<Vec<Tally>> = pages.into_iter().map(|page| page.join().ok()).collect();
        (tallies, prober.join().ok())
    });
    let tallies = tallies.context("a page panicked")?;
    let mut prober = prober.context("the client for small requests panicked")?;
    let outcome = Outcome {
        tallies,
        latency: Spread::new(&mut prober.latencies).context("no small request was sent")?,
        prober_errors: prober.errors,
        standings: arenas.standings()?,
        seconds: started.elapsed().as_secs_f64(),
        memory: [before, program.peak_memory(), program.memory()],
    };
    let failures = outcome.report(program.is_responding());
    if !failures.is_empty() {
        bail!("{}", failures.join("; "));
    }
    println!("within all limits");
    Ok(())
}

/// Prints the number of hints and the memory every few seconds until `end`.
fn print_progress(program: &Program, started: Instant, end: Instant, hints: &AtomicU64) {
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        thread::sleep(left.min(PROGRESS_INTERVAL));
        let (seconds, hints) = (started.elapsed().as_secs(), hints.load(Ordering::Relaxed));
        eprintln!("{seconds} s: {hints} hints, {} MB", shown(program.memory()));
    }
}

fn shown(megabytes: Option<u64>) -> String {
    megabytes.map_or_else(|| "?".to_owned(), |megabytes| megabytes.to_string())
}

impl Outcome {
    /// Prints the results, and returns a message for each limit that is exceeded.
    fn report(&self, is_responding: bool) -> Vec<String> {
        let mut errors = self.prober_errors.clone();
        for (kind, count) in self.tallies.iter().flat_map(|tally| &tally.errors) {
            *errors.entry(kind.clone()).or_default() += count;
        }
        let requests: u64 = self.tallies.iter().map(|tally| tally.requests).sum();
        let mut hints: Vec<f64> = self.tallies.iter().map(|tally| tally.hints as f64).collect();
        let (given, fairness) = (hints.iter().sum::<f64>(), jain(&hints));
        let [start, peak, end] = self.memory.map(shown);
        println!("{} pages for {:.0} s", self.tallies.len(), self.seconds);
        println!("requests        {} by pages, {} small ones", requests, self.latency.count);
        println!("hints           {given}, {:.1} a second", given / self.seconds);
        let Standings { arenas, games, errors: arena_errors } = &self.standings;
        if *arenas > 0 {
            println!("tournaments     {arenas}, {games} games; ended with {}", list(arena_errors));
        }
        println!("errors          {}", list(&errors));
        let ms = |seconds: f64| format!("{:.1} ms", seconds * 1000.0);
        let Spread { p50, p95, max, .. } = self.latency;
        println!("small requests  p50 {}, p95 {}, max {}", ms(p50), ms(p95), ms(max));
        let least = match Spread::new(&mut hints) {
            Some(Spread { min, p50, max, .. }) => {
                println!(
                    "hints per page  {min} to {max}, median {p50}; Jain's index {fairness:.3}"
                );
                min
            }
            None => 0.0,
        };
        println!("memory          {start} MB at the start, {peak} at most, {end} at the end");
        let answers = if is_responding { "answers" } else { "does not answer" };
        println!("program         {answers}");
        let checks = [
            (is_responding, "the program does not answer any more"),
            (errors.is_empty(), "requests or hints failed"),
            (*arenas == 0 || *games > 0, "no game of a tournament was played"),
            (arena_errors.keys().all(|kind| kind == "limit"), "a tournament failed"),
            (p95 < MAX_LATENCY.as_secs_f64(), "small requests are too slow"),
            (least >= 1.0 && fairness >= MIN_FAIRNESS, "pages got unequal numbers of hints"),
            (self.memory[1].is_none_or(|peak| peak <= MAX_MEMORY), "too much memory was used"),
        ];
        checks
            .iter()
            .filter(|(holds, _)| !holds)
            .map(|(_, failure)| (*failure).to_owned())
            .collect()
    }
}

fn list(errors: &BTreeMap<String, u64>) -> String {
    if errors.is_empty() {
        return "none".to_owned();
    }
    let each: Vec<String> = errors.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    each.join(", ")
}
