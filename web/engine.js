// The connection to the server: requests, and one stream of events. No other module uses it directly.

const ROOT = "/api/v1";
// Milliseconds before the next attempts to connect.
const RETRY_DELAYS = [250, 500, 1000, 2000];

// A request that failed: refused by the server, or not answered at all (kind "gone").
export class Refusal extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

const listeners = new Map();
// The name of this page for the server. Not from `randomUUID`, which browsers offer only over TLS
// or on the same machine.
const page = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(16)).join("-");
let stream = null;
let lastEvent = "";
let present = true;
let tried = false;
let failures = 0;
let retry;

// Adds a listener and returns a function that removes it. Types are the events of the stream
// (progress, decision, queued, arena, error), "presence" with whether the server answers, and
// "resumed" when the stream is connected again.
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

// Returns the games with their rules and players. They are fetched once.
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

// Opens the stream and reads it until it ends. Uses fetch, because a new EventSource (as after
// the page was hidden) cannot send the id of the last event.
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
    // Aborted by this page or broken off: both end below.
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
  // A single failure may be an idle stream that was closed. After two, the server counts as gone.
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

// The stream is opened at the start, so that the page notices at once when the server goes away.
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
