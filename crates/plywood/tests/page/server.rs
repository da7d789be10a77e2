//! The real program as a server.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::timed_lines::TimedLines;

/// A running `plywood serve` process. Dropping the value kills the process.
pub struct Server {
    program: PathBuf,
    process: Child,
    address: SocketAddr,
}

impl Server {
    /// Starts Plywood's own program on a free port.
    pub fn start() -> Self {
        Server::of(Path::new(env!("CARGO_BIN_EXE_plywood")))
    }

    /// Starts any program made with `plywood::app()` on a free port.
    pub fn of(program: &Path) -> Self {
        let (process, address) = spawn(program, "127.0.0.1:0");
        Server { program: program.to_owned(), process, address }
    }

    /// Kills the program, to simulate a crash.
    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Starts the killed program again at the same address.
    pub fn restart(&mut self) {
        (self.process, self.address) = spawn(&self.program, &self.address.to_string());
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.address)
    }

    /// Requests the list of games with the additional `header`, and returns the HTTP status.
    pub fn status_with(&self, header: &str) -> u16 {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
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

/// Starts a program and waits for the address that it prints.
fn spawn(program: &Path, address: &str) -> (Child, SocketAddr) {
    let mut process = Command::new(program)
        .args(["serve", "--addr", address])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let address = TimedLines::of(process.stdout.take().unwrap())
        .find_map(|line| {
            let (_, rest) = line.split_once("http://")?;
            rest.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()
        })
        .expect("the server prints its address");
    (process, address)
}
