//! Snapshots of decisions and of arena records, for the presets and other players of every game.
//!
//! A change that is not meant to alter how a player decides must not change any snapshot. For an
//! intended change, run `INSTA_UPDATE=always cargo test -p plywood --test decisions` and name the
//! changed snapshots in the commit message.

#[path = "../games/mod.rs"]
mod games;

use std::fmt::Write;

use plywood::registry::{Session, Settings, Spec};
use plywood::search::{Cancel, Rng};
use plywood_arena::{Plan, Tournament};

use games::GAMES;

const PRESETS: [&str; 4] = ["easy", "medium", "hard", "expert"];
const POSITIONS: u64 = 10;
const SEED: u64 = 12;

/// Opens a game and plays `4 * number` moves, or fewer if the game would end: the moves of `greedy`
/// in one-player games, random moves in two-player games.
fn open(game: &str, rules: &Settings, number: u64) -> Box<dyn Session> {
    let entry = GAMES.find(game).unwrap();
    let mut session = entry.open(rules, None, number).unwrap();
    let mut rng = Rng::stream(SEED, number);
    let greedy = session.seat_player(&spec("greedy"), number).unwrap();
    let budget = session.budget(greedy);
    for _ in 0..4 * number {
        let mv = if entry.seats().len() == 1 {
            session.ask(greedy, &budget, &mut ()).mv
        } else {
            let mut legal = session.legal_moves();
            rng.shuffle(&mut legal);
            legal.pop()
        };
        let Some(mv) = mv else { break };
        session.play(&mv).unwrap();
        if session.seat().is_none() {
            session.undo();
            break;
        }
    }
    session
}

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

/// Returns the move of each player in each position, and the visits of all candidates, best first.
fn decisions(game: &str, rules: &str, players: &[&str]) -> String {
    let rules: Settings = rules.parse().unwrap();
    let mut text = String::new();
    for number in 0..POSITIONS {
        let mut session = open(game, &rules, number);
        writeln!(text, "{number}: {}", session.position()).unwrap();
        for player in players {
            let id = session.seat_player(&spec(player), SEED).unwrap();
            let mut budget = session.budget(id);
            // A time limit would make the decision depend on the machine.
            budget.time = None;
            let decision = session.ask(id, &budget, &mut ());
            write!(text, "  {player} {}:", decision.mv.as_deref().unwrap_or("-")).unwrap();
            for candidate in &decision.candidates {
                write!(text, " {}={}", candidate.mv, candidate.visits.unwrap_or(0)).unwrap();
            }
            text.push('\n');
        }
    }
    text
}

/// Plays a tournament and returns its records without the times.
fn records(plan: Plan) -> String {
    let tournament = Tournament::new(&GAMES, plan).unwrap();
    let games = tournament.run(Vec::new(), 2, &Cancel::new(), &mut ()).unwrap();
    let line = |mut game: plywood_arena::GameRecord| {
        game.times.clear();
        serde_json::to_string(&game).unwrap() + "\n"
    };
    games.into_iter().map(line).collect()
}

fn with_original() -> Vec<&'static str> {
    [&["original"][..], &PRESETS].concat()
}

#[test]
fn othello_decides_as_stored() {
    let levels = [
        "original:level=easy",
        "original:level=medium",
        "original:level=hard",
        "original:level=expert",
    ];
    // `expert` is limited by its time, so it gets a number of simulations instead.
    let presets = ["original", "easy", "medium", "hard", "expert:simulations=10000"];
    let players = [&presets[..], &levels].concat();
    insta::assert_snapshot!("othello", decisions("othello", "", &players));
}

#[test]
fn klondike_decides_as_stored() {
    insta::assert_snapshot!("klondike", decisions("klondike", "", &with_original()));
    let players = ["original", "easy", "medium"];
    insta::assert_snapshot!("klondike_draw_1", decisions("klondike", "draw=1,passes=3", &players));
}

#[test]
fn wood_block_decides_as_stored() {
    insta::assert_snapshot!("woodblock", decisions("woodblock", "", &with_original()));
    let players = ["original", "easy", "medium", "hard"];
    insta::assert_snapshot!("blast8", decisions("woodblock", "variant=blast8", &players));
}

#[test]
fn tetris_decides_as_stored() {
    let players = [&with_original()[..], &["linear", "dqn"]].concat();
    insta::assert_snapshot!("tetris", decisions("tetris", "", &players));
}

#[test]
fn connect_four_decides_as_stored() {
    insta::assert_snapshot!("connect_four", decisions("connect-four", "", &PRESETS));
}

#[test]
fn arenas_record_as_stored() {
    let othello = Plan::new("othello", &["medium", "easy", "original:level=easy"], 2, SEED);
    insta::assert_snapshot!("records_othello", records(othello));
    let connect_four = Plan::new("connect-four", &["medium", "easy"], 4, SEED);
    insta::assert_snapshot!("records_connect_four", records(connect_four));
    let klondike = Plan::new("klondike", &["easy", "astar", "greedy"], 2, SEED);
    let klondike = Plan { max_moves: Some(400), ..klondike };
    insta::assert_snapshot!("records_klondike", records(klondike));
    let woodblock = Plan::new("woodblock", &["easy", "medium", "original"], 2, SEED);
    let woodblock = Plan { rules: "cap=8".to_owned(), ..woodblock };
    insta::assert_snapshot!("records_woodblock", records(woodblock));
    let tetris = Plan::new("tetris", &["easy", "hard", "dqn", "linear", "original"], 2, SEED);
    let tetris = Plan { rules: "height=10,cap=20".to_owned(), ..tetris };
    insta::assert_snapshot!("records_tetris", records(tetris));
}
