//! The routes of the server.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream;
use http_body_util::LengthLimitError;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::assets;
use super::pages::Pages;
use crate::{ApiError, Engine, panicked};

/// Maximum bytes of a request's body: enough for ten thousand moves of Klondike.
const MAX_BODY: usize = 256 << 10;

/// The state that all requests share.
pub(super) struct Site {
    pub(super) engine: Engine,
    pub(super) pages: Pages,
    /// Timeout for the body of a request.
    pub(super) timeout: Duration,
}

pub(super) fn router(site: Arc<Site>) -> Router {
    Router::new()
        .route("/api/v1/games", get(games).post(games))
        .route("/api/v1/events", get(events))
        .route("/api/v1/arena/{id}/games.jsonl", get(records))
        .route("/api/v1/{method}", post(answer))
        .fallback(get(assets::file).fallback(method_not_allowed))
        .method_not_allowed_fallback(method_not_allowed)
        .with_state(site)
}

type PathResult = Result<Path<String>, PathRejection>;

async fn games(site: State<Arc<Site>>, body: Body) -> Result<Response, ApiError> {
    answer(site, Ok(Path("games".to_owned())), body).await
}

async fn answer(
    State(site): State<Arc<Site>>,
    method: PathResult,
    body: Body,
) -> Result<Response, ApiError> {
    let Path(method) = method.map_err(|error| ApiError::Input(error.body_text()))?;
    let body = match tokio::time::timeout(site.timeout, to_bytes(body, MAX_BODY)).await {
        Ok(Ok(body)) => body,
        Ok(Err(error)) if is_too_long(&error) => {
            let error = ApiError::Limit(format!("a request has at most {MAX_BODY} bytes"));
            return Ok((StatusCode::PAYLOAD_TOO_LARGE, error).into_response());
        }
        Ok(Err(error)) => {
            return Err(ApiError::Input(format!("the request's body is malformed: {error}")));
        }
        Err(_) => {
            let error = ApiError::Limit("timeout: the request's body is incomplete".to_owned());
            return Ok((StatusCode::REQUEST_TIMEOUT, error).into_response());
        }
    };
    run_blocking(move || Ok(json_response(&site.answer(&method, &body)?))).await
}

/// Returns whether a body exceeded [`MAX_BODY`]; otherwise it was malformed or incomplete.
fn is_too_long(error: &axum::Error) -> bool {
    error.source().is_some_and(<dyn Error>::is::<LengthLimitError>)
}

/// Runs `answer` on a thread for blocking work, so that it cannot delay event streams.
async fn run_blocking(
    answer: impl FnOnce() -> Result<Response, ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    let ended = tokio::task::spawn_blocking(answer).await;
    // The task is never cancelled, so it has panicked.
    ended.unwrap_or_else(|error| Err(panicked(&*error.into_panic())))
}

impl Site {
    /// Removes expired sessions, tournaments, studies and pages.
    pub(super) fn remove_expired(&self) {
        self.engine.remove_expired();
        self.pages.remove_expired(Instant::now());
    }

    fn answer(&self, method: &str, body: &[u8]) -> Result<Value, ApiError> {
        let body = if body.trim_ascii().is_empty() { b"{}" } else { body };
        let mut params: Map<String, Value> = serde_json::from_slice(body)
            .map_err(|error| ApiError::Input(format!("expected a JSON object: {error}")))?;
        let page = params.remove("page");
        let is_task = match method {
            "think" | "winnable" | "arena" | "quality" | "review" => true,
            // With `winnable`, the method `new` starts a task that looks for a deal that can be won.
            "new" => params.get("winnable") == Some(&Value::Bool(true)),
            _ => false,
        };
        if !is_task {
            let document = self.engine.answer(method, params, Arc::new(|_event| {}))?.document;
            if let (Some(id), Some(Value::String(page))) = (document["review"].as_str(), page) {
                self.follow_review(id, document["finished"] == true, &page)?;
            }
            return Ok(document);
        }
        let Some(Value::String(page)) = page else {
            return Err(ApiError::Input(format!("{method}: expected page, the name of a stream")));
        };
        let page = self.pages.page(&page)?;
        let answer = self.engine.answer(method, params, page.event_sink())?;
        Ok(page.hold_task_of(answer))
    }

    /// Moves a review to the page that asks for its state: a reloaded page has another name than the page that
    /// started the review.
    fn follow_review(&self, id: &str, finished: bool, page: &str) -> Result<(), ApiError> {
        let page = self.pages.page(page)?;
        if finished {
            page.release(id);
        } else if !page.holds(id) {
            self.pages.hand_over(id, self.engine.review_task(id)?, &page);
        }
        Ok(())
    }
}

/// The query of an event stream.
#[derive(Deserialize)]
struct StreamQuery {
    page: String,
    /// The number of the last event that the page has received.
    last: Option<u64>,
}

async fn events(
    State(site): State<Arc<Site>>,
    query: Result<Query<StreamQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Query(query) = query.map_err(|error| ApiError::Input(error.body_text()))?;
    let header = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let last = header.or(query.last).unwrap_or(0);
    Ok(site.pages.page(&query.page)?.stream(last).into_response())
}

async fn records(State(site): State<Arc<Site>>, id: PathResult) -> Result<Response, ApiError> {
    let Path(id) = id.map_err(|error| ApiError::Input(error.body_text()))?;
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CONTENT_DISPOSITION, "attachment"),
    ];
    // Serializes a game when the client is ready for it: all games as text could fill the memory.
    let lines = stream::iter(site.engine.records(&id)?);
    Ok((headers, Body::from_stream(lines)).into_response())
}

async fn method_not_allowed(method: Method, uri: Uri) -> Response {
    let error = ApiError::Input(format!("{method} is not allowed for {}", uri.path()));
    (StatusCode::METHOD_NOT_ALLOWED, error).into_response()
}

fn json_response(document: &Value) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, document.to_string()).into_response()
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = match self {
            ApiError::Input(_) => StatusCode::BAD_REQUEST,
            ApiError::NotFound(..) | ApiError::Dropped(_) => StatusCode::NOT_FOUND,
            ApiError::Busy(_) | ApiError::Limit(_) => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Origin(_) => StatusCode::FORBIDDEN,
            ApiError::Stale { .. } | ApiError::Cancelled => StatusCode::CONFLICT,
            ApiError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, json_response(&self.document())).into_response()
    }
}
