//! File formats of games and positions, and conversion between them.

use std::sync::Arc;

use plywood_search::NotationError;

use crate::{InputError, ReadGame};

/// The file formats of a game. [`Entry::with_formats`](crate::Entry::with_formats) adds them to the game.
///
/// All formats are read into the same type `R`, the *record*: a game or a position with all information that any of the
/// formats can hold. A conversion keeps the information that both formats can hold.
///
/// ```
/// use plywood_registry::{Entry, Format, Formats, GameEntry, ReadGame};
/// use plywood_search::{NotationError, nim::Nim};
///
/// // A record is a number of sticks.
/// fn read(bytes: &[u8]) -> Result<Vec<usize>, NotationError> {
///     Ok(String::from_utf8_lossy(bytes).lines().map(str::len).collect())
/// }
/// let sticks = Format::new("sticks", "a line of sticks for each position").reading(read).writing(|piles| {
///     Ok(piles.iter().map(|&pile| format!("{}\n", "|".repeat(pile))).collect())
/// });
/// let number = Format::new("number", "the number of sticks").writing(|piles| {
///     Ok(piles.iter().map(|pile| format!("{pile}\n")).collect())
/// });
/// let open = |pile: &usize| ReadGame { from: Some(pile.to_string()), moves: Vec::new() };
/// let nim = Entry::new("nim", "take one to three", |_seed| Nim::new(21))
///     .with_formats(Formats::new([sticks, number], open));
/// assert_eq!(nim.convert(b"||\n|||", "sticks", "number")?.text, "2\n3\n");
/// # Ok::<(), plywood_registry::InputError>(())
/// ```
#[derive(Clone)]
pub struct Formats {
    erased: Arc<dyn ErasedFormats>,
    infos: Vec<FormatInfo>,
}

/// A file format with records of type `R`.
#[derive(Clone)]
pub struct Format<R> {
    info: FormatInfo,
    read: Option<Read<R>>,
    write: Option<Write<R>>,
    is_notation: bool,
    recognises: fn(&[u8]) -> bool,
}

type Read<R> = fn(&[u8]) -> Result<Vec<R>, NotationError>;
type Write<R> = fn(&[R]) -> Result<String, NotationError>;

/// The description of a file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatInfo {
    /// The name, unique among the formats of a game.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// Whether files of the format can be read.
    pub reads: bool,
    /// Whether files of the format can be written.
    pub writes: bool,
}

/// The result of a conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The contents of the new file.
    pub text: String,
    /// The number of games and positions in it.
    pub count: usize,
}

impl<R> Format<R> {
    /// Creates a format that can neither be read nor written; `reading` and `writing` add this.
    pub fn new(name: &'static str, summary: &'static str) -> Self {
        let info = FormatInfo { name, summary, reads: false, writes: false };
        Format { info, read: None, write: None, is_notation: false, recognises: |_| false }
    }

    /// Sets the function that reads the games of a file. Its errors name the line or the number of the game.
    pub fn reading(mut self, read: Read<R>) -> Self {
        (self.read, self.info.reads) = (Some(read), true);
        self
    }

    /// Sets the function that writes games. It fails if the format cannot represent one of them.
    pub fn writing(mut self, write: Write<R>) -> Self {
        (self.write, self.info.writes) = (Some(write), true);
        self
    }

    /// Sets the function that returns whether a file has this format. The file need not be valid. No file may be
    /// recognised by two formats. The default recognises no files.
    pub fn recognised_by(self, recognises: fn(&[u8]) -> bool) -> Self {
        Format { recognises, ..self }
    }

    /// Marks a format that is the game's own notation of moves or positions.
    /// [`GameEntry::read`](crate::GameEntry::read) never uses it, since it reads the notation anyway.
    pub fn is_notation(self) -> Self {
        Format { is_notation: true, ..self }
    }
}

impl Formats {
    /// Creates the formats of a game. `open` returns the position and the moves of a record.
    pub fn new<R: 'static>(
        formats: impl IntoIterator<Item = Format<R>>,
        open: fn(&R) -> ReadGame,
    ) -> Self {
        let formats: Vec<_> = formats.into_iter().collect();
        let infos = formats.iter().map(|format| format.info).collect();
        Formats { erased: Arc::new(TypedFormats { formats, open }), infos }
    }

    /// Returns the descriptions of the formats.
    pub(crate) fn infos(&self) -> &[FormatInfo] {
        &self.infos
    }

    /// Returns the name of the format that a file has; `None` if no format recognises it.
    pub(crate) fn guess(&self, bytes: &[u8]) -> Option<&'static str> {
        self.erased.guess(bytes)
    }

    /// Converts a file. Fails if there is no format `from` that can be read or no format `to` that can be written, if
    /// the file cannot be read, or if `to` cannot represent one of its games.
    pub(crate) fn convert(
        &self,
        bytes: &[u8],
        from: &str,
        to: &str,
    ) -> Result<Converted, InputError> {
        let unknown = |name: &str, fits: fn(&FormatInfo) -> bool| {
            let valid = self.infos.iter().filter(|info| fits(info));
            let valid: Vec<_> = valid.map(|info| info.name.to_owned()).collect();
            if valid.iter().any(|other| other == name) {
                return Ok(());
            }
            Err(InputError::UnknownName { kind: "format", name: name.to_owned(), valid })
        };
        unknown(from, |info| info.reads)?;
        unknown(to, |info| info.writes)?;
        self.erased
            .convert(bytes, from, to)
            .map_err(|error| InputError::NotOffered(error.to_string()))
    }

    /// Reads a text by the format that recognises it; `None` if no format other than the game's notation does. Fails
    /// unless the text has exactly one game.
    pub(crate) fn read(&self, text: &str) -> Option<Result<ReadGame, InputError>> {
        let read = self.erased.read(text)?;
        Some(read.map_err(|error| InputError::NotOffered(error.to_string())))
    }
}

/// The formats of a game behind an object-safe interface, without the type of their records.
trait ErasedFormats: Send + Sync {
    fn guess(&self, bytes: &[u8]) -> Option<&'static str>;
    fn convert(&self, bytes: &[u8], from: &str, to: &str) -> Result<Converted, NotationError>;
    fn read(&self, text: &str) -> Option<Result<ReadGame, NotationError>>;
}

struct TypedFormats<R> {
    formats: Vec<Format<R>>,
    open: fn(&R) -> ReadGame,
}

impl<R> ErasedFormats for TypedFormats<R> {
    fn guess(&self, bytes: &[u8]) -> Option<&'static str> {
        let format = self.formats.iter().find(|format| (format.recognises)(bytes))?;
        Some(format.info.name)
    }

    fn convert(&self, bytes: &[u8], from: &str, to: &str) -> Result<Converted, NotationError> {
        let named = |name: &str| self.formats.iter().find(|format| format.info.name == name);
        let (Some(read), Some(write)) =
            (named(from).and_then(|format| format.read), named(to).and_then(|format| format.write))
        else {
            return Err(NotationError::new(format!("{from} cannot be converted to {to}")));
        };
        let records = read(bytes)?;
        Ok(Converted { text: write(&records)?, count: records.len() })
    }

    fn read(&self, text: &str) -> Option<Result<ReadGame, NotationError>> {
        let mut formats = self.formats.iter().filter(|format| !format.is_notation);
        let format = formats.find(|format| (format.recognises)(text.as_bytes()))?;
        let name = format.info.name;
        Some((format.read?)(text.as_bytes()).and_then(|records| match &records[..] {
            [record] => Ok((self.open)(record)),
            _ => {
                let problem = format!("this {name} text has {} games: expected one", records.len());
                Err(NotationError::new(problem))
            }
        }))
    }
}
