//! Finds Rust code outside tests, by text and not by parsing.

/// The definition that `cargo xtask count` prints above its first table.
pub(super) const DEFINITION: &str = "\
Rust outside tests: all lines of tracked .rs files, with comments and blank lines, but without
tests/ and benches/ folders and without #[cfg(test)] items at the start of a line.
Public items: lines of these files in crates/ that start with pub and fn, struct, enum, union,
trait, const, static, type or mod. A textual count: methods, and items in private modules, are in it.";

const ITEMS: [&str; 9] =
    ["fn", "struct", "enum", "union", "trait", "const", "static", "type", "mod"];

/// Returns whether a file holds only tests or benchmarks.
pub(super) fn is_test_file(file: &str) -> bool {
    file.split('/').any(|folder| matches!(folder, "tests" | "benches"))
}

/// Returns the lines of a file that are not part of a `#[cfg(test)]` item.
pub(super) fn code_lines(text: &str) -> Vec<&str> {
    let mut is_test = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        is_test |= line.starts_with("#[cfg(test)]");
        if !is_test {
            lines.push(line);
        } else if line.starts_with('}') || is_whole_item(line) {
            is_test = false;
        }
    }
    lines
}

/// Returns whether a line is an item without a body, such as `mod tests;`.
fn is_whole_item(line: &str) -> bool {
    line.ends_with(';') && (line.starts_with("mod ") || line.starts_with("use "))
}

/// Returns whether a line starts an item that is `pub` without restriction.
pub(super) fn is_public_item(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_public = words.next() == Some("pub");
    let kind = words.find(|word| !matches!(*word, "async" | "unsafe"));
    is_public && kind.is_some_and(|kind| ITEMS.contains(&kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_modules_are_left_out() {
        let text = "a\n#[cfg(test)]\nmod tests {\n    b\n}\n\n#[cfg(test)]\nmod more;\nc\n";
        assert_eq!(code_lines(text), ["a", "", "c"]);
    }

    #[test]
    fn folders_of_tests_are_left_out() {
        assert!(is_test_file("crates/search/tests/engine/main.rs"));
        assert!(is_test_file("crates/search/benches/search.rs"));
        assert!(!is_test_file("crates/search/src/tests.rs"));
    }

    #[test]
    fn only_unrestricted_items_are_public() {
        let public = [
            "pub fn a() {",
            "    pub const fn b() {",
            "pub const C: u8 = 1;",
            "pub unsafe fn d() {",
            "pub mod e;",
        ];
        let others = ["pub(crate) fn a() {", "pub use b;", "    pub field: u8,", "fn c() {"];
        assert!(public.iter().all(|line| is_public_item(line)));
        assert!(!others.iter().any(|line| is_public_item(line)));
    }
}
