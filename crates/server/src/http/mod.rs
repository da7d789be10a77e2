//! The engine over HTTP, and the page that uses it.

mod assets;
mod connections;
mod guard;
mod pages;
mod rate;
mod routes;

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use axum::middleware;
use plywood_registry::Games;

use crate::{Engine, Limits};
use guard::Guard;
use routes::{Site, router};

/// A server that listens, but does not answer yet.
pub struct Server {
    listener: TcpListener,
    games: &'static Games,
    limits: Limits,
}

/// How often what was left alone is looked for.
const TIDY_EVERY: Duration = Duration::from_secs(1);

/// Requests that are worked out at once; searches have threads of their own.
const MOST_AT_ONCE: usize = 16;

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
            let guard = Arc::new(Guard::new(self.address()?, self.limits.requests));
            let engine = Engine::new(self.games, self.limits.clone());
            let site = Arc::new(Site::new(engine, self.limits.patience));
            let tidied = Arc::clone(&site);
            tokio::spawn(async move {
                loop {
                    tokio::time::sleep(TIDY_EVERY).await;
                    let site = Arc::clone(&tidied);
                    // If it fails it is tried again.
                    let _ = tokio::task::spawn_blocking(move || site.tidy()).await;
                }
            });
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let router = router(site).layer(middleware::from_fn_with_state(guard, guard::watch));
            connections::serve(listener, router, &self.limits).await;
            Ok(())
        })
    }
}
