//! How often the players win: `cargo bench -p plywood-klondike --bench players`
//! plays the deals of seeds 0 to 299 under the default rules (draw 3). Optional
//! arguments after `--`: the number of deals, the first seed, and specs of players.

#![allow(clippy::disallowed_methods, reason = "measures real time")]

use std::time::Instant;

use plywood_klondike::entry;
use plywood_registry::{GameEntry, Settings, Spec};
use plywood_search::Z95;

const DEALS: u64 = 300;
const PLAYERS: [&str; 6] = ["random", "greedy", "astar", "easy", "medium", "hard"];
/// Number of cards home in a won game.
const ALL_CARDS: f64 = 52.0;
/// Number of commands after which a game ends by rule.
const COMMAND_CAP: usize = 1000;

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
        "{:<32} {:>6} {:>7}  {:^15} {:>6} {:>9} {:>7} {:>7}",
        "player", "deals", "won", "95%", "home", "commands", "at cap", "s/game"
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
    let mut budget = session.budget(player);
    budget.stop_early = true;
    while session.seat().is_some() {
        let decision = session.ask(player, &budget, &mut ());
        let Some(command) = decision.mv else { break };
        session.play(&command).expect("a legal command");
    }
    Outcome { home: session.score(0), commands: session.played().len() }
}

/// Plays the deals on one thread and prints a line with the results of the player.
fn line(text: &str, deals: u64, first_seed: u64) {
    let spec: Spec = text.parse().expect("a player's spec");
    let began = Instant::now();
    let outcomes: Vec<Outcome> =
        (first_seed..first_seed + deals).map(|seed| play(&spec, seed)).collect();
    let count = deals as f64;
    let seconds = began.elapsed().as_secs_f64() / count;
    let share = |of: fn(&Outcome) -> bool| {
        outcomes.iter().filter(|outcome| of(outcome)).count() as f64 / count
    };
    let mean = |of: fn(&Outcome) -> f64| outcomes.iter().map(of).sum::<f64>() / count;
    let won = share(|outcome| outcome.home == ALL_CARDS);
    let [low, high] = wilson(won, count).map(|share| 100.0 * share);
    println!(
        "{text:<32} {deals:>6} {:>6.1}%  {low:>5.1}% - {high:>4.1}% {:>6.1} {:>9.0} {:>6.1}% {seconds:>7.3}",
        100.0 * won,
        mean(|outcome| outcome.home),
        mean(|outcome| outcome.commands as f64),
        100.0 * share(|outcome| outcome.commands == COMMAND_CAP),
    );
}

/// Returns Wilson's 95% confidence interval of a share of `count` games.
fn wilson(share: f64, count: f64) -> [f64; 2] {
    let scale = 1.0 + Z95 * Z95 / count;
    let centre = (share + Z95 * Z95 / (2.0 * count)) / scale;
    let spread =
        Z95 / scale * (share * (1.0 - share) / count + Z95 * Z95 / (4.0 * count * count)).sqrt();
    [centre - spread, centre + spread]
}
