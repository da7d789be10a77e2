//! The messages, as they are written.

use serde::{Deserialize, Serialize};

use crate::Piece;

/// What a front end says. Attributes that mean nothing to a bot that never
/// holds and does not count combos are ignored, as are unknown ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FrontEndMessage {
    /// The rules of the games to come.
    Rules,
    /// A game begins.
    Start(Start),
    /// The game is over.
    Stop,
    /// What should be played?
    Suggest,
    /// This was played.
    Play {
        /// Where the piece is now.
        #[serde(rename = "move")]
        mv: Placement,
    },
    /// The queue has grown.
    NewPiece {
        /// Its last piece.
        piece: Piece,
    },
    /// The bot is no longer needed.
    Quit,
    /// A message of a later version of the protocol.
    #[serde(other)]
    Unknown,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// The piece that is held.
    pub hold: Option<Piece>,
    /// The pieces to come, the one to place now first.
    pub queue: Vec<Piece>,
    /// The rows from the bottom, the cells of each from the left.
    pub board: Vec<Vec<Option<Cell>>>,
    /// How the pieces behind the queue are drawn, where it is told.
    pub randomizer: Option<RandomizerState>,
}

/// What a cell is filled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// A part of a piece.
    Piece(Piece),
    /// Something that no piece left there.
    Garbage(Garbage),
}

/// What lies in rows that an opponent sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Garbage {
    /// The only kind that there is.
    G,
}

/// How pieces are drawn, and what is left to draw from behind the queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RandomizerState {
    /// From a bag of all seven, filled again when it is empty.
    SevenBag {
        /// What is left in the bag; `bag` in front ends that follow an early draft.
        #[serde(alias = "bag")]
        bag_state: Vec<Piece>,
    },
    /// In another way.
    #[serde(other)]
    Other,
}

/// What the bot says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BotMessage {
    /// Who it is: the first message.
    Info {
        /// Its name.
        name: String,
        /// Its version.
        version: String,
        /// Who made it.
        author: String,
        /// The extensions of the protocol that it knows.
        features: Vec<String>,
    },
    /// It can play by these rules.
    Ready,
    /// What it would play, best first; it gives up if there is nothing.
    Suggestion {
        /// The placements.
        moves: Vec<Placement>,
    },
    /// It cannot do what was asked.
    Error {
        /// The cause, for programs.
        reason: Reason,
        /// The cause, for people.
        message: String,
    },
}

/// Why the bot cannot do what was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It does not know this game.
    UnsupportedRules,
    /// The message is none, or cannot be at this point.
    InvalidMessage,
}

/// Where a piece comes to rest, and how it got there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placement {
    /// Where it is.
    pub location: Location,
    /// Whether it was spun in.
    #[serde(default)]
    pub spin: Spin,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// The piece.
    #[serde(rename = "type")]
    pub piece: Piece,
    /// How far it is turned.
    pub orientation: Orientation,
    /// The column of its centre, from 0 at the left.
    pub x: i32,
    /// The row of its centre, from 0 at the bottom.
    pub y: i32,
}

/// Quarter turns clockwise from the spawn orientation, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Orientation {
    /// None.
    North,
    /// One.
    East,
    /// Two.
    South,
    /// Three.
    West,
}

/// Whether a piece was turned into its place under something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spin {
    /// It was not.
    #[default]
    None,
    /// With two free corners.
    Mini,
    /// With one at most.
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
    fn messages_read_as_the_protocol_writes_them() {
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
        let garbage = Some(Cell::Garbage(Garbage::G));
        let expected = Start {
            hold: None,
            queue: vec![Piece::S, Piece::Z],
            board: vec![vec![garbage, None, Some(Cell::Piece(Piece::I))]],
            randomizer: Some(RandomizerState::SevenBag { bag_state: vec![Piece::T] }),
        };
        assert_eq!(read(start), FrontEndMessage::Start(expected));
    }

    #[test]
    fn what_is_not_known_is_ignored() {
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
    fn the_bot_writes_as_the_protocol_reads() {
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
            let board = vec![vec![None, Some(Cell::Piece(piece)), Some(Cell::Garbage(Garbage::G))]];
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
