//! The NBoard protocol, version 2: a graphical board shows a game and asks for moves and evaluations.
//!
//! [`Engine`] holds the game and asks a player; [`serve`] connects it with an input and an output. A
//! thread of its own reads the input, because `ping`, `quit` and the end of the input stop a running search.

mod engine;
mod interrupts;

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

pub use engine::Engine;
use interrupts::Interrupts;

use crate::lines::read_line;

/// The capacity of the queue of lines that are read during a search.
const WAITING_LINES: usize = 1000;

/// Carries out every line until `quit` or the end of the input. Unknown commands are ignored. A command
/// with invalid arguments is answered by a `status` line.
///
/// ```
/// use plywood_othello::nboard::{Engine, serve};
/// use plywood_othello::players::MCTS;
///
/// let mut engine = Engine::new("mcts", Box::new(MCTS.player()), MCTS.budget());
/// let mut output = Vec::new();
/// serve(&mut engine, &b"nboard 2\nping 7\n"[..], &mut output)?;
/// assert_eq!(output, b"set myname Plywood mcts\npong 7\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serve(
    engine: &mut Engine,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
) -> io::Result<()> {
    let interrupts = Arc::new(Interrupts::default());
    let (sender, lines) = sync_channel(WAITING_LINES);
    let flag = Arc::clone(&interrupts);
    thread::Builder::new().spawn(move || forward(input, &sender, &flag))?;
    for line in lines {
        // A line that is too long is ignored, as unknown commands are.
        let Ok(line) = line? else { continue };
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let flow = engine.obey(word, rest.trim(), &interrupts, output)?;
        output.flush()?;
        if interrupts_search(word) {
            interrupts.handled();
        }
        if flow.is_break() {
            break;
        }
    }
    Ok(())
}

/// Returns whether a command stops a search that began before it.
fn interrupts_search(word: &str) -> bool {
    matches!(word, "ping" | "quit")
}

/// Sends the lines of the input to a channel, and stops searches as soon as a line demands it.
fn forward(
    mut input: impl BufRead,
    lines: &SyncSender<io::Result<Result<String, String>>>,
    interrupts: &Interrupts,
) {
    while let Some(line) = read_line(&mut input).transpose() {
        let word = line.as_ref().ok().and_then(|line| line.as_ref().ok());
        let word = word.and_then(|line| line.split_whitespace().next());
        let (quit, failed) = (word == Some("quit"), line.is_err());
        if word.is_some_and(interrupts_search) {
            interrupts.stop_search();
        }
        if lines.send(line).is_err() || quit || failed {
            break;
        }
    }
    interrupts.stop_search();
}

type Flow = ControlFlow<()>;

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    use plywood_search::Budget;
    use proptest::prelude::*;

    use super::*;
    use crate::players::MCTS;

    fn engine(budget: Budget) -> Engine {
        Engine::new("mcts", Box::new(MCTS.player().with_seed(7)), budget)
    }

    fn answers(input: &[u8]) -> Vec<String> {
        let mut output = Vec::new();
        let input = io::Cursor::new(input.to_vec());
        serve(&mut engine(Budget::simulations(50)), input, &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn junk_is_ignored() {
        let junk = b"\n  \nhello\nset\nset colour red\n\xff\xfe\nlearn\nping x\nquit\nping 2\n";
        assert_eq!(answers(junk), ["learned", "pong x"]);
        let long = [&b"x".repeat(300_000)[..], b"\nping 3\n"].concat();
        assert_eq!(answers(&long), ["pong 3"]);
    }

    #[test]
    fn wrong_arguments_are_answered_by_a_status() {
        for line in ["set game (;BO[6 *]", "set game", "move", "move a1", "move z9", "hint many"] {
            let answers = answers(format!("{line}\nping 1\n").as_bytes());
            assert!(answers[0].starts_with("status "), "{line}: {answers:?}");
            assert_eq!(answers[1..], ["pong 1"]);
        }
    }

    /// An input that blocks until the test sends text.
    struct Typed(Receiver<Vec<u8>>);

    impl Read for Typed {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Ok(text) = self.0.recv() else { return Ok(0) };
            buffer[..text.len()].copy_from_slice(&text);
            Ok(text.len())
        }
    }

    /// An output that sends every write to the test.
    struct Shown(std::sync::mpsc::Sender<String>);

    impl Write for Shown {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.send(String::from_utf8_lossy(bytes).into_owned());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn ping_quit_and_the_end_of_the_input_stop_a_search() {
        for stop in [Some("ping 5\n"), Some("quit\n"), None] {
            let (keys, typed) = channel();
            let (shown, seen) = channel();
            let input = BufReader::new(Typed(typed));
            let game = thread::spawn(move || {
                // The budget is unlimited, so only an interruption ends the search.
                serve(&mut engine(Budget::unlimited()), input, &mut Shown(shown)).unwrap();
            });
            keys.send(b"go\n".to_vec()).unwrap();
            assert!(seen.recv_timeout(Duration::from_secs(60)).unwrap().starts_with("status"));
            if let Some(stop) = stop {
                keys.send(stop.as_bytes().to_vec()).unwrap();
            }
            drop(keys);
            let rest: String = seen.iter().collect();
            game.join().unwrap();
            assert!(rest.contains("=== "), "{rest}");
            assert_eq!(rest.ends_with("pong 5\n"), stop == Some("ping 5\n"), "{rest}");
        }
    }

    /// A line with a known command and arguments that may be invalid, or with any text.
    fn lines() -> impl Strategy<Value = String> {
        let names = vec![
            "nboard",
            "set depth",
            "set game",
            "set contempt",
            "move",
            "hint",
            "go",
            "ping",
            "learn",
            "analyze",
            "quit",
        ];
        let words = vec![
            "2",
            "-1",
            "F5",
            "D6/1.5/2",
            "PA",
            "99999999999",
            "(;GM[Othello]B[F5];)",
            "(;B[",
            "",
        ];
        let command = (prop::sample::select(names), prop::sample::select(words))
            .prop_map(|(name, word)| format!("{name} {word}"));
        prop_oneof![3 => command, 1 => any::<String>()]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn no_line_breaks_the_protocol(lines in prop::collection::vec(lines(), 0..20)) {
            let known =
                ["set ", "status", "pong", "nodestats ", "search ", "=== ", "learned", "analysis "];
            for line in answers(lines.join("\n").as_bytes()) {
                prop_assert!(known.iter().any(|word| line.starts_with(word)), "{line:?}");
            }
        }
    }
}
