//! Closing a game frees the memory of its rules. Without this, requests could exhaust the memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use plywood_registry::{GameEntry, Settings};
use plywood_woodblock::entry;

/// The system allocator with a counter of the bytes in use.
struct Counting;

thread_local! {
    /// Bytes allocated minus bytes freed by this thread, since tests run in parallel.
    static IN_USE: Cell<i64> = const { Cell::new(0) };
}

fn add(bytes: i64) {
    // `try_with` fails while a thread exits, when nothing is measured any more.
    let _ = IN_USE.try_with(|in_use| in_use.set(in_use.get() + bytes));
}

// SAFETY: every call is forwarded to the system allocator. The default method `realloc` calls
// `alloc` and `dealloc`.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size() as i64);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        add(-(layout.size() as i64));
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Opens and closes a game under each of the rules.
fn open(rules: impl Iterator<Item = String>) {
    let woodblock = entry();
    for text in rules {
        let rules: Settings = text.parse().unwrap();
        let session = woodblock.open(&rules, None, 1).unwrap();
        assert_eq!(session.seat(), Some(0));
    }
}

/// Checks that no memory of `games` games stays allocated after they were opened with `rules` and
/// closed. Games before the measurement allocate what a process keeps.
fn leaves_nothing(games: u32, rules: impl Fn(u32) -> String) {
    open((1..=10).map(&rules));
    let before = IN_USE.get();
    assert!(before > 0, "the allocator counts");
    open((11..=10 + games).map(&rules));
    let grown = IN_USE.get() - before;
    assert!(grown <= 0, "{grown} bytes after {games} games");
}

#[test]
fn different_caps_take_no_memory() {
    leaves_nothing(10_000, |number| {
        format!("variant=blast8,rotate={},cap={number}", number.is_multiple_of(2))
    });
}

#[test]
fn different_variant_files_take_no_memory() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().display().to_string();
    leaves_nothing(300, |number| {
        let head = format!("name = \"n{number}\"\nsize = 4\nboxes = false\nscoring = \"lines\"\n");
        let shapes = format!("shapes = [{{ rows = [\"##\"], weight = {number} }}]");
        std::fs::write(&path, head + &shapes).unwrap();
        format!("variant=\"{path}\",cap={number}")
    });
}
