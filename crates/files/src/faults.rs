//! Faults for tests: makes one file operation fail.

use std::cell::Cell;
use std::fmt::Display;
use std::path::Path;

thread_local! {
    /// The number of operations until the fault; 0 for no fault.
    static COUNTDOWN: Cell<u32> = const { Cell::new(0) };
}

/// Runs `run` and makes the file operation with this number fail, counted from 1. Returns the
/// result and whether the operation was reached.
///
/// Counts every operation of this crate that changes a file (create, write, truncate, sync, rename),
/// in the calling thread alone. A write that fails has written half of its bytes.
pub fn fail_at<T>(number: u32, run: impl FnOnce() -> T) -> (T, bool) {
    COUNTDOWN.set(number);
    let result = run();
    (result, COUNTDOWN.take() == 0)
}

/// Makes an operation fail as [`fail_at`] does, and returns whether it was reached. Panics if the operation was
/// reached and `run` does not fail, if `run` fails otherwise, or if the error does not begin with the path of
/// `folder`.
pub fn is_reported<E: Display>(
    number: u32,
    folder: &Path,
    run: impl FnOnce() -> Result<(), E>,
) -> bool {
    let (result, failed) = fail_at(number, run);
    let error = result.err().map(|error| error.to_string());
    assert_eq!(error.is_some(), failed, "operation {number}: {error:?}");
    if let Some(error) = error {
        assert!(error.starts_with(folder.to_str().unwrap()), "{error} names no file");
    }
    failed
}

/// Counts an operation and returns whether it must fail.
pub(crate) fn strikes() -> bool {
    let left = COUNTDOWN.get();
    COUNTDOWN.set(left.saturating_sub(1));
    left == 1
}
