//! Records of games: what `arena`, `watch --json` and `save` in `play` write.

use plywood_arena::Forfeit;
use plywood_files::without_zero_tail;
use plywood_registry::Ending;
use plywood_registry::document::SCHEMA;
use serde::Deserialize;
use serde_json::Value;

/// The fields that all records have.
#[derive(Deserialize)]
pub(super) struct Recorded {
    schema: u32,
    pub(super) game: String,
    #[serde(default)]
    pub(super) rules: String,
    pub(super) seed: u64,
    /// The `--position` of the game, if there was one.
    pub(super) from: Option<String>,
    #[serde(default)]
    opening: Vec<String>,
    moves: Vec<String>,
    scores: Option<Vec<f64>>,
    result: Option<RecordedResult>,
    /// `watch` writes a forfeit here, `arena` in the result.
    forfeit: Option<Forfeit>,
}

/// The result in a record: `watch` writes a sentence, `arena` writes scores.
#[derive(Deserialize)]
#[serde(untagged)]
enum RecordedResult {
    Sentence(#[expect(dead_code, reason = "`scores` has the same information")] String),
    Outcome { scores: Vec<f64>, ending: Option<String>, forfeit: Option<Forfeit> },
}

impl Recorded {
    /// Reads one game of a file with one or more JSON documents. The first game has `number` 1.
    pub(super) fn read(bytes: &[u8], number: usize) -> Result<Self, String> {
        let bytes = without_zero_tail(bytes);
        let mut documents = serde_json::Deserializer::from_slice(bytes).into_iter::<Value>();
        let mut document = None;
        for earlier in 1..=number {
            let next = documents.next().transpose();
            document = next.map_err(|error| format!("game {earlier}: {error}"))?;
            if document.is_none() {
                break;
            }
        }
        let Some(document) = document else {
            return Err(format!("the file has no game {number}"));
        };
        let recorded: Recorded = serde_json::from_value(document)
            .map_err(|error| format!("game {number}: expected the record of a game: {error}"))?;
        if recorded.schema != SCHEMA {
            let schema = recorded.schema;
            return Err(format!("game {number}: expected schema {SCHEMA}, found {schema}"));
        }
        Ok(recorded)
    }

    /// Returns all moves, those of the opening first.
    pub(super) fn moves(&self) -> impl Iterator<Item = &String> {
        self.opening.iter().chain(&self.moves)
    }

    pub(super) fn scores(&self) -> Option<&Vec<f64>> {
        match &self.result {
            Some(RecordedResult::Outcome { scores, .. }) => Some(scores),
            _ => self.scores.as_ref(),
        }
    }

    /// Returns the forfeit in the record; `None` if no player forfeited.
    pub(super) fn forfeit(&self) -> Option<&Forfeit> {
        match &self.result {
            Some(RecordedResult::Outcome { forfeit, .. }) => forfeit.as_ref(),
            _ => self.forfeit.as_ref(),
        }
    }

    pub(super) fn resigned(&self) -> bool {
        let Some(RecordedResult::Outcome { ending, .. }) = &self.result else { return false };
        ending.as_deref() == Some(Ending::Resigned.name())
    }
}
