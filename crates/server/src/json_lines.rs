//! Requests and answers as lines of JSON: for a program that starts this one.

use std::collections::HashMap;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::ApiError;
use crate::engine::{Answer, Engine, Work, with_schema};
use crate::report::{Report, Reporter};

/// A game of a million moves has several times as many bytes; nothing else comes near.
const LONGEST_LINE: u64 = 16 << 20;

/// Answers every line until the input ends and all is answered.
///
/// Each answer carries the `id` of its request. A line with an `event` is a
/// report on the way; exactly one line without it answers each request.
pub fn serve(
    engine: &Engine,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (sender, receiver) = channel();
    let reader = sender.clone();
    thread::spawn(move || read_lines(input, &reader));
    Lines { engine, out, sender, working: HashMap::new() }.serve(&receiver)
}

/// What the loop waits for.
enum Happening {
    Line(Result<Vec<u8>, ApiError>),
    Report { id: Value, report: Report },
    End,
}

fn read_lines(mut input: impl BufRead, sender: &Sender<Happening>) {
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let line = match read {
            Ok(0) | Err(_) => break,
            Ok(_) if line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n') => {
                // The rest of the line belongs to the same bad request.
                let _ = input.skip_until(b'\n');
                Err(ApiError::Limit(format!("a line has at most {LONGEST_LINE} bytes")))
            }
            Ok(_) => Ok(line),
        };
        if sender.send(Happening::Line(line)).is_err() {
            return;
        }
    }
    // Nobody waits for the end if the other side is gone.
    let _ = sender.send(Happening::End);
}

/// Sends reports to the loop, under the request's id.
struct ToLoop {
    id: Value,
    sender: Sender<Happening>,
}

impl Reporter for ToLoop {
    fn report(&self, report: Report) {
        // If the loop has ended nobody listens any more.
        let _ = self.sender.send(Happening::Report { id: self.id.clone(), report });
    }
}

struct Lines<'a> {
    engine: &'a Engine,
    out: &'a mut dyn Write,
    sender: Sender<Happening>,
    /// The requests that are not answered yet, by their ids as text.
    working: HashMap<String, Work>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Terminate {
    id_of: Value,
}

impl Lines<'_> {
    fn serve(&mut self, receiver: &Receiver<Happening>) -> io::Result<()> {
        let mut ended = false;
        while !ended || !self.working.is_empty() {
            let Ok(happening) = receiver.recv() else { break };
            match happening {
                Happening::Line(Ok(line)) if line.trim_ascii().is_empty() => {}
                Happening::Line(Ok(line)) => self.obey(&line)?,
                Happening::Line(Err(error)) => self.refuse(&Value::Null, &error)?,
                Happening::Report { id, report } => self.pass_on(&id, report)?,
                Happening::End => ended = true,
            }
        }
        Ok(())
    }

    fn obey(&mut self, line: &[u8]) -> io::Result<()> {
        let mut request: Map<String, Value> = match serde_json::from_slice(line) {
            Ok(request) => request,
            Err(error) => {
                let error = ApiError::Input(format!("expected a JSON object on a line: {error}"));
                return self.refuse(&Value::Null, &error);
            }
        };
        let id = request.remove("id").unwrap_or_default();
        match self.answer(&id, request) {
            Ok(Some(document)) => self.write(&id, None, document),
            Ok(None) => Ok(()),
            Err(error) => self.refuse(&id, &error),
        }
    }

    /// The answer to a request, unless it comes later.
    fn answer(
        &mut self,
        id: &Value,
        mut request: Map<String, Value>,
    ) -> Result<Option<Value>, ApiError> {
        if !(id.is_string() || id.is_number()) {
            return Err(ApiError::Input("id: expected a text or a number".to_owned()));
        }
        if self.working.contains_key(&id.to_string()) {
            return Err(ApiError::Input(format!("id: {id} is not answered yet")));
        }
        let Some(Value::String(method)) = request.remove("method") else {
            return Err(ApiError::Input("method: expected the name of a method".to_owned()));
        };
        if method == "terminate" {
            let Terminate { id_of } = serde_json::from_value(request.into())
                .map_err(|error| ApiError::Input(format!("terminate: {error}")))?;
            let work = self.working.get(&id_of.to_string());
            work.iter().for_each(|work| work.stop());
            return Ok(Some(with_schema(json!({"terminated": work.is_some()}))));
        }
        let reporter = Arc::new(ToLoop { id: id.clone(), sender: self.sender.clone() });
        match self.engine.answer(&method, request, reporter)? {
            Answer::Now(document) => Ok(Some(document)),
            Answer::Later(_, work) => {
                self.working.insert(id.to_string(), work);
                Ok(None)
            }
        }
    }

    fn pass_on(&mut self, id: &Value, report: Report) -> io::Result<()> {
        let event = (!report.is_last).then_some(report.event);
        if report.is_last {
            self.working.remove(&id.to_string());
        }
        self.write(id, event, with_schema(report.document))
    }

    fn refuse(&mut self, id: &Value, error: &ApiError) -> io::Result<()> {
        self.write(id, None, error.document())
    }

    fn write(&mut self, id: &Value, event: Option<&str>, document: Value) -> io::Result<()> {
        let mut line = json!({"id": id});
        if let Some(event) = event {
            line["event"] = json!(event);
        }
        if let (Value::Object(line), Value::Object(document)) = (&mut line, document) {
            line.extend(document);
        }
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }
}
