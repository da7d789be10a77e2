//! The lines that players clear: a table of means with 95% confidence intervals.
//!
//! `cargo bench -p plywood-tetris --bench players [-- SECTION] [GAMES]`. The section `published`
//! runs the linear players on the small benchmark of the published papers, and `names` runs players
//! by their specs. Both sections run by default.

mod scores;

use plywood_registry::{GameEntry, Settings, Spec};
use plywood_search::Game;
use plywood_tetris::linear::{BCTS, DELLACHERIE, DT20, LinearPlayer};
use plywood_tetris::{End, Randomizer, Rules, Tetris, entry};
use scores::measure;

/// The default number of games for each player.
const GAMES: u64 = 200;

/// The published results for 10x10, uniform pieces and the strict end rule: the mean number of lines,
/// and half of its 95% confidence interval.
const PAPERS: [(&str, f64, f64); 3] =
    [("dellacherie", 2068.0, 266.0), ("bcts", 3632.0, 494.0), ("dt20", 4214.0, 518.0)];

/// Rules under which even the strongest players lose within a hundred moves.
const SMALL: &str = "height=4,randomizer=uniform,end=strict";

/// Specs of players without a search, of the presets, and of variations of the presets.
const NAMES: [&str; 15] = [
    "random",
    "greedy",
    "original",
    "linear",
    "dqn:depth=2",
    "linear:depth=2",
    "easy",
    "medium",
    "hard",
    "expert",
    "expert:leaf=design29",
    "expert:leaf=compact4",
    "expert:depth=1",
    "expert:depth=1,max_rollout=4",
    "expert:depth=1,max_depth=unlimited",
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let games = words.iter().find_map(|word| word.parse().ok()).unwrap_or(GAMES);
    let asked = |name: &str| words.iter().any(|word| word == name);
    let all = !asked("published") && !asked("names");
    if all || asked("published") {
        published(games);
    }
    if all || asked("names") {
        names(games);
    }
}

fn published(games: u64) {
    println!("10x10, uniform pieces, strict end; lines over {games} games");
    let rules =
        Rules { height: 10, randomizer: Randomizer::Uniform, end: End::Strict, ..Rules::default() };
    for (weights, (name, published, half)) in [DELLACHERIE, BCTS, DT20].into_iter().zip(PAPERS) {
        let player = LinearPlayer::new(weights);
        let lines = measure(0, games, |seed| {
            let mut game = Tetris::new(rules, seed);
            while let Some(mv) = player.best_move(game.position()) {
                game.play(mv);
            }
            game.score(0)
        });
        println!("  linear:weights={name:<12} {lines}   published {published:.0} +- {half:.0}");
    }
}

fn names(games: u64) {
    println!("{SMALL}; lines over {games} games");
    for spec in NAMES {
        let lines = measure(0, games, |seed| play_by_name(spec, seed));
        println!("  {spec:<34} {lines}");
    }
}

/// Plays a game with the player of a spec, through the registry, and returns the cleared lines.
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
