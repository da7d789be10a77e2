//! Words that make comments and documents hard to read.

/// Extensions of the files whose comments or texts are searched.
pub(super) const EXTENSIONS: &[&str] = &["rs", "js", "css", "toml", "md"];

/// Groups of words to avoid. The words of a group are counted together.
pub(super) const GROUPS: [&[&str]; 2] = [&["told"], &["nobody", "somebody", "whoever"]];

/// The definition that `cargo xtask count` prints above its second table.
pub(super) const DEFINITION: &str = "\
Words to avoid: whole words in any case, in comments of tracked .rs, .js, .css and .toml files and
in all of the text of .md files. Code and strings are not searched.";

/// Returns how often any of `words` occurs in a text, in any case. `words` must be in lower case.
pub(super) fn count(text: &str, words: &[&str]) -> usize {
    let is_wanted = |word: &&str| words.contains(&word.to_lowercase().as_str());
    text.split(|letter: char| !letter.is_alphanumeric()).filter(is_wanted).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_are_counted_in_any_case() {
        assert_eq!(count("Whoever retold it; nobody's, whoever.", GROUPS[1]), 3);
    }
}
