//! Small tournaments of Nim.

use plywood_arena::{GameRecord, Plan, Tournament};
use plywood_registry::{Entry, Games};
use plywood_search::{Cancel, nim::Nim};

pub fn games() -> Games {
    let mut games = Games::default();
    games.add(Entry::new("nim", "take 1 to 3", |_| Nim::new(200)));
    games
}

pub fn plan(players: &[&str], games: u32) -> Plan {
    Plan { opening: 20, ..Plan::new("nim", players, games, 7) }
}

pub fn play(plan: Plan) -> Vec<GameRecord> {
    let games = games();
    Tournament::new(&games, plan).unwrap().run(Vec::new(), 2, &Cancel::new(), &mut ()).unwrap()
}
