//! Who may ask at all: nobody else's page, and nobody too often.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use super::rate::Rate;
use super::routes::refuse;
use crate::ApiError;

/// Whose page asks: told of pictures and frames too, which have no `Origin`.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Watches over an address.
pub(super) struct Guard {
    address: SocketAddr,
    rate: Rate,
}

impl Guard {
    pub(super) fn new(address: SocketAddr, requests: u32) -> Self {
        Guard { address, rate: Rate::new(requests) }
    }

    /// A page elsewhere can send its visitors' browsers here, under its own
    /// name or, by a trick with that name's address, as its own server. Both
    /// show in the headers that a browser adds. A link may lead here from
    /// anywhere, but what the engine is asked comes from our own page.
    fn check(&self, path: &str, headers: &HeaderMap) -> Result<(), ApiError> {
        let text =
            |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
        let Some(host) = text(header::HOST).filter(|host| self.is_ours(host)) else {
            let address = self.address;
            return Err(ApiError::Origin(format!("Host is not this server's: expected {address}")));
        };
        let site = text(FETCH_SITE).unwrap_or("none");
        if path.starts_with("/api/") && !matches!(site, "same-origin" | "none") {
            let expected = "expected same-origin or none";
            return Err(ApiError::Origin(format!("{FETCH_SITE} is {site:?}: {expected}")));
        }
        match text(header::ORIGIN) {
            Some(origin) if origin.strip_prefix("http://") != Some(host) => Err(ApiError::Origin(
                format!("Origin is not this server's: expected http://{host} or none"),
            )),
            _ => Ok(()),
        }
    }

    fn is_ours(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.address.port()) {
            return false;
        }
        let number = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        match number.parse::<IpAddr>() {
            Ok(ip) => ip.is_loopback() || !self.address.ip().is_loopback(),
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }
}

/// What a browser is told of every answer: run nothing that is not ours, be
/// shown in nobody's frame or page, guess no types, tell nobody.
const HEADERS: [(HeaderName, &str); 5] = [
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

/// Lets a request through, or not.
pub(super) async fn watch(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let allowed = guard.check(request.uri().path(), request.headers());
    let mut response = match allowed.and_then(|()| guard.rate.take()) {
        Ok(()) => next.run(request).await,
        Err(error) => refuse(&error),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_ours(address: &str, host: &str) -> bool {
        Guard::new(address.parse().unwrap(), 1).is_ours(host)
    }

    #[test]
    fn names_that_others_can_own_are_refused() {
        for host in ["127.0.0.1:7878", "localhost:7878", "LOCALHOST:7878", "[::1]:7878"] {
            assert!(is_ours("127.0.0.1:7878", host), "{host}");
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
            assert!(!is_ours("127.0.0.1:7878", host), "{host}");
        }
        assert!(is_ours("0.0.0.0:7878", "192.168.0.9:7878"));
        assert!(!is_ours("0.0.0.0:7878", "rebound.example:7878"));
        assert!(is_ours("127.0.0.1:80", "localhost"));
    }
}
