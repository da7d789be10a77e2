//! `plywood serve`: the web page.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use anyhow::Context;
use plywood_registry::Games;
use plywood_server::{ResourceLimits, Server};

use crate::cli::ServeArgs;
use crate::failure::Failure;
use crate::interrupt::exit_on_interrupt;
use crate::output::Output;

pub(crate) fn run(games: &Games, args: &ServeArgs, out: &mut Output) -> Result<(), Failure> {
    // The first process of a container receives only signals for which it has a handler.
    exit_on_interrupt()?;
    let addr = args.addr;
    let any_port = SocketAddr::new(addr.ip(), 0);
    let in_use = || format!("cannot listen on {addr}; --addr {any_port} takes any free port");
    let mut limits = ResourceLimits::for_http();
    limits.connections_per_address = args.connections_per_address;
    let server = Server::bind(games.clone(), addr).with_context(in_use)?;
    let server = server.with_limits(limits).with_names(args.host.clone());
    let addr = server.address()?;
    if !addr.ip().is_loopback() {
        eprintln!("warning: every machine that can reach {addr} can run searches on this one");
        if args.host.is_empty() {
            eprintln!(
                "note: --host NAME lets browsers reach it by a name instead of an IP address"
            );
        }
    }
    let page = format!("http://{}", reachable(addr));
    writeln!(out, "{page}")?;
    out.flush()?;
    if args.open
        && let Err(error) = open::that_detached(&page)
    {
        eprintln!("warning: cannot start a browser ({error}); open {page}");
    }
    Ok(server.run()?)
}

/// Returns the address for a browser on this machine: the loopback address for `0.0.0.0` and `::`.
fn reachable(mut addr: SocketAddr) -> SocketAddr {
    match addr.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => addr.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => addr.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    addr
}
