//! The number of open connections, and their timeouts.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::AbortHandle;
use tokio_io_timeout::TimeoutStream;

use crate::{ResourceLimits, lock};

/// Read buffer of a connection, which bounds the headers of a request.
const READ_BUFFER: usize = 64 << 10;

/// Pause after a failed `accept`, for example when all file descriptors are in use.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Accepts and serves connections until the program ends.
///
/// At the limit of connections, a new connection replaces the oldest connection that has sent no
/// request, so idle connections cannot block the server.
pub(super) async fn serve(listener: TcpListener, router: Router, limits: &ResourceLimits) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.timeout).max_buf_size(READ_BUFFER);
    let places = Arc::new(Semaphore::new(limits.connections));
    let idle = IdleConnections::default();
    for number in 0.. {
        let stream = accept(&listener).await;
        if places.available_permits() == 0 && !idle.close_oldest() {
            // All open connections have sent requests: closes the new connection.
            continue;
        }
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        idle.add(number, || {
            let connection = Connection { number, idle: idle.clone(), _place: place };
            let mut stream = TimeoutStream::new(stream);
            stream.set_write_timeout(Some(limits.timeout));
            tokio::spawn(connection.serve(stream, http.clone(), router.clone())).abort_handle()
        });
    }
}

async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return stream,
            Err(error) if is_about_client(&error) => {}
            Err(_) => tokio::time::sleep(ACCEPT_PAUSE).await,
        }
    }
}

/// Returns whether the client closed the connection before it was accepted.
fn is_about_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// An open connection.
struct Connection {
    number: u64,
    idle: IdleConnections,
    _place: OwnedSemaphorePermit,
}

impl Connection {
    async fn serve(self, stream: TimeoutStream<TcpStream>, http: http1::Builder, router: Router) {
        // Without `nodelay`, small events would be delayed and sent together.
        let _ = stream.get_ref().set_nodelay(true);
        let router = TowerToHyperService::new(router);
        let service = service_fn(|request: Request<Incoming>| {
            self.idle.remove(self.number);
            router.call(request)
        });
        // An error closes the connection; there is no client left to report it to.
        let _ = http.serve_connection(TokioIo::new(Box::pin(stream)), service).await;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.idle.remove(self.number);
    }
}

/// Connections that have sent no request yet, oldest first.
#[derive(Clone, Default)]
struct IdleConnections(Arc<Mutex<BTreeMap<u64, AbortHandle>>>);

impl IdleConnections {
    /// Spawns and adds a connection under the lock. Otherwise the first request could remove the
    /// connection before it is added.
    fn add(&self, number: u64, spawn: impl FnOnce() -> AbortHandle) {
        lock(&self.0).insert(number, spawn());
    }

    fn remove(&self, number: u64) {
        lock(&self.0).remove(&number);
    }

    /// Closes the oldest connection. Returns whether there was one.
    fn close_oldest(&self) -> bool {
        let oldest = lock(&self.0).pop_first();
        oldest.is_some_and(|(_, connection)| {
            connection.abort();
            true
        })
    }
}
