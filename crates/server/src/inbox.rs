//! The inbox of the main loop that serves lines of JSON: requests and events.

use std::collections::VecDeque;
use std::io;
use std::sync::{Condvar, Mutex, PoisonError};

use serde_json::Value;

use crate::{ApiError, Event, lock};

/// Maximum number of waiting lines. Few, since a line may have megabytes; the next line is read as
/// soon as the main loop takes one.
const MAX_LINES: usize = 4;

/// Lines and events that wait for the main loop. Their number is bounded even if the client does not
/// read its output, which blocks the main loop: the reader of lines then waits for room, and each
/// search, tournament and study has at most two waiting events, the newest progress event and the
/// last event.
#[derive(Default)]
pub(crate) struct Inbox {
    queues: Mutex<Queues>,
    changed: Condvar,
}

#[derive(Default)]
struct Queues {
    lines: VecDeque<Line>,
    events: VecDeque<(Value, Event)>,
    /// How the input ended, once the last line has been added.
    ended: Option<io::Result<()>>,
    /// Whether the main loop has ended.
    closed: bool,
}

/// A line of the input, or the reason why it was not read.
pub(crate) type Line = Result<Vec<u8>, ApiError>;

/// A message to the main loop.
pub(crate) enum Message {
    Line(Line),
    Event {
        id: Value,
        event: Event,
    },
    /// The end of the input, with the error if reading failed.
    EndOfInput(io::Result<()>),
}

impl Inbox {
    /// Adds a line; waits while the inbox is full. Returns whether the main loop still runs.
    pub(crate) fn add_line(&self, line: Line) -> bool {
        let is_full = |queues: &mut Queues| queues.lines.len() >= MAX_LINES && !queues.closed;
        let waited = self.changed.wait_while(lock(&self.queues), is_full);
        let mut queues = waited.unwrap_or_else(PoisonError::into_inner);
        queues.lines.push_back(line);
        self.changed.notify_all();
        !queues.closed
    }

    /// Marks the end of the input.
    pub(crate) fn end_input(&self, how: io::Result<()>) {
        lock(&self.queues).ended = Some(how);
        self.changed.notify_all();
    }

    /// Adds an event for the request `id`, without waiting. A progress event replaces the earlier
    /// event of the same search, tournament or study.
    pub(crate) fn add_event(&self, id: Value, event: Event) {
        let mut queues = lock(&self.queues);
        if !event.is_last {
            queues.events.retain(|(_, earlier)| earlier.subject != event.subject);
        }
        queues.events.push_back((id, event));
        self.changed.notify_all();
    }

    /// Waits for the next message. Events come before lines, which cannot delay them.
    pub(crate) fn take(&self) -> Message {
        let is_empty = |queues: &mut Queues| {
            queues.lines.is_empty() && queues.events.is_empty() && queues.ended.is_none()
        };
        let waited = self.changed.wait_while(lock(&self.queues), is_empty);
        let mut queues = waited.unwrap_or_else(PoisonError::into_inner);
        self.changed.notify_all();
        if let Some((id, event)) = queues.events.pop_front() {
            return Message::Event { id, event };
        }
        match queues.lines.pop_front() {
            Some(line) => Message::Line(line),
            None => Message::EndOfInput(queues.ended.take().unwrap_or(Ok(()))),
        }
    }

    /// Marks the end of the main loop, which ends the reader of lines.
    pub(crate) fn close(&self) {
        lock(&self.queues).closed = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn event(name: &'static str, subject: usize, number: usize) -> Event {
        let (subject, document) = (subject.to_string(), json!(number));
        Event { name, subject, is_last: name == "decision", document }
    }

    /// Takes all events and returns their names, subjects and numbers.
    fn events(inbox: &Inbox) -> Vec<String> {
        inbox.end_input(Ok(()));
        let mut taken = Vec::new();
        while let Message::Event { id, event } = inbox.take() {
            assert_eq!(id, event.subject);
            taken.push(format!("{} {} {}", event.name, event.subject, event.document));
        }
        taken
    }

    #[test]
    fn each_search_has_at_most_two_waiting_events() {
        let inbox = Inbox::default();
        for number in 0..1000 {
            for subject in 0..3 {
                inbox.add_event(json!(subject.to_string()), event("progress", subject, number));
            }
        }
        assert_eq!(lock(&inbox.queues).events.len(), 3);
        inbox.add_event(json!("0"), event("decision", 0, 7));
        let expected = ["progress 0 999", "progress 1 999", "progress 2 999", "decision 0 7"];
        assert_eq!(events(&inbox), expected);
    }

    #[test]
    fn events_come_before_lines_and_the_end_of_input_is_last() {
        let inbox = Inbox::default();
        assert!(inbox.add_line(Ok(b"first".to_vec())) && inbox.add_line(Ok(b"second".to_vec())));
        inbox.end_input(Ok(()));
        inbox.add_event(json!("1"), event("queued", 1, 1));
        assert!(matches!(inbox.take(), Message::Event { .. }));
        assert!(matches!(inbox.take(), Message::Line(Ok(line)) if line == b"first"));
        assert!(matches!(inbox.take(), Message::Line(Ok(line)) if line == b"second"));
        assert!(matches!(inbox.take(), Message::EndOfInput(Ok(()))));
    }

    #[test]
    fn a_reader_that_waits_for_room_ends_with_the_main_loop() {
        let inbox = Inbox::default();
        (0..MAX_LINES).for_each(|_| assert!(inbox.add_line(Ok(Vec::new()))));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| inbox.add_line(Ok(Vec::new())));
            inbox.close();
            assert!(!waiting.join().unwrap());
        });
    }
}
