//! A line of the protocol: an optional id, a command and its arguments.

/// A command with its arguments.
pub(super) struct Command {
    /// The id, which the answer repeats; empty if there is none.
    pub(super) id: String,
    pub(super) name: String,
    pub(super) arguments: Vec<String>,
}

impl Command {
    /// Parses a line. Returns `None` if the line has only white space or a comment.
    pub(super) fn read(line: &str) -> Option<Self> {
        let line = line.split('#').next().unwrap_or_default();
        let line: String = line.chars().filter(|c| *c == '\t' || !c.is_control()).collect();
        let mut words = line.split_whitespace().map(str::to_owned).peekable();
        words.peek()?;
        // A longer number is not an id: the protocol requires support for 32 bits only.
        let id = words.next_if(|word| word.parse::<u32>().is_ok()).unwrap_or_default();
        let name = words.next().unwrap_or_default();
        Some(Command { id, name, arguments: words.collect() })
    }

    /// Returns an argument. `what` describes the argument in the error message if it is missing.
    pub(super) fn argument(&self, index: usize, what: &str) -> Result<&str, String> {
        let missing = || format!("{} needs {what}", self.name);
        self.arguments.get(index).map(String::as_str).ok_or_else(missing)
    }

    /// Returns an argument as a finite number of at least 0. `what` describes the argument in error
    /// messages.
    pub(super) fn number(&self, index: usize, what: &str) -> Result<f64, String> {
        let text = self.argument(index, what)?;
        let number = text.parse().ok().filter(|number| (0.0..=LARGEST).contains(number));
        number.ok_or_else(|| format!("{text:?} is not {what}: expected a number of 0 or more"))
    }
}

/// The largest number accepted in a command. As a time in seconds it is about a year, so a larger
/// number is a typing error.
const LARGEST: f64 = 3e7;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_an_id_a_command_and_arguments() {
        let parts = |line: &str| {
            let Command { id, name, arguments } = Command::read(line)?;
            Some((id, name, arguments.join("|")))
        };
        let all = |id: &str, name: &str, rest: &str| Some((id.into(), name.into(), rest.into()));
        assert_eq!(parts("12 play  black\td3 # good"), all("12", "play", "black|d3"));
        assert_eq!(parts("na\u{7}me"), all("", "name", ""));
        assert_eq!(parts("5"), all("5", "", ""));
        assert_eq!(parts("99999999999"), all("", "99999999999", ""));
        assert_eq!(parts(" # nothing"), None);
        assert_eq!(parts(""), None);
    }
}
