//! Names of openings.

use std::collections::HashMap;
use std::sync::LazyLock;

use plywood_search::Notation;

use crate::{Othello, canonical};

/// A table of transcripts and names. A name with a comma is in quotes. Names are those of Robert Gatliff's catalogue,
/// with other names in parentheses; a few names of animals are translated from Japanese.
const OPENINGS: &str = include_str!("../data/openings.csv");

/// The name of each opening, by the representative of its position under symmetry.
static BY_POSITION: LazyLock<HashMap<Othello, &str>> = LazyLock::new(|| {
    let read = |(transcript, name)| {
        let position = Othello::start().read_position(transcript);
        (canonical(&position.expect("the openings are legal")), name)
    };
    openings().map(read).collect()
});

/// Returns the transcript and the name of each opening.
pub fn openings() -> impl Iterator<Item = (&'static str, &'static str)> {
    let split = |line: &'static str| {
        let (transcript, name) = line.split_once(',').expect("a line has two columns");
        (transcript, name.trim_matches('"'))
    };
    OPENINGS.lines().skip(1).map(split)
}

/// Returns the name of the opening with this position; `None` if the position has no name. The board may be turned or
/// reflected, and the moves may have been played in any order.
///
/// ```
/// use plywood_othello::{Othello, opening};
/// use plywood_search::Notation;
///
/// assert_eq!(opening(&Othello::start().read_position("e6f4c3c4d3")?), Some("Tiger"));
/// assert_eq!(opening(&Othello::start()), None);
/// # Ok::<(), plywood_search::NotationError>(())
/// ```
pub fn opening(position: &Othello) -> Option<&'static str> {
    BY_POSITION.get(&canonical(position)).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn openings_are_legal_and_differ_in_position_and_name() {
        assert!(OPENINGS.starts_with("transcript,name\n"));
        let transcripts: Vec<_> = openings().map(|(transcript, _)| transcript).collect();
        let names: HashSet<_> = openings().map(|(_, name)| name).collect();
        assert!(names.len() >= 50 && names.len() == transcripts.len(), "{} names", names.len());
        assert_eq!(BY_POSITION.len(), transcripts.len());
        assert!(transcripts.is_sorted(), "a sorted file shows what is missing");
        assert!(transcripts.iter().all(|transcript| transcript.starts_with("f5")));
    }

    #[test]
    fn openings_are_found_on_all_sides_and_in_any_order() {
        let name = |transcript| opening(&Othello::start().read_position(transcript).unwrap());
        for (transcripts, expected) in [
            (["f5d6", "c4e3", "d3c5", "e6f4"], "Perpendicular"),
            (["f5f6", "c4c3", "d3c3", "e6f6"], "Diagonal"),
            (["f5d6c3d3c4", "c4e3f6e6f5", "d3c5f6f5e6", "e6f4c3c4d3"], "Tiger"),
            (["f5f6e6f4e3", "f5f6e6d6c5", "e6f6f5f4e3", "c4c3d3e3f4"], "Cow"),
        ] {
            assert_eq!(transcripts.map(name), [Some(expected); 4]);
        }
        assert_eq!(name("f5d6c3d3c4f4c5b3c2e6"), Some("Tamenori"));
        assert_eq!(name("f5d6c3d3c4f4c5b3c2e6c6"), None);
        assert_eq!(name("f5"), None);
    }
}
