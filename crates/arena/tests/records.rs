//! Records that were damaged or edited, and folders that several arenas or studies open at once.

mod nim;

use std::fs;
use std::path::Path;
use std::sync::Barrier;
use std::time::Duration;

use plywood_arena::quality::ReportFolder;
use plywood_arena::{ArenaError, Field, Plan, Records, Tournament};
use plywood_registry::{BudgetRequest, Games};

use nim::{games, plan, play};

fn tournament(games: &Games, plan: Plan) -> Tournament {
    Tournament::new(games, plan).unwrap()
}

/// Plays a tournament and writes its records. Returns the text of the games.
fn record(folder: &Path, plan: &Plan) -> String {
    let games = games();
    let mut records = Records::begin(folder, &tournament(&games, plan.clone())).unwrap();
    play(plan.clone()).iter().for_each(|game| records.append(game).unwrap());
    fs::read_to_string(folder.join("games.jsonl")).unwrap()
}

/// A power cut can leave zero bytes at the end of the file.
#[test]
fn zero_bytes_at_the_end_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let plan = plan(&["random", "greedy"], 4);
    let whole = record(folder.path(), &plan);
    let (games, played) = (games(), play(plan.clone()));
    let without_times = |games: &[plywood_arena::GameRecord]| {
        games.iter().map(|game| (game.round, game.seats.clone(), game.moves.clone())).collect()
    };
    let expected: Vec<_> = without_times(&played);
    let tournament = tournament(&games, plan);
    let last_line = whole.trim_end().rfind('\n').unwrap() + 1;
    let unfinished = last_line + 40;
    for (length, complete, kept) in [
        (whole.len(), whole.len(), 4),
        (last_line, last_line, 3),
        (unfinished, last_line, 3),
        (0, 0, 0),
    ] {
        fs::write(&file, [&whole.as_bytes()[..length], &[0; 300]].concat()).unwrap();
        let read = Records::read(folder.path(), &tournament).unwrap();
        assert_eq!(without_times(&read), expected[..kept], "{length} bytes");
        let resumed = Records::resume(folder.path(), &tournament).unwrap();
        assert_eq!(without_times(&resumed.games), expected[..kept], "{length} bytes");
        assert_eq!(resumed.dropped, 300 + length - complete);
        assert_eq!(fs::read(&file).unwrap(), whole.as_bytes()[..complete]);
    }
}

/// Replaces a part of the third line, and asserts that the error names the game and the problem.
#[track_caller]
fn assert_found(folder: &Path, tournament: &Tournament, good: &str, bad: &str, problem: &str) {
    let file = folder.join("games.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    assert!(lines[2].contains(good), "{good} is not in {}", lines[2]);
    lines[2] = lines[2].replacen(good, bad, 1);
    fs::write(&file, lines.join("\n") + "\n").unwrap();
    let seats = if tournament.is_solo() { "0" } else { "0, 1" };
    let named = format!("games.jsonl: line 3: round 1, seats {seats}: {problem}");
    for error in [
        Records::read(folder, tournament).unwrap_err(),
        Records::resume(folder, tournament).unwrap_err(),
    ] {
        assert!(error.to_string().contains(&named), "expected {named:?}: {error}");
    }
    fs::write(&file, text).unwrap();
    Records::read(folder, tournament).unwrap();
}

#[test]
fn edited_results_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let games = games();
    let plan = plan(&["random", "greedy"], 4);
    let text = record(folder.path(), &plan);
    let tournament = tournament(&games, plan);
    let line = text.lines().nth(2).unwrap();
    let found = |good: &str, bad: &str, problem: &str| {
        assert_found(folder.path(), &tournament, good, bad, problem);
    };
    let (scores, swapped) = if line.contains("[1.0,0.0]") {
        ("[1.0,0.0]", "[0.0,1.0]")
    } else {
        ("[0.0,1.0]", "[1.0,0.0]")
    };
    let plain = |scores: &str| scores.replace(".0", "").replace(',', ", ").replace(['[', ']'], "");
    let problem = format!(
        "its result is over, scores {}: its moves give over, scores {}",
        plain(swapped),
        plain(scores)
    );
    found(scores, swapped, &problem);
    found("\"ending\":\"over\"", "\"ending\":\"won\"", "its result is won, scores");
    found("\"ending\":\"over\"", "\"ending\":\"over\",\"won\":true", "its result is over, won");
    found("\"moves\":[", "\"moves\":[\"4\",", "move 21: 4 is not legal here");
    found("\"times\":[[", "\"times\":[[1.5,", "times: expected");
    found("\"times\":[[", "\"times\":[[-1", "times: expected");
    let seeing = ("\"seeing\":[false,false]", "\"seeing\":[true,false]");
    found(seeing.0, seeing.1, "it is wrong about which players see hidden facts");
    let first_move = line.split("\"moves\":[").nth(1).unwrap().split(',').next().unwrap();
    let cut = (format!("\"moves\":[{first_move},"), "\"moves\":[");
    assert!(line.contains(&cut.0));
    // Without its first move the game does not end, or ends with another result.
    let error = |edited: String| {
        let file = folder.path().join("games.jsonl");
        fs::write(&file, text.replacen(line, &edited, 1)).unwrap();
        let error = Records::read(folder.path(), &tournament).unwrap_err().to_string();
        fs::write(&file, &text).unwrap();
        error
    };
    let cut = error(line.replacen(&cut.0, cut.1, 1));
    assert!(cut.contains("line 3: round 1, seats 0, 1: its moves do not end the game"), "{cut}");
}

#[test]
fn edited_results_of_games_that_were_cut_off_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let games = games();
    let plan = Plan { max_moves: Some(3), ..plan(&["random", "greedy"], 4) };
    record(folder.path(), &plan);
    let tournament = tournament(&games, plan);
    let found = |good: &str, bad: &str, problem: &str| {
        assert_found(folder.path(), &tournament, good, bad, problem);
    };
    found("[0.0,0.0]", "[1.0,0.0]", "its result is capped, scores 1, 0");
    found("\"capped\"", "\"over\"", "its result is over, scores 0, 0");
    found("\"moves\":[", "\"moves\":[\"1\",", "4 moves: expected at most 3");
}

/// Starts `begin` in several threads at once. Returns the results of the threads.
fn race<T: Send>(begin: impl Fn(usize) -> T + Sync) -> Vec<T> {
    const THREADS: usize = 3;
    let barrier = Barrier::new(THREADS);
    let run = |number| {
        barrier.wait();
        begin(number)
    };
    std::thread::scope(|scope| {
        let run = &run;
        let threads: Vec<_> = (0..THREADS).map(|number| scope.spawn(move || run(number))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// Asserts that exactly one result is `Ok`, and that the others are refusals of a folder in use.
#[track_caller]
fn assert_one_winner<T>(results: &[Result<T, ArenaError>], writer: &str) {
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    for error in results.iter().filter_map(|result| result.as_ref().err()) {
        assert!(
            error.to_string().ends_with(&format!("another {writer} is writing to it")),
            "{error}"
        );
    }
}

const ROUNDS: usize = 200;

#[test]
fn one_of_several_arenas_gets_a_folder() {
    let games = games();
    let tournaments: Vec<_> = (0..3)
        .map(|seed| tournament(&games, Plan { seed, ..plan(&["random", "greedy"], 2) }))
        .collect();
    for resume in [false, true] {
        for _ in 0..ROUNDS {
            let folder = tempfile::tempdir().unwrap();
            let results = race(|number| {
                let tournament = &tournaments[number];
                match resume {
                    true => {
                        Records::resume(folder.path(), tournament).map(|resumed| resumed.records)
                    }
                    false => Records::begin(folder.path(), tournament),
                }
            });
            assert_one_winner(&results, "arena");
            let winner = results.iter().position(Result::is_ok).unwrap();
            let recorded = Records::read_plan(folder.path()).unwrap();
            assert_eq!(recorded, tournaments[winner].plan);
        }
    }
}

#[test]
fn one_of_several_studies_gets_a_folder() {
    for _ in 0..ROUNDS {
        let folder = tempfile::tempdir().unwrap();
        assert_one_winner(&race(|_| ReportFolder::lock(folder.path())), "study");
        // The winner of the race has released the folder without a report.
        drop(ReportFolder::lock(folder.path()).unwrap());
        fs::write(folder.path().join("quality.json"), "{}").unwrap();
        let error = ReportFolder::lock(folder.path()).unwrap_err().to_string();
        assert!(error.contains("is not empty"), "{error}");
    }
}

/// Messages are for people: they do not contain `Some`, quotes or JSON.
#[test]
fn a_refused_resume_names_the_field_in_plain_words() {
    let games = games();
    let folder = tempfile::tempdir().unwrap();
    let begun = Plan {
        max_moves: Some(100),
        sprt: Some([0.0, 50.0]),
        budget: BudgetRequest { simulations: Some(9), ..BudgetRequest::default() },
        ..plan(&["random", "greedy"], 4)
    };
    drop(Records::begin(folder.path(), &tournament(&games, begun.clone())).unwrap());
    let budget = |change: BudgetRequest| Plan { budget: change, ..begun.clone() };
    for (plan, expected, words) in [
        (
            Plan { max_moves: None, ..begun.clone() },
            Field::MaxMoves,
            "max_moves 100, asked for none",
        ),
        (Plan { seed: 8, ..begun.clone() }, Field::Seed, "seed 7, asked for 8"),
        (Plan { opening: 21, ..begun.clone() }, Field::Opening, "opening 20, asked for 21"),
        (Plan { gauntlet: true, ..begun.clone() }, Field::Gauntlet, "gauntlet no, asked for yes"),
        (Plan { sprt: None, ..begun.clone() }, Field::Sprt, "sprt 0,50, asked for none"),
        (budget(BudgetRequest::default()), Field::Simulations, "simulations 9, asked for none"),
        (
            budget(BudgetRequest { time: Some(Duration::from_millis(500)), ..begun.budget }),
            Field::Time,
            "time none, asked for 500ms",
        ),
        (
            budget(BudgetRequest { memory: Some(1_000_000), ..begun.budget }),
            Field::Memory,
            "memory none, asked for 1000000 bytes",
        ),
        (
            Plan { players: vec!["random".to_owned(), "easy".to_owned()], ..begun.clone() },
            Field::Players,
            "players random, greedy, asked for random, easy",
        ),
    ] {
        let error = Records::resume(folder.path(), &tournament(&games, plan)).unwrap_err();
        let message = error.to_string();
        assert!(message.ends_with(&format!("holds records with {words}")), "{message}");
        let ArenaError::OtherPlan { field, .. } = error else { panic!("{message}") };
        assert_eq!(field, expected);
        assert!(!message.contains(['"', '{', '(']), "{message}");
    }
}
