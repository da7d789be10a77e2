//! Prints a random sample of comment blocks, for a reader who judges whether the comments are clear.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::command::tracked_files;
use crate::shuffle::shuffle;

/// Number of lines shown after a block.
const CODE_LINES: usize = 4;
/// Minimum number of characters in a block of one line: shorter blocks are headings and labels.
const MIN_CHARACTERS: usize = 60;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Number that chooses the blocks; the same seed and the same files give the same blocks
    #[arg(long)]
    seed: u64,
    /// How many blocks to print
    #[arg(long, default_value_t = 40)]
    count: usize,
}

/// Draws blocks at random from all tracked Rust and JavaScript files, and prints the blocks.
pub(crate) fn print(arguments: &Arguments) -> Result<()> {
    let mut blocks = Vec::new();
    for file in tracked_files(&["rs", "js"])? {
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {file}"))?;
        blocks.extend(blocks_of(&text).map(|(line, block)| format!("{file}:{line}\n{block}\n")));
    }
    let (count, total) = (arguments.count, blocks.len());
    ensure!(count <= total, "there are only {total} comment blocks");
    shuffle(&mut blocks, arguments.seed);
    for (block, number) in blocks.iter().zip(1..=count) {
        println!("--- {number} of {count}: {block}");
    }
    println!("seed {}: {count} of {total} comment blocks", arguments.seed);
    Ok(())
}

/// Returns the blocks of consecutive comment lines that are long enough. Each item is the number of
/// the first line, from 1, and the text of the block and of [`CODE_LINES`] lines after it.
fn blocks_of(text: &str) -> impl Iterator<Item = (usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let is_comment = |line: &str| line.trim_start().starts_with("//");
    let starts: Vec<usize> = (0..lines.len())
        .filter(|&at| is_comment(lines[at]) && (at == 0 || !is_comment(lines[at - 1])))
        .collect();
    starts.into_iter().filter_map(move |start| {
        let length = lines[start..].iter().take_while(|line| is_comment(line)).count();
        let is_long = length > 1 || lines[start].trim().len() >= MIN_CHARACTERS;
        let end = lines.len().min(start + length + CODE_LINES);
        is_long.then(|| (start + 1, lines[start..end].join("\n")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_consecutive_comment_lines() {
        let text = "// one\n// two\nlet a = 1; // no block\n// short\n\nfn b() {}\n\nfn c() {}";
        let blocks: Vec<_> = blocks_of(text).collect();
        let block = "// one\n// two\nlet a = 1; // no block\n// short\n\nfn b() {}";
        assert_eq!(blocks, [(1, block.to_owned())]);
    }
}
