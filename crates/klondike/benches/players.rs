//! How often the players win: `cargo bench -p plywood-klondike --bench players`
//! plays the deals of seeds 0 to 299 under the default rules (draw 3); behind
//! `--` may stand another number of deals, the first seed, and players' specs.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use plywood_klondike::entry;
use plywood_table::{GameEntry, Settings, Spec};

const DEALS: u64 = 300;
const PLAYERS: [&str; 5] = ["random", "greedy", "astar", "thoughtful", "original"];

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let (deals, specs): (Vec<_>, Vec<_>) =
        arguments.iter().partition(|argument| argument.parse::<u64>().is_ok());
    let number = |index: usize| deals.get(index).and_then(|number| number.parse().ok());
    let (deals, first_seed) = (number(0).unwrap_or(DEALS), number(1).unwrap_or(0));
    let specs: Vec<&str> = if specs.is_empty() {
        PLAYERS.to_vec()
    } else {
        specs.into_iter().map(String::as_str).collect()
    };
    println!(
        "{:<32} {:>6} {:>7}  {:^15} {:>6} {:>9} {:>7}",
        "player", "deals", "won", "95%", "home", "commands", "s/game"
    );
    for spec in specs {
        line(spec, deals, first_seed);
    }
}

/// A finished game.
struct Outcome {
    home: f64,
    commands: usize,
}

fn play(spec: &Spec, seed: u64) -> Outcome {
    let klondike = entry();
    let mut session = klondike.open(&Settings::default(), None, seed).expect("a deal");
    let player = session.seat_player(spec, seed).expect("a player of Klondike");
    let budget = session.budget(player);
    while session.seat().is_some() {
        let decision = session.ask(player, &budget, &mut ());
        session.play(&decision.mv.expect("a command")).expect("a legal command");
    }
    Outcome { home: session.score(0), commands: session.played().len() }
}

fn line(text: &str, deals: u64, first_seed: u64) {
    let spec: Spec = text.parse().expect("a player's spec");
    let began = Instant::now();
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let work = || {
        let mut outcomes = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= deals {
                return outcomes;
            }
            outcomes.push(play(&spec, first_seed + index));
        }
    };
    let outcomes: Vec<Outcome> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker")).collect()
    });
    let won = outcomes.iter().filter(|outcome| outcome.home == 52.0).count();
    let count = outcomes.len() as f64;
    let [low, high] = wilson(won as f64, count);
    let home = outcomes.iter().map(|outcome| outcome.home).sum::<f64>() / count;
    let commands = outcomes.iter().map(|outcome| outcome.commands as f64).sum::<f64>() / count;
    let seconds = began.elapsed().as_secs_f64() * threads as f64 / count;
    println!(
        "{text:<32} {deals:>6} {:>6.1}%  {:>5.1}% - {:>4.1}% {home:>6.1} {commands:>9.0} {seconds:>7.3}",
        100.0 * won as f64 / count,
        100.0 * low,
        100.0 * high
    );
}

/// Wilson's 95% interval of a share.
fn wilson(won: f64, count: f64) -> [f64; 2] {
    const Z: f64 = 1.959964;
    let share = won / count;
    let scale = 1.0 + Z * Z / count;
    let centre = (share + Z * Z / (2.0 * count)) / scale;
    let spread = Z / scale * (share * (1.0 - share) / count + Z * Z / (4.0 * count * count)).sqrt();
    [centre - spread, centre + spread]
}
