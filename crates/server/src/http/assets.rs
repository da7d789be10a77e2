//! The files of the web page, embedded in the program.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, File, include_dir};

use crate::ApiError;

static WEB: Dir = include_dir!("$CARGO_MANIFEST_DIR/web");

/// Answers with the file at the request's path, or with status 304 if the browser has the current
/// version. The path is looked up in the embedded directory, never on disk.
pub(super) async fn file(uri: Uri, headers: HeaderMap) -> Result<Response, ApiError> {
    let path = uri.path();
    // The target of a request may have no path at all: `GET host HTTP/1.1`.
    let name = path.strip_prefix('/').unwrap_or(path);
    let file = WEB.get_file(if path == "/" { "index.html" } else { name });
    let file = file.ok_or_else(|| ApiError::NotFound("page", path.to_owned()))?;
    let tag = entity_tag(file.contents());
    let body = match has_current_version(&headers, &tag) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => ([(header::CONTENT_TYPE, content_type(file))], file.contents()).into_response(),
    };
    // The browser asks each time whether its version is current.
    let caching = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    Ok((caching, body).into_response())
}

/// Returns whether `If-None-Match` lists the version `tag`.
fn has_current_version(headers: &HeaderMap, tag: &str) -> bool {
    let lists = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|list| list.to_str().ok());
    let mut known = lists.flat_map(|list| list.split(',')).map(str::trim);
    known.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

fn content_type(file: &File) -> String {
    let mime = mime_guess::from_path(file.path()).first_or_octet_stream();
    let charset = if mime.type_() == "text" { "; charset=utf-8" } else { "" };
    format!("{mime}{charset}")
}

fn entity_tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}
