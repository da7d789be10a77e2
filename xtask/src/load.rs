//! The server under load: many pages that want hints at once, and somebody
//! who only wants to look.

mod figures;
mod page;
mod program;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use figures::{Spread, jain};
use page::{Looker, Page, Tally};
use program::Program;

const USAGE: &str = "\
usage: cargo xtask load [--clients N] [--seconds N] [--program PATH]

  --clients N   pages with an open event stream, each waiting for one hint
                after the other [200]
  --seconds N   how long they do [60]
  --program PATH
                the program to start [built from this clone as for a release]

Starts the program on a free port, and prints how it did.
Fails if a request or a hint fails, if somebody is served much less than others,
if small requests are slow, or if the program takes too much memory.";

/// A small request is answered so soon nineteen times in twenty.
const SLOWEST: Duration = Duration::from_millis(200);
/// Jain's index of the hints for each page: 1 is the same for all.
const LEAST_FAIRNESS: f64 = 0.9;
/// The most that the program may ever have had, in megabytes.
const MOST_MEMORY: u64 = 1000;
/// How often the progress is told.
const TELL_EVERY: Duration = Duration::from_secs(10);

/// What is asked for.
struct Load {
    clients: usize,
    seconds: u64,
    program: Option<String>,
}

/// Puts the server under load, as the arguments say.
pub fn load(arguments: &[&str]) -> Result<()> {
    let mut load = Load { clients: 200, seconds: 60, program: None };
    let mut arguments = arguments.iter();
    while let Some(&name) = arguments.next() {
        if matches!(name, "--help" | "-h") {
            println!("{USAGE}");
            return Ok(());
        }
        let value = arguments.next().with_context(|| format!("{name}: a value is missing"))?;
        let number = || match value.parse() {
            Ok(number) if number > 0 => Ok(number),
            _ => bail!("{name} {value}: expected a number above 0"),
        };
        match name {
            "--clients" => load.clients = number()? as usize,
            "--seconds" => load.seconds = number()?,
            "--program" => load.program = Some((*value).to_owned()),
            _ => bail!("there is no {name}\n\n{USAGE}"),
        }
    }
    load.run()
}

/// What was seen.
struct Outcome {
    tallies: Vec<Tally>,
    looks: Spread,
    look_errors: BTreeMap<String, u64>,
    seconds: f64,
    memory: [Option<u64>; 3],
}

impl Load {
    fn run(&self) -> Result<()> {
        let mut program = Program::start(self.program.as_deref())?;
        let before = program.memory();
        let (started, hints) = (Instant::now(), AtomicU64::new(0));
        let end = started + Duration::from_secs(self.seconds);
        let address = program.address.clone();
        let (tallies, looker) = thread::scope(|scope| {
            let (address, hints) = (&address, &hints);
            let pages: Vec<_> = (0..self.clients)
                .map(|number| scope.spawn(move || Page::new(address, number).run(end, hints)))
                .collect();
            let looker = scope.spawn(move || Looker::new(address).run(end));
            tell_progress(&program, started, end, hints);
            let tallies: Option<Vec<Tally>> =
                pages.into_iter().map(|page| page.join().ok()).collect();
            (tallies, looker.join().ok())
        });
        let tallies = tallies.context("a page panicked")?;
        let mut looker = looker.context("the one who looks panicked")?;
        let outcome = Outcome {
            tallies,
            looks: Spread::new(&mut looker.took).context("nobody looked")?,
            look_errors: looker.errors,
            seconds: started.elapsed().as_secs_f64(),
            memory: [before, program.peak_memory(), program.memory()],
        };
        let missed = outcome.report(program.is_well());
        if !missed.is_empty() {
            bail!("missed: {}", missed.join("; "));
        }
        println!("all targets are met");
        Ok(())
    }
}

fn tell_progress(program: &Program, started: Instant, end: Instant, hints: &AtomicU64) {
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        thread::sleep(left.min(TELL_EVERY));
        let (seconds, hints) = (started.elapsed().as_secs(), hints.load(Ordering::Relaxed));
        eprintln!("{seconds} s: {hints} hints, {} MB", shown(program.memory()));
    }
}

fn shown(megabytes: Option<u64>) -> String {
    megabytes.map_or_else(|| "?".to_owned(), |megabytes| megabytes.to_string())
}

impl Outcome {
    /// Prints all, and gives what is not as it should be.
    fn report(&self, is_well: bool) -> Vec<String> {
        let mut errors = self.look_errors.clone();
        for (kind, count) in self.tallies.iter().flat_map(|tally| &tally.errors) {
            *errors.entry(kind.clone()).or_default() += count;
        }
        let requests: u64 = self.tallies.iter().map(|tally| tally.requests).sum();
        let mut hints: Vec<f64> = self.tallies.iter().map(|tally| tally.hints as f64).collect();
        let (given, fairness) = (hints.iter().sum::<f64>(), jain(&hints));
        let [start, peak, end] = self.memory.map(shown);
        println!("{} pages for {:.0} s", self.tallies.len(), self.seconds);
        println!("requests        {} by pages, {} small ones", requests, self.looks.count);
        println!("hints           {given}, {:.1} a second", given / self.seconds);
        println!("errors          {}", list(&errors));
        let ms = |seconds: f64| format!("{:.1} ms", seconds * 1000.0);
        let Spread { p50, p95, max, .. } = self.looks;
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
        println!("program         {}", if is_well { "still answers" } else { "does not answer" });
        let checks = [
            (is_well, "the program does not answer any more"),
            (errors.is_empty(), "there were errors"),
            (p95 < SLOWEST.as_secs_f64(), "small requests are slow"),
            (least >= 1.0 && fairness >= LEAST_FAIRNESS, "the service is not fair"),
            (self.memory[1].is_none_or(|peak| peak <= MOST_MEMORY), "it takes too much memory"),
        ];
        checks.iter().filter(|(holds, _)| !holds).map(|(_, what)| (*what).to_owned()).collect()
    }
}

fn list(errors: &BTreeMap<String, u64>) -> String {
    if errors.is_empty() {
        return "none".to_owned();
    }
    let each: Vec<String> = errors.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    each.join(", ")
}
