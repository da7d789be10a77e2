//! Origin check and rate limit, before any request is served.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::host_name::HostName;
use super::rate::RateLimit;
use crate::ApiError;

/// Header by which a browser says whether the request comes from a page of this site. Browsers also
/// send it with requests for images, which have no `Origin` header.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Checks the requests to one address.
pub(super) struct Guard {
    address: SocketAddr,
    names: Vec<HostName>,
    rate: RateLimit,
}

impl Guard {
    pub(super) fn new(address: SocketAddr, names: Vec<HostName>, requests_per_second: u32) -> Self {
        Guard { address, names, rate: RateLimit::new(requests_per_second) }
    }

    /// Refuses requests that a page of another site makes through its visitor's browser, directly
    /// (`Origin`, `Sec-Fetch-Site`) or by DNS rebinding (`Host`). Any site may link to the web
    /// page, so `Sec-Fetch-Site` is checked for `/api/` only.
    fn check(&self, path: &str, headers: &HeaderMap) -> Result<(), ApiError> {
        let text =
            |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
        let Some(host) = text(header::HOST).filter(|host| self.is_own_host(host)) else {
            let expected = self.expected_host();
            return Err(ApiError::Origin(format!("Host is not this server: expected {expected}")));
        };
        let site = text(FETCH_SITE).unwrap_or("none");
        if path.starts_with("/api/") && !matches!(site, "same-origin" | "none") {
            let expected = "expected same-origin or none";
            return Err(ApiError::Origin(format!("{FETCH_SITE} is {site:?}: {expected}")));
        }
        match text(header::ORIGIN) {
            Some(origin) if !self.is_own_origin(origin, host) => Err(ApiError::Origin(format!(
                "Origin is not this server: expected http://{host} or none"
            ))),
            _ => Ok(()),
        }
    }

    /// Returns whether `host` is one of the server's names, `localhost` or an IP address. Other
    /// names may belong to another site.
    ///
    /// A server on a loopback address accepts no other IP addresses and only its own port. A server on
    /// another address, or with a name, may be reached by another port, such as the published port
    /// of a container. A page on another port of this machine is refused nevertheless, since its
    /// `Origin` differs from `Host`.
    fn is_own_host(&self, host: &str) -> bool {
        let Ok(host) = host.parse::<Authority>() else { return false };
        let name = host.host().trim_matches(['[', ']']);
        if self.is_own_name(name) {
            return true;
        }
        let is_local = match name.parse::<IpAddr>() {
            Ok(ip) => ip.is_loopback(),
            Err(_) if name.eq_ignore_ascii_case("localhost") => true,
            Err(_) => return false,
        };
        let has_own_port = host.port_u16().unwrap_or(80) == self.address.port();
        !self.address.ip().is_loopback() || is_local && has_own_port
    }

    fn is_own_name(&self, name: &str) -> bool {
        self.names.iter().any(|own| own.is(name))
    }

    /// Returns whether a page of `origin` was loaded from `host`, which passed
    /// [`is_own_host`](Self::is_own_host). A server with a name may be behind a proxy that adds TLS.
    fn is_own_origin(&self, origin: &str, host: &str) -> bool {
        let by_tls = || {
            let host = host.parse::<Authority>();
            host.is_ok_and(|host| self.is_own_name(host.host()))
        };
        match origin.split_once("://") {
            Some(("http", from)) => from == host,
            Some(("https", from)) => from == host && by_tls(),
            _ => false,
        }
    }

    fn expected_host(&self) -> String {
        let address = match self.address.ip().is_loopback() {
            true => self.address.to_string(),
            false => "localhost or an IP address".to_owned(),
        };
        let names = self.names.iter().map(|name| format!(" or {name}"));
        address + &names.collect::<String>()
    }
}

/// Security headers of every response: scripts from this server only, no use in frames or pages of
/// other sites, no guessing of content types, no referrer.
const SECURITY_HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Serves a request that passes the guard and refuses any other request (middleware).
pub(super) async fn check(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let allowed = guard.check(request.uri().path(), request.headers());
    let response = match allowed.and_then(|()| guard.rate.take(Instant::now())) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    (SECURITY_HEADERS, response).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(address: &str, names: &[&str]) -> Guard {
        let names = names.iter().map(|name| name.parse().unwrap());
        Guard::new(address.parse().unwrap(), names.collect(), 1)
    }

    fn is_own_host(address: &str, host: &str) -> bool {
        guard(address, &[]).is_own_host(host)
    }

    #[test]
    fn host_names_of_other_sites_are_refused() {
        for host in ["127.0.0.1:7878", "localhost:7878", "LOCALHOST:7878", "[::1]:7878"] {
            assert!(is_own_host("127.0.0.1:7878", host), "{host}");
        }
        for host in [
            "evil.example:7878",
            "127.0.0.1",
            "127.0.0.1:80",
            "localhost.evil.example:7878",
            "192.168.0.9:7878",
            "",
            ":",
            "[::1",
            "::1",
            "127.0.0.1:7878:7878",
        ] {
            assert!(!is_own_host("127.0.0.1:7878", host), "{host}");
        }
        assert!(is_own_host("127.0.0.1:80", "localhost"));
    }

    #[test]
    fn a_public_server_may_be_reached_by_other_addresses_and_ports() {
        for address in ["0.0.0.0:7878", "[::]:7878", "192.168.0.9:7878"] {
            for host in ["192.168.0.9:7878", "192.168.0.9", "[2001:db8::1]:8080", "localhost:8080"]
            {
                assert!(is_own_host(address, host), "{address}: {host}");
            }
            for host in ["rebound.example:7878", "rebound.example", "box", "192.168.0.9.x:7878"] {
                assert!(!is_own_host(address, host), "{address}: {host}");
            }
        }
    }

    #[test]
    fn a_server_has_the_names_that_it_is_given() {
        for address in ["127.0.0.1:7878", "0.0.0.0:7878"] {
            let guard = guard(address, &["games.example", "box"]);
            for host in ["games.example", "GAMES.example:8080", "box:7878", "localhost:7878"] {
                assert!(guard.is_own_host(host), "{address}: {host}");
            }
            for host in ["example", "www.games.example", "games.example.evil.example:7878"] {
                assert!(!guard.is_own_host(host), "{address}: {host}");
            }
        }
    }

    #[test]
    fn only_a_named_server_may_be_behind_tls() {
        let guard = guard("0.0.0.0:7878", &["games.example"]);
        let is_own = |origin, host| guard.is_own_host(host) && guard.is_own_origin(origin, host);
        for (origin, host) in [
            ("https://games.example", "games.example"),
            ("https://games.example:8443", "games.example:8443"),
            ("http://games.example:7878", "games.example:7878"),
            ("http://192.168.0.9:8080", "192.168.0.9:8080"),
        ] {
            assert!(is_own(origin, host), "{origin} to {host}");
        }
        for (origin, host) in [
            ("https://192.168.0.9", "192.168.0.9"),
            ("https://games.example:8443", "games.example"),
            ("http://192.168.0.9:3000", "192.168.0.9:7878"),
            ("ftp://games.example", "games.example"),
            ("null", "games.example"),
            ("games.example", "games.example"),
        ] {
            assert!(!is_own(origin, host), "{origin} to {host}");
        }
    }
}
