//! The ways in which a game can end.

use serde::{Deserialize, Serialize};

/// The way in which a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Ending {
    /// The game is over, and its rules define no win or loss of a single player.
    Over,
    /// The game reached the move limit of its rules.
    Capped,
    /// The game is won.
    Won,
    /// The game is lost.
    Lost,
    /// The game is lost, since it reached the move limit of its rules.
    #[serde(rename = "lost_at_limit")]
    LostAtLimit,
    /// The player resigned. The final score is the score at that time.
    Resigned,
    /// A player could not continue, and has lost. The final scores are the scores at that time.
    Forfeited,
}

impl Ending {
    /// Returns whether the game is won; `None` if the ending is neither a win nor a loss.
    pub fn won(self) -> Option<bool> {
        match self {
            Ending::Won => Some(true),
            Ending::Lost | Ending::LostAtLimit => Some(false),
            Ending::Over | Ending::Capped | Ending::Resigned | Ending::Forfeited => None,
        }
    }

    /// Returns the name in JSON documents.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Over => "over",
            Ending::Capped => "capped",
            Ending::Won => "won",
            Ending::Lost => "lost",
            Ending::LostAtLimit => "lost_at_limit",
            Ending::Resigned => "resigned",
            Ending::Forfeited => "forfeited",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_json_documents() {
        use Ending::{Capped, Forfeited, Lost, LostAtLimit, Over, Resigned, Won};
        for ending in [Over, Capped, Won, Lost, LostAtLimit, Resigned, Forfeited] {
            let json = format!("\"{}\"", ending.name());
            assert_eq!(serde_json::to_string(&ending).unwrap(), json);
            assert_eq!(serde_json::from_str::<Ending>(&json).unwrap(), ending);
        }
    }
}
