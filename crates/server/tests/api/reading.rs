//! Pasted texts: the moves of a game, or a position.

use plywood_othello::Othello;
use plywood_search::{Game, Notation, Rng};
use serde_json::{Value, json};

use crate::client::Client;

fn read(client: &Client, game: &str, text: &str) -> Value {
    client.post("read", &json!({"game": game, "text": text, "seed": 7})).json()
}

#[test]
fn moves_are_read_however_they_are_written() {
    let client = Client::start();
    let texts = [
        "f5d6c3",
        "F5D6C3",
        "f5 d6 c3",
        " f5\nd6\r\n\tc3\n",
        "f5,d6;c3;",
        "1. f5 d6 2. c3",
        "1.f5 2.d6 3.c3",
        "1. F5 1... d6 2. c3",
    ];
    for text in texts {
        let answer = read(&client, "othello", text);
        assert_eq!(answer["moves"], json!(["f5", "d6", "c3"]), "{text:?}: {answer}");
        assert_eq!((&answer["from"], &answer["state"]["played"]), (&Value::Null, &answer["moves"]));
        assert_eq!(answer["state"]["seed"], 7);
        assert!(answer["state"].get("version").is_none());
    }
    let klondike = read(&client, "klondike", "turn\nTURN; move T7 F4 move t1 6s t6");
    let moves = json!(["turn", "turn", "move T7 F4", "move T1 6S T6"]);
    assert_eq!(klondike["moves"], moves, "{klondike}");
    assert_eq!(read(&client, "tetris", "1. r0x0 2. r1x3")["moves"], json!(["r0x0", "r1x3"]));
}

#[test]
fn a_pass_may_be_missing() {
    let client = Client::start();
    let mut passes = 0;
    for seed in 0..20 {
        let (mut game, mut rng, mut moves) = (Othello::start(), Rng::new(seed), Vec::new());
        while let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
            moves.push(game.write_move(mv));
            game.play(mv);
        }
        passes += moves.iter().filter(|mv| *mv == "pass").count();
        let squares: Vec<&String> = moves.iter().filter(|mv| *mv != "pass").collect();
        let text: String = squares.into_iter().map(|mv| format!("{mv} ")).collect();
        assert_eq!(read(&client, "othello", &text)["moves"], json!(moves), "{text}");
    }
    assert!(passes > 3, "{passes} passes");
}

#[test]
fn other_texts_are_positions() {
    let client = Client::start();
    let start = "---------------------------OX------XO--------------------------- X";
    let positions = [
        ("othello", start),
        ("klondike", "seed:3 moves:turn;turn"),
        ("tetris", "#.........  current:T next:I"),
    ];
    for (game, text) in positions {
        let answer = read(&client, game, &format!("\n {text}  "));
        assert_eq!((&answer["from"], &answer["moves"]), (&json!(text), &json!([])), "{answer}");
        let look = client.ask("look", json!({"game": game, "position": text, "seed": 7}));
        assert_eq!(answer["state"], look["state"], "{game}");
    }
}

#[test]
fn errors_are_those_of_the_likelier_reading() {
    let client = Client::start();
    let message = |game: &str, text: &str| {
        let answer = read(&client, game, text);
        answer["error"]["message"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    };
    let moves = "\"a1\" is not a legal move (character 10, after move 2)";
    assert_eq!(message("othello", "1. f5 d6 a1 c3"), moves);
    let empty = "-".repeat(64) + " X";
    let problem = "the position cannot be read: the board is empty: expected at least one disc";
    assert_eq!(message("othello", &empty), problem);
    assert!(message("othello", "hello").starts_with("the position cannot be read: "));
    assert!(message("klondike", "").starts_with("the position cannot be read: "));
    let rules = client.post("read", &json!({"game": "klondike", "text": "turn", "rules": "x=1"}));
    assert_eq!((rules.status, rules.kind().as_str()), (400, "input"));
}

#[test]
fn long_texts_take_a_bounded_time() {
    let client = Client::start();
    for text in ["turn ", "turn", "1.", "9", "r0x0", "(", "é", ";", "-- "] {
        for game in ["klondike", "tetris", "othello", "woodblock"] {
            let answer = read(&client, game, &text.repeat(200_000 / text.len()));
            assert!(answer["error"]["message"].as_str().is_some_and(|text| text.len() < 400));
        }
    }
}

#[test]
fn texts_in_the_formats_of_other_programs_are_read() {
    let client = Client::start();
    let ffo_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
    let rows: Vec<&str> = (0..8).map(|row| &ffo_40[row * 8..row * 8 + 8]).collect();
    let board = rows.join(" ").replace('X', "*");
    let moves = json!(["f5", "d6", "c3"]);
    for (text, from, moves) in [
        ("(;GM[Othello]PB[ann]B[F5/0.5/2]W[D6]B[C3];)".to_owned(), Value::Null, moves),
        (format!("(;GM[Othello]BO[8 {board} *]B[A2];)"), json!(ffo_40), json!(["a2"])),
        (format!("{ffo_40}; a2:+38; % FFO #40"), json!(ffo_40), json!([])),
    ] {
        let answer = read(&client, "othello", &text);
        assert_eq!((&answer["from"], &answer["moves"]), (&from, &moves), "{text}: {answer}");
        assert_eq!(answer["state"]["played"], moves);
    }
    let answer = read(&client, "othello", "(;GM[Othello]B[A1];)");
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("game 1, line 1: move 1: B[a1] is not legal"), "{message}");
}

#[test]
fn a_state_names_the_opening() {
    let client = Client::start();
    let opening = |moves: &[&str]| {
        let look = client.ask("look", json!({"game": "othello", "moves": moves}));
        look["state"]["opening"].clone()
    };
    assert_eq!(opening(&[]), Value::Null);
    assert_eq!(opening(&["e6", "f4"]), "Perpendicular");
    assert_eq!(opening(&["f5", "d6", "c3", "d3", "c4"]), "Tiger");
    assert_eq!(opening(&["f5", "d6", "c3", "d3", "c4", "g5"]), "Tiger");
    let tetris = client.ask("look", json!({"game": "tetris"}));
    assert_eq!(tetris["state"]["opening"], Value::Null);
}
