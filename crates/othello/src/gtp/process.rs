//! A running engine: a process that answers commands on its standard input.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use plywood_search::{Budget, shortened};

use crate::lines::read_line;

/// Why no move could be obtained from an engine.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    #[error("the engine cannot be started: {0}")]
    NotStarted(std::io::Error),
    #[error("the engine ended without an answer to {0:?}")]
    Ended(String),
    #[error("the engine gave no answer to {command:?} within {limit:?}")]
    Timeout { command: String, limit: Duration },
    #[error("the engine refused {command:?}: {answer:?}")]
    Refused { command: String, answer: String },
    #[error("the engine was stopped before its answer to {0:?}")]
    Cancelled(String),
    #[error("the engine answered {command:?} by {answer:?}: expected {expected}")]
    NoMove { command: String, answer: String, expected: String },
    #[error("the engine resigned")]
    Resigned,
    #[error(
        "an outside engine plays from the start of a game only: the moves before this position are unknown"
    )]
    UnknownMoves,
}

/// The process ids of all running engines.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Ignores poisoning: the list is valid after every statement.
fn running() -> MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all external engines, for a program that exits without dropping its players. Ctrl-C in the
/// terminal does not reach them, because they are in process groups of their own.
pub fn kill_all() {
    running().iter().for_each(|&id| kill_group(id));
}

/// A child process. When this value is dropped, it is killed together with all processes that it has
/// started.
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Whether the process has answered the last command. Only then is it asked to quit.
    answers: bool,
}

/// The capacity of the queue of output lines. A process that writes more is blocked until lines are
/// read.
const WAITING_LINES: usize = 16;

/// The maximum number of lines kept of an answer.
const ANSWER_LINES: usize = 200;

/// The interval at which a waiting player checks for cancellation.
const POLL: Duration = Duration::from_millis(20);

/// How long a process may take to exit after `quit`, counted again from each line that it still
/// writes.
const GRACE: Duration = Duration::from_millis(200);

impl Process {
    /// Starts a program with arguments. Its standard error is discarded.
    pub(super) fn start(words: &[String]) -> Result<Self, Fault> {
        let (program, arguments) = words.split_first().expect("a command has a program");
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        in_own_group(&mut command);
        let mut child = command.spawn().map_err(Fault::NotStarted)?;
        running().push(child.id());
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (sender, lines) = sync_channel(WAITING_LINES);
        let process = Process { child, input, lines, answers: true };
        let read = move || output.map(|output| forward(&mut BufReader::new(output), &sender));
        thread::Builder::new().spawn(read).map_err(Fault::NotStarted)?;
        Ok(process)
    }

    /// Sends a command and returns the text of the answer. Waits for at most `limit`.
    pub(super) fn ask(
        &mut self,
        command: &str,
        limit: Duration,
        budget: &Budget,
    ) -> Result<String, Fault> {
        self.answers = false;
        let input = self.input.as_mut().expect("the input is open until the end");
        let sent = writeln!(input, "{command}").and_then(|()| input.flush());
        sent.map_err(|_| Fault::Ended(command.to_owned()))?;
        let started = budget.clock.now();
        let line = || self.line(command, limit, started, budget);
        // Some engines write other lines before the answer.
        let mut answer = loop {
            let line = line()?;
            if line.starts_with(['=', '?']) {
                break vec![line];
            }
        };
        loop {
            match line()? {
                line if line.is_empty() => break,
                line if answer.len() < ANSWER_LINES => answer.push(line),
                _ => {}
            }
        }
        self.answers = true;
        let answer = answer.join("\n");
        let text = answer[1..].trim().to_owned();
        if answer.starts_with('?') {
            return Err(Fault::Refused { command: command.to_owned(), answer: shortened(&text) });
        }
        Ok(text)
    }

    /// Returns the next line of the process's output.
    fn line(
        &self,
        command: &str,
        limit: Duration,
        started: Duration,
        budget: &Budget,
    ) -> Result<String, Fault> {
        loop {
            if budget.clock.now().saturating_sub(started) > limit {
                return Err(Fault::Timeout { command: command.to_owned(), limit });
            }
            match self.lines.recv_timeout(POLL) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) if budget.cancel.is_cancelled() => {
                    return Err(Fault::Cancelled(command.to_owned()));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Fault::Ended(command.to_owned()));
                }
            }
        }
    }
}

/// Sends the lines of an output to a channel until the output ends or the receiver is dropped.
fn forward(output: &mut impl BufRead, lines: &SyncSender<String>) {
    while let Ok(Some(line)) = read_line(output) {
        if lines.send(line.unwrap_or_default()).is_err() {
            break;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take().filter(|_| self.answers) {
            // Writing fails if the engine has already exited, which is fine.
            let _ = input.write_all(b"quit\n");
            drop(input);
            // Reads a limited number of lines, because an engine may go on writing.
            let mut lines = 0..WAITING_LINES;
            while lines.next().is_some() && self.lines.recv_timeout(GRACE).is_ok() {}
        }
        // `wait` has not been called yet, so the operating system cannot have reused the process id.
        kill_group(self.child.id());
        let _ = self.child.kill();
        running().retain(|&id| id != self.child.id());
        let _ = self.child.wait();
    }
}

/// Makes the process the leader of a process group, to which the processes that it starts belong.
#[cfg(unix)]
fn in_own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn in_own_group(_command: &mut Command) {}

#[cfg(unix)]
fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // Fails if the group has no process any more, which is fine.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_id: u32) {}
