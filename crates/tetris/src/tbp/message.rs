//! The messages of the protocol.

use serde::{Deserialize, Serialize};

use crate::Piece;

/// A message of a front end. Unknown attributes and attributes that the bot does not use, such as
/// `combo`, are ignored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FrontEndMessage {
    Rules,
    Start(Start),
    Stop,
    /// The front end asks for placements.
    Suggest,
    /// A piece was placed.
    Play {
        #[serde(rename = "move")]
        mv: Placement,
    },
    /// The queue has a new piece.
    NewPiece {
        piece: Piece,
    },
    /// The bot should exit.
    Quit,
    /// A message of a later version of the protocol.
    #[serde(other)]
    Unknown,
}

/// The position that a game begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    pub hold: Option<Piece>,
    /// The upcoming pieces; the first is the current one.
    pub queue: Vec<Piece>,
    /// The rows from the bottom, the cells of each from the left.
    pub board: Vec<Vec<Option<Cell>>>,
    /// How the pieces after the queue are drawn, if known.
    pub randomizer: Option<RandomizerState>,
}

/// A filled cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cell {
    /// Garbage that an opponent sent.
    G,
    /// A part of a piece.
    #[serde(untagged)]
    Piece(Piece),
}

/// How pieces are drawn, and the state after the last piece of the queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RandomizerState {
    /// Pieces are drawn from a bag of all seven pieces, which is refilled when it is empty.
    SevenBag {
        /// The pieces in the bag. An early draft of the protocol calls this attribute `bag`.
        #[serde(alias = "bag")]
        bag_state: Vec<Piece>,
    },
    /// Another randomizer, treated as uniform.
    #[serde(other)]
    Other,
}

/// A message of the bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BotMessage {
    /// Describes the bot; the first message.
    Info {
        name: String,
        version: String,
        author: String,
        /// The extensions of the protocol that the bot supports.
        features: Vec<String>,
    },
    /// The bot can play by the rules.
    Ready,
    /// Suggested placements, best first; none if the bot resigns.
    Suggestion { moves: Vec<Placement> },
    /// A message could not be processed.
    Error {
        /// The cause, for programs.
        reason: Reason,
        /// The cause, for people.
        message: String,
    },
}

/// The cause of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The bot cannot play by these rules.
    UnsupportedRules,
    /// The message is malformed or not valid at this point.
    InvalidMessage,
}

/// A placed piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placement {
    pub location: Location,
    /// Whether it was placed by a spin.
    #[serde(default)]
    pub spin: Spin,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    #[serde(rename = "type")]
    pub piece: Piece,
    pub orientation: Orientation,
    /// The column of its centre, from 0 at the left.
    pub x: i32,
    /// The row of its centre, from 0 at the bottom.
    pub y: i32,
}

/// An orientation: quarter turns clockwise from the spawn orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Orientation {
    North,
    East,
    South,
    West,
}

/// Whether the last move of a piece was a rotation into a tight place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spin {
    #[default]
    None,
    Mini,
    Full,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;
    use serde_json::json;

    use super::*;
    use crate::tbp::srs::ORIENTATIONS;

    fn read(message: serde_json::Value) -> FrontEndMessage {
        serde_json::from_value(message).expect("a message")
    }

    #[test]
    fn messages_of_the_protocol_are_read() {
        let play = json!({"type": "play", "move": {
            "location": {"type": "L", "orientation": "west", "x": 3, "y": 1}, "spin": "mini"}});
        let location = Location { piece: Piece::L, orientation: Orientation::West, x: 3, y: 1 };
        let mv = Placement { location, spin: Spin::Mini };
        assert_eq!(read(play), FrontEndMessage::Play { mv });
        assert_eq!(
            read(json!({"type": "new_piece", "piece": "S"})),
            FrontEndMessage::NewPiece { piece: Piece::S }
        );
        let start = json!({"type": "start", "hold": null, "queue": ["S", "Z"], "combo": 0,
            "back_to_back": false, "board": [["G", null, "I"]],
            "randomizer": {"type": "seven_bag", "bag_state": ["T"]}});
        let garbage = Some(Cell::G);
        let expected = Start {
            hold: None,
            queue: vec![Piece::S, Piece::Z],
            board: vec![vec![garbage, None, Some(Cell::Piece(Piece::I))]],
            randomizer: Some(RandomizerState::SevenBag { bag_state: vec![Piece::T] }),
        };
        assert_eq!(read(start), FrontEndMessage::Start(expected));
    }

    #[test]
    fn unknown_messages_and_attributes_are_ignored() {
        assert_eq!(read(json!({"type": "stop", "why": [1]})), FrontEndMessage::Stop);
        assert_eq!(
            read(json!({"type": "rules", "randomizer": "seven_bag", "gravity": 20})),
            FrontEndMessage::Rules
        );
        assert_eq!(read(json!({"type": "applaud", "how": "loudly"})), FrontEndMessage::Unknown);
        let randomizer: RandomizerState =
            serde_json::from_value(json!({"type": "general_bag", "current_bag": {"I": 2}}))
                .expect("a randomizer");
        assert_eq!(randomizer, RandomizerState::Other);
    }

    #[test]
    fn messages_of_the_bot_follow_the_protocol() {
        let location = Location { piece: Piece::T, orientation: Orientation::South, x: 4, y: 1 };
        let moves = vec![Placement { location, spin: Spin::None }];
        let written = serde_json::to_string(&BotMessage::Suggestion { moves }).expect("plain data");
        let expected = r#"{"type":"suggestion","moves":[{"location":{"type":"T","orientation":"south","x":4,"y":1},"spin":"none"}]}"#;
        assert_eq!(written, expected);
        assert_eq!(serde_json::to_string(&BotMessage::Ready).expect("one"), r#"{"type":"ready"}"#);
    }

    proptest! {
        #[test]
        fn messages_round_trip(
            piece in select(&Piece::ALL[..]),
            orientation in select(&ORIENTATIONS[..]),
            (x, y) in (-3..13, -3..43),
            queue in proptest::collection::vec(select(&Piece::ALL[..]), 0..9),
            hold in proptest::option::of(select(&Piece::ALL[..])),
        ) {
            let mv = Placement { location: Location { piece, orientation, x, y }, spin: Spin::Full };
            let board = vec![vec![None, Some(Cell::Piece(piece)), Some(Cell::G)]];
            let bag_state = queue.clone();
            let randomizer = Some(RandomizerState::SevenBag { bag_state });
            for message in [
                FrontEndMessage::Play { mv },
                FrontEndMessage::NewPiece { piece },
                FrontEndMessage::Start(Start { hold, queue, board, randomizer }),
            ] {
                let text = serde_json::to_string(&message).expect("plain data");
                prop_assert_eq!(serde_json::from_str::<FrontEndMessage>(&text).expect(&text), message);
            }
            let message = BotMessage::Suggestion { moves: vec![mv; 3] };
            let text = serde_json::to_string(&message).expect("plain data");
            prop_assert_eq!(serde_json::from_str::<BotMessage>(&text).expect(&text), message);
        }
    }
}
