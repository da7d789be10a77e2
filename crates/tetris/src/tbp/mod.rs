//! The Tetris Bot Protocol: a front end describes its game and asks for placements, in lines of JSON.
//!
//! [`Bot`] holds the game and asks a player; [`serve`] connects the bot with an input and an output.
//! The board is the protocol's 10x40. A player sees the current piece, the next piece and, if known,
//! the bag. Suggested placements are reached by rotating, moving sideways and dropping.

mod bot;
mod game;
mod message;
mod queue;
mod srs;

use std::io::{self, BufRead, Read, Write};

pub use bot::Bot;
use message::{BotMessage, FrontEndMessage, Reason};
use plywood_search::shortened;

/// The longest line that is read, in bytes; a `start` message has about 3,000.
const LONGEST_LINE: u64 = 1 << 16;

/// Why a message cannot be processed.
#[derive(Debug, thiserror::Error)]
enum TbpError {
    #[error("the message cannot be read: {0}")]
    NoMessage(#[from] serde_json::Error),
    #[error("the message is too long: expected at most {LONGEST_LINE} bytes on a line")]
    LongLine,
    #[error("the board has another size: expected 40 rows of 10 cells")]
    OtherBoard,
    #[error("row {0} from the bottom, counted from 0, is full: expected a gap")]
    FullRow(usize),
    #[error("the queue is too long: expected at most {0} pieces")]
    LongQueue(usize),
    /// A placed piece is neither the first of the queue nor one that a hold makes available.
    #[error(
        "no {0} can be placed: expected the first piece of the queue, the held piece or, without one, the second piece"
    )]
    UnknownPiece(char),
    #[error("the piece cannot be there: column {0}, row {1} is filled or outside the board")]
    NoRoom(i32, i32),
    #[error("{0} came without a game: expected start before it")]
    NoGame(&'static str),
}

impl From<TbpError> for BotMessage {
    fn from(error: TbpError) -> Self {
        let reason = match error {
            TbpError::OtherBoard => Reason::UnsupportedRules,
            _ => Reason::InvalidMessage,
        };
        // Messages of serde repeat the input.
        BotMessage::Error { reason, message: shortened(&error.to_string()) }
    }
}

/// Sends the bot's `info` and answers every line until `quit` or the end of the input. A bad line is
/// answered by an `error`, and the next line is read.
///
/// ```
/// use plywood_search::Budget;
/// use plywood_tetris::linear::{DT20, LinearPlayer};
/// use plywood_tetris::tbp::{Bot, serve};
///
/// let player = Box::new(LinearPlayer::new(DT20));
/// let mut bot = Bot::new("linear", player, Budget::simulations(1), 7);
/// let mut output = Vec::new();
/// let input = "{\"type\":\"rules\"}\n{\"type\":\"quit\"}\n";
/// serve(&mut bot, &mut input.as_bytes(), &mut output)?;
/// assert!(output.ends_with(b"{\"type\":\"ready\"}\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serve(bot: &mut Bot, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
    send(output, &bot.info())?;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let message = if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            Err(TbpError::LongLine)
        } else if line.trim_ascii().is_empty() {
            continue;
        } else {
            serde_json::from_slice(line.trim_ascii_end()).map_err(TbpError::from)
        };
        let answer = match message {
            Ok(FrontEndMessage::Quit) => return Ok(()),
            Ok(message) => bot.answer(message),
            Err(error) => Err(error),
        };
        if let Some(answer) = answer.unwrap_or_else(|error| Some(error.into())) {
            send(output, &answer)?;
        }
    }
}

fn send(output: &mut impl Write, message: &BotMessage) -> io::Result<()> {
    serde_json::to_writer(&mut *output, message)?;
    output.write_all(b"\n")?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use plywood_search::Budget;

    use super::*;
    use crate::linear::{DT20, LinearPlayer};

    fn answers(input: &[u8]) -> Vec<BotMessage> {
        let player = Box::new(LinearPlayer::new(DT20));
        let mut bot = Bot::new("linear", player, Budget::simulations(1), 7);
        let mut output = Vec::new();
        serve(&mut bot, &mut &*input, &mut output).expect("memory does not fail");
        let lines = output.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        lines.map(|line| serde_json::from_slice(line).expect("a message")).collect()
    }

    #[test]
    fn bad_lines_get_an_error_and_reading_continues() {
        let long = vec![b'['; 3 * LONGEST_LINE as usize];
        let bad: [&[u8]; 8] = [
            b"hello",
            b"[]",
            b"{}",
            b"{\"type\":\"new_piece\",\"piece\":\"X\"}",
            b"{\"type\":\"start\"}",
            b"{\"type\":\"suggest\"}",
            b"\xff\xfe",
            &long,
        ];
        for line in bad {
            let input = [line, b"\n\n{\"type\":\"dance\"}\n{\"type\":\"rules\"}"].concat();
            let answers = answers(&input);
            let [BotMessage::Info { .. }, BotMessage::Error { reason, .. }, BotMessage::Ready] =
                &answers[..]
            else {
                panic!("{answers:?}")
            };
            assert_eq!(*reason, Reason::InvalidMessage);
        }
    }

    #[test]
    fn quit_ends_reading() {
        assert_eq!(answers(b"{\"type\":\"quit\"}\nhello").len(), 1);
    }
}
