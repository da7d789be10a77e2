//! The number of open connections, and their timeouts.

use std::convert::Infallible;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
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
use tokio_io_timeout::TimeoutStream;

use super::descriptors::affordable_connections;
use super::open_connections::{Entry, OpenConnections, RequestBody, ResponseBody};
use crate::ResourceLimits;

/// Read buffer of a connection, which bounds the headers of a request.
const READ_BUFFER: usize = 64 << 10;

/// Pause after a failed `accept`, for example when all file descriptors are in use.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Accepts and serves connections until the program ends.
///
/// At the limit of connections, a new connection replaces an open one that waits for its client, so
/// idle clients cannot block the server. At the limit of connections from its address, it replaces one
/// from that address.
pub(super) async fn serve(listener: TcpListener, router: Router, limits: &ResourceLimits) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.timeout).max_buf_size(READ_BUFFER);
    let max = affordable_connections(limits.connections);
    let places = Arc::new(Semaphore::new(max));
    let open = OpenConnections::default();
    for number in 0.. {
        let (stream, address) = accept(&listener, &open).await;
        let address_is_full = open.count_from(address) >= limits.connections_per_address;
        if address_is_full && !open.close_one_from(address)
            || open.count() >= max && !open.close_one()
        {
            // No open connection can be closed, since the server is computing answers for all of
            // them: closes the new one.
            continue;
        }
        // Waits until a closed connection has freed its descriptor.
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        open.add(number, address, |entry| {
            let connection = Connection { entry, _place: place };
            let mut stream = TimeoutStream::new(stream);
            stream.set_write_timeout(Some(limits.timeout));
            tokio::spawn(connection.serve(stream, http.clone(), router.clone())).abort_handle()
        });
    }
}

/// Waits for a connection. Returns it with the client's address.
async fn accept(listener: &TcpListener, open: &OpenConnections) -> (TcpStream, IpAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, address)) => return (stream, address.ip().to_canonical()),
            Err(error) if is_about_client(&error) => {}
            Err(_) => {
                // Most likely no file descriptor is free: closes a connection to free one.
                open.close_one();
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// Returns whether an error of `accept` concerns only one connection, which its client closed before
/// it was accepted.
fn is_about_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// An open connection.
struct Connection {
    entry: Entry,
    _place: OwnedSemaphorePermit,
}

impl Connection {
    async fn serve(self, stream: TimeoutStream<TcpStream>, http: http1::Builder, router: Router) {
        // Without `nodelay`, small events would be delayed and sent together.
        let _ = stream.get_ref().set_nodelay(true);
        let router = TowerToHyperService::new(router);
        let service = service_fn(|request: Request<Incoming>| {
            let entry = self.entry.clone();
            let request = request.map(|body| RequestBody::new(body, entry.clone()));
            let answer = router.call(request);
            async move {
                let response = answer.await?;
                Ok::<_, Infallible>(response.map(|body| ResponseBody::new(body, entry)))
            }
        });
        // An error closes the connection; there is no client left to report it to.
        let _ = http.serve_connection(TokioIo::new(Box::pin(stream)), service).await;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.entry.remove();
    }
}
