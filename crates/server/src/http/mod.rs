//! The engine over HTTP, and the page that uses it.

mod assets;
mod connections;
mod guard;
mod pages;
mod rate;

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use plywood_table::Games;
use serde_json::{Map, Value};

use crate::engine::{Answer, Engine};
use crate::report::{Report, Reporter};
use crate::{ApiError, Limits};
use guard::Guard;
use pages::Pages;

/// A server that listens, but does not answer yet.
pub struct Server {
    listener: TcpListener,
    games: &'static Games,
    limits: Limits,
}

/// The largest request: a game of ten thousand moves fits.
const LARGEST_BODY: usize = 64 << 10;

/// How often what was left alone is looked for.
const TIDY_EVERY: Duration = Duration::from_secs(1);

/// Requests that are worked out at once; searches have threads of their own.
const MOST_AT_ONCE: usize = 16;

/// What every request can reach.
struct Site {
    engine: Engine,
    pages: Arc<Pages>,
    patience: Duration,
}

impl Server {
    /// Takes an address, for these games; port 0 is any that is free.
    pub fn bind(games: &'static Games, address: impl ToSocketAddrs) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Server { listener, games, limits: Limits::of_an_address() })
    }

    /// The same with other limits than those of an address.
    pub fn with_limits(self, limits: Limits) -> Self {
        Server { limits, ..self }
    }

    /// The address that it listens on.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until the program ends.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .max_blocking_threads(MOST_AT_ONCE)
            .build()?;
        runtime.block_on(async {
            let guard = Arc::new(Guard::new(self.address()?));
            let engine = Engine::new(self.games, self.limits.clone());
            let patience = self.limits.patience;
            let site = Arc::new(Site { engine, pages: Arc::default(), patience });
            let tidied = Arc::clone(&site);
            tokio::spawn(async move {
                loop {
                    tokio::time::sleep(TIDY_EVERY).await;
                    tidied.engine.tidy();
                    tidied.pages.tidy();
                }
            });
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let router = router(site).layer(middleware::from_fn_with_state(guard, guard::watch));
            connections::serve(listener, router, &self.limits).await;
            Ok(())
        })
    }
}

fn router(site: Arc<Site>) -> Router {
    Router::new()
        .route("/api/v1/games", get(games))
        .route("/api/v1/events", get(events))
        .route("/api/v1/arena/{id}/games.jsonl", get(records))
        .route("/api/v1/{method}", post(answer))
        .fallback(get(asset))
        .with_state(site)
}

/// Is told nothing, since nothing is left to tell.
struct Nobody;

impl Reporter for Nobody {
    fn report(&self, _report: Report) {}
}

async fn games(State(site): State<Arc<Site>>) -> Response {
    respond(site.engine.answer("games", Map::new(), Arc::new(Nobody)))
}

async fn answer(
    State(site): State<Arc<Site>>,
    Path(method): Path<String>,
    request: Request,
) -> Response {
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
    let work = tokio::task::spawn_blocking(move || respond(site.answer(&method, &body)));
    work.await.unwrap_or_else(|_| {
        refuse(&ApiError::Internal("the request failed: this is a fault".to_owned()))
    })
}

impl Site {
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

async fn records(State(site): State<Arc<Site>>, Path(id): Path<String>) -> Response {
    match site.engine.records(&id) {
        Ok(records) => {
            let headers = [
                (header::CONTENT_TYPE, "application/x-ndjson"),
                (header::CONTENT_DISPOSITION, "attachment; filename=\"games.jsonl\""),
            ];
            (headers, records).into_response()
        }
        Err(error) => refuse(&error),
    }
}

async fn asset(uri: Uri, headers: HeaderMap) -> Response {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|tag| tag.to_str().ok());
    match assets::find(uri.path()) {
        Some(asset) => asset.response(known),
        None => refuse(&ApiError::NotFound { kind: "page", name: uri.path().to_owned() }),
    }
}

fn respond(answer: Result<Answer, ApiError>) -> Response {
    match answer {
        Ok(Answer::Now(document) | Answer::Later(document, _)) => json(StatusCode::OK, &document),
        Err(error) => refuse(&error),
    }
}

fn refuse(error: &ApiError) -> Response {
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
