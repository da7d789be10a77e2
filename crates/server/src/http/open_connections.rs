//! The open connections, and which of them is closed to make room for a new one.

use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::task::AbortHandle;

use crate::lock;

/// What a connection is doing. To make room, a connection in the lowest phase is closed; if there are
/// several, the one that has been in this phase longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// The server waits for a request, or for the rest of one.
    Receiving,
    /// The server sends a response. Most long ones are event streams, which clients resume.
    Sending,
    /// The server computes a response, which takes no longer than a moment. The connection is never
    /// closed to make room.
    Computing,
}

/// All open connections by number.
#[derive(Clone, Default)]
pub(super) struct OpenConnections(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    connections: HashMap<u64, OpenConnection>,
    /// The number of phase changes of all connections so far.
    changes: u64,
}

struct OpenConnection {
    address: IpAddr,
    task: AbortHandle,
    phase: Phase,
    /// The number of the phase change, counted over all connections, by which this connection entered
    /// its phase.
    since: u64,
}

/// A connection's own entry among the open connections.
#[derive(Clone)]
pub(super) struct Entry {
    number: u64,
    open: OpenConnections,
}

impl OpenConnections {
    /// Spawns and adds a connection under the lock. Otherwise the first request could change the
    /// phase of the connection before it is added.
    pub(super) fn add(
        &self,
        number: u64,
        address: IpAddr,
        spawn: impl FnOnce(Entry) -> AbortHandle,
    ) {
        let entry = Entry { number, open: self.clone() };
        let mut inner = lock(&self.0);
        inner.changes += 1;
        let (task, since) = (spawn(entry), inner.changes);
        let connection = OpenConnection { address, task, phase: Phase::Receiving, since };
        inner.connections.insert(number, connection);
    }

    pub(super) fn count(&self) -> usize {
        lock(&self.0).connections.len()
    }

    pub(super) fn count_from(&self, address: IpAddr) -> usize {
        lock(&self.0).connections.values().filter(|open| open.address == address).count()
    }

    /// Closes one connection, if any can be closed. Returns whether one was closed.
    pub(super) fn close_one(&self) -> bool {
        self.close_one_of(|_| true)
    }

    /// Closes one connection of an address, if any can be closed. Returns whether one was closed.
    pub(super) fn close_one_from(&self, address: IpAddr) -> bool {
        self.close_one_of(|open| open.address == address)
    }

    fn close_one_of(&self, is_meant: impl Fn(&OpenConnection) -> bool) -> bool {
        let mut inner = lock(&self.0);
        let closable = inner
            .connections
            .iter()
            .filter(|(_, open)| is_meant(open) && open.phase < Phase::Computing);
        let first = closable.min_by_key(|(_, open)| (open.phase, open.since));
        let first = first.map(|(&number, _)| number);
        let Some(closed) = first.and_then(|number| inner.connections.remove(&number)) else {
            return false;
        };
        closed.task.abort();
        true
    }
}

impl Entry {
    pub(super) fn enter(&self, phase: Phase) {
        let mut inner = lock(&self.open.0);
        inner.changes += 1;
        let since = inner.changes;
        if let Some(open) = inner.connections.get_mut(&self.number) {
            (open.phase, open.since) = (phase, since);
        }
    }

    /// Removes the connection, which has ended.
    pub(super) fn remove(&self) {
        lock(&self.open.0).connections.remove(&self.number);
    }
}

/// The body of a request. Its connection is `Computing` once the body has been read.
pub(super) struct RequestBody {
    body: Incoming,
    entry: Entry,
}

impl RequestBody {
    pub(super) fn new(body: Incoming, entry: Entry) -> Self {
        let body = RequestBody { body, entry };
        if body.body.is_end_stream() {
            body.entry.enter(Phase::Computing);
        }
        body
    }
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        // The end of a chunked body is only known when there is no further frame.
        if self.body.is_end_stream() || matches!(frame, Poll::Ready(None)) {
            self.entry.enter(Phase::Computing);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of a response. Its connection is `Sending` until the body is dropped, which happens once
/// the last part of the body is in the write buffer of the connection.
pub(super) struct ResponseBody {
    body: Body,
    entry: Entry,
}

impl ResponseBody {
    pub(super) fn new(body: Body, entry: Entry) -> Self {
        entry.enter(Phase::Sending);
        ResponseBody { body, entry }
    }
}

impl Drop for ResponseBody {
    fn drop(&mut self) {
        self.entry.enter(Phase::Receiving);
    }
}

impl HttpBody for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use tokio::runtime::{Builder, Runtime};

    use super::*;

    /// Connections without sockets.
    struct Connections {
        /// Runs the connections' tasks, which never end by themselves.
        _runtime: Runtime,
        open: OpenConnections,
        entries: Vec<Entry>,
    }

    impl Connections {
        fn of(addresses: &[u32]) -> Self {
            let runtime = Builder::new_current_thread().build().unwrap();
            let (open, mut entries) = (OpenConnections::default(), Vec::new());
            for (number, &address) in (0..).zip(addresses) {
                open.add(number, ip(address), |entry| {
                    entries.push(entry);
                    runtime.spawn(pending::<()>()).abort_handle()
                });
            }
            Connections { _runtime: runtime, open, entries }
        }

        fn enter(&self, number: usize, phase: Phase) {
            self.entries[number].enter(phase);
        }

        /// Returns the numbers of the open connections.
        fn numbers(&self) -> Vec<u64> {
            let mut numbers: Vec<u64> = lock(&self.open.0).connections.keys().copied().collect();
            numbers.sort_unstable();
            numbers
        }
    }

    fn ip(address: u32) -> IpAddr {
        IpAddr::V4(address.into())
    }

    #[test]
    fn the_longest_waiting_is_closed_first_then_the_oldest_stream_and_never_a_computing_one() {
        let connections = Connections::of(&[1; 6]);
        for (number, phase) in [
            (1, Phase::Computing),
            (3, Phase::Computing),
            (4, Phase::Computing),
            (4, Phase::Sending),
            (3, Phase::Sending),
            (0, Phase::Computing),
            (0, Phase::Sending),
            (0, Phase::Receiving),
        ] {
            connections.enter(number, phase);
        }
        // 2 and 5 have sent no request, 0 has got its answer, 4 and 3 are streams, 1 is computing.
        let mut closed: Vec<u64> = Vec::new();
        let mut before = connections.numbers();
        while connections.open.close_one() {
            let after = connections.numbers();
            closed.extend(before.iter().find(|number| !after.contains(number)));
            before = after;
        }
        assert_eq!(closed, [2, 5, 0, 4, 3]);
        assert_eq!(before, [1]);
    }

    #[test]
    fn a_full_address_closes_its_own_connections() {
        let connections = Connections::of(&[1, 2, 2, 1]);
        assert_eq!((connections.open.count(), connections.open.count_from(ip(2))), (4, 2));
        assert!(connections.open.close_one_from(ip(2)));
        assert_eq!(connections.numbers(), [0, 2, 3]);
        assert!(connections.open.close_one_from(ip(2)));
        assert!(!connections.open.close_one_from(ip(2)), "no connection is left");
        assert_eq!(connections.numbers(), [0, 3]);
    }

    #[test]
    fn ended_connections_are_forgotten() {
        let connections = Connections::of(&[1, 1]);
        connections.entries[0].remove();
        connections.enter(0, Phase::Receiving);
        assert_eq!(connections.numbers(), [1]);
        assert!(connections.open.close_one());
        assert!(!connections.open.close_one(), "no connection is left");
    }
}
