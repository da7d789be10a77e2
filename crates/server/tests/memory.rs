//! Memory stays bounded when clients send many different rules.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Cursor;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use plywood_registry::Games;
use plywood_server::{Answer, ApiError, Engine, ResourceLimits, json_lines};
use serde_json::{Value, json};

/// Counts the bytes that are allocated.
struct CountingAllocator;

static ALLOCATED: AtomicIsize = AtomicIsize::new(0);

// SAFETY: every call is passed on to the system allocator unchanged.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(layout.size() as isize, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        ALLOCATED.fetch_sub(layout.size() as isize, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Maximum growth of allocated memory in bytes: 100 bytes for each of 10,000 requests.
const MAX_GROWTH: isize = 1_000_000;
const REQUESTS: u32 = 10_000;

/// Held by each test: the tests share the counter of bytes and must not run at the same time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn engine(limits: ResourceLimits) -> Engine {
    let mut games = Games::default();
    games.add(plywood_othello::entry());
    games.add(plywood_klondike::entry());
    games.add(plywood_woodblock::entry());
    games.add(plywood_tetris::entry());
    Engine::new(Box::leak(Box::new(games)), limits).unwrap()
}

fn ask(engine: &Engine, method: &str, params: &Value) -> Result<Value, ApiError> {
    let answer = engine.answer(method, params.as_object().unwrap().clone(), Arc::new(|_event| {}));
    answer.map(|Answer { document, .. }| document)
}

/// Checks that memory does not grow after the first tenth of `work`, which fills caches.
fn check_growth(what: &str, work: impl Fn(std::ops::Range<u32>)) {
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    work(0..REQUESTS / 10);
    let before = ALLOCATED.load(Ordering::Relaxed);
    work(REQUESTS / 10..REQUESTS);
    let growth = ALLOCATED.load(Ordering::Relaxed) - before;
    assert!(growth < MAX_GROWTH, "{what}: memory has grown by {growth} bytes");
}

/// Checks that memory does not grow with 10,000 different rules. Sends `look` for each, and for
/// every tenth also `new` and `close`.
fn check_rules(game: &str, rules: impl Fn(u32) -> String) {
    let engine = engine(ResourceLimits::for_http());
    check_growth(game, |numbers| {
        for number in numbers {
            let setup = json!({"game": game, "rules": rules(number), "seed": number});
            ask(&engine, "look", &setup).unwrap();
            if number % 10 == 0 {
                let session = &ask(&engine, "new", &setup).unwrap()["session"];
                ask(&engine, "close", &json!({"session": session})).unwrap();
            }
        }
    });
}

#[test]
fn rules_of_klondike_are_not_kept() {
    check_rules("klondike", |number| {
        let (passes, choices) = (number % 1000 + 1, number / 1000);
        let draw = if choices & 1 == 0 { 1 } else { 3 };
        let waste = if choices & 2 == 0 { "fan" } else { "top" };
        let back = choices & 4 == 0;
        format!("draw={draw},passes={passes},waste={waste},worrying_back={back}")
    });
}

#[test]
fn rules_of_tetris_are_not_kept() {
    check_rules("tetris", |number| {
        let (width, height) = (number % 13 + 4, number % 37 + 4);
        format!("cap={},width={width},height={height}", number + 1)
    });
}

#[test]
fn rules_of_woodblock_are_not_kept() {
    check_rules("woodblock", |number| format!("cap={}", number + 1));
}

/// Othello has no rules, so every key in its rules is an error.
#[test]
fn refused_rules_are_not_kept() {
    let engine = engine(ResourceLimits::for_http());
    check_growth("othello", |numbers| {
        for number in numbers {
            let setup = json!({"game": "othello", "rules": format!("rule{number}=1")});
            assert_eq!(ask(&engine, "look", &setup).unwrap_err().kind(), "input");
        }
    });
}

#[test]
fn variant_files_of_woodblock_are_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(ResourceLimits::for_program());
    check_growth("variant files", |numbers| {
        let mut input = String::new();
        for number in numbers.step_by(5) {
            let file = folder.path().join(format!("{number}.toml"));
            let variant = format!(
                "name = \"v{number}\"\nsize = 8\nboxes = false\nscoring = \"lines\"\n\
                 shapes = [{{ rows = [\"#\"], weight = {} }}, {{ rows = [\"##\"], weight = 1 }}]\n",
                number + 1
            );
            std::fs::write(&file, variant).unwrap();
            let rules = format!("variant=\"{}\"", file.display());
            let line = json!({"id": number, "method": "look", "game": "woodblock", "rules": rules});
            input.push_str(&format!("{line}\n"));
        }
        let mut output = Vec::new();
        json_lines::serve(&engine, Cursor::new(input), &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        assert!(!output.contains("\"error\""), "{}", &output[..1000]);
    });
}
