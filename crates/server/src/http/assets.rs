//! The page's files, inside the program.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};

static WEB: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../web");

/// A file of the page.
pub(super) struct Asset {
    bytes: &'static [u8],
    kind: &'static str,
}

/// The file at a path; the path never reaches the disk.
pub(super) fn find(path: &str) -> Option<Asset> {
    let path = path.strip_prefix('/')?;
    let path = if path.is_empty() { "index.html" } else { path };
    let file = WEB.get_file(path)?;
    let kind = match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    };
    Some(Asset { bytes: file.contents(), kind })
}

impl Asset {
    /// The file, or word that what the browser has is still right.
    pub(super) fn response(&self, known: Option<&str>) -> Response {
        let tag = self.tag();
        let is_known = known.is_some_and(|known| known.contains(&tag));
        let mut response = match is_known {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => ([(header::CONTENT_TYPE, self.kind)], self.bytes).into_response(),
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(header::ETAG, tag);
        }
        response
    }

    fn tag(&self) -> String {
        let mut hasher = DefaultHasher::new();
        self.bytes.hash(&mut hasher);
        format!("\"{:016x}\"", hasher.finish())
    }
}
