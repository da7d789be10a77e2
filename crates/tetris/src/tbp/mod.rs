//! The Tetris Bot Protocol: a front end tells of its game and asks what to
//! play, in JSON objects of a line each.
//!
//! [`Bot`] knows what was told and asks a player, [`serve`] connects it with
//! an input and an output. The board is the protocol's 10x40; a player is shown its
//! piece, the next one and as much of the bag as can be known, and suggests
//! placements that are reached by turning, moving sideways and dropping.

mod bot;
mod game;
mod message;
mod queue;
mod srs;

use std::io::{self, BufRead, Read, Write};

pub use bot::Bot;
pub use message::{
    BotMessage, Cell, FrontEndMessage, Garbage, Location, Orientation, Placement, RandomizerState,
    Reason, Spin, Start,
};

/// A `start` takes three thousand bytes; what is much longer is no message.
const LONGEST_LINE: u64 = 1 << 16;

/// Why the bot cannot do what a front end asks.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TbpError {
    /// A line that is no message.
    #[error("the message cannot be read: {0}")]
    NoMessage(#[from] serde_json::Error),
    /// A line without end.
    #[error("the message is too long: expected at most {LONGEST_LINE} bytes on a line")]
    LongLine,
    /// A board that is not the protocol's.
    #[error("the board has another size: expected 40 rows of 10 cells")]
    OtherBoard,
    /// A row that should have been cleared.
    #[error("row {0} from the bottom, counted from 0, is full: expected a gap")]
    FullRow(usize),
    /// More pieces than there is room for.
    #[error("the queue is too long: expected at most {0} pieces")]
    LongQueue(usize),
    /// A piece that is neither next nor held.
    #[error("no {0} can be placed: expected the first piece of the queue or the one behind a hold")]
    UnknownPiece(char),
    /// A placement outside the board or on something.
    #[error("the piece cannot be there: column {x}, row {y} is filled or outside the board")]
    NoRoom {
        /// The column.
        x: i32,
        /// The row.
        y: i32,
    },
    /// A message about a game when there is none.
    #[error("{0} came without a game: expected start before it")]
    NoGame(&'static str),
}

impl From<TbpError> for BotMessage {
    fn from(error: TbpError) -> Self {
        let reason = match error {
            TbpError::OtherBoard => Reason::UnsupportedRules,
            _ => Reason::InvalidMessage,
        };
        BotMessage::Error { reason, message: error.to_string() }
    }
}

/// Introduces the bot and answers every line until `quit` or the end of the
/// input. What is wrong with a line is answered by an error, and the next one read.
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
    fn bad_lines_are_answered_and_the_next_one_is_read() {
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
    fn nothing_is_read_after_quit() {
        assert_eq!(answers(b"{\"type\":\"quit\"}\nhello").len(), 1);
    }
}
