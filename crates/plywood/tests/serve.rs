//! `plywood serve`: the real program, asked over a socket.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

/// A server that ends with the test.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the program on any free port of an address, and gives the page's address.
fn serve(address: &str) -> (Serving, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_plywood"))
        .args(["serve", "--addr", address])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(program.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (Serving(program), line.trim().strip_prefix("http://").unwrap().to_owned())
}

#[test]
fn the_page_and_all_games_are_served() {
    let (_serving, address) = serve("127.0.0.1:0");
    let get = |path: &str| {
        let mut stream = TcpStream::connect(&address).unwrap();
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    assert!(get("/").contains("<title>"));
    let games = get("/api/v1/games");
    for game in ["othello", "klondike", "woodblock", "tetris"] {
        assert!(games.contains(&format!("\"name\":\"{game}\"")), "{games}");
    }
}

#[test]
fn an_address_that_others_reach_is_warned_of() {
    let (mut serving, address) = serve("0.0.0.0:0");
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    serving.0.kill().unwrap();
    let mut warning = String::new();
    serving.0.stderr.take().unwrap().read_to_string(&mut warning).unwrap();
    assert!(warning.contains("warning: whoever can reach 0.0.0.0:"), "{warning}");
}

#[test]
fn a_port_in_use_is_named() {
    let holder = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = holder.local_addr().unwrap().to_string();
    // Plain plywood serves too; its port is taken here, or was before.
    let _holder = TcpListener::bind("127.0.0.1:7878");
    for (arguments, address) in
        [(vec!["serve", "--addr", &address], address.as_str()), (vec![], "127.0.0.1:7878")]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_plywood")).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty());
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(&format!("cannot listen on {address}")), "{error}");
    }
}
