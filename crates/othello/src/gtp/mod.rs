//! The Go Text Protocol, version 2, for Othello: as an engine, and as a player that runs an engine.
//!
//! [`Engine`] holds the game and asks a player; [`serve`] connects it with an input and an output.
//! [`OutsideEngine`] is a player whose moves another program chooses. Squares are written as `D3`; row 1 is
//! the top row.

mod command;
mod engine;
mod outside;
mod process;

use std::io::{self, BufRead, Write};

pub use engine::Engine;
pub(crate) use outside::kind;
pub use outside::{OutsideEngine, Passes};
pub use process::kill_all;

use crate::lines::read_line;
use crate::{Move, Othello};
use command::Command;
use plywood_search::{Notation, NotationError, shortened};

/// Answers every line until `quit` or the end of the input. An invalid line is answered by an error, and
/// reading continues.
///
/// ```
/// use plywood_othello::gtp::{Engine, serve};
/// use plywood_othello::players::MCTS;
///
/// let mut engine = Engine::new(Box::new(MCTS.player()), MCTS.budget());
/// let mut output = Vec::new();
/// serve(&mut engine, &mut &b"1 play black d3\n2 quit\n"[..], &mut output)?;
/// assert_eq!(output, b"=1\n\n=2\n\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serve(
    engine: &mut Engine,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    while let Some(line) = read_line(input)? {
        let (id, answer, quit) = match line {
            Err(problem) => (String::new(), Err(problem), false),
            Ok(line) => match Command::read(&line) {
                Some(command) => {
                    let quit = command.name == "quit";
                    (command.id.clone(), engine.answer(&command), quit)
                }
                None => continue,
            },
        };
        let (mark, text) = match &answer {
            Ok(text) => ('=', text.clone()),
            // The error may quote the input, which can be long.
            Err(problem) => ('?', shortened(problem)),
        };
        let space = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
        write!(output, "{mark}{id}{space}{text}\n\n")?;
        output.flush()?;
        if quit {
            break;
        }
    }
    Ok(())
}

/// The colours, by seat.
const COLOURS: [&str; 2] = ["black", "white"];

/// Reads a colour as its seat.
fn read_colour(text: &str) -> Result<u8, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(0),
        "w" | "white" => Ok(1),
        _ => Err(format!("invalid colour {text:?}: expected black or white")),
    }
}

fn read_vertex(position: &Othello, text: &str) -> Result<Move, NotationError> {
    position.read_move(text)
}

fn write_vertex(position: &Othello, mv: Move) -> String {
    match mv {
        Move::PASS => "pass".to_owned(),
        mv => position.write_move(mv).to_ascii_uppercase(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::lines::LONGEST_LINE;
    use crate::players::MCTS;
    use plywood_search::Budget;

    fn answers(input: &[u8]) -> Vec<String> {
        let player = Box::new(MCTS.player().with_seed(7));
        let mut engine = Engine::new(player, Budget::simulations(20));
        let mut output = Vec::new();
        serve(&mut engine, &mut &*input, &mut output).expect("memory does not fail");
        let text = String::from_utf8(output).expect("the answers are UTF-8");
        assert!(text.is_empty() || text.ends_with("\n\n"));
        text.split_terminator("\n\n").map(str::to_owned).collect()
    }

    #[test]
    fn answers_repeat_the_id() {
        let input = b"7 protocol_version\n\n# a comment\nname # and another\n\t8\tquit\nname\n";
        assert_eq!(answers(input), ["=7 2", "= Plywood", "=8"]);
        assert_eq!(answers(b"9 dance\ndance"), ["?9 unknown command", "? unknown command"]);
    }

    #[test]
    fn the_commands_that_are_listed_are_known() {
        let listed = answers(b"list_commands").remove(0);
        for name in listed.trim_start_matches("= ").lines() {
            let known = answers(format!("known_command {name}\n").as_bytes());
            assert_eq!(known, ["= true"], "{name}");
            let answer = answers(name.as_bytes()).remove(0);
            assert_ne!(answer, "? unknown command", "{name}");
        }
        assert_eq!(answers(b"known_command dance"), ["= false"]);
    }

    #[test]
    fn bad_lines_get_an_error_and_reading_continues() {
        let long = vec![b'x'; 3 * LONGEST_LINE as usize];
        let bad: [&[u8]; 9] = [
            b"play",
            b"play black",
            b"play green d3",
            b"play black z9",
            b"play black a1",
            b"boardsize 19",
            b"time_left black soon 0",
            b"\xff\xfe",
            &long,
        ];
        for line in bad {
            let input = [line, b"\n1 name\n"].concat();
            let answers = answers(&input);
            assert!(answers[0].starts_with("? ") && answers[0].len() < 500, "{answers:?}");
            assert_eq!(answers[1..], ["=1 Plywood"]);
        }
    }

    /// A line with a known command and arguments that may be invalid, or with any text.
    fn lines() -> impl Strategy<Value = String> {
        let names = prop::sample::select(engine::COMMANDS.to_vec());
        let words = prop::sample::select(vec![
            "b", "w", "black", "d3", "F5", "pass", "a9", "8", "0", "-1", "1e99", "Othello", "",
        ]);
        let command = (names, prop::collection::vec(words, 0..4))
            .prop_map(|(name, words)| format!("{name} {}", words.join(" ")));
        prop_oneof![3 => command, 1 => any::<String>()]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn no_line_breaks_the_protocol(lines in prop::collection::vec(lines(), 0..30)) {
            for answer in answers(lines.join("\n").as_bytes()) {
                prop_assert!(answer.starts_with(['=', '?']), "{answer:?}");
            }
        }
    }
}
