//! Origin check and rate limit, before any request is served.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::rate::RateLimit;
use crate::ApiError;

/// Browser header: whether the request is from this site. Sent even for images (without `Origin`).
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Checks the requests to one address.
pub(super) struct Guard {
    address: SocketAddr,
    rate: RateLimit,
}

impl Guard {
    pub(super) fn new(address: SocketAddr, requests_per_second: u32) -> Self {
        Guard { address, rate: RateLimit::new(requests_per_second) }
    }

    /// Refuses requests that a page of another site makes through its visitor's browser, directly
    /// (`Origin`, `Sec-Fetch-Site`) or by DNS rebinding (`Host`). Any site may link to the web
    /// page, so `Sec-Fetch-Site` is checked for `/api/` only.
    fn check(&self, path: &str, headers: &HeaderMap) -> Result<(), ApiError> {
        let text =
            |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
        let Some(host) = text(header::HOST).filter(|host| self.is_own_host(host)) else {
            let address = self.address;
            return Err(ApiError::Origin(format!("Host is not this server: expected {address}")));
        };
        let site = text(FETCH_SITE).unwrap_or("none");
        if path.starts_with("/api/") && !matches!(site, "same-origin" | "none") {
            let expected = "expected same-origin or none";
            return Err(ApiError::Origin(format!("{FETCH_SITE} is {site:?}: {expected}")));
        }
        match text(header::ORIGIN) {
            Some(origin) if origin.strip_prefix("http://") != Some(host) => Err(ApiError::Origin(
                format!("Origin is not this server: expected http://{host} or none"),
            )),
            _ => Ok(()),
        }
    }

    /// Returns whether `host` is `localhost` or an IP address, with the server's port. Other names
    /// may belong to another site. A server on a loopback address accepts no other IP addresses.
    fn is_own_host(&self, host: &str) -> bool {
        let Ok(host) = host.parse::<Authority>() else { return false };
        let name = host.host().trim_matches(['[', ']']);
        host.port_u16().unwrap_or(80) == self.address.port()
            && match name.parse::<IpAddr>() {
                Ok(ip) => ip.is_loopback() || !self.address.ip().is_loopback(),
                Err(_) => name.eq_ignore_ascii_case("localhost"),
            }
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

    fn is_own_host(address: &str, host: &str) -> bool {
        Guard::new(address.parse().unwrap(), 1).is_own_host(host)
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
        assert!(is_own_host("0.0.0.0:7878", "192.168.0.9:7878"));
        assert!(!is_own_host("0.0.0.0:7878", "rebound.example:7878"));
        assert!(is_own_host("127.0.0.1:80", "localhost"));
    }
}
