//! Atomic writes, files that only one process at a time can write to, and bounded reads of files
//! whose contents are not trusted.

mod error;
#[cfg(any(test, feature = "faults"))]
pub mod faults;
mod locked;
mod operation;
mod read;
mod write;

pub use error::FileError;
pub use locked::LockedFile;
pub use read::{read_bounded, without_zero_tail};
pub use write::{PART_EXTENSION, create_file, create_folder, remove_parts, write_atomically};

/// Returns whether the value of a setting looks like a file name, not like a built-in name: built-in
/// names have neither a path separator nor a dot.
///
/// ```
/// assert!(plywood_files::looks_like_path("weights.safetensors"));
/// assert!(!plywood_files::looks_like_path("classic10"));
/// ```
pub fn looks_like_path(name: &str) -> bool {
    name.contains(['/', '\\', '.'])
}
