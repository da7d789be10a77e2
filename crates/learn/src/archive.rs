//! Archives: named arrays of numbers and named strings in the safetensors format. Weights and
//! checkpoints are archives.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use safetensors::tensor::{Dtype, SafeTensors, TensorView};

use plywood_files::{read_bounded, write_atomically};

use crate::error::{ArchiveError, FileError};

/// The only key of the file's metadata. Its value is a JSON object with all strings. A key for each
/// string would make the bytes irreproducible: safetensors writes several keys in a random order.
const METADATA: &str = "plywood";

/// Named arrays and named strings.
///
/// ```
/// use plywood_learn::Archive;
///
/// let mut archive = Archive::default();
/// archive.set_text("game", "tetris");
/// archive.set_floats("bias", &[2], vec![0.5, -1.0]);
/// let again = Archive::from_bytes(&archive.to_bytes())?;
/// assert_eq!(again.text("game")?, "tetris");
/// assert_eq!(again.floats("bias", &[2])?, [0.5, -1.0]);
/// # Ok::<(), plywood_learn::ArchiveError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Archive {
    texts: BTreeMap<String, String>,
    arrays: BTreeMap<String, Array>,
}

#[derive(Clone, Debug, PartialEq)]
struct Array {
    shape: Vec<usize>,
    numbers: Numbers,
}

#[derive(Clone, Debug, PartialEq)]
enum Numbers {
    Floats(Vec<f32>),
    Integers(Vec<u64>),
    Shorts(Vec<i16>),
}

impl Numbers {
    fn dtype(&self) -> Dtype {
        match self {
            Numbers::Floats(_) => Dtype::F32,
            Numbers::Integers(_) => Dtype::U64,
            Numbers::Shorts(_) => Dtype::I16,
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        match self {
            Numbers::Floats(floats) => floats.iter().flat_map(|x| x.to_le_bytes()).collect(),
            Numbers::Integers(integers) => integers.iter().flat_map(|x| x.to_le_bytes()).collect(),
            Numbers::Shorts(shorts) => shorts.iter().flat_map(|x| x.to_le_bytes()).collect(),
        }
    }
}

impl Array {
    fn check_finite(&self, name: &str) -> Result<(), ArchiveError> {
        let Numbers::Floats(floats) = &self.numbers else { return Ok(()) };
        match floats.iter().enumerate().find(|(_, x)| !x.is_finite()) {
            Some((index, value)) => {
                let found = format!("{value} at index {index}");
                Err(ArchiveError::tensor(name, &found, "finite numbers"))
            }
            None => Ok(()),
        }
    }
}

impl Archive {
    /// Adds a string.
    pub fn set_text(&mut self, key: &str, text: impl Into<String>) {
        self.texts.insert(key.to_owned(), text.into());
    }

    /// Adds an array of floats.
    ///
    /// # Panics
    /// If the number of floats is not the product of the dimensions in `shape`.
    pub fn set_floats(&mut self, name: &str, shape: &[usize], floats: Vec<f32>) {
        assert_eq!(shape.iter().product::<usize>(), floats.len(), "shape of {name}");
        let array = Array { shape: shape.to_vec(), numbers: Numbers::Floats(floats) };
        self.arrays.insert(name.to_owned(), array);
    }

    /// Adds a list of integers.
    pub fn set_integers(&mut self, name: &str, integers: Vec<u64>) {
        let array = Array { shape: vec![integers.len()], numbers: Numbers::Integers(integers) };
        self.arrays.insert(name.to_owned(), array);
    }

    /// Adds an array of 16-bit integers.
    ///
    /// # Panics
    /// If the number of integers is not the product of the dimensions in `shape`.
    pub fn set_shorts(&mut self, name: &str, shape: &[usize], shorts: Vec<i16>) {
        assert_eq!(shape.iter().product::<usize>(), shorts.len(), "shape of {name}");
        let array = Array { shape: shape.to_vec(), numbers: Numbers::Shorts(shorts) };
        self.arrays.insert(name.to_owned(), array);
    }

    /// Moves all strings and arrays of another archive into this one, with `prefix` before their
    /// names.
    pub(crate) fn absorb(&mut self, prefix: &str, other: Archive) {
        let named = |name: String| format!("{prefix}{name}");
        self.texts.extend(other.texts.into_iter().map(|(key, text)| (named(key), text)));
        self.arrays.extend(other.arrays.into_iter().map(|(name, array)| (named(name), array)));
    }

    /// Returns a copy of the archive that [`absorb`](Archive::absorb) added with this prefix.
    pub(crate) fn part(&self, prefix: &str) -> Archive {
        fn strip<T: Clone>(map: &BTreeMap<String, T>, prefix: &str) -> BTreeMap<String, T> {
            let stripped = |(name, item): (&String, &T)| {
                Some((name.strip_prefix(prefix)?.to_owned(), item.clone()))
            };
            map.iter().filter_map(stripped).collect()
        }
        Archive { texts: strip(&self.texts, prefix), arrays: strip(&self.arrays, prefix) }
    }

    /// Returns the string of a key. Fails if the archive does not have the key.
    pub fn text(&self, key: &str) -> Result<&str, ArchiveError> {
        let text = self.texts.get(key);
        text.map(String::as_str).ok_or_else(|| ArchiveError::NoMetadata(key.to_owned()))
    }

    /// Parses the string of a key as a number. Fails if it is not a number or is outside `range`.
    pub fn number<T>(&self, key: &str, range: RangeInclusive<T>) -> Result<T, ArchiveError>
    where
        T: FromStr + PartialOrd + Debug,
    {
        let text = self.text(key)?;
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let expected = format!("a number from {:?} to {:?}", range.start(), range.end());
            ArchiveError::text(key, text, expected)
        })
    }

    /// Fails unless the string of a key is `expected`.
    pub fn expect_text(&self, key: &str, expected: &str) -> Result<(), ArchiveError> {
        let found = self.text(key)?;
        if found == expected {
            return Ok(());
        }
        Err(ArchiveError::text(key, found, format!("{expected:?}")))
    }

    /// Returns the shape of an array; `None` if it does not exist.
    pub(crate) fn shape(&self, name: &str) -> Option<&[usize]> {
        self.arrays.get(name).map(|array| &array.shape[..])
    }

    /// Returns an array of floats. Fails if it has another type or shape.
    pub fn floats(&self, name: &str, shape: &[usize]) -> Result<&[f32], ArchiveError> {
        match &self.array(name)?.numbers {
            Numbers::Floats(floats) if self.array(name)?.shape == shape => Ok(floats),
            _ => Err(self.other_shape(name, Dtype::F32, &format!("{shape:?}"))),
        }
    }

    /// Returns a list of integers of any length.
    pub fn integers(&self, name: &str) -> Result<&[u64], ArchiveError> {
        match &self.array(name)?.numbers {
            Numbers::Integers(integers) => Ok(integers),
            _ => Err(self.other_shape(name, Dtype::U64, "[any number]")),
        }
    }

    /// Returns an array of 16-bit integers. Fails if it has another type or shape.
    pub fn shorts(&self, name: &str, shape: &[usize]) -> Result<&[i16], ArchiveError> {
        match &self.array(name)?.numbers {
            Numbers::Shorts(shorts) if self.array(name)?.shape == shape => Ok(shorts),
            _ => Err(self.other_shape(name, Dtype::I16, &format!("{shape:?}"))),
        }
    }

    /// Returns a list of floats of any length.
    pub fn any_floats(&self, name: &str) -> Result<&[f32], ArchiveError> {
        match &self.array(name)?.numbers {
            Numbers::Floats(floats) if self.array(name)?.shape.len() == 1 => Ok(floats),
            _ => Err(self.other_shape(name, Dtype::F32, "[any number]")),
        }
    }

    /// Returns a list of 16-bit integers of any length.
    pub fn any_shorts(&self, name: &str) -> Result<&[i16], ArchiveError> {
        match &self.array(name)?.numbers {
            Numbers::Shorts(shorts) if self.array(name)?.shape.len() == 1 => Ok(shorts),
            _ => Err(self.other_shape(name, Dtype::I16, "[any number]")),
        }
    }

    /// Returns a list of exactly `N` integers.
    pub fn integer_array<const N: usize>(&self, name: &str) -> Result<[u64; N], ArchiveError> {
        let integers = self.integers(name)?.try_into();
        integers.map_err(|_| self.other_shape(name, Dtype::U64, &format!("[{N}]")))
    }

    /// Fails if a float is infinite or NaN, which [`from_bytes`](Archive::from_bytes) refuses.
    pub(crate) fn check_finite(&self) -> Result<(), ArchiveError> {
        self.arrays.iter().try_for_each(|(name, array)| array.check_finite(name))
    }

    fn array(&self, name: &str) -> Result<&Array, ArchiveError> {
        self.arrays.get(name).ok_or_else(|| ArchiveError::NoTensor(name.to_owned()))
    }

    /// Returns the type and the shape of an array as text, or an empty string if the array does not
    /// exist.
    pub(crate) fn describe(&self, name: &str) -> String {
        let array = self.arrays.get(name);
        let text = array.map(|array| format!("{:?} {:?}", array.numbers.dtype(), array.shape));
        text.unwrap_or_default()
    }

    fn other_shape(&self, name: &str, dtype: Dtype, shape: &str) -> ArchiveError {
        ArchiveError::tensor(name, &self.describe(name), format!("{dtype:?} {shape}"))
    }

    /// Returns the archive in the safetensors format. Equal archives give equal bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let buffers: Vec<(&String, &Array, Vec<u8>)> = self
            .arrays
            .iter()
            .map(|(name, array)| (name, array, array.numbers.to_bytes()))
            .collect();
        let views = buffers.iter().map(|(name, array, bytes)| {
            let view = TensorView::new(array.numbers.dtype(), array.shape.clone(), bytes);
            (name.as_str(), view.expect("the setters check the shape"))
        });
        let texts = serde_json::to_string(&self.texts).expect("a map of texts is always JSON");
        let metadata = HashMap::from([(METADATA.to_owned(), texts)]);
        safetensors::serialize(views, Some(metadata)).expect("the header is far below its limit")
    }

    /// Reads an archive in the format of [`to_bytes`](Archive::to_bytes). The bytes are untrusted:
    /// lengths in the header are checked before memory is allocated for them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Archive, ArchiveError> {
        let broken =
            |error: &dyn std::fmt::Display| ArchiveError::NotSafetensors(error.to_string());
        let tensors = SafeTensors::deserialize(bytes).map_err(|error| broken(&error))?;
        let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(|error| broken(&error))?;
        let texts = metadata.metadata().as_ref().and_then(|metadata| metadata.get(METADATA));
        let texts = texts.ok_or_else(|| ArchiveError::NoMetadata(METADATA.to_owned()))?;
        let texts = serde_json::from_str(texts).map_err(|error| broken(&error))?;
        let arrays =
            tensors.iter().map(|(name, view)| Ok((name.to_owned(), read_array(name, &view)?)));
        Ok(Archive { texts, arrays: arrays.collect::<Result<_, ArchiveError>>()? })
    }

    /// Writes the archive to a file atomically.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        Ok(write_atomically(path, &self.to_bytes())?)
    }

    /// Reads an archive from a regular file of at most `limit` bytes.
    pub fn read(path: &Path, limit: u64) -> Result<Archive, FileError> {
        let bytes = read_bounded(path, limit)?;
        Archive::from_bytes(&bytes).map_err(FileError::contents(path))
    }
}

fn read_array(name: &str, view: &TensorView) -> Result<Array, ArchiveError> {
    let (floats, _) = view.data().as_chunks::<4>();
    let (integers, _) = view.data().as_chunks::<8>();
    let (shorts, _) = view.data().as_chunks::<2>();
    let numbers = match view.dtype() {
        Dtype::F32 => Numbers::Floats(floats.iter().map(|x| f32::from_le_bytes(*x)).collect()),
        Dtype::U64 => Numbers::Integers(integers.iter().map(|x| u64::from_le_bytes(*x)).collect()),
        Dtype::I16 => Numbers::Shorts(shorts.iter().map(|x| i16::from_le_bytes(*x)).collect()),
        other => {
            let found = format!("{other:?} {:?}", view.shape());
            return Err(ArchiveError::tensor(name, &found, "F32, I16 or U64"));
        }
    };
    let array = Array { shape: view.shape().to_vec(), numbers };
    array.check_finite(name)?;
    Ok(array)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sample() -> Archive {
        let mut archive = Archive::default();
        archive.set_text("features", "design29");
        archive.set_text("rules", "height=10,\"x\"\n");
        archive.set_floats("weight", &[2, 3], vec![1.0, -2.5, 0.0, f32::MIN, f32::MAX, -0.0]);
        archive.set_integers("counters", vec![0, u64::MAX]);
        archive
    }

    #[test]
    fn archives_round_trip_and_have_stable_bytes() {
        let bytes = sample().to_bytes();
        assert_eq!(Archive::from_bytes(&bytes).unwrap(), sample());
        assert_eq!(sample().to_bytes(), bytes);
    }

    #[test]
    fn parts_round_trip() {
        let mut whole = Archive::default();
        whole.absorb("best.", sample());
        assert_eq!(whole.part("best."), sample());
        assert_eq!(whole.part("worst."), Archive::default());
    }

    #[test]
    fn truncated_files_are_refused() {
        let bytes = sample().to_bytes();
        for length in 0..bytes.len() {
            let error = Archive::from_bytes(&bytes[..length]).unwrap_err();
            assert!(matches!(error, ArchiveError::NotSafetensors(_)), "{length}: {error}");
        }
    }

    #[test]
    fn headers_with_huge_lengths_are_refused() {
        for length in [u64::MAX, 1 << 40, 99_000_000] {
            let mut bytes = length.to_le_bytes().to_vec();
            bytes.extend(b"{}");
            assert!(matches!(Archive::from_bytes(&bytes), Err(ArchiveError::NotSafetensors(_))));
        }
        let huge = br#"{"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,8]}}"#;
        let mut bytes = (huge.len() as u64).to_le_bytes().to_vec();
        bytes.extend(huge);
        bytes.extend([0; 8]);
        assert!(matches!(Archive::from_bytes(&bytes), Err(ArchiveError::NotSafetensors(_))));
    }

    #[test]
    fn infinite_floats_and_nan_are_refused() {
        for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut archive = sample();
            archive.set_floats("weight", &[2], vec![0.0, value]);
            let read = Archive::from_bytes(&archive.to_bytes()).map(|_| ());
            for error in [read, archive.check_finite()].map(Result::unwrap_err) {
                assert!(
                    error.to_string().ends_with("at index 1, expected finite numbers"),
                    "{error}"
                );
            }
        }
    }

    #[test]
    fn errors_name_shapes_and_types() {
        let archive = sample();
        let error = archive.floats("weight", &[3, 2]).unwrap_err().to_string();
        assert_eq!(error, "its tensor \"weight\" is F32 [2, 3], expected F32 [3, 2]");
        assert!(archive.floats("counters", &[2]).is_err());
        assert!(archive.integers("weight").is_err());
        assert_eq!(archive.integers("gone").unwrap_err().to_string(), "it has no tensor \"gone\"");
        assert!(archive.expect_text("features", "compact4").is_err());
        assert!(archive.number("features", f64::MIN..=f64::MAX).is_err());
    }

    #[test]
    fn numbers_outside_the_range_are_refused() {
        let mut archive = Archive::default();
        for text in ["1e300", "-1e300", "NaN", "inf", "-0.5", "1.5", ""] {
            archive.set_text("discount", text);
            let error = archive.number("discount", 0f32..=1.0).unwrap_err().to_string();
            assert!(error.ends_with(&format!("{text:?}, expected a number from 0.0 to 1.0")));
            assert!(archive.number("discount", 0..=u32::MAX).is_err());
        }
        archive.set_text("discount", "0.5");
        assert_eq!(archive.number("discount", 0f32..=1.0).unwrap(), 0.5);
    }

    proptest! {
        #[test]
        fn random_bytes_do_not_panic(start in 0u64..200, bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Archive::from_bytes(&[&start.to_le_bytes()[..], &bytes].concat());
        }

        #[test]
        fn a_changed_byte_does_not_panic(position in 0usize..400, value in any::<u8>()) {
            let mut bytes = sample().to_bytes();
            let position = position % bytes.len();
            bytes[position] = value;
            let _ = Archive::from_bytes(&bytes);
        }
    }
}
