//! Faults for tests: makes one file operation fail.

use std::cell::Cell;

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

/// Counts an operation and returns whether it must fail.
pub(crate) fn strikes() -> bool {
    let left = COUNTDOWN.get();
    COUNTDOWN.set(left.saturating_sub(1));
    left == 1
}
