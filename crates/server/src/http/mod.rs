//! The engine over HTTP, and the web page that uses it.

mod assets;
mod connections;
mod descriptors;
mod guard;
mod host_name;
mod open_connections;
mod pages;
mod rate;
mod routes;

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use axum::middleware;
use plywood_registry::Games;

use crate::{Engine, ResourceLimits, start_thread};
use guard::Guard;
pub use host_name::HostName;
use pages::Pages;
use routes::{Site, router};

/// A server that is bound to an address. It answers requests only while [`run`](Self::run) runs.
pub struct Server {
    listener: TcpListener,
    games: Games,
    limits: ResourceLimits,
    names: Vec<HostName>,
}

/// Interval at which expired sessions, tournaments and pages are removed.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(1);

/// Threads that answer requests; searches have threads of their own.
const REQUEST_THREADS: usize = 16;

impl Server {
    /// Binds a server for `games` to an address; port 0 is any free port.
    pub fn bind(games: Games, address: impl ToSocketAddrs) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Server { listener, games, limits: ResourceLimits::for_http(), names: Vec::new() })
    }

    /// Replaces the limits, which are [`ResourceLimits::for_http`] by default.
    pub fn with_limits(self, limits: ResourceLimits) -> Self {
        Server { limits, ..self }
    }

    /// Adds names by which clients may reach the server. Without names, clients reach it by `localhost`
    /// or a loopback address, and by any IP address if it does not listen on a loopback address.
    pub fn with_names(self, names: Vec<HostName>) -> Self {
        Server { names, ..self }
    }

    /// Returns the address, with the port that the system chose.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves requests until the program ends. Fails if the threads cannot be started.
    pub fn run(self) -> io::Result<()> {
        let engine = Engine::new(self.games.clone(), self.limits.clone())?;
        // Tokio panics if its first thread cannot be started. Starting one here returns an error instead.
        let _ = start_thread(|| ())?.join();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .max_blocking_threads(REQUEST_THREADS)
            .build()?;
        runtime.block_on(async {
            let guard =
                Arc::new(Guard::new(self.address()?, self.names, self.limits.requests_per_second));
            let (pages, timeout) = (Pages::default(), self.limits.timeout);
            let site = Arc::new(Site { engine, pages, timeout });
            let cleaned = Arc::clone(&site);
            tokio::spawn(async move {
                loop {
                    tokio::time::sleep(CLEANUP_INTERVAL).await;
                    let site = Arc::clone(&cleaned);
                    // Ignores a panic of the cleanup: the next cleanup follows after the interval.
                    let _ = tokio::task::spawn_blocking(move || site.remove_expired()).await;
                }
            });
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let router = router(site).layer(middleware::from_fn_with_state(guard, guard::check));
            connections::serve(listener, router, &self.limits).await;
            Ok(())
        })
    }
}
