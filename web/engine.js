// The only module that talks to the server: requests, and one stream of events.

const ROOT = "/api/v1";
const PATIENCE = [250, 500, 1000, 2000];

// An answer of the server that says no, or (kind "gone") no answer at all.
export class Refusal extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

const listeners = new Map();
// Browsers keep `randomUUID` from pages that come over a network without TLS.
const page = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(16)).join("-");
let stream = null;
let lastEvent = "";
let present = true;
let tried = false;
let failures = 0;
let retry;

// Events: those of the stream (progress, decision, queued, arena, error),
// "presence" with whether the server answers, and "resumed" when the stream
// is there again.
export function on(type, listener) {
  if (!listeners.has(type)) listeners.set(type, new Set());
  listeners.get(type).add(listener);
  return () => listeners.get(type).delete(listener);
}

function tell(type, detail) {
  for (const listener of [...(listeners.get(type) ?? [])]) listener(detail);
}

function setPresent(now) {
  if (now === present) return;
  present = now;
  tell("presence", now);
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

// The games with their rules and players, asked for once.
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

// The stream is read by hand: an EventSource opened anew, as after the page
// was hidden, could not say which event it saw last.
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
    if (again) tell("resumed");
    await read(response.body.getReader());
  } catch {
    // Closed by us, or lost: what follows is the same.
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
  if (data.length) tell(type, JSON.parse(data.join("\n")));
}

function lost() {
  if (stream) {
    const closing = stream;
    stream = null;
    closing.control.abort();
  }
  clearTimeout(retry);
  // One failure may be a stream that was idle too long; two are an absence.
  if (failures > 0) setPresent(false);
  retry = setTimeout(connect, PATIENCE[Math.min(failures, PATIENCE.length - 1)]);
  failures += 1;
}

async function connected() {
  if (!stream) {
    clearTimeout(retry);
    connect();
  }
  await stream.open;
}

// Open from the start: it tells at once when the server is gone.
if (!document.hidden) connect();

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    const closing = stream;
    stream = null;
    closing?.control.abort();
    clearTimeout(retry);
  } else if (stream) {
    tell("resumed");
  } else {
    tried = true;
    connect();
  }
});
