// The connection to the server: sends requests and reads one stream of events. Only this module calls the server's API.

const ROOT = "/api/v1";
// Milliseconds before the first, second, third and every later attempt to reconnect.
const RETRY_DELAYS = [250, 500, 1000, 2000];

// The error of a failed request: refused by the server, or not answered (kind "gone").
export class Refusal extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

const listeners = new Map();
// A random id that identifies this page to the server. Does not use `randomUUID`, which browsers
// have only over TLS or on the same machine.
const page = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(16)).join("-");
let stream = null;
let lastEvent = "";
let present = true;
let tried = false;
let failures = 0;
let retry;

// Adds an event listener and returns a function that removes the listener. `type` is an event of the
// stream (progress, decision, queued, arena, error), "presence" (the server is reachable: true or
// false) or "resumed" (the stream is connected again, or the page is visible again).
export function on(type, listener) {
  if (!listeners.has(type)) listeners.set(type, new Set());
  listeners.get(type).add(listener);
  return () => listeners.get(type).delete(listener);
}

function emit(type, detail) {
  for (const listener of [...(listeners.get(type) ?? [])]) listener(detail);
}

function setPresent(now) {
  if (now === present) return;
  present = now;
  emit("presence", now);
}

export const isPresent = () => present;

export async function request(method, params = {}) {
  const streamed = method === "think" || method === "arena";
  if (streamed) await connected();
  const options =
    method === "games"
      ? {}
      : {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(streamed ? { page, ...params } : params),
        };
  let response;
  let answer;
  try {
    response = await fetch(`${ROOT}/${method}`, options);
    answer = await response.json();
  } catch {
    lost();
    throw new Refusal("gone", "The engine does not answer.");
  }
  if (answer.error) throw new Refusal(answer.error.kind, answer.error.message);
  if (!response.ok) throw new Refusal("internal", `The engine answered ${response.status}.`);
  return answer;
}

let known;

// Returns the games with their rules and players. The list is fetched once.
export function games() {
  known ??= request("games").then(
    (answer) => answer.games,
    (error) => {
      known = undefined;
      throw error;
    },
  );
  return known;
}

export const recordsOf = (arena) => `${ROOT}/arena/${encodeURIComponent(arena)}/games.jsonl`;

// Opens the event stream and reads it until it ends. Uses fetch instead of EventSource, because a
// new EventSource cannot send the id of the last event.
async function connect() {
  const control = new AbortController();
  const opening = { control };
  const again = tried;
  tried = true;
  opening.open = new Promise((resolve) => (opening.resolve = resolve));
  stream = opening;
  try {
    const response = await fetch(`${ROOT}/events?page=${page}`, {
      headers: lastEvent
        ? { accept: "text/event-stream", "last-event-id": lastEvent }
        : { accept: "text/event-stream" },
      signal: control.signal,
      cache: "no-store",
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    failures = 0;
    opening.resolve();
    setPresent(true);
    if (again) emit("resumed");
    await read(response.body.getReader());
  } catch {
    // This page aborted the stream, or the connection broke: the code below handles both.
  }
  opening.resolve();
  if (stream === opening) {
    stream = null;
    if (!document.hidden) lost();
  }
}

async function read(reader) {
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
    rest = blocks.pop();
    for (const block of blocks) take(block);
  }
}

function take(block) {
  let type = "message";
  const data = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line);
    if (field === "event") type = value;
    if (field === "data") data.push(value);
    if (field === "id") lastEvent = value;
  }
  if (data.length) emit(type, JSON.parse(data.join("\n")));
}

function lost() {
  if (stream) {
    const closing = stream;
    stream = null;
    closing.control.abort();
  }
  clearTimeout(retry);
  // The first failure may be an idle stream that was closed. The second means that the server is gone.
  if (failures > 0) setPresent(false);
  retry = setTimeout(connect, RETRY_DELAYS[Math.min(failures, RETRY_DELAYS.length - 1)]);
  failures += 1;
}

async function connected() {
  if (!stream) {
    clearTimeout(retry);
    connect();
  }
  await stream.open;
}

// Opens the stream at the start, so that the page notices at once when the server stops.
if (!document.hidden) connect();

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    const closing = stream;
    stream = null;
    closing?.control.abort();
    clearTimeout(retry);
  } else if (stream) {
    emit("resumed");
  } else {
    tried = true;
    connect();
  }
});
