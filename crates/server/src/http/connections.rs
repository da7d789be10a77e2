//! Open connections: how many there may be, and how long one may keep us waiting.

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

use crate::Limits;
use crate::lock::lock;

/// What is read ahead of a connection, headers included.
const READ_AHEAD: usize = 64 << 10;

/// Out of descriptors, and the like: others must hang up first.
const BREATHER: Duration = Duration::from_millis(100);

/// Accepts connections for good, and answers what is asked on them.
///
/// Nobody can keep others out by opening connections and saying nothing: when
/// there are too many, the one that was silent longest makes room for the next.
pub(super) async fn serve(listener: TcpListener, router: Router, limits: &Limits) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.patience).max_buf_size(READ_AHEAD);
    let places = Arc::new(Semaphore::new(limits.connections));
    let silent = Silent::default();
    for number in 0.. {
        let stream = accept(&listener).await;
        if places.available_permits() == 0 && !silent.dismiss_oldest() {
            // All are being answered: whoever comes now is turned away.
            continue;
        }
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        silent.welcome(number, || {
            let connection = Connection { number, silent: silent.clone(), _place: place };
            let mut stream = TimeoutStream::new(stream);
            stream.set_write_timeout(Some(limits.patience));
            tokio::spawn(connection.answer(stream, http.clone(), router.clone())).abort_handle()
        });
    }
}

async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return stream,
            Err(error) if is_about_one(&error) => {}
            Err(_) => tokio::time::sleep(BREATHER).await,
        }
    }
}

/// Whether somebody hung up while he was let in.
fn is_about_one(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// A connection that is open.
struct Connection {
    number: u64,
    silent: Silent,
    _place: OwnedSemaphorePermit,
}

impl Connection {
    async fn answer(self, stream: TimeoutStream<TcpStream>, http: http1::Builder, router: Router) {
        // Events are small and should not wait for one another.
        let _ = stream.get_ref().set_nodelay(true);
        let router = TowerToHyperService::new(router);
        let service = service_fn(|request: Request<Incoming>| {
            self.silent.forget(self.number);
            router.call(request)
        });
        // However it ended, nobody is left to tell.
        let _ = http.serve_connection(TokioIo::new(Box::pin(stream)), service).await;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.silent.forget(self.number);
    }
}

/// The connections on which nothing was asked yet, oldest first.
#[derive(Clone, Default)]
struct Silent(Arc<Mutex<BTreeMap<u64, AbortHandle>>>);

impl Silent {
    /// Begins a connection; the lock is held meanwhile, so that it cannot have
    /// asked something before it is known.
    fn welcome(&self, number: u64, begin: impl FnOnce() -> AbortHandle) {
        lock(&self.0).insert(number, begin());
    }

    fn forget(&self, number: u64) {
        lock(&self.0).remove(&number);
    }

    /// Ends the oldest, if there is one.
    fn dismiss_oldest(&self) -> bool {
        let oldest = lock(&self.0).pop_first();
        oldest.is_some_and(|(_, connection)| {
            connection.abort();
            true
        })
    }
}
