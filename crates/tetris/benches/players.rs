//! How many lines the players clear: a table with 95% intervals.
//!
//! `cargo bench -p plywood-tetris --bench players [-- GAMES]`: the published
//! linear players on the papers' cheap benchmark, then all players by name.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use plywood_search::Game;
use plywood_table::{GameEntry, Settings, Spec};
use plywood_tetris::linear::{LinearPlayer, PUBLISHED};
use plywood_tetris::{End, Randomizer, Rules, Tetris, entry};

/// Games a line, unless told otherwise.
const GAMES: u64 = 200;

/// What is published for 10x10, uniform pieces and the strict end: lines, and
/// the half of the 95% interval.
const PAPERS: [(&str, f64, f64); 3] =
    [("dellacherie", 2068.0, 266.0), ("bcts", 3632.0, 494.0), ("dt20", 4214.0, 518.0)];

/// Where weak and strong players differ within seconds.
const SMALL: &str = "height=8,randomizer=uniform,end=strict,cap=500";

fn main() {
    let games = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(GAMES);
    println!("10x10, uniform pieces, strict end; lines over {games} games");
    let rules =
        Rules { height: 10, randomizer: Randomizer::Uniform, end: End::Strict, ..Rules::default() };
    for (weights, (name, published, half)) in PUBLISHED.into_iter().zip(PAPERS) {
        let player = LinearPlayer::new(weights);
        let lines = measure(games, |seed| {
            let mut game = Tetris::new(rules, seed);
            while let Some(mv) = player.best_move(game.position()) {
                game.play(mv);
            }
            game.score(0)
        });
        println!("  linear:weights={name:<12} {lines}   published {published:.0} +- {half:.0}");
    }
    let games = games.div_ceil(4);
    println!("{SMALL}; lines over {games} games");
    let specs = ["random", "greedy", "original", "linear", "easy", "medium", "hard", "expert"];
    for spec in specs {
        let lines = measure(games, |seed| play_by_name(spec, seed));
        println!("  {spec:<24} {lines}");
    }
}

/// A game by the player of a spec, through the table.
fn play_by_name(spec: &str, seed: u64) -> f64 {
    let tetris = entry();
    let rules: Settings = SMALL.parse().expect("rules");
    let mut session = tetris.open(&rules, None, seed).expect("these rules");
    let spec: Spec = spec.parse().expect("a spec");
    let player = session.seat_player(&spec, seed).expect("this player");
    let budget = session.budget(player).with_stop_early(true);
    while session.seat().is_some() {
        let decision = session.ask(player, &budget, &mut ());
        let Some(mv) = decision.mv else { break };
        session.play(&mv).expect("a legal move");
    }
    session.score(0)
}

/// Plays the games of the seeds from 0 on, on all cores, and tells the mean,
/// the half of its 95% interval and the time it took.
fn measure(games: u64, play: impl Fn(u64) -> f64 + Sync) -> String {
    let began = Instant::now();
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let lines: Vec<f64> = std::thread::scope(|scope| {
        let work = || {
            let mut lines = Vec::new();
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= games {
                    return lines;
                }
                lines.push(play(seed));
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no game panics")).collect()
    });
    let count = lines.len() as f64;
    let mean = lines.iter().sum::<f64>() / count;
    let variance = lines.iter().map(|lines| (lines - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let half = 1.96 * (variance / count).sqrt();
    format!("{mean:8.1} +- {half:6.1}  {:6.1} s", began.elapsed().as_secs_f64())
}
