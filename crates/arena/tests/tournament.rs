//! Who meets whom, from where, and what is kept of it.

use std::collections::HashSet;

use plywood_arena::{ArenaError, GameRecord, Plan, Records, Summary, Tournament, records};
use plywood_search::{Cancel, nim::Nim};
use plywood_table::{Entry, Games};

fn games() -> Games {
    let mut games = Games::default();
    games.add(Entry::new("nim", "take 1 to 3", |_| Nim::new(200)));
    games
}

fn play(plan: Plan) -> Vec<GameRecord> {
    let games = games();
    Tournament::new(&games, plan).unwrap().run(Vec::new(), 2, &Cancel::new(), &mut ()).unwrap()
}

fn plan(players: &[&str], games: u32) -> Plan {
    Plan { opening: 20, ..Plan::new("nim", players, games, 7) }
}

#[test]
fn every_opening_is_played_twice_and_none_again() {
    let played = play(plan(&["random", "greedy", "random"], 10));
    assert_eq!(played.len(), 3 * 10);
    for pair in [[0, 1], [0, 2], [1, 2]] {
        let between = |game: &&GameRecord| pair.iter().all(|player| game.seats.contains(player));
        let mut stones = HashSet::new();
        for game in played.iter().filter(between) {
            assert_eq!(game.opening.len(), 20);
            let taken: u32 = game.opening.iter().map(|mv| mv.parse::<u32>().unwrap()).sum();
            stones.insert(taken);
            let same = |other: &&GameRecord| other.opening == game.opening;
            let twice: Vec<_> = played.iter().filter(between).filter(same).collect();
            assert_eq!(twice.len(), 2);
            assert_eq!(
                twice[0].seats.iter().rev().collect::<Vec<_>>(),
                twice[1].seats.iter().collect::<Vec<_>>()
            );
        }
        // In Nim a position is how many stones are left.
        assert_eq!(stones.len(), 5);
    }
}

#[test]
fn more_openings_than_there_are_is_an_error() {
    let games = games();
    // One move leads to three positions.
    let error = Tournament::new(&games, Plan { opening: 1, ..plan(&["random", "greedy"], 8) });
    let error = error.err().unwrap();
    assert!(error.is_input() && error.to_string().contains("only 3"), "{error}");
    assert!(Tournament::new(&games, Plan { opening: 1, ..plan(&["random", "greedy"], 6) }).is_ok());
}

#[test]
fn more_games_are_added_to_the_same_ones() {
    let few = play(plan(&["random", "greedy"], 4));
    let many = play(plan(&["random", "greedy"], 10));
    let timeless =
        |games: &[GameRecord]| games.iter().map(GameRecord::without_times).collect::<Vec<_>>();
    assert_eq!(timeless(&few), timeless(&many)[..4]);

    let folder = tempfile::tempdir().unwrap();
    let mut kept = Records::begin(folder.path(), &plan(&["random", "greedy"], 4)).unwrap();
    few.iter().for_each(|game| kept.append(game).unwrap());
    drop(kept);
    let longer = plan(&["random", "greedy"], 10);
    let (kept, resumed) = Records::resume(folder.path(), &longer).unwrap();
    assert_eq!(resumed, few);
    assert_eq!(records::read(folder.path()).unwrap().0, longer);
    // Nobody else may write meanwhile.
    let second = Records::resume(folder.path(), &longer);
    assert!(matches!(second, Err(ArenaError::Folder { .. })), "{second:?}");
    drop(kept);
}

#[test]
fn a_torn_end_is_dropped_and_damage_elsewhere_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let plan = plan(&["random", "greedy"], 4);
    let played = play(plan.clone());
    let mut kept = Records::begin(folder.path(), &plan).unwrap();
    played.iter().for_each(|game| kept.append(game).unwrap());
    drop(kept);
    let whole = std::fs::read(&file).unwrap();
    let last_line = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
    for length in last_line..whole.len() {
        std::fs::write(&file, &whole[..length]).unwrap();
        let (kept, resumed) = Records::resume(folder.path(), &plan).unwrap();
        assert_eq!(resumed, played[..3], "cut to {length} bytes");
        drop(kept);
        assert_eq!(std::fs::read(&file).unwrap(), whole[..last_line]);
    }
    let damaged = String::from_utf8(whole).unwrap().replacen("\"round\"", "\"rond\"", 1);
    std::fs::write(&file, &damaged).unwrap();
    let error = Records::resume(folder.path(), &plan).unwrap_err();
    assert!(error.to_string().contains("line 1"), "{error}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), damaged);
}

#[test]
fn a_cancelled_tournament_is_incomplete() {
    let games = games();
    let tournament = Tournament::new(&games, plan(&["random", "greedy"], 4)).unwrap();
    let cancel = Cancel::new();
    cancel.cancel();
    let played = tournament.run(Vec::new(), 1, &cancel, &mut ()).unwrap();
    let summary = Summary::new(&tournament, &played, 0.0);
    assert!(played.len() <= 4 && summary.complete == (played.len() == 4));
}

#[test]
fn long_games_are_cut_where_asked() {
    let played = play(Plan { max_moves: Some(3), ..plan(&["random", "greedy"], 4) });
    assert!(played.iter().all(|game| game.moves.len() == 3 && game.result.ending == "capped"));
}
