//! The real program, serving.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// `plywood serve`, until it is dropped.
pub struct Server {
    process: Child,
    pub address: SocketAddr,
}

impl Server {
    /// Serves on any free port.
    pub fn start() -> Self {
        Server::start_at("127.0.0.1:0")
    }

    /// Serves on an address.
    pub fn start_at(address: &str) -> Self {
        Server::of(Path::new(env!("CARGO_BIN_EXE_plywood")), address)
    }

    /// Serves the games of any program that is made with `plywood::app()`.
    pub fn of(program: &Path, address: &str) -> Self {
        let mut process = Command::new(program)
            .args(["serve", "--addr", address])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let address = lines
            .find_map(|line| {
                let line = line.ok()?;
                let (_, rest) = line.split_once("http://")?;
                rest.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()
            })
            .expect("the server prints its address");
        Server { process, address }
    }

    pub fn url(&self, hash: &str) -> String {
        format!("http://{}/{hash}", self.address)
    }

    /// Ends the program as a crash would.
    pub fn kill(mut self) -> SocketAddr {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        self.address
    }

    /// The status of a request for the games with one more header.
    pub fn status_with(&self, header: &str) -> u16 {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let host = if header.starts_with("Host:") {
            String::new()
        } else {
            format!("Host: {}\r\n", self.address)
        };
        let request =
            format!("GET /api/v1/games HTTP/1.1\r\n{host}{header}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).unwrap().parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
