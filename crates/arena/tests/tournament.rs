//! Pairings, openings and records of tournaments.

mod nim;

use std::collections::HashSet;

use plywood_arena::{ArenaError, Field, GameRecord, Plan, Records, Summary, Tournament};
use plywood_registry::Ending;
use plywood_search::Cancel;

use nim::{games, plan, play};

#[test]
fn every_opening_is_different_and_played_twice() {
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
        // The number of stones determines a position of Nim.
        assert_eq!(stones.len(), 5);
    }
}

#[test]
fn more_openings_than_exist_are_an_error() {
    let games = games();
    // One move leads to three positions.
    let error = Tournament::new(&games, Plan { opening: 1, ..plan(&["random", "greedy"], 8) });
    let error = error.err().unwrap();
    assert!(matches!(error, ArenaError::FewOpenings { found: 3, expected: 4, .. }), "{error}");
    assert!(Tournament::new(&games, Plan { opening: 1, ..plan(&["random", "greedy"], 6) }).is_ok());
}

#[test]
fn plans_with_more_games_continue_records() {
    let few = play(plan(&["random", "greedy"], 4));
    let many = play(plan(&["random", "greedy"], 10));
    let timeless = |games: &[GameRecord]| {
        let without_times = |game: &GameRecord| GameRecord { times: Vec::new(), ..game.clone() };
        games.iter().map(without_times).collect::<Vec<_>>()
    };
    assert_eq!(timeless(&few), timeless(&many)[..4]);

    let folder = tempfile::tempdir().unwrap();
    let games = games();
    let of = |count| Tournament::new(&games, plan(&["random", "greedy"], count)).unwrap();
    let mut kept = Records::begin(folder.path(), &of(4)).unwrap();
    few.iter().for_each(|game| kept.append(game).unwrap());
    drop(kept);
    let resumed = Records::resume(folder.path(), &of(10)).unwrap();
    assert_eq!(resumed.games, few);
    assert_eq!(Records::read_plan(folder.path()).unwrap(), of(10).plan);
    // The records are locked.
    let second = Records::resume(folder.path(), &of(10));
    assert!(matches!(second, Err(ArenaError::Folder { .. })), "{second:?}");
    drop(resumed);
    // With fewer games in the plan, the other records stay in the file and are ignored.
    let fewer = Records::resume(folder.path(), &of(2)).unwrap();
    assert_eq!(fewer.games, few[..2]);
    drop(fewer);
    assert_eq!(Records::read(folder.path(), &of(4)).unwrap(), few);
}

#[test]
fn an_unfinished_last_line_is_removed_and_other_damage_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let games = games();
    let tournament = Tournament::new(&games, plan(&["random", "greedy"], 4)).unwrap();
    let played = play(plan(&["random", "greedy"], 4));
    let mut kept = Records::begin(folder.path(), &tournament).unwrap();
    played.iter().for_each(|game| kept.append(game).unwrap());
    drop(kept);
    let whole = std::fs::read(&file).unwrap();
    let last_line = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
    for length in last_line..whole.len() {
        std::fs::write(&file, &whole[..length]).unwrap();
        let resumed = Records::resume(folder.path(), &tournament).unwrap();
        assert_eq!(resumed.games, played[..3], "cut to {length} bytes");
        assert_eq!(resumed.dropped, length - last_line);
        drop(resumed);
        assert_eq!(std::fs::read(&file).unwrap(), whole[..last_line]);
    }
    let whole = String::from_utf8(whole).unwrap();
    let wrong = |damaged: &str, named: &str| {
        std::fs::write(&file, damaged).unwrap();
        let error = Records::resume(folder.path(), &tournament).unwrap_err().to_string();
        assert!(error.contains(named), "{named}: {error}");
        assert!(Records::read(folder.path(), &tournament).is_err());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), damaged);
    };
    wrong("my only notes\n", "line 1");
    wrong("my only notes", "line 1");
    let last = format!("{}x\n", whole.trim_end());
    wrong(&last, "line 4");
    let edits = [
        ("\"round\"", "\"rond\"", "round"),
        ("\"seats\":[0,1]", "\"seats\":[0,0]", "do not meet"),
        ("\"seats\":[0,1]", "\"seats\":[]", "do not meet"),
        ("\"seats\":[0,1]", "\"seats\":[0,7]", "do not meet"),
        ("\"players\":[\"random\"", "\"players\":[\"rondom\"", "players"),
        ("\"scores\":[", "\"scores\":[1,", "seats"),
        ("\"times\":[[", "\"times\":[[],[", "seats"),
        ("\"ending\":\"over\"", "\"ending\":\"frobbed\"", "frobbed"),
        ("\"opening\":[", "\"opening\":[\"1\",", "round 0"),
        ("\"game\":\"nim\"", "\"game\":\"go\"", "other game than in the plan: expected nim"),
        ("\"rules\":\"\"", "\"rules\":\"a=b\"", "other rules"),
    ];
    for (good, bad, named) in edits {
        assert!(whole.contains(good), "{good}");
        wrong(&whole.replacen(good, bad, 1), named);
    }
}

#[test]
fn an_unfinished_plan_counts_as_an_empty_folder() {
    let games = games();
    let tournament = Tournament::new(&games, plan(&["random", "greedy"], 4)).unwrap();
    for unfinished in ["arena.part", "arena.json.part"] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(unfinished), "{").unwrap();
        assert!(Records::begin(folder.path(), &tournament).is_ok(), "{unfinished}");
        let again = Records::begin(folder.path(), &tournament);
        assert!(matches!(again, Err(ArenaError::RecordsExist(_))), "{again:?}");
    }
}

/// A caller of the library may have no command line, so errors of the library do not name its options.
#[test]
fn errors_name_fields_of_the_plan_and_no_options() {
    let games = games();
    let two = || plan(&["random", "greedy"], 4);
    for (plan, expected) in [
        (Plan { game: "chess".to_owned(), ..two() }, Some(Field::Game)),
        (Plan { rules: "size=3".to_owned(), ..two() }, Some(Field::Rules)),
        (plan(&["random", "unknown"], 4), Some(Field::Players)),
        (plan(&["random"], 4), Some(Field::Players)),
        (plan(&["random", "greedy"], 3), Some(Field::Games)),
        (plan(&["random", "greedy"], 200_000), Some(Field::Games)),
        (Plan { sprt: Some([5.0, 5.0]), ..two() }, Some(Field::Sprt)),
        (Plan { opening: 0, ..two() }, None),
    ] {
        let error = Tournament::new(&games, plan).err().unwrap();
        let field = match error {
            ArenaError::Input { field, .. } => Some(field),
            _ => None,
        };
        assert_eq!(field, expected, "{error}");
        assert!(!error.to_string().contains("--"), "{error}");
    }
}

#[test]
fn players_of_one_spec_have_different_seeds() {
    let played = play(plan(&["random", "random"], 20));
    let games = games();
    let tournament = Tournament::new(&games, plan(&["random", "random"], 20)).unwrap();
    assert!(Summary::new(&tournament, &played, 0.0).identical_games < 3);
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
fn games_are_cut_off_after_max_moves() {
    let played = play(Plan { max_moves: Some(3), ..plan(&["random", "greedy"], 4) });
    assert!(
        played.iter().all(|game| game.moves.len() == 3 && game.result.ending == Ending::Capped)
    );
}
