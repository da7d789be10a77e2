//! Training runs in which one file operation fails, for every operation.

mod hill;

use std::ops::ControlFlow;
use std::path::Path;

use plywood_files::faults::is_reported;
use plywood_learn::{Round, RunError, RunFolder, train};

use hill::{climb, files};

const GENERATIONS: u64 = 3;

/// Trains to the end and returns the rounds that were reported.
fn run(folder: &Path, resume: bool) -> (Vec<u64>, Result<(), RunError>) {
    let mut reported = Vec::new();
    let observer = |round: &Round| {
        reported.push(round.done);
        ControlFlow::Continue(())
    };
    let run = RunFolder::new(folder);
    let result = train(&mut climb(GENERATIONS, 1), &run, resume, observer).map(|_| ());
    (reported, result)
}

#[test]
fn no_round_that_was_reported_is_lost() {
    let parent = tempfile::tempdir().unwrap();
    let whole = parent.path().join("whole");
    run(&whole, false).1.unwrap();
    for number in 1.. {
        let folder = parent.path().join(number.to_string());
        let mut reported = Vec::new();
        let mut first = || {
            let (rounds, result) = run(&folder, false);
            reported = rounds;
            result
        };
        if !is_reported(number, &folder, &mut first) {
            // The operations are those of the folder, the lock, the checkpoint (5), the header (3),
            // and in each round of at least 2 files (5 each) and a row (3).
            assert!(number > 45, "only {number} operations can fail");
            break;
        }
        let begun = RunFolder::new(&folder).checkpoint().exists();
        assert!(begun || reported.is_empty(), "operation {number}: the run is lost");
        let (rest, result) = run(&folder, begun);
        result.unwrap();
        let last = reported.last().copied().unwrap_or(0);
        assert!(rest.iter().all(|&round| round > last), "operation {number}: a round was lost");
        assert!(files(&folder) == files(&whole), "operation {number}: the files differ");
    }
}

/// Every operation of a run that is resumed after its first round fails once.
#[test]
fn no_round_is_lost_when_a_run_is_resumed() {
    let parent = tempfile::tempdir().unwrap();
    let whole = parent.path().join("whole");
    run(&whole, false).1.unwrap();
    for number in 1.. {
        let folder = parent.path().join(number.to_string());
        let first = |_: &Round| ControlFlow::Break(());
        train(&mut climb(GENERATIONS, 1), &RunFolder::new(&folder), false, first).unwrap();
        if !is_reported(number, &folder, || run(&folder, true).1) {
            return;
        }
        run(&folder, true).1.unwrap();
        assert!(files(&folder) == files(&whole), "operation {number}: the files differ");
    }
}
