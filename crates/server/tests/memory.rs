//! Memory stays bounded: with many different rules, long tournaments, and output that is not read.

#![allow(clippy::disallowed_methods, reason = "measures real time")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{BufRead, Cursor, Read, Write};
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use plywood_registry::Games;
use plywood_server::{Answer, ApiError, Engine, Event, ResourceLimits, json_lines};
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

fn alone() -> MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Timeout of every condition that a test waits for.
const TIMEOUT: Duration = Duration::from_secs(60);

fn engine(limits: ResourceLimits) -> Engine {
    let mut games = Games::default();
    games.add(plywood_othello::entry());
    games.add(plywood_klondike::entry());
    games.add(plywood_woodblock::entry());
    games.add(plywood_tetris::entry());
    Engine::new(games, limits).unwrap()
}

fn ask(engine: &Engine, method: &str, params: &Value) -> Result<Value, ApiError> {
    let answer = engine.answer(method, params.as_object().unwrap().clone(), Arc::new(|_event| {}));
    answer.map(|Answer { document, .. }| document)
}

/// Checks that memory does not grow after the first tenth of `work`, during which caches fill up.
fn check_growth(what: &str, work: impl Fn(std::ops::Range<u32>)) {
    let _guard = alone();
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

/// Plays a tournament of Tetris to its end, and returns its last event.
fn play(engine: &Engine, games: u32, max_moves: u32) -> Value {
    let plan = json!({"game": "tetris", "players": ["linear"], "games": games, "seed": 1,
                      "max_moves": max_moves});
    run(engine, "arena", &plan)
}

/// Starts a tournament or a study, and returns its last event.
fn run(engine: &Engine, method: &str, plan: &Value) -> Value {
    let (sender, events) = channel::<Event>();
    // Sending fails only after a timeout of the receiver.
    let send = Arc::new(move |event| sender.send(event).unwrap_or_default());
    engine.answer(method, plan.as_object().unwrap().clone(), send).unwrap();
    loop {
        let event = events.recv_timeout(TIMEOUT).expect("an event in time");
        if event.is_last {
            return event.document;
        }
    }
}

/// Waits until the allocated memory exceeds `before` by less than `bytes`. The pool drops a
/// tournament only after it has sent the last event.
fn wait_for_growth_below(bytes: isize, before: isize, what: &str) {
    let started = Instant::now();
    loop {
        let growth = ALLOCATED.load(Ordering::Relaxed) - before;
        if growth < bytes {
            return;
        }
        assert!(started.elapsed() < TIMEOUT, "{what}: memory has grown by {growth} bytes");
        std::thread::yield_now();
    }
}

/// Bytes of the records of ten games of a thousand moves.
const TEN_GAMES: usize = 250_000;

#[test]
fn records_of_tournaments_are_bounded() {
    let _guard = alone();
    let mut limits = ResourceLimits::for_http();
    limits.arena_bytes = TEN_GAMES;
    let engine = engine(limits);
    play(&engine, 1, 10);
    let before = ALLOCATED.load(Ordering::Relaxed);
    for games in [10, 9, 8, 10] {
        let last = play(&engine, games, 1000);
        assert_eq!((&last["done"], &last["error"]), (&json!(games), &Value::Null));
        wait_for_growth_below(2 * TEN_GAMES as isize, before, "a finished tournament");
    }
    let last = play(&engine, 1000, 1000);
    assert_eq!(last["error"]["kind"], "limit");
    assert!((10..15).contains(&last["done"].as_u64().unwrap()), "{last}");
    wait_for_growth_below(2 * TEN_GAMES as isize, before, "a tournament at the limit");
}

#[test]
fn memory_of_a_stopped_tournament_comes_back_when_it_is_removed() {
    let _guard = alone();
    let mut limits = ResourceLimits::for_http();
    limits.arenas = 1;
    let engine = engine(limits);
    play(&engine, 1, 10);
    let before = ALLOCATED.load(Ordering::Relaxed);
    let plan = json!({"game": "tetris", "players": ["linear"], "games": 2000, "max_moves": 1000});
    let arena = ask(&engine, "arena", &plan).unwrap()["arena"].clone();
    let started = Instant::now();
    let wait_for = |condition: &dyn Fn(&Value) -> bool| {
        while !condition(&ask(&engine, "arena_state", &json!({"arena": arena})).unwrap()) {
            assert!(started.elapsed() < TIMEOUT, "the tournament does not go on");
            std::thread::yield_now();
        }
    };
    wait_for(&|state| state["done"].as_u64() >= Some(10));
    assert_eq!(ask(&engine, "arena_stop", &json!({"arena": arena})).unwrap()["stopped"], true);
    wait_for(&|state| state["finished"] == true);
    let records = engine.records(arena.as_str().unwrap()).unwrap();
    assert!(ALLOCATED.load(Ordering::Relaxed) - before > TEN_GAMES as isize / 2);
    // A new tournament replaces the finished one, whose records are still being downloaded.
    play(&engine, 1, 10);
    wait_for_growth_below(TEN_GAMES as isize / 10, before, "a removed tournament");
    let lines: Vec<_> = records.collect();
    assert!(matches!(lines[..], [Err(ApiError::Dropped(_))]), "{lines:?}");
}

/// The measurements of each of these studies take about 200 kB.
#[test]
fn finished_studies_keep_only_their_summary() {
    let _guard = alone();
    let engine = engine(ResourceLimits::for_http());
    let measure = |positions: u32| {
        let plan = json!({"game": "tetris", "players": ["random", "greedy"], "seeds": 50,
                          "positions": positions, "seed": 1});
        let last = run(&engine, "quality", &plan);
        assert_eq!((&last["done"], &last["error"]), (&json!(2 * positions), &Value::Null));
    };
    measure(1);
    let before = ALLOCATED.load(Ordering::Relaxed);
    (0..5).for_each(|_| measure(40));
    wait_for_growth_below(50_000, before, "five finished studies");
}

/// A number of equal lines as input. Counts the lines that were read.
struct CountingInput {
    left: usize,
    rest: &'static [u8],
    read: Arc<AtomicUsize>,
}

const LINE: &[u8] = b"{}\n";

impl BufRead for CountingInput {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        if self.rest.is_empty() && self.left > 0 {
            self.left -= 1;
            self.rest = LINE;
        }
        Ok(self.rest)
    }

    fn consume(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
        if bytes > 0 && self.rest.is_empty() {
            self.read.fetch_add(1, Ordering::SeqCst);
        }
    }
}

impl Read for CountingInput {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

/// Output that is slower than the input. `max_lead` is the greatest number of lines that were read
/// but not yet answered.
struct LaggingOutput {
    answered: usize,
    read: Arc<AtomicUsize>,
    max_lead: usize,
}

impl Write for LaggingOutput {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let lead = self.read.load(Ordering::SeqCst) - self.answered;
        self.max_lead = self.max_lead.max(lead);
        let answered = bytes.iter().filter(|&&byte| byte == b'\n').count();
        if answered > 0 {
            self.answered += answered;
            std::thread::yield_now();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Without back-pressure, the reader would be hundreds of lines ahead of the answers.
#[test]
fn lines_are_not_read_while_the_output_is_blocked() {
    const LINES: usize = 2_000;
    let _guard = alone();
    let engine = engine(ResourceLimits::for_program());
    let read = Arc::new(AtomicUsize::new(0));
    let input = CountingInput { left: LINES, rest: &[], read: Arc::clone(&read) };
    let mut output = LaggingOutput { answered: 0, read, max_lead: 0 };
    json_lines::serve(&engine, input, &mut output).unwrap();
    assert_eq!(output.answered, LINES);
    assert!((1..10).contains(&output.max_lead), "{} lines ahead", output.max_lead);
}
