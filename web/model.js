// The model of a game on the page: one state, changed only by `reduce`, and the request that it calls for,
// `next`. Both are pure functions: game.js sends the requests and reports what comes back.
//
// A state keeps what the person wants as a queue of intents, and sends one request at a time. Every answer
// and event has the version of the game that it is about, so a late one is recognised and dropped.

import { inScores } from "./scale.js";

export const YOU = "you";

// Limits for the chart of visit shares over time: moves at each point of time, and points of time.
const LEADING = 6;
const POINTS = 200;
// The number of ended searches whose late events are recognised.
const REMEMBERED = 16;
// The time of an analysis in milliseconds, and of each of the searches that it consists of: between them, the server
// serves other searches that wait. The player keeps its tree from one to the next.
const ANALYSIS_TIME = 10 * 60 * 1000;
const ANALYSIS_SLICE = 2000;

// Returns the state of a game that is not open yet. `setup` has the fields of a link, and also `hinter` (the
// player that gives hints), `analysing` (whether every position is analysed), `isPrivate` (whether seats see
// different facts) and `kept` (the session of a reloaded page, which may still exist).
export function begin(setup) {
  const state = {
    name: setup.name,
    rules: setup.rules,
    from: setup.from,
    seed: setup.seed,
    isPrivate: setup.isPrivate ?? false,
    // Whether the link's game was peeked: hidden facts were revealed in another way than by play.
    peeked: setup.peeked ?? false,
    line: setup.moves,
    // The moves of the line in words, as far as they are known.
    lineWords: [],
    seats: setup.seats,
    hinter: setup.hinter,
    paused: setup.paused ?? false,
    analysing: setup.analysing ?? false,
    // With private facts: the seat whose view the page shows; null shows the view of the seat to move.
    viewer: null,
    // Whether the game began at the view of `viewer`: then there is no other view.
    fixed: false,
    session: setup.kept ?? null,
    // The server's state document; null until the game is open.
    game: null,
    intents: [],
    // The request that is not answered yet, and the number of requests so far.
    request: null,
    sent: 0,
    // The queued or running search, and the ids of earlier ones that may still send events.
    search: null,
    ended: [],
    // What the last search found.
    thought: null,
    // Whether the game can be won, { winnable, version }: "yes", "no" or "unknown".
    verdict: null,
    // The move that a player has decided to make, { move, version, rested, forced }.
    choice: null,
    // The version at which a player resigned.
    resigned: null,
    // Whether the page must ask for the state of the game, and whether the server answers.
    outdated: Boolean(setup.kept),
    reachable: true,
    visible: true,
    // The last error for the person, and the error because of which the game could not be opened.
    problem: null,
    refusal: null,
  };
  return { ...state, viewer: viewerFor(state, 0) };
}

// Returns the number of moves at the start of a line that are also those of another one.
export function commonLength(line, other) {
  const parted = line.findIndex((move, at) => move !== other[at]);
  return parted < 0 ? line.length : parted;
}

const isSeated = ({ seats }) => seats.includes(YOU);

// Returns the player to move; null if the game is over.
export const mover = ({ game, seats }) => (game && !game.over ? seats[game.seat] : null);

// Returns whether the person is to move.
export const isYours = (state) => mover(state) === YOU;

// Returns whether the page waits for an answer, or for a search that the person or a player has asked for.
export const isBusy = (state) =>
  !state.game || state.outdated || Boolean(state.request) || state.intents.length > 0 || isSearching(state);

// Returns whether a search for a hint, a move or a verdict is queued or running.
export const isSearching = ({ search }) => search !== null && search.purpose !== "analysis";

// Returns whether the last thought is about the position on the board.
export const isCurrent = ({ game, thought }) =>
  thought !== null && thought.position === game.position && thought.number === game.played.length + 1;

// Returns whether the position is being analysed.
export function isAnalysing(state) {
  const { analysing, game, thought } = state;
  if (!analysing || game.over || game.stuck) return false;
  if (thought?.purpose !== "analysis" || !isCurrent(state) || !thought.stopped) return true;
  const { stopped, stats } = thought;
  return stopped === "cancelled" || (stopped === "time" && (stats.elapsed_ms ?? Infinity) < ANALYSIS_TIME);
}

// Returns whether no useful move is left, or a player has resigned here.
export const isStuck = ({ game, resigned }) => !game.over && (game.stuck || resigned === game.version);

// Returns the fields of the game's link. With private facts, a link has what the page shows, not the deal.
export function setupOf({ name, rules, from, seed, seats, isPrivate, peeked: wasPeeked, game, line }) {
  const peeked = game?.peeked ?? wasPeeked;
  if (isPrivate) return { name, rules, from: game?.position ?? from, seats, moves: [], peeked };
  return { name, rules, from, seed, seats, moves: game?.played ?? line, peeked };
}

// Returns the state after an event.
export function reduce(state, event) {
  const handler = handlers[event.type];
  return settle(handler(state, event));
}

// Returns the next request, { method, params, intent?, purpose? }; null if there is none now.
export function next(state) {
  if (state.request || state.refusal || !state.reachable) return null;
  if (!state.session) return { method: "new", params: opening(state) };
  const request = wanted(state);
  if (!request) return null;
  const { session, viewer } = state;
  const seat = viewer === null || request.method === "stop" ? {} : { seat: viewer };
  return { ...request, params: { session, ...seat, ...request.params } };
}

function wanted(state) {
  if (state.outdated) return { method: "state", params: {} };
  if (state.intents.length > 0) return requestOf(state, state.intents[0]);
  if (state.game.over || !state.visible) return null;
  return continuing(state);
}

// Returns the request that continues the game by itself: a player's move, a player's search, or analysis.
function continuing(state) {
  const { choice, paused, search } = state;
  const player = mover(state);
  if (choice?.rested && (!paused || choice.forced)) {
    return { method: "play", params: { move: choice.move, version: choice.version } };
  }
  if (search || choice) return null;
  if (player !== YOU && !paused && !isStuck(state)) return thinking(state, { purpose: "move", spec: player });
  return isAnalysing(state) ? thinking(state, { purpose: "analysis", spec: state.hinter }) : null;
}

// The parameters of the request that opens the game, or opens it again after the server has lost it.
function opening({ name, rules, from, seed, line, game, seats, viewer, isPrivate, peeked }) {
  const params = { game: name, rules, ...((game?.peeked ?? peeked) ? { peeked: true } : {}) };
  if (!isPrivate) return { ...params, seed, moves: line, ...(from ? { position: from } : {}) };
  const position = game?.position ?? from;
  // A view belongs to a seat. In an analysis, where the person has all seats, the page shows that seat.
  const belongs = position && seats.every((spec) => spec === YOU);
  return {
    ...params,
    ...(viewer === null || belongs ? {} : { seat: viewer }),
    ...(position ? { position } : {}),
    ...(game ? {} : { moves: line, ...(seed === null ? {} : { seed }) }),
  };
}

function requestOf(state, intent) {
  const { version, played } = state.game;
  switch (intent.type) {
    case "play":
      return { method: "play", params: { move: intent.move, version: intent.version }, intent };
    case "walk":
      return { method: intent.by, params: { version }, intent };
    case "go": {
      const count = intent.length - played.length;
      return { method: count < 0 ? "undo" : "redo", params: { count: Math.abs(count), version }, intent };
    }
    case "stop":
      return { method: "stop", params: { discard: intent.discard }, intent };
    case "winnable":
      return { method: "winnable", params: { version }, intent, purpose: "winnable", hidden: true };
    default:
      return { ...thinking(state, intent), intent };
  }
}

function thinking(state, { purpose, spec }) {
  const { game, viewer, isPrivate, seed } = state;
  const player = spec ?? (mover(state) === YOU ? state.hinter : mover(state));
  // The server does not show what a player thinks about cards that the person does not see. It plays the move.
  const hidden = viewer !== null && viewer !== game.seat;
  const params = { player, version: game.version, play: hidden && purpose === "move" };
  if (!isPrivate) params.seed = seed;
  // A hint has values even where a player would not search.
  if (purpose !== "move") params.analyse = true;
  if (purpose === "analysis") params.time_ms = ANALYSIS_SLICE;
  return { method: "think", params, purpose, hidden };
}

// Drops intents at the head of the queue that are done or have become void.
function settle(state) {
  if (!state.game) return state;
  const { intents } = state;
  const first = intents.findIndex((intent) => isDue(state, intent));
  if (first === 0 || intents.length === 0) return state;
  return { ...state, intents: first < 0 ? [] : intents.slice(first) };
}

function isDue(state, intent) {
  const { game, search } = state;
  switch (intent.type) {
    // A move chosen on another board is void.
    case "play":
      return intent.version === game.version && !game.over;
    case "walk": {
      const left = intent.by === "undo" ? game.played.length : game.redo;
      const passes = isSeated(state) && mover(state) !== YOU && !game.over;
      return left > 0 && (!intent.begun || passes);
    }
    case "go": {
      // Playing a different move deletes the undone moves, so there may be fewer moves to redo.
      const count = intent.length - game.played.length;
      return count !== 0 && count <= game.redo;
    }
    case "stop":
      return intent.discard || search !== null;
    case "winnable":
      return !game.over;
    default:
      return !game.over && !game.stuck;
  }
}

// Adds an intent of the person, which is also a reason to try again if the server did not answer.
const add = (state, intent) => ({ ...state, reachable: true, intents: [...state.intents, intent] });

// Forgets the search: its later events are ignored.
function forget(state) {
  const { search, thought } = state;
  if (!search) return state;
  const ended = search.id ? [...state.ended, search.id].slice(-REMEMBERED) : state.ended;
  const cut = thought && search.shown && !thought.stopped ? { ...thought, stopped: "cancelled" } : thought;
  return { ...state, search: null, ended, thought: cut };
}

// Ends the search on the server, too.
const halt = (state) => (state.search ? add(forget(state), { type: "stop", discard: true }) : state);

// Marks a finished thought as one that more analysis may follow.
const reopened = (thought) => (thought?.stopped ? { ...thought, stopped: "cancelled" } : thought);

// `purpose` is that of a search which could not begin.
const complain = (state, text, purpose) => ({ ...state, problem: { text, purpose } });

// Returns the seat whose view is shown when `seat` is to move: a person's own.
function viewerFor(state, seat) {
  const { fixed, isPrivate, seats, viewer } = state;
  if (fixed) return viewer;
  if (!isPrivate || !isSeated(state)) return null;
  if (seats[seat] === YOU) return seat;
  return seats[viewer] === YOU ? viewer : seats.indexOf(YOU);
}

// Returns the undone moves as the page remembers them, since those of a game with private facts are not shown again.
function undoneOf({ line }, { played, redo }) {
  return commonLength(played, line) === played.length ? line.slice(played.length, played.length + redo) : [];
}

// Takes a state document of the server.
function take(state, game) {
  const viewer = viewerFor(state, game.seat);
  // Another person's turn: the view of the next seat is requested, and this one is not shown.
  if (viewer !== null && viewer !== game.viewer) return { ...state, viewer, outdated: true };
  const line = [...game.played, ...(game.undone ?? undoneOf(state, game))];
  const known = (move, at) => (state.line[at] === move ? state.lineWords[at] : undefined);
  const lineWords = line.map((move, at) => game.played_words[at] ?? known(move, at));
  const taken = { ...state, game, line, lineWords };
  const { choice, search } = taken;
  if (choice && choice.version !== game.version) taken.choice = null;
  // The server ends the search of an earlier version.
  return search && search.version !== game.version ? forget(taken) : taken;
}

// Takes the answer to `new`. After a loss, the session has all moves of the line, and goes back to the position
// that was shown.
function opened(state, { session, state: game }) {
  const { game: lost, isPrivate } = state;
  const fresh = { ...state, session, outdated: false, resigned: null };
  if (isPrivate) fresh.line = [];
  if (isPrivate && (lost || state.from)) Object.assign(fresh, { viewer: game.viewer, fixed: true });
  // The server sends the seed. In a game with private facts, the page must not keep it.
  const taken = take(fresh, isPrivate ? { ...game, seed: null } : game);
  if (!lost) return taken;
  if (isPrivate) {
    return complain(renewed(taken, lost.version), "The server has lost the game. What you cannot see was dealt again.");
  }
  if (game.played.length === lost.played.length) return renewed(taken, lost.version);
  const go = { type: "go", length: lost.played.length, restores: lost.version };
  return { ...taken, intents: [go, ...taken.intents] };
}

// Moves intents from a version of a lost session to the version of the same position in the new one.
function renewed(state, lost) {
  const intents = state.intents.map((intent) =>
    intent.version === lost ? { ...intent, version: state.game.version } : intent,
  );
  return { ...state, intents };
}

// Forgets a lost session. A hint is asked for again.
function withoutSession(state) {
  const { search } = state;
  const free = { ...forget(state), session: null };
  if (search?.purpose !== "hint") return free;
  return { ...free, intents: [{ type: "think", purpose: "hint", spec: search.spec }, ...free.intents] };
}

// Whether a report is about the current search. Its events may arrive before the answer with its id.
function concerns({ search, session, ended }, report) {
  if (!search || report.session !== session || ended.includes(report.search)) return false;
  return search.id === null ? report.version === search.version : search.id === report.search;
}

function learn(thought, report) {
  const { stats: latest } = report;
  const { candidates, unit } = inScores(report.candidates, report.unit, report.score_unit);
  const { earlier } = thought;
  const simulations = earlier.simulations + (latest.simulations ?? 0);
  const stats = { ...latest, simulations, elapsed_ms: earlier.elapsed_ms + (latest.elapsed_ms ?? 0) };
  let { shares } = thought;
  const visited = typeof candidates[0]?.share === "number";
  if (visited && simulations > (shares.at(-1)?.simulations ?? -1)) {
    const leading = candidates.slice(0, LEADING).map(({ move, share }) => ({ move, share }));
    if (shares.length >= POINTS) shares = shares.filter((_, at) => at % 2 === 0);
    shares = [...shares, { simulations, leading }];
  }
  return { ...thought, candidates, stats, unit, shares };
}

// Whether the answer to a request is the id of a search, whose result arrives as an event.
const isSearch = ({ method }) => method === "think" || method === "winnable";

// The thought of a search that begins.
function begun({ game }, { purpose, params }) {
  return {
    spec: params.player,
    purpose,
    candidates: [],
    stats: null,
    shares: [],
    stopped: null,
    unit: "",
    position: game.position,
    seat: game.seat,
    number: game.played.length + 1,
    words: Object.fromEntries(game.legal.map((move, at) => [move, game.words[at]])),
    // What the earlier searches of an analysis have cost.
    earlier: { simulations: 0, elapsed_ms: 0 },
  };
}

// The thought of an analysis that goes on with another search; null for all other searches.
function continued(state, { purpose, params }) {
  const { thought } = state;
  const goesOn = purpose === "analysis" && thought?.purpose === purpose && thought.spec === params.player;
  if (!goesOn || !isCurrent(state) || !thought.stats) return null;
  const { simulations, elapsed_ms } = thought.stats;
  return { ...thought, stopped: null, earlier: { simulations, elapsed_ms } };
}

// Puts the intent of a request that failed back to the head of the queue.
const retried = (state, { intent }) => (intent ? { ...state, intents: [intent, ...state.intents] } : state);

const answers = {
  new: opened,
  state(state, { state: game }) {
    const { search } = state;
    const known = take({ ...state, outdated: false }, game);
    const missing = known.search?.id && known.search === search && game.search !== search.id;
    return missing ? { ...known, search: { ...search, missing: true } } : known;
  },
  play: (state, { state: game }) => take({ ...state, choice: null }, game),
  undo: (state, { state: game }) => take(state, game),
  redo: (state, { state: game }) => take(state, game),
  stop: (state) => state,
  think: begins,
  winnable: begins,
};

// Takes the id of a search.
function begins(state, { search: id, queue }) {
  const { search, ended } = state;
  // The search was ended, or its decision has arrived, before this answer: its later events are ignored.
  if (!search) return { ...state, ended: [...ended, id].slice(-REMEMBERED) };
  return search.id ? state : { ...state, search: { ...search, id, place: queue ?? 0 } };
}

const handlers = {
  // What the person does.
  play: (state, { move, version }) => add(state, { type: "play", move, version }),
  undo: (state) => add({ ...state, paused: state.paused || !isSeated(state) }, { type: "walk", by: "undo" }),
  redo: (state) => add(state, { type: "walk", by: "redo" }),
  goTo: (state, { length }) => {
    const watching = state.seats.some((spec) => spec !== YOU);
    const paused = state.paused || watching;
    const calm = isSearching(state) ? halt({ ...state, paused }) : { ...state, paused };
    return add({ ...calm, choice: null }, { type: "go", length });
  },
  // Only the last of several waiting searches is wanted.
  think: (state, { purpose, spec = null }) => {
    const waiting = state.intents.filter(({ type }) => type !== "think");
    return add({ ...state, intents: waiting, choice: null }, { type: "think", purpose, spec });
  },
  askWinnable: (state) => {
    const waiting = state.intents.filter(({ type }) => type !== "winnable");
    return add({ ...state, intents: waiting }, { type: "winnable" });
  },
  stop: (state) => add({ ...state, analysing: false }, { type: "stop", discard: false }),
  analyse: (state, { on }) => {
    if (on) return { ...state, analysing: true, thought: reopened(state.thought) };
    const off = { ...state, analysing: false };
    return state.search ? add(off, { type: "stop", discard: false }) : off;
  },
  pause: (state, { on }) => {
    const paused = { ...state, paused: on, resigned: on ? state.resigned : null };
    return state.search?.purpose === "move" && on ? halt(paused) : paused;
  },
  seats: (state, { seats }) => {
    const seated = { ...state, seats, choice: null, resigned: null };
    return state.search?.purpose === "move" ? halt(seated) : seated;
  },
  hinter: (state, { spec }) => {
    // A new analyst begins at once.
    const thought = state.analysing ? reopened(state.thought) : state.thought;
    const changed = { ...state, hinter: spec, thought };
    return state.search?.purpose === "analysis" ? halt(changed) : changed;
  },
  visible: (state, { on }) => ({ ...state, visible: on }),
  // The pause for which a decided move is shown is over.
  rested: (state, { version }) =>
    state.choice?.version === version ? { ...state, choice: { ...state.choice, rested: true } } : state,

  // Requests and answers.
  sent: (state, { request }) => {
    const number = state.sent + 1;
    const intents = request.intent ? state.intents.slice(1) : state.intents;
    const sending = { ...state, sent: number, request: { ...request, number }, intents };
    if (!isSearch(request)) return sending;
    const { game, thought } = state;
    const { purpose, hidden, params } = request;
    const free = forget(sending);
    free.search = {
      id: null,
      spec: params.player,
      purpose,
      version: game.version,
      place: 0,
      shown: !hidden,
      forced: Boolean(request.intent),
      before: thought,
    };
    if (!hidden) free.thought = continued(free, request) ?? begun(free, request);
    return free;
  },
  answered: (state, { number, answer }) => {
    const { request } = state;
    if (request?.number !== number) return state;
    const after = answers[request.method]({ ...state, request: null }, answer);
    const { intent } = request;
    if (intent?.type === "walk") return retried(after, { intent: { ...intent, begun: true } });
    if (intent?.type !== "go") return after;
    return retried(intent.restores === undefined ? after : renewed(after, intent.restores), request);
  },
  refused: (state, { number, error }) => {
    const { request } = state;
    if (request?.number !== number) return state;
    const { kind, message } = error;
    const free = { ...state, request: null };
    if (request.method === "new") {
      return free.game ? complain({ ...free, reachable: false }, message) : { ...free, refusal: error };
    }
    // A search that did not begin leaves what was shown before it.
    const before = isSearch(request) && free.search ? { ...free, search: null, thought: free.search.before } : free;
    if (kind === "gone") return { ...retried(before, request), reachable: false, outdated: true };
    if (kind === "not_found") return withoutSession(retried(before, request));
    if (kind === "stale") return { ...retried(before, request), outdated: true, choice: null };
    const stopped = { move: { paused: true }, analysis: { analysing: false } }[request.purpose];
    return complain({ ...before, ...stopped, choice: null }, message, request.purpose);
  },

  // Events of the server.
  progress: (state, report) => {
    if (!concerns(state, report)) return state;
    const search = { ...state.search, id: report.search, place: 0 };
    return { ...state, search, thought: learn(state.thought, report) };
  },
  queued: (state, report) =>
    concerns(state, report) ? { ...state, search: { ...state.search, place: report.place } } : state,
  decision: (state, report) => {
    if (!concerns(state, report)) return state;
    const { search } = state;
    const { decision, played, state: game } = report;
    const done = { ...state, search: null, ended: [...state.ended, report.search].slice(-REMEMBERED) };
    if (decision) {
      const { stopped_by: stopped, seeing } = decision;
      done.thought = { ...learn(state.thought, decision), stopped, seeing };
    }
    if (search.purpose !== "move") return done;
    if (decision?.move) {
      const { forced, version } = search;
      return { ...done, choice: { move: decision.move, version, rested: false, forced } };
    }
    if (played) return take(done, game);
    return { ...done, paused: true, resigned: search.version };
  },
  winnable: (state, report) => {
    if (!concerns(state, report)) return state;
    const { winnable, version, state: game } = report;
    const ended = [...state.ended, report.search].slice(-REMEMBERED);
    return take({ ...state, search: null, ended, verdict: { winnable, version } }, game);
  },
  error: (state, report) => {
    if (!concerns(state, report)) return state;
    const { purpose } = state.search;
    const stopped = { move: { paused: true }, analysis: { analysing: false } }[purpose];
    return complain({ ...forget(state), ...stopped }, report.error?.message ?? "The search failed.");
  },
  // The connection is back: the server may have restarted, or may have ended the search meanwhile.
  resumed: (state) => ({ ...state, reachable: true, outdated: state.session !== null }),
  // The last event of an ended search has not arrived: the search is repeated.
  missed: (state, { search: id }) => {
    const { search } = state;
    if (search?.id !== id || !search.missing) return state;
    const free = forget(state);
    if (search.purpose !== "hint") return free;
    return { ...free, intents: [{ type: "think", purpose: "hint", spec: search.spec }, ...free.intents] };
  },
};
