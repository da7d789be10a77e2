//! Finding comments in source files, line by line.
//!
//! The method is textual and does not parse. A marker such as `//` starts a comment if it is at the
//! start of the line or after a space, and if an even number of double quotes precedes it in the line.
//! Lines of a multi-line string can therefore be mistaken for comments.

/// The comment syntax of a file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Syntax {
    /// From `//` to the end of the line.
    Slashes,
    /// From `#` to the end of the line.
    Hash,
    /// From `/*` to `*/`.
    Block,
    /// A document, whose whole text counts as a comment.
    Prose,
}

impl Syntax {
    /// Returns the syntax of a file by its extension; `None` if the extension is unknown.
    pub(crate) fn of(file: &str) -> Option<Self> {
        match file.rsplit_once('.')?.1 {
            "rs" | "js" => Some(Syntax::Slashes),
            "toml" => Some(Syntax::Hash),
            "css" => Some(Syntax::Block),
            "md" => Some(Syntax::Prose),
            _ => None,
        }
    }

    /// Returns the comment text of each line of a file; empty for a line without a comment.
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

/// Returns the part of a line after the comment marker; `None` if the line has no comment.
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
