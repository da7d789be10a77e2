//! The size of the code: lines of Rust outside tests, public items, and words to avoid.

mod rust;
mod words;

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};

use crate::command::tracked_files;
use crate::comment::Syntax;
use rust::{code_lines, is_public_item, is_test_file};

/// The counts of a package.
#[derive(Clone, Copy, Default)]
struct Size {
    lines: usize,
    /// `None` for a program, whose items no other package can use.
    public_items: Option<usize>,
}

/// Counts lines, items and words in the tracked files, and prints tables with their definitions.
pub(crate) fn print() -> Result<()> {
    let mut sizes: BTreeMap<String, Size> = BTreeMap::new();
    for file in tracked_files(&["rs"])?.iter().filter(|file| !is_test_file(file)) {
        let text = read(file)?;
        let lines = code_lines(&text);
        let size = sizes.entry(package_of(file)).or_default();
        size.lines += lines.len();
        if file.starts_with("crates/") {
            let items = lines.iter().filter(|line| is_public_item(line)).count();
            *size.public_items.get_or_insert_default() += items;
        }
    }
    println!("{}", rust::DEFINITION);
    println!("\n{:<20} {:>8} {:>14}", "package", "lines", "public items");
    for (package, size) in &sizes {
        let items = size.public_items.map_or_else(|| "-".to_owned(), |items| items.to_string());
        println!("{package:<20} {:>8} {items:>14}", size.lines);
    }
    let lines: usize = sizes.values().map(|size| size.lines).sum();
    let items: usize = sizes.values().filter_map(|size| size.public_items).sum();
    println!("{:<20} {lines:>8} {items:>14}", "total");

    let mut text = String::new();
    for file in tracked_files(words::EXTENSIONS)? {
        if let Some(syntax) = Syntax::of(&file) {
            text.push_str(&syntax.comments(&read(&file)?).join("\n"));
            text.push('\n');
        }
    }
    println!("\n{}", words::DEFINITION);
    println!("\n{:<28} {:>8}", "words", "times");
    for group in words::GROUPS {
        println!("{:<28} {:>8}", group.join(", "), words::count(&text, group));
    }
    Ok(())
}

fn read(file: &str) -> Result<String> {
    fs::read_to_string(file).with_context(|| format!("cannot read {file}"))
}

/// Returns the package that a file belongs to: `crates/NAME`, or else the first folder.
fn package_of(file: &str) -> String {
    let depth = if file.starts_with("crates/") { 2 } else { 1 };
    file.split('/').take(depth).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_belong_to_the_package_of_their_folder() {
        assert_eq!(package_of("crates/search/src/game.rs"), "crates/search");
        assert_eq!(package_of("xtask/src/load/page.rs"), "xtask");
    }
}
