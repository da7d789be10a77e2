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
// The stream of events, the id of its last event, and a promise that resolves when it is open.
let stream = null;
let lastEvent = "";
let opening = null;
let present = true;
let failures = 0;
let retry;

// Adds an event listener and returns a function that removes the listener. `type` is an event of the
// stream (`EVENTS`), "presence" (the server is reachable: true or false) or "resumed" (the stream is connected again, or
// the page is visible again).
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
  const streamed = ["think", "winnable", "arena", "quality", "review"].includes(method) || params.winnable === true;
  if (streamed) await connected();
  const options =
    method === "games"
      ? {}
      : {
          method: "POST",
          headers: { "content-type": "application/json" },
          // A review belongs to the page that last asked for its state.
          body: JSON.stringify(streamed || method === "review_state" ? { page, ...params } : params),
          // A search is ended even if the browser leaves the page at the same time.
          keepalive: method === "stop",
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
  if (answer.error) {
    // A server that was started again has lost the review.
    if (answer.error.kind === "not_found") reviews.delete(params.review);
    throw new Refusal(answer.error.kind, answer.error.message);
  }
  if (!response.ok) throw new Refusal("internal", `The engine answered ${response.status}.`);
  if (answer.review) follow(answer);
  return answer;
}

// The ids of the reviews that run for this page.
const reviews = new Set();

// Notes whether a review runs. A hidden page keeps its stream until then, because the server ends the reviews of a
// page without a stream.
function follow({ review, finished }) {
  if (!finished) return reviews.add(review);
  reviews.delete(review);
  if (document.hidden && reviews.size === 0) disconnect();
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

const EVENTS = ["progress", "decision", "winnable", "new", "queued", "error", "arena", "quality", "review"];

// Opens the event stream. After a failure a new stream is opened, which names the last event: the browser's own
// attempts are seconds apart.
function connect() {
  const again = lastEvent !== "" || failures > 0 || opening !== null;
  const source = new EventSource(`${ROOT}/events?page=${page}${lastEvent ? `&last=${lastEvent}` : ""}`);
  stream = source;
  opening = new Promise((resolve) => {
    source.addEventListener("open", () => {
      failures = 0;
      resolve();
      setPresent(true);
      if (again) emit("resumed");
    });
    source.addEventListener("error", (event) => {
      // The server's own event "error" has data; the browser's has none.
      if (event.data !== undefined) return;
      resolve();
      if (stream === source) lost();
    });
  });
  for (const type of EVENTS) {
    source.addEventListener(type, (event) => {
      if (event.data === undefined) return;
      lastEvent = event.lastEventId;
      const report = JSON.parse(event.data);
      if (type === "review") follow(report);
      emit(type, report);
    });
  }
}

function disconnect() {
  stream?.close();
  stream = null;
  clearTimeout(retry);
}

function lost() {
  disconnect();
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
  await opening;
}

// Opens the stream at the start, so that the page notices at once when the server stops.
if (!document.hidden) connect();

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    if (reviews.size === 0) disconnect();
  } else if (stream) emit("resumed");
  else connect();
});
