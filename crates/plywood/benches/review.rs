//! Reviews of games between players of known strength: losses, luck and time.
//!
//! `cargo bench -p plywood --bench review -- ROW` prints one row: `othello`, `speed`, `klondike`, `woodblock` or `tetris`;
//! without a row, all of them. `--games N` sets the number of games of each row.

#![allow(clippy::disallowed_methods, reason = "measures real time")]

use std::time::Instant;

use plywood::arena::review::{Review, ReviewPlan, ReviewSummary};
use plywood::registry::{Games, Settings, Spec};
use plywood::search::{Cancel, Rng, Z95};

/// Default number of games of each row.
const GAMES: u64 = 50;
/// Number of moves after which a game is cut off.
const MAX_MOVES: usize = 250;

struct Row {
    game: &'static str,
    rules: &'static str,
    simulations: u64,
}

/// The rows of one-player games. Their rules and simulations are small, so that 50 games of three players take minutes.
const SOLO: [Row; 3] = [
    Row { game: "klondike", rules: "", simulations: 60 },
    Row { game: "woodblock", rules: "cap=8", simulations: 800 },
    Row { game: "tetris", rules: "height=10,cap=15", simulations: 80 },
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name)?;
        arguments.get(place + 1)
    };
    let games = value("--games").map_or(GAMES, |text| text.parse().expect("a number of games"));
    let named: Vec<&String> = arguments
        .iter()
        .filter(|text| !text.starts_with("--") && Some(*text) != value("--games"))
        .collect();
    let asked = |row: &str| named.is_empty() || named.iter().any(|name| *name == row);
    if asked("othello") {
        othello(games);
    }
    if asked("speed") {
        speed();
    }
    for row in SOLO.iter().filter(|row| asked(row.game)) {
        solo(row, games);
    }
}

/// Plays a game and returns its moves. `players` has a player for each seat, in the order of the seats.
fn play(games: &Games, game: &str, rules: &str, players: &[&str], seed: u64) -> Vec<String> {
    let rules: Settings = rules.parse().expect("valid rules");
    let entry = games.find(game).expect("a built-in game");
    let mut session = entry.open(&rules, None, seed).expect("a start");
    for spec in players {
        let spec: Spec = spec.parse().expect("a spec");
        session.seat_player(&spec, seed).expect("a player");
    }
    let mut moves = Vec::new();
    while let Some(seat) = session.seat().filter(|_| moves.len() < MAX_MOVES) {
        let budget = session.budget(usize::from(seat)).with_stop_early(true);
        let Some(mv) = session.ask(usize::from(seat), &budget, &mut ()).mv else { break };
        moves.push(session.play(&mv).expect("a legal move"));
    }
    moves
}

fn review(games: &Games, plan: ReviewPlan) -> ReviewSummary {
    let review = Review::new(games, plan).expect("a valid plan");
    let reviewed = review.run(1, &Cancel::new(), &mut |_| {}).expect("a review");
    ReviewSummary::new(&review, &reviewed, 0.0)
}

/// Returns the mean of values with its 95% interval.
fn mean(values: &[f64]) -> String {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let half = Z95 * (variance / count).sqrt();
    format!("{mean:.4} ({:.4} to {:.4})", mean - half, mean + half)
}

/// Prints the mean losses of `easy` and `expert` in games against each other.
fn othello(count: u64) {
    let games = plywood::games();
    let mut losses = [Vec::new(), Vec::new()];
    let mut discs = [Vec::new(), Vec::new()];
    for seed in 0..count {
        let weak = (seed % 2) as usize;
        let mut players = ["expert:time=20ms"; 2];
        players[weak] = "easy";
        // Starts with random moves, so that the games differ.
        let mut rng = Rng::new(seed);
        let entry = games.find("othello").expect("a built-in game");
        let mut session = entry.open(&Settings::default(), None, 0).expect("a start");
        let opening: Vec<String> = (0..6)
            .map(|_| {
                let legal = session.legal_moves();
                let mv = &legal[rng.below(legal.len())];
                session.play(mv).expect("a legal move")
            })
            .collect();
        for spec in players {
            session.seat_player(&spec.parse().expect("a spec"), seed).expect("a player");
        }
        let mut moves = opening;
        while let Some(seat) = session.seat() {
            let budget = session.budget(usize::from(seat)).with_stop_early(true);
            let mv = session.ask(usize::from(seat), &budget, &mut ()).mv.expect("a move");
            moves.push(session.play(&mv).expect("a legal move"));
        }
        let summary = review(&games, ReviewPlan { moves, ..ReviewPlan::new("othello") });
        for player in summary.players {
            let side = usize::from(usize::from(player.seat) != weak);
            losses[side].extend(player.mean_loss);
            discs[side].extend(player.mean_score_loss);
        }
    }
    for (name, side) in [("easy", 0), ("expert", 1)] {
        println!(
            "othello: {name}: mean loss {} win probability, in exact endings {} discs, {count} games",
            mean(&losses[side]),
            mean(&discs[side])
        );
    }
}

/// Prints the time of a review of a game of at least 60 moves on one thread.
fn speed() {
    let games = plywood::games();
    let seed = (0..).find(|&seed| {
        play(&games, "othello", "", &["easy", "mcts:simulations=100"], seed).len() >= 60
    });
    let moves = play(&games, "othello", "", &["easy", "mcts:simulations=100"], seed.unwrap_or(0));
    let count = moves.len();
    let plan = ReviewPlan { moves, ..ReviewPlan::new("othello") };
    let review = Review::new(&games, plan).expect("a valid plan");
    let (began, mut first) = (Instant::now(), None);
    let reviewed = review.run(1, &Cancel::new(), &mut |_| {
        first.get_or_insert(began.elapsed());
    });
    reviewed.expect("a review");
    println!(
        "speed: othello, {count} moves, default player and simulations, one thread: {:.2} s, first mark after {:.0} ms",
        began.elapsed().as_secs_f64(),
        first.unwrap_or_default().as_secs_f64() * 1e3
    );
}

/// Prints the mean loss and the mean luck of a move for three players of a one-player game.
fn solo(row: &Row, count: u64) {
    let Row { game, rules, simulations } = *row;
    let games = plywood::games();
    for player in ["random", "easy", "hard"] {
        let (mut losses, mut lucks, mut moves_played) = (Vec::new(), Vec::new(), 0);
        let mut unit = String::new();
        for seed in 0..count {
            let moves = play(&games, game, rules, &[player], seed);
            moves_played += moves.len();
            let plan = ReviewPlan {
                rules: rules.to_owned(),
                game_seed: seed,
                // A game that is not over ended by a resignation, or was cut off.
                ended: true,
                moves,
                simulations: Some(simulations),
                ..ReviewPlan::new(game)
            };
            let summary = review(&games, plan);
            losses.extend(summary.players[0].mean_loss);
            let steps: Vec<f64> = summary.moves.iter().filter_map(|one| one.luck).collect();
            if !steps.is_empty() {
                lucks.push(steps.iter().sum::<f64>() / steps.len() as f64);
            }
            unit = summary.unit;
        }
        println!(
            "{game} {rules}: {player}: mean loss {}, mean luck of a move {}, in {unit}, {count} games of {} moves",
            mean(&losses),
            mean(&lucks),
            moves_played / count as usize
        );
    }
}
