//! How a game of one player can end.

use serde::{Deserialize, Serialize};

/// How a game ended, beside its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Ending {
    /// It came to its end, as every game does that can be neither won nor lost.
    Over,
    /// It was cut at the cap of its rules, and would have gone on.
    Capped,
    /// It was won.
    Won,
    /// It was lost.
    Lost,
    /// The player resigned, and the score counts as it was then.
    Resigned,
}

impl Ending {
    /// Whether it was won; `None` where a game can be neither won nor lost.
    pub fn won(self) -> Option<bool> {
        match self {
            Ending::Won => Some(true),
            Ending::Lost => Some(false),
            Ending::Over | Ending::Capped | Ending::Resigned => None,
        }
    }

    /// The name in JSON documents.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Over => "over",
            Ending::Capped => "capped",
            Ending::Won => "won",
            Ending::Lost => "lost",
            Ending::Resigned => "resigned",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_json_documents() {
        use Ending::{Capped, Lost, Over, Resigned, Won};
        for ending in [Over, Capped, Won, Lost, Resigned] {
            let json = format!("\"{}\"", ending.name());
            assert_eq!(serde_json::to_string(&ending).unwrap(), json);
            assert_eq!(serde_json::from_str::<Ending>(&json).unwrap(), ending);
        }
    }
}
