//! Comment blocks drawn at random, for a reader who judges whether they are clear.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::command::tracked_files;

/// Lines of code shown after a block.
const CODE_LINES: usize = 4;
/// A block of one line must have this many characters: shorter ones are headings and labels.
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

/// Consecutive comment lines of a file.
struct Block {
    file: String,
    /// The number of its first line, from 1.
    line: usize,
    comment: Vec<String>,
    /// The lines that follow.
    code: Vec<String>,
}

/// Draws blocks from all tracked Rust and JavaScript files and prints them.
pub(crate) fn print(arguments: &Arguments) -> Result<()> {
    let mut blocks = Vec::new();
    for file in tracked_files(&["rs", "js"])? {
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {file}"))?;
        blocks.extend(blocks_of(&file, &text));
    }
    let total = blocks.len();
    ensure!(arguments.count <= total, "there are only {total} comment blocks");
    shuffle(&mut blocks, arguments.seed);
    for (number, block) in blocks[..arguments.count].iter().enumerate() {
        println!("--- {} of {}: {}:{}", number + 1, arguments.count, block.file, block.line);
        for line in block.comment.iter().chain(&block.code) {
            println!("{line}");
        }
        println!();
    }
    println!("seed {}: {} of {total} comment blocks", arguments.seed, arguments.count);
    Ok(())
}

/// The blocks of a file that are long enough. A comment after code on the same line is no block.
fn blocks_of(file: &str, text: &str) -> Vec<Block> {
    let lines: Vec<&str> = text.lines().collect();
    let is_comment = |line: &&str| line.trim_start().starts_with("//");
    let mut blocks = Vec::new();
    let mut start = 0;
    while start < lines.len() {
        let length = lines[start..].iter().take_while(|line| is_comment(line)).count();
        let comment = &lines[start..start + length];
        let characters = comment.iter().map(|line| line.trim().len()).max().unwrap_or(0);
        if length > 1 || characters >= MIN_CHARACTERS {
            let owned = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect();
            let code = &lines[start + length..];
            let code = owned(&code[..code.len().min(CODE_LINES)]);
            blocks.push(Block {
                file: file.to_owned(),
                line: start + 1,
                comment: owned(comment),
                code,
            });
        }
        start += length.max(1);
    }
    blocks
}

/// Fisher-Yates shuffle. The choice must not change with a library's version, so the generator is
/// written out: SplitMix64.
fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut state = seed;
    let mut draw = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    for last in (1..items.len()).rev() {
        items.swap(last, (draw() % (last as u64 + 1)) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_consecutive_comment_lines() {
        let text = "// one\n// two\nlet a = 1; // no block\n// short\n\nfn b() {}\n";
        let blocks = blocks_of("a.rs", text);
        assert_eq!(blocks.len(), 1);
        assert_eq!((blocks[0].line, blocks[0].comment.len(), blocks[0].code.len()), (1, 2, 4));
    }

    #[test]
    fn a_seed_always_draws_the_same() {
        let drawn = |seed| {
            let mut items: Vec<u32> = (0..10).collect();
            shuffle(&mut items, seed);
            items
        };
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
        let mut sorted = drawn(1);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..10).collect::<Vec<_>>());
    }
}
