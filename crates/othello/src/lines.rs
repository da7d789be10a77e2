//! Lines of a protocol, of bounded length.

use std::io::{self, BufRead, Read};

/// The maximum length of a line, in bytes. A game in GGF has about 1,000.
pub(crate) const LONGEST_LINE: u64 = 1 << 16;

/// Reads a line without its end. Bytes that are not UTF-8 are replaced. Returns `None` at the end of
/// the input, and the inner error, which is an error message, for a line that is too long; such a line
/// is skipped.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, String>>> {
    let mut line = Vec::new();
    if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(format!(
            "the line is too long: expected at most {LONGEST_LINE} bytes"
        ))));
    }
    Ok(Some(Ok(String::from_utf8_lossy(line.trim_ascii_end()).into_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded() {
        let long = vec![b'x'; 3 * LONGEST_LINE as usize];
        let input = [b"one\r\n\n", &long[..], b"\n\xfftwo"].concat();
        let mut input = &input[..];
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next(), Some(Ok("one".to_owned())));
        assert_eq!(next(), Some(Ok(String::new())));
        assert!(next().unwrap().unwrap_err().contains("too long"));
        assert_eq!(next(), Some(Ok("\u{fffd}two".to_owned())));
        assert_eq!(next(), None);
    }
}
