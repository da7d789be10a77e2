//! Finding comments in source files, line by line.
//!
//! This is textual, not a parser. A comment starts at its marker if the marker is at the start of
//! the line or after a space, and if the number of double quotes before it is even. Lines inside
//! a string over several lines can therefore be taken for comments.

/// The comment syntax of a file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Syntax {
    /// From `//` to the end of the line.
    Slashes,
    /// From `#` to the end of the line.
    Hash,
    /// From `/*` to `*/`.
    Block,
    /// A document: all of its text.
    Prose,
}

impl Syntax {
    /// The syntax of a file by its extension, or `None` if the extension is not known.
    pub(crate) fn of(file: &str) -> Option<Self> {
        match file.rsplit_once('.')?.1 {
            "rs" | "js" => Some(Syntax::Slashes),
            "toml" => Some(Syntax::Hash),
            "css" => Some(Syntax::Block),
            "md" => Some(Syntax::Prose),
            _ => None,
        }
    }

    /// The comment text of each line of a file; empty for a line without a comment.
    pub(crate) fn comments(self, text: &str) -> Vec<&str> {
        let mut is_inside = false;
        let comment = |line| match self {
            Syntax::Slashes => after(line, "//"),
            Syntax::Hash => after(line, "#"),
            Syntax::Prose => Some(line),
            Syntax::Block => {
                let start = if is_inside { Some(line) } else { after(line, "/*") };
                is_inside = start.is_some_and(|text| !text.contains("*/"));
                start.map(|text| text.split("*/").next().unwrap_or(text))
            }
        };
        text.lines().map(comment).map(Option::unwrap_or_default).collect()
    }
}

/// The part of a line after a comment marker.
fn after<'a>(line: &'a str, marker: &str) -> Option<&'a str> {
    let starts_comment = |(at, _): &(usize, &str)| {
        let code = &line[..*at];
        (code.is_empty() || code.ends_with(' ')) && code.matches('"').count().is_multiple_of(2)
    };
    line.match_indices(marker).find(starts_comment).map(|(at, _)| &line[at + marker.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_in_strings_are_not_comments() {
        let text = "let a = \"http://b\"; // c\n\"see // d\"\n    // e\nf()";
        assert_eq!(Syntax::Slashes.comments(text), [" c", "", " e", ""]);
    }

    #[test]
    fn comments_of_style_sheets_may_span_lines() {
        let text = "/* a\n b */ c\nd { /* e */ }";
        assert_eq!(Syntax::Block.comments(text), [" a", " b ", " e "]);
    }

    #[test]
    fn documents_are_text_throughout() {
        assert_eq!(Syntax::of("docs/README.md").unwrap().comments("# a\nb"), ["# a", "b"]);
        assert_eq!(Syntax::of("Cargo.toml").unwrap().comments("# a\nb = 1 # c"), [" a", " c"]);
        assert_eq!(Syntax::of("LICENSE"), None);
    }
}
