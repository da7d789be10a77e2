//! Names by which clients may reach a server.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use plywood_search::quoted;

use crate::ApiError;

/// A name of a server, for example `games.example`: without scheme, port and path.
///
/// A server answers only requests to the names that it is given. Otherwise a page of another site could
/// read its answers by a name that resolves to the server's address (DNS rebinding).
///
/// ```
/// use plywood_server::HostName;
///
/// let name: HostName = "Games.example".parse()?;
/// assert_eq!(name.to_string(), "games.example");
/// assert!("http://games.example".parse::<HostName>().is_err());
/// # Ok::<(), plywood_server::ApiError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostName(String);

impl HostName {
    /// Returns whether `host`, the host of a request without its port, is this name.
    pub(super) fn is(&self, host: &str) -> bool {
        self.0.eq_ignore_ascii_case(host)
    }
}

impl FromStr for HostName {
    type Err = ApiError;

    fn from_str(text: &str) -> Result<Self, ApiError> {
        let is_label = |label: &str| {
            !label.is_empty()
                && label.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
        };
        if text.split('.').all(is_label) {
            return Ok(HostName(text.to_ascii_lowercase()));
        }
        let text = quoted(text);
        Err(ApiError::Input(format!("{text}: expected a name like games.example, without a port")))
    }
}

impl Display for HostName {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_no_port_and_no_scheme() {
        for name in ["games.example", "box", "LOCAL-1.lan", "xn--bcher-kva.example"] {
            assert!(name.parse::<HostName>().unwrap().is(&name.to_uppercase()), "{name}");
        }
        for text in ["", ".", "a..b", "games.example.", "a:80", "http://a", "a/b", "*.a", "bücher"]
        {
            let error = text.parse::<HostName>().unwrap_err();
            assert!(error.to_string().contains("expected a name like"), "{text}: {error}");
        }
    }
}
