//! The ways to ask over HTTP: what stands behind each path, and how it is answered.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Map, Value};

use super::assets;
use super::pages::Pages;
use crate::ApiError;
use crate::engine::{Answer, Engine};
use crate::report::{Report, Reporter};

/// The largest request: ten thousand moves fit, as Klondike writes them.
const LARGEST_BODY: usize = 256 << 10;

/// What every request can reach.
pub(super) struct Site {
    engine: Engine,
    pages: Pages,
    /// How long the rest of a request is waited for.
    patience: Duration,
}

/// Every way to ask.
pub(super) fn router(site: Arc<Site>) -> Router {
    Router::new()
        .route("/api/v1/games", get(answer).post(answer))
        .route("/api/v1/events", get(events))
        .route("/api/v1/arena/{id}/games.jsonl", get(records))
        .route("/api/v1/{method}", post(answer))
        .fallback(get(asset).fallback(no_such_way))
        .method_not_allowed_fallback(no_such_way)
        .with_state(site)
}

/// Is told nothing, since nothing is left to tell.
struct Nobody;

impl Reporter for Nobody {
    fn report(&self, _report: Report) {}
}

async fn answer(State(site): State<Arc<Site>>, request: Request) -> Response {
    let method = request.uri().path().trim_start_matches("/api/v1/").to_owned();
    let body = to_bytes(request.into_body(), LARGEST_BODY);
    let body = match tokio::time::timeout(site.patience, body).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => {
            let error = ApiError::Limit(format!("a request has at most {LARGEST_BODY} bytes"));
            return refuse_as(StatusCode::PAYLOAD_TOO_LARGE, &error);
        }
        Err(_) => {
            let error = ApiError::Limit("the rest of the request did not come".to_owned());
            return refuse_as(StatusCode::REQUEST_TIMEOUT, &error);
        }
    };
    work_out(move || respond(site.answer(&method, &body))).await
}

/// Works out an answer on a thread that may take its time.
async fn work_out(answer: impl FnOnce() -> Response + Send + 'static) -> Response {
    tokio::task::spawn_blocking(answer).await.unwrap_or_else(|_| {
        refuse(&ApiError::Internal("the request failed: this is a fault".to_owned()))
    })
}

impl Site {
    pub(super) fn new(engine: Engine, patience: Duration) -> Self {
        Site { engine, pages: Pages::default(), patience }
    }

    /// Ends and forgets what was left alone.
    pub(super) fn tidy(&self) {
        self.engine.tidy();
        self.pages.tidy(Instant::now());
    }

    fn answer(&self, method: &str, body: &[u8]) -> Result<Answer, ApiError> {
        let body = if body.trim_ascii().is_empty() { b"{}" } else { body };
        let mut params: Map<String, Value> = serde_json::from_slice(body)
            .map_err(|error| ApiError::Input(format!("expected a JSON object: {error}")))?;
        let page = params.remove("page");
        if !matches!(method, "think" | "arena") {
            return self.engine.answer(method, params, Arc::new(Nobody));
        }
        let Some(Value::String(page)) = page else {
            return Err(ApiError::Input(format!("{method}: expected page, the name of a stream")));
        };
        let page = self.pages.page(&page)?;
        let answer = self.engine.answer(method, params, Arc::clone(&page) as _)?;
        Ok(match answer {
            Answer::Later(document, work) => {
                page.hold(&document, work);
                Answer::Now(document)
            }
            now => now,
        })
    }
}

async fn events(State(site): State<Arc<Site>>, uri: Uri, headers: HeaderMap) -> Response {
    let query = uri.query().unwrap_or_default();
    let param = |name| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    let Some(name) = param("page") else {
        return refuse(&ApiError::Input("expected ?page=NAME".to_owned()));
    };
    let header = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    let last = header.or(param("last")).and_then(|id| id.parse().ok()).unwrap_or(0);
    match site.pages.page(name) {
        Ok(page) => page.stream(last).into_response(),
        Err(error) => refuse(&error),
    }
}

async fn records(State(site): State<Arc<Site>>, uri: Uri) -> Response {
    work_out(move || {
        let path = uri.path().trim_start_matches("/api/v1/arena/");
        match site.engine.records(path.trim_end_matches("/games.jsonl")) {
            Ok(records) => {
                let headers = [
                    (header::CONTENT_TYPE, "application/x-ndjson"),
                    (header::CONTENT_DISPOSITION, "attachment"),
                ];
                (headers, records).into_response()
            }
            Err(error) => refuse(&error),
        }
    })
    .await
}

async fn asset(uri: Uri, headers: HeaderMap) -> Response {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|tag| tag.to_str().ok());
    match assets::find(uri.path()) {
        Some(asset) => asset.response(known),
        None => refuse(&ApiError::NotFound { kind: "page", name: uri.path().to_owned() }),
    }
}

async fn no_such_way(method: Method, uri: Uri) -> Response {
    let error = ApiError::Input(format!("{method} is not for {}", uri.path()));
    refuse_as(StatusCode::METHOD_NOT_ALLOWED, &error)
}

fn respond(answer: Result<Answer, ApiError>) -> Response {
    match answer {
        Ok(Answer::Now(document) | Answer::Later(document, _)) => json(StatusCode::OK, &document),
        Err(error) => refuse(&error),
    }
}

/// An answer that says no.
pub(super) fn refuse(error: &ApiError) -> Response {
    let status = match error {
        ApiError::Input(_) => StatusCode::BAD_REQUEST,
        ApiError::NotFound { .. } => StatusCode::NOT_FOUND,
        ApiError::Busy(_) | ApiError::Limit(_) => StatusCode::TOO_MANY_REQUESTS,
        ApiError::Origin(_) => StatusCode::FORBIDDEN,
        ApiError::Cancelled => StatusCode::CONFLICT,
        ApiError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
    };
    refuse_as(status, error)
}

fn refuse_as(status: StatusCode, error: &ApiError) -> Response {
    json(status, &error.document())
}

fn json(status: StatusCode, document: &Value) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, Body::from(document.to_string())).into_response()
}
