//! The time manager against an even split of the clock: `cargo bench -p plywood-othello --bench time_manager`
//! plays pairs of games from random openings, each with both colours. Optional arguments after `--`: the
//! number of pairs, the milliseconds of a side, the first seed, and the spec of the player.
//!
//! The clocks of the sides show the processor time of the thread, so other work of the machine changes no result.

use std::sync::Arc;
use std::time::Duration;

use plywood_othello::{ClockPlan, GameClock, Move, Othello, entry};
use plywood_registry::Spec;
use plywood_search::{Budget, Clock, Game, Player, Rng, Z95};

const PAIRS: u64 = 50;
const MILLISECONDS: u64 = 2000;
/// The number of random moves at the start of a game, so that games differ.
const OPENING: usize = 8;
/// The fraction of the remaining time that the even split divides among the remaining moves.
const SAFE: f64 = 0.95;

/// The processor time of the calling thread.
#[derive(Debug)]
struct ThreadTime;

#[cfg(unix)]
impl Clock for ThreadTime {
    fn now(&self) -> Duration {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
}

#[cfg(not(unix))]
impl Clock for ThreadTime {
    fn now(&self) -> Duration {
        plywood_search::SystemClock.now()
    }
}

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let number = |index: usize, default| {
        arguments.get(index).map_or(default, |text| text.parse().expect("a whole number"))
    };
    let (pairs, milliseconds, first_seed) =
        (number(0, PAIRS), number(1, MILLISECONDS), number(2, 1));
    let spec: Spec = arguments.get(3).map_or("expert", String::as_str).parse().expect("a spec");
    let main_time = Duration::from_millis(milliseconds);
    println!("{spec}, {pairs} pairs, {main_time:?} for each side, seeds from {first_seed}");
    let mut scores = Vec::new();
    let (mut used, mut tally) = ([Duration::ZERO; 2], [0; 3]);
    for seed in first_seed..first_seed + pairs {
        let mut points = 0.0;
        for managed in [0, 1] {
            let game = play(&spec, main_time, seed, managed);
            points += game.points / 2.0;
            tally[(game.points * 2.0) as usize] += 1;
            (0..2).for_each(|side| used[side] += game.used[side]);
        }
        scores.push(points);
        if scores.len().is_multiple_of(10) {
            report(&scores, tally);
        }
    }
    let games = 2 * pairs as u32;
    println!("mean time of a game: managed {:?}, even {:?}", used[0] / games, used[1] / games);
}

/// Prints the share of points of the managed side. The confidence interval is over pairs of games, because the
/// two games of a pair depend on each other.
fn report(scores: &[f64], [losses, draws, wins]: [u32; 3]) {
    let count = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let margin = Z95 * (variance / count).sqrt();
    println!(
        "{count:>4} pairs: {wins} won, {draws} drawn, {losses} lost, {:.1}% ± {:.1}%",
        100.0 * mean,
        100.0 * margin
    );
}

struct Played {
    /// The points of the managed side: 1, a half or 0.
    points: f64,
    /// The time used by the managed side and by the side with the even split.
    used: [Duration; 2],
}

/// Plays a game in which the seat `managed` uses the time manager.
fn play(spec: &Spec, main_time: Duration, seed: u64, managed: usize) -> Played {
    let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
    let mut board = Othello::start();
    for _ in 0..OPENING {
        board.play(board.random_move(&mut rng, &mut scratch).expect("no game is over so soon"));
    }
    let mut players: Vec<Box<dyn Player<Othello>>> = Vec::new();
    for seat in 0..2 {
        players.push(entry().make_player(spec, 2 * seed + seat).expect("a valid spec").0);
    }
    let budget = Budget::unlimited().with_clock(Arc::new(ThreadTime));
    let mut clocks = [GameClock::new(main_time, None); 2];
    while let Some(seat) = board.seat().map(usize::from) {
        let mv = if board.legal() == 0 {
            Move::PASS
        } else {
            let started = ThreadTime.now();
            let (player, empties) = (&mut *players[seat], board.empties().count_ones());
            let decision = if seat == managed {
                ClockPlan::new(&clocks[seat], empties).decide(player, &board, &budget)
            } else {
                let share = clocks[seat].left().mul_f64(SAFE) / empties.div_ceil(2);
                let budget = budget.clone().with_time(share);
                player.decide(&board, &budget, &mut ())
            };
            let elapsed = ThreadTime.now() - started;
            if !clocks[seat].spend(elapsed) {
                println!("seat {seat} lost on time, the managed seat is {managed}");
            }
            decision.mv.expect("the game is not over")
        };
        let before = board;
        board.play(mv);
        for player in &mut players {
            player.observe(&before, mv, (), &board);
        }
    }
    let used = [managed, 1 - managed].map(|seat| main_time - clocks[seat].left());
    let score = board.score(managed as u8);
    Played {
        points: (score.partial_cmp(&0.0).map_or(0.0, |order| order as i8 as f64) + 1.0) / 2.0,
        used,
    }
}
