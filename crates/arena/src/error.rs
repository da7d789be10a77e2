//! Errors of tournaments and studies.

use std::fmt;
use std::path::PathBuf;

use plywood_files::FileError;
use plywood_registry::InputError;

/// Why a tournament or a study cannot be run, or its files cannot be used.
///
/// Messages say what is wrong. The caller adds how to fix the problem, since that depends on how
/// the plan was given (an option of the command line, a field of a request).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the variants and their messages explain the fields")]
pub enum ArenaError {
    /// A field of a plan is invalid.
    #[error("{field}: {problem}")]
    Input { field: Field, problem: String },
    /// The game has too few different openings for the planned number of games.
    #[error(
        "found only {found} different openings that do not end the game: expected {expected}, one for every {games} games"
    )]
    FewOpenings { expected: u32, found: usize, games: u32 },
    /// The folder for new records already holds the records of a tournament.
    #[error("{}: holds the records of a tournament", .0.display())]
    RecordsExist(PathBuf),
    /// The recorded plan has another value in a field that a resumed tournament cannot change.
    #[error("{}: holds records with {field} {recorded}, asked for {requested}", folder.display())]
    OtherPlan { folder: PathBuf, field: Field, recorded: String, requested: String },
    /// The contents of a folder or a file are not as expected.
    #[error("{}: {problem}", path.display())]
    Folder { path: PathBuf, problem: String },
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A player forfeited or made an illegal move.
    #[error("{player} cannot go on: {problem}")]
    Player { player: String, problem: String },
    /// A plot cannot be drawn.
    #[error(transparent)]
    Plot(#[from] crate::plots::PlotError),
}

/// A field of a [`Plan`](crate::Plan), a [`StudyPlan`](crate::quality::StudyPlan) or a
/// [`ReviewPlan`](crate::review::ReviewPlan).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants have the names of the fields")]
pub enum Field {
    Game,
    Rules,
    Players,
    Games,
    Seed,
    Opening,
    Gauntlet,
    MaxMoves,
    Simulations,
    Time,
    Memory,
    Threads,
    Sprt,
    Shard,
    Positions,
    Position,
    Moves,
    Player,
    Seat,
}

/// Writes the name of the field in the plan.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Game => "game",
            Field::Rules => "rules",
            Field::Players => "players",
            Field::Games => "games",
            Field::Seed => "seed",
            Field::Opening => "opening",
            Field::Gauntlet => "gauntlet",
            Field::MaxMoves => "max_moves",
            Field::Simulations => "simulations",
            Field::Time => "time",
            Field::Memory => "memory",
            Field::Threads => "threads",
            Field::Sprt => "sprt",
            Field::Shard => "shard",
            Field::Positions => "positions",
            Field::Position => "position",
            Field::Moves => "moves",
            Field::Player => "player",
            Field::Seat => "seat",
        })
    }
}

impl Field {
    /// Returns an error about this field.
    pub(crate) fn error(self, problem: impl Into<String>) -> ArenaError {
        ArenaError::Input { field: self, problem: problem.into() }
    }

    /// Returns a closure for `map_err` that makes an error about this field.
    pub(crate) fn invalid(self) -> impl Fn(InputError) -> ArenaError {
        move |error| self.error(error.to_string())
    }
}
