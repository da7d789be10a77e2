//! Operations that change files. Tests can make each of them fail.

use std::fs::File;
use std::io::{self, Write};

#[cfg(any(test, feature = "faults"))]
use crate::faults::strikes;

#[cfg(not(any(test, feature = "faults")))]
const fn strikes() -> bool {
    false
}

/// Runs an operation, unless a test makes it fail.
pub(crate) fn attempt<T>(operation: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    if strikes() { Err(fault()) } else { operation() }
}

/// Writes all bytes, unless a test makes the write fail half way.
pub(crate) fn write(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    if strikes() {
        file.write_all(&bytes[..bytes.len() / 2])?;
        return Err(fault());
    }
    file.write_all(bytes)
}

fn fault() -> io::Error {
    io::Error::other("a test makes this operation fail")
}
