//! Expands specs with braces, such as `mcts:simulations={100,1000}`, to several players.

use plywood_search::quoted;

/// Returns all combinations of the choices in braces; the choices of the last braces vary fastest.
/// Braces in double quotes stay as they are. Nested braces are an error.
///
/// ```
/// use plywood_arena::expand;
///
/// let specs = expand("mcts:simulations={10,100},c={1,2}").unwrap();
/// assert_eq!(specs[1], "mcts:simulations=10,c=2");
/// assert_eq!(specs.len(), 4);
/// ```
pub fn expand(text: &str) -> Result<Vec<String>, String> {
    if unquoted(text).filter(|&(_, c)| c == '{').count() > MAX_BRACES {
        return Err(format!("expected at most {MAX_BRACES} braces in a spec"));
    }
    let Some(open) = find_unquoted(text, '{') else {
        return match find_unquoted(text, '}') {
            Some(_) => Err(format!("{} has a '}}' without a '{{' before it", quoted(text))),
            None => Ok(vec![text.to_owned()]),
        };
    };
    let (before, rest) = (&text[..open], &text[open + 1..]);
    let Some(close) = find_unquoted(rest, '}') else {
        return Err(format!("{} has a '{{' without a '}}' after it", quoted(text)));
    };
    let tails = expand(&rest[close + 1..])?;
    let mut expanded = Vec::new();
    for choice in split_unquoted(&rest[..close]) {
        expanded.extend(tails.iter().map(|tail| format!("{before}{choice}{tail}")));
        if expanded.len() > MAX_PLAYERS {
            let text = quoted(text);
            return Err(format!("{text} expands to more than {MAX_PLAYERS} players"));
        }
    }
    Ok(expanded)
}

/// Maximum number of braces in a text, which bounds the recursion of [`expand`].
const MAX_BRACES: usize = 16;

/// Maximum number of specs that one text expands to.
const MAX_PLAYERS: usize = 1000;

/// Returns the byte index of the first `wanted` outside of double quotes.
fn find_unquoted(text: &str, wanted: char) -> Option<usize> {
    unquoted(text).find(|&(_, c)| c == wanted).map(|(index, _)| index)
}

/// Splits a text at the commas outside of double quotes.
fn split_unquoted(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (comma, _) in unquoted(text).filter(|&(_, c)| c == ',') {
        parts.push(&text[start..comma]);
        start = comma + 1;
    }
    parts.push(&text[start..]);
    parts
}

/// Returns the characters outside of double quotes, with their byte indices.
fn unquoted(text: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut quoted, mut escaped) = (false, false);
    text.char_indices().filter(move |&(_, c)| {
        let was_quoted = quoted;
        if escaped {
            escaped = false;
        } else if c == '\\' && quoted {
            escaped = true;
        } else if c == '"' {
            quoted = !quoted;
        }
        !was_quoted
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_expand_in_order() {
        assert_eq!(expand("hard"), Ok(vec!["hard".to_owned()]));
        let all = expand("{easy,mcts:c={1,2}}");
        assert!(all.is_err(), "braces within braces: {all:?}");
        assert_eq!(expand("{easy,hard}").unwrap(), ["easy", "hard"]);
        assert_eq!(expand("a:b={1},c={2,3}").unwrap(), ["a:b=1,c=2", "a:b=1,c=3"]);
    }

    #[test]
    fn braces_in_quotes_are_not_expanded() {
        let text = r#"gtp:command="a {b,c} \" {d}",c={1,2}"#;
        let expanded = expand(text).unwrap();
        assert_eq!(expanded.len(), 2);
        assert!(expanded[0].starts_with(r#"gtp:command="a {b,c} \" {d}",c=1"#));
        assert_eq!(expand(r#"a:b={"x,y",z}"#).unwrap(), [r#"a:b="x,y""#, "a:b=z"]);
    }

    #[test]
    fn unbalanced_braces_and_huge_expansions_are_errors() {
        for bad in ["a:b={1,2", "a:b=1}", "a:{"] {
            assert!(expand(bad).is_err(), "{bad}");
        }
        assert!(expand(&"{a}".repeat(40_000)).is_err());
        assert!(expand(&"{1,2,3,4,5,6,7,8,9,10}".repeat(9)).is_err());
    }
}
