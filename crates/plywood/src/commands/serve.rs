//! `plywood serve`: the page.

use std::io::Write;
use std::net::SocketAddr;
use std::process::{Command, Stdio};

use anyhow::Context;
use plywood_registry::Games;
use plywood_server::Server;

use crate::cli::ServeArgs;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(
    games: &'static Games,
    args: &ServeArgs,
    out: &mut Output,
) -> Result<(), Failure> {
    let addr = args.addr;
    let in_use =
        || format!("cannot listen on {addr}; --addr {} takes any free port", any_port(addr));
    let server = Server::bind(games, addr).with_context(in_use)?;
    let addr = server.address()?;
    if !addr.ip().is_loopback() {
        eprintln!("warning: whoever can reach {addr} can play and search on this machine");
    }
    let page = format!("http://{}", reachable(addr));
    writeln!(out, "{page}")?;
    out.flush()?;
    if args.open {
        open(&page);
    }
    Ok(server.run()?)
}

fn any_port(addr: SocketAddr) -> SocketAddr {
    SocketAddr::new(addr.ip(), 0)
}

/// Where a browser on this machine finds the page.
fn reachable(addr: SocketAddr) -> SocketAddr {
    let mut reachable = addr;
    if addr.ip().is_unspecified() {
        reachable.set_ip(match addr {
            SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        });
    }
    reachable
}

/// Shows the page in the browser, as the system does it.
fn open(page: &str) {
    let (program, arguments): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(page).stdin(Stdio::null()).stdout(Stdio::null());
    if let Err(error) = command.stderr(Stdio::null()).spawn() {
        eprintln!("warning: no browser could be started ({program}: {error}); open {page}");
    }
}
