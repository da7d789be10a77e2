//! The program as a bot of the Tetris Bot Protocol. The test is the front end, with its own board.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::conversation::Conversation;

const WIDTH: i32 = 10;
const HEIGHT: i32 = 40;

/// The column and row of each cell of a piece.
type Cells = [(i32, i32); 4];

/// The cells of every piece relative to its centre, for the orientations north, east, south and west.
/// Copied from the Tetris guideline, so that the test shares no code with the program.
const CELLS: [(&str, [Cells; 4]); 7] = [
    (
        "I",
        [
            [(-1, 0), (0, 0), (1, 0), (2, 0)],
            [(0, 1), (0, 0), (0, -1), (0, -2)],
            [(-2, 0), (-1, 0), (0, 0), (1, 0)],
            [(0, 2), (0, 1), (0, 0), (0, -1)],
        ],
    ),
    (
        "O",
        [
            [(0, 0), (1, 0), (0, 1), (1, 1)],
            [(0, 0), (1, 0), (0, -1), (1, -1)],
            [(0, 0), (-1, 0), (0, -1), (-1, -1)],
            [(0, 0), (-1, 0), (0, 1), (-1, 1)],
        ],
    ),
    (
        "T",
        [
            [(-1, 0), (0, 0), (1, 0), (0, 1)],
            [(0, 1), (0, 0), (0, -1), (1, 0)],
            [(-1, 0), (0, 0), (1, 0), (0, -1)],
            [(0, 1), (0, 0), (0, -1), (-1, 0)],
        ],
    ),
    (
        "S",
        [
            [(-1, 0), (0, 0), (0, 1), (1, 1)],
            [(0, 1), (0, 0), (1, 0), (1, -1)],
            [(-1, -1), (0, -1), (0, 0), (1, 0)],
            [(-1, 1), (-1, 0), (0, 0), (0, -1)],
        ],
    ),
    (
        "Z",
        [
            [(-1, 1), (0, 1), (0, 0), (1, 0)],
            [(1, 1), (1, 0), (0, 0), (0, -1)],
            [(-1, 0), (0, 0), (0, -1), (1, -1)],
            [(0, 1), (0, 0), (-1, 0), (-1, -1)],
        ],
    ),
    (
        "J",
        [
            [(-1, 1), (-1, 0), (0, 0), (1, 0)],
            [(0, 1), (1, 1), (0, 0), (0, -1)],
            [(-1, 0), (0, 0), (1, 0), (1, -1)],
            [(0, 1), (0, 0), (0, -1), (-1, -1)],
        ],
    ),
    (
        "L",
        [
            [(-1, 0), (0, 0), (1, 0), (1, 1)],
            [(0, 1), (0, 0), (0, -1), (1, -1)],
            [(-1, -1), (-1, 0), (0, 0), (1, 0)],
            [(-1, 1), (0, 1), (0, 0), (0, -1)],
        ],
    ),
];

/// Returns the columns and rows of a suggested location.
fn cells(location: &Value) -> Cells {
    let number = |key: &str| location[key].as_i64().unwrap() as i32;
    let orientations = ["north", "east", "south", "west"];
    let turns = orientations.iter().position(|name| location["orientation"] == *name).unwrap();
    let (_, turned) = CELLS.iter().find(|(name, _)| location["type"] == *name).unwrap();
    turned[turns].map(|(x, y)| (number("x") + x, number("y") + y))
}

/// The front end's board, as a list of rows with the lowest row first.
#[derive(Default)]
struct Board(Vec<[bool; WIDTH as usize]>);

impl Board {
    fn is_free(&self, (x, y): (i32, i32)) -> bool {
        let inside = (0..WIDTH).contains(&x) && (0..HEIGHT).contains(&y);
        inside && !self.0.get(y as usize).is_some_and(|row| row[x as usize])
    }

    /// Checks a placement, places the piece and returns the number of cleared lines.
    fn place(&mut self, location: &Value) -> usize {
        let cells = cells(location);
        assert!(cells.iter().all(|&cell| self.is_free(cell)), "no room for {location}");
        let rests = cells.iter().any(|&(x, y)| !self.is_free((x, y - 1)));
        assert!(rests, "{location} floats");
        let mut above = cells.iter().flat_map(|&(x, y)| (y..HEIGHT).map(move |y| (x, y)));
        assert!(above.all(|cell| self.is_free(cell)), "{location} is under an overhang");
        for (x, y) in cells {
            let rows = self.0.len().max(y as usize + 1);
            self.0.resize(rows, Default::default());
            self.0[y as usize][x as usize] = true;
        }
        let before = self.0.len();
        self.0.retain(|row| row.contains(&false));
        before - self.0.len()
    }

    /// Returns the board in the protocol's format.
    fn to_json(&self) -> Value {
        let cell = |filled: &bool| if *filled { json!("G") } else { Value::Null };
        let mut rows: Vec<Vec<Value>> =
            self.0.iter().map(|row| row.iter().map(cell).collect()).collect();
        rows.resize(HEIGHT as usize, vec![Value::Null; WIDTH as usize]);
        json!(rows)
    }
}

/// A source of pieces from shuffled bags of seven, with the same order in every test.
struct Bags {
    left: Vec<&'static str>,
    state: u64,
}

impl Bags {
    fn new() -> Self {
        Bags { left: Vec::new(), state: 7 }
    }

    fn draw(&mut self) -> &'static str {
        if self.left.is_empty() {
            self.left = CELLS.iter().map(|(name, _)| *name).collect();
        }
        // Knuth's 64-bit linear congruential generator; its high bits are good enough here.
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.left.remove((self.state >> 33) as usize % self.left.len())
    }

    fn state(&self) -> Value {
        let all = CELLS.map(|(name, _)| name).to_vec();
        let left = if self.left.is_empty() { &all } else { &self.left };
        json!({"type": "seven_bag", "bag_state": left})
    }
}

/// The program, connected by pipes.
struct Bot(Conversation);

impl Bot {
    fn start(arguments: &[&str]) -> Bot {
        let mut bot = Bot(Conversation::start(&[&["engine", "tbp"], arguments].concat()));
        let info = bot.receive();
        assert_eq!(info["type"], "info");
        for key in ["name", "version", "author"] {
            assert!(info[key].is_string(), "{info}");
        }
        assert!(info["features"].is_array());
        bot
    }

    fn send_line(&mut self, line: &str) {
        self.0.send(line);
    }

    fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string());
    }

    fn receive(&mut self) -> Value {
        let line = self.0.lines.next().expect("a message before the end of the output");
        serde_json::from_str(&line).expect("a message on each line")
    }

    /// Receives a suggestion and returns its moves.
    fn suggestion(&mut self) -> Vec<Value> {
        let answer = self.receive();
        assert_eq!(answer["type"], "suggestion", "{answer}");
        answer["moves"].as_array().unwrap().clone()
    }

    fn suggest(&mut self) -> Vec<Value> {
        self.send(&json!({"type": "suggest"}));
        self.suggestion()
    }

    /// Sends `quit`; the program must exit with success.
    fn quit(mut self) {
        self.send(&json!({"type": "quit"}));
        assert!(self.0.wait().is_empty());
    }
}

/// Returns a `start` message without a held piece.
fn start(board: &Board, queue: &[&str], randomizer: &Value) -> Value {
    json!({"type": "start", "hold": null, "queue": queue, "combo": 0, "back_to_back": false,
        "board": board.to_json(), "randomizer": randomizer})
}

/// Plays `pieces` pieces with a queue of five and returns the number of cleared lines.
fn play(bot: &mut Bot, pieces: usize, mut board: Board) -> usize {
    let mut bags = Bags::new();
    let mut queue: Vec<&str> = (0..5).map(|_| bags.draw()).collect();
    bot.send(&start(&board, &queue, &bags.state()));
    let mut lines = 0;
    for number in 0..pieces {
        let moves = bot.suggest();
        let mv = moves.first().unwrap_or_else(|| panic!("gave up after {number} pieces"));
        assert_eq!(mv["spin"], "none");
        assert_eq!(mv["location"]["type"], queue.remove(0), "the first piece of the queue");
        lines += board.place(&mv["location"]);
        assert!(board.0.len() < 20, "over the top after {number} pieces");
        bot.send(&json!({"type": "play", "move": mv}));
        queue.push(bags.draw());
        bot.send(&json!({"type": "new_piece", "piece": queue[4]}));
    }
    lines
}

#[test]
fn a_thousand_placements_can_be_dropped() {
    let mut bot = Bot::start(&[]);
    bot.send(&json!({"type": "rules", "randomizer": "seven_bag"}));
    assert_eq!(bot.receive(), json!({"type": "ready"}));
    let lines = play(&mut bot, 1000, Board::default());
    // 1,000 pieces have 4,000 cells: 400 lines minus the rows that are left on the board.
    assert!((380..=400).contains(&lines), "{lines} lines");
    bot.quit();
}

#[test]
fn all_suggestions_are_distinct_placements_in_every_game() {
    let mut bot = Bot::start(&["--player", "hard", "--seed", "3"]);
    for _ in 0..2 {
        let mut garbage = Board::default();
        for row in 0..8 {
            let mut cells = [true; WIDTH as usize];
            cells[row / 4 * 5] = false;
            garbage.0.push(cells);
        }
        assert!(play(&mut bot, 60, garbage) > 0);
        bot.send(&json!({"type": "stop"}));
    }
    let placements = [("I", 17), ("O", 9), ("T", 34), ("S", 17), ("Z", 17), ("J", 34), ("L", 34)];
    for (piece, count) in placements {
        bot.send(&start(&Board::default(), &[piece], &json!({"type": "uniform"})));
        let mut different = HashSet::new();
        for mv in bot.suggest() {
            Board::default().place(&mv["location"]);
            let mut cells = cells(&mv["location"]);
            cells.sort_unstable();
            assert!(different.insert(cells), "{mv} is suggested twice");
        }
        assert_eq!(different.len(), count, "{piece}");
    }
    bot.quit();
}

#[test]
fn an_empty_queue_waits_for_a_piece() {
    let mut bot = Bot::start(&[]);
    bot.send(&start(&Board::default(), &[], &Value::Null));
    bot.send(&json!({"type": "suggest"}));
    bot.send(&json!({"type": "new_piece", "piece": "L"}));
    assert_eq!(bot.suggestion()[0]["location"]["type"], "L");
    bot.quit();
}

#[test]
fn the_held_piece_is_placed_when_the_queue_is_empty() {
    let mut bot = Bot::start(&[]);
    let mut board = Board::default();
    let mut held = start(&board, &[], &Value::Null);
    held["hold"] = json!("T");
    bot.send(&held);
    let mv = bot.suggest().remove(0);
    assert_eq!(mv["location"]["type"], "T");
    board.place(&mv["location"]);
    bot.send(&json!({"type": "play", "move": mv}));
    bot.send(&json!({"type": "new_piece", "piece": "O"}));
    let mv = bot.suggest().remove(0);
    assert_eq!(mv["location"]["type"], "O");
    board.place(&mv["location"]);
    bot.quit();
}

#[test]
fn a_blocked_spawn_row_is_tried_one_row_higher() {
    let mut bot = Bot::start(&[]);
    // Column 4 blocks row 19, so an I spawns in row 20. The wall in column 1 is higher than row 20,
    // so the I cannot reach the empty column 0: the bot must list placements there last.
    let heights = [0, 25, 10, 10, 20, 10, 10, 10, 10, 10];
    let rows = (0..25).map(|row| heights.map(|height| row < height));
    bot.send(&start(&Board(rows.collect()), &["I"], &Value::Null));
    let moves = bot.suggest();
    let behind_the_wall = |mv: &Value| cells(&mv["location"]).iter().any(|&(x, _)| x < 2);
    assert!(!behind_the_wall(&moves[0]), "{}", moves[0]);
    assert!(moves.iter().any(behind_the_wall));
    assert!(moves.is_sorted_by_key(behind_the_wall));
    bot.quit();
}

#[test]
fn holds_of_the_front_end_are_followed() {
    let mut bot = Bot::start(&[]);
    bot.send(&start(&Board::default(), &["I", "O", "T"], &Value::Null));
    let lying = json!({"location": {"type": "O", "orientation": "north", "x": 0, "y": 0}});
    bot.send(&json!({"type": "play", "move": lying}));
    assert_eq!(bot.suggest()[0]["location"]["type"], "T");
    let held = json!({"location": {"type": "I", "orientation": "north", "x": 3, "y": 0}});
    bot.send(&json!({"type": "play", "move": held}));
    bot.send(&json!({"type": "new_piece", "piece": "S"}));
    let moves = bot.suggest();
    assert_eq!(moves[0]["location"]["type"], "S", "the T is held");
    let mut board = Board(vec![[true, true, true, true, true, true, false, false, false, false]]);
    board.0.push([true, true, false, false, false, false, false, false, false, false]);
    board.place(&moves[0]["location"]);
    bot.quit();
}

#[test]
fn bad_messages_get_an_error_and_reading_continues() {
    let mut bot = Bot::start(&["-q"]);
    let full = Board(vec![[true; WIDTH as usize]]);
    let mut small = start(&Board::default(), &["I"], &Value::Null);
    small["board"].as_array_mut().unwrap().pop();
    let mut odd = start(&Board::default(), &["I"], &Value::Null);
    odd["board"][0][0] = json!("?");
    let floating = json!({"location": {"type": "T", "orientation": "up", "x": 0, "y": 0}});
    for (line, reason, expected) in [
        ("{", "invalid_message", "cannot be read"),
        ("7", "invalid_message", "cannot be read"),
        (&"[".repeat(200_000), "invalid_message", "too long"),
        (&"[".repeat(1_000), "invalid_message", "cannot be read"),
        (r#"{"type":"suggest"}"#, "invalid_message", "start"),
        (r#"{"type":"new_piece","piece":"I"}"#, "invalid_message", "start"),
        (&start(&full, &["I"], &Value::Null).to_string(), "invalid_message", "row 0"),
        (&small.to_string(), "unsupported_rules", "40 rows of 10"),
        (&odd.to_string(), "invalid_message", "cannot be read"),
        (&json!({"type": "play", "move": floating}).to_string(), "invalid_message", "up"),
    ] {
        bot.send_line(line);
        let answer = bot.receive();
        assert_eq!(answer["type"], "error");
        assert_eq!(answer["reason"], reason, "{answer}");
        assert!(answer["message"].as_str().unwrap().contains(expected), "{answer}");
    }
    bot.send(&json!({"type": "from_the_future", "x": [1]}));
    bot.send_line("");
    assert!(play(&mut bot, 20, Board::default()) > 0);
    let below = json!({"location": {"type": "T", "orientation": "north", "x": 1, "y": -1}});
    bot.send(&json!({"type": "play", "move": below}));
    assert!(bot.receive()["message"].as_str().unwrap().contains("outside the board"));
    bot.quit();
}

#[test]
fn the_program_exits_at_the_end_of_the_input() {
    Bot::start(&[]).0.end();
}
