//! Every file operation of a tournament and of its report fails once.

mod nim;

use std::path::Path;

use plywood_arena::{
    ArenaError, GameRecord, Records, Resumed, Summary, Tournament, Watcher, write_report,
};
use plywood_files::faults::{fail_at, is_reported};
use plywood_search::Cancel;

use nim::{games, plan, play};

/// Appends games to the records, and collects those that were appended.
struct Recorder {
    records: Records,
    reported: Vec<GameRecord>,
}

impl Watcher for Recorder {
    fn game_over(&mut self, games: &[GameRecord]) -> Result<(), ArenaError> {
        let game = games.last().unwrap();
        self.records.append(game)?;
        self.reported.push(game.clone());
        Ok(())
    }
}

/// Plays the games that are missing in a folder and writes the report, as `arena --resume` does.
/// Adds the games to `reported` as they are recorded.
fn run(
    folder: &Path,
    tournament: &Tournament,
    reported: &mut Vec<GameRecord>,
) -> Result<(), ArenaError> {
    let Resumed { records, games, .. } = Records::resume(folder, tournament)?;
    for game in reported.iter() {
        assert!(games.contains(game), "round {}, seats {:?} is lost", game.round, game.seats);
    }
    let mut recorder = Recorder { records, reported: Vec::new() };
    let played = tournament.run(games, 1, &Cancel::new(), &mut recorder);
    reported.append(&mut recorder.reported);
    let played = played?;
    recorder.records.sync()?;
    let summary = Summary::new(tournament, &played, 0.0);
    assert!(summary.complete);
    write_report(folder, tournament, &played, &summary)?;
    Ok(())
}

#[test]
fn no_game_that_was_recorded_is_lost() {
    let games = games();
    let plan = plan(&["random", "greedy"], 4);
    let tournament = Tournament::new(&games, plan).unwrap();
    for number in 1.. {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("out");
        let mut reported = Vec::new();
        if !is_reported(number, &folder, || run(&folder, &tournament, &mut reported)) {
            // Operations: folder, lock, plan (5), 4 games (2 each), sync, and at least 3 files (5 each).
            assert!(number > 30, "only {number} operations can fail");
            break;
        }
        run(&folder, &tournament, &mut reported).unwrap();
        assert_eq!(reported.len(), 4, "operation {number}: a game was played twice");
        assert_eq!(Records::read(&folder, &tournament).unwrap().len(), 4);
        assert!(folder.join("summary.json").exists() && folder.join("ratings.svg").exists());
    }
}

/// Each file operation of a resumed tournament with another number of games fails once.
#[test]
fn no_game_is_lost_when_a_plan_is_extended() {
    let games = games();
    let [short, long] =
        [2, 4].map(|count| Tournament::new(&games, plan(&["random", "greedy"], count)).unwrap());
    for number in 1.. {
        let folder = tempfile::tempdir().unwrap();
        let mut reported = Vec::new();
        run(folder.path(), &short, &mut reported).unwrap();
        if !is_reported(number, folder.path(), || run(folder.path(), &long, &mut reported)) {
            return;
        }
        run(folder.path(), &long, &mut reported).unwrap();
        assert_eq!(reported.len(), 4, "operation {number}: a game was played twice");
    }
}

/// An append that fails half way does not spoil the next one.
#[test]
fn appends_continue_after_a_failed_one() {
    let games = games();
    let tournament = Tournament::new(&games, plan(&["random", "greedy"], 4)).unwrap();
    let played = play(tournament.plan.clone());
    for number in 1.. {
        let folder = tempfile::tempdir().unwrap();
        let mut records = Records::begin(folder.path(), &tournament).unwrap();
        let ((), failed) = fail_at(number, || {
            for game in &played {
                if records.append(game).is_err() {
                    records.append(game).unwrap();
                }
            }
        });
        assert_eq!(Records::read(folder.path(), &tournament).unwrap(), played);
        if !failed {
            return;
        }
    }
}
