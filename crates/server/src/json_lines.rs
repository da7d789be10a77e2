//! Requests and answers as lines of JSON on a pair of streams.

use std::collections::HashMap;
use std::io::{self, BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::engine::{Engine, Task, with_schema};
use crate::inbox::{Inbox, Message};
use crate::{ApiError, Event, panicked, start_thread};

/// Maximum bytes of a line: enough for three million moves of Othello.
const MAX_LINE: u64 = 16 << 20;

/// Answers every line of `input` on `out`. Returns when the input has ended and
/// every request is answered. Fails if the input or the output fails, or no thread can be started.
///
/// Each line on `out` carries the `id` of its request. Lines with the field `event` report
/// progress; exactly one line without `event` answers each request. While `out` is blocked, no input
/// is read, and only the newest progress of each search, tournament and study is kept.
pub fn serve(
    engine: &Engine,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> io::Result<()> {
    let inbox = Arc::new(Inbox::default());
    let reader = Arc::clone(&inbox);
    start_thread(move || read_lines(input, &reader))?;
    let served = Connection { engine, out, inbox: &inbox, tasks: HashMap::new() }.serve();
    inbox.close();
    served
}

fn read_lines(mut input: impl BufRead, inbox: &Inbox) {
    let how = loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line);
        let line = match read {
            Ok(0) => break Ok(()),
            Err(error) => break Err(error),
            Ok(_) if line.len() as u64 == MAX_LINE && line.last() != Some(&b'\n') => {
                // Skips the rest of the line. If this fails, the next read fails as well.
                let _ = input.skip_until(b'\n');
                Err(ApiError::Limit(format!("a line has at most {MAX_LINE} bytes")))
            }
            Ok(_) => Ok(line),
        };
        if !inbox.add_line(line) {
            return;
        }
    };
    inbox.end_input(how);
}

struct Connection<'a> {
    engine: &'a Engine,
    out: &'a mut dyn Write,
    inbox: &'a Arc<Inbox>,
    /// Unfinished searches, tournaments and studies, by the JSON text of their requests' ids.
    tasks: HashMap<String, Task>,
}

/// Parameters of the method `terminate`, which HTTP does not offer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Terminate {
    id_of: Value,
}

impl Connection<'_> {
    fn serve(&mut self) -> io::Result<()> {
        let mut input_end = None;
        while input_end.is_none() || !self.tasks.is_empty() {
            match self.inbox.take() {
                Message::Line(Ok(line)) if line.trim_ascii().is_empty() => {}
                Message::Line(Ok(line)) => self.handle_line(&line)?,
                Message::Line(Err(error)) => self.write(&Value::Null, None, error.document())?,
                Message::Event { id, event } => self.handle_event(&id, event)?,
                Message::EndOfInput(how) => input_end = Some(how),
            }
        }
        input_end.unwrap_or(Ok(()))
    }

    fn handle_line(&mut self, line: &[u8]) -> io::Result<()> {
        let mut request: Map<String, Value> = match serde_json::from_slice(line) {
            Ok(request) => request,
            Err(error) => {
                let error = ApiError::Input(format!("expected a JSON object on a line: {error}"));
                return self.write(&Value::Null, None, error.document());
            }
        };
        let id = request.remove("id").unwrap_or_default();
        // A panic of a user's game becomes the answer to its request, and does not end other sessions.
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer(&id, request)));
        match answer.unwrap_or_else(|panic| Err(panicked(&*panic))) {
            Ok(Some(document)) => self.write(&id, None, document),
            Ok(None) => Ok(()),
            Err(error) => self.write(&id, None, error.document()),
        }
    }

    /// Returns the answer to a request; `None` if the last event of a task will be the answer.
    fn answer(
        &mut self,
        id: &Value,
        mut request: Map<String, Value>,
    ) -> Result<Option<Value>, ApiError> {
        if !(id.is_string() || id.is_number()) {
            return Err(ApiError::Input("id: expected a string or a number".to_owned()));
        }
        if self.tasks.contains_key(&id.to_string()) {
            return Err(ApiError::Input(format!("id: {id} is not answered yet")));
        }
        let Some(Value::String(method)) = request.remove("method") else {
            return Err(ApiError::Input("method: expected the name of a method".to_owned()));
        };
        if method == "terminate" {
            let Terminate { id_of } = serde_json::from_value(request.into())
                .map_err(|error| ApiError::Input(format!("terminate: {error}")))?;
            let task = self.tasks.get(&id_of.to_string());
            task.iter().for_each(|task| task.stop());
            return Ok(Some(with_schema(json!({"terminated": task.is_some()}))));
        }
        let (inbox, event_id) = (Arc::clone(self.inbox), id.clone());
        let send = Arc::new(move |event| inbox.add_event(event_id.clone(), event));
        let answer = self.engine.answer(&method, request, send)?;
        let Some(task) = answer.task else { return Ok(Some(answer.document)) };
        self.tasks.insert(id.to_string(), task);
        Ok(None)
    }

    fn handle_event(&mut self, id: &Value, event: Event) -> io::Result<()> {
        if event.is_last {
            self.tasks.remove(&id.to_string());
        }
        let name = (!event.is_last).then_some(event.name);
        self.write(id, name, with_schema(event.document))
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
