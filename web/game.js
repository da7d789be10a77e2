// One game on the page: holds the state of model.js, sends the requests that it calls for, and reports answers,
// events and the passing of time to it.

import * as engine from "./engine.js";
import { begin, next, reduce, setupOf } from "./model.js";
import { freshSeed } from "./share.js";

// Milliseconds to wait for the missing event of an ended search, before the search is repeated.
const GRACE = 600;
// The item of the tab's storage with the session of a game with private facts, which a link cannot restore, and
// the number of positions kept with it: the address of the page may be that of an earlier one.
const KEPT = "private game";
const KEPT_POSITIONS = 20;
// Whether the page was just loaded: only then the link may continue the tab's session. Later, a person who opens
// a link wants its position.
let justLoaded = true;

// Returns the session of the tab that continues the game of a link, { session, positions }.
function keptSession({ name, from }) {
  const kept = justLoaded ? JSON.parse(sessionStorage.getItem(KEPT) ?? "null") : null;
  return kept?.name === name && from && kept.positions.includes(from) ? kept : null;
}

export class Game {
  // `setup` is that of `begin`, and has `delay`, the milliseconds for which a decided move is shown before it is
  // played. `changed` is called with the state before each change.
  constructor({ delay, ...setup }, changed) {
    const kept = setup.isPrivate ? keptSession(setup) : null;
    justLoaded = false;
    this.delay = delay;
    this.changed = changed;
    this.closed = false;
    this.positions = kept?.positions ?? [];
    // The server draws the seed of a game with private facts.
    const seed = setup.seed ?? (setup.isPrivate ? null : freshSeed());
    this.model = begin({ ...setup, seed, kept: kept?.session });
    this.leaving = [
      ...["progress", "decision", "winnable", "queued", "error"].map((type) =>
        engine.on(type, (report) => this.dispatch({ ...report, type })),
      ),
      engine.on("resumed", () => this.dispatch({ type: "resumed" })),
    ];
    this.seen = () => this.dispatch({ type: "visible", on: !document.hidden });
    this.left = () => this.#leave();
    document.addEventListener("visibilitychange", this.seen);
    addEventListener("pagehide", this.left);
  }

  // Opens the game on the server. Throws if the server refuses the game.
  open() {
    return new Promise((resolve, reject) => {
      this.opening = { resolve, reject };
      this.dispatch({ type: "visible", on: !document.hidden });
    });
  }

  dispatch(event) {
    if (this.closed) return;
    const before = this.model;
    this.model = reduce(before, event);
    this.#send();
    this.#wait(before);
    this.#keep(before);
    if (this.model.game) this.changed(before);
    if (this.model.game) this.opening?.resolve();
    else if (this.model.refusal) this.opening?.reject(this.model.refusal);
  }

  #send() {
    const request = next(this.model);
    if (!request) return;
    this.model = reduce(this.model, { type: "sent", request });
    const { number } = this.model.request;
    engine.request(request.method, request.params).then(
      (answer) => this.dispatch({ type: "answered", number, answer }),
      (error) => this.dispatch({ type: "refused", number, error }),
    );
  }

  // Starts the timers of a new choice, and of a search whose last event is missing.
  #wait(before) {
    const { choice, search, paused } = this.model;
    if (choice && !choice.rested && (!paused || choice.forced)) {
      if (this.resting !== choice) {
        this.resting = choice;
        setTimeout(() => this.dispatch({ type: "rested", version: choice.version }), this.delay);
      }
    } else this.resting = null;
    if (search?.missing && !before.search?.missing) {
      setTimeout(() => this.dispatch({ type: "missed", search: search.id }), GRACE);
    }
  }

  #keep(before) {
    const { isPrivate, name, session, game } = this.model;
    if (!isPrivate || !game || game === before.game) return;
    this.positions = [...this.positions, game.position].slice(-KEPT_POSITIONS);
    sessionStorage.setItem(KEPT, JSON.stringify({ name, session, positions: this.positions }));
  }

  get setup() {
    return setupOf(this.model);
  }

  // Plays a move of the person on the board that is shown.
  play(move) {
    this.dispatch({ type: "play", move, version: this.model.game.version });
  }

  // Sends a request that changes nothing, for a part of the tree or for positions.
  #ask(method, params) {
    const { session, viewer } = this.model;
    return engine.request(method, { session, ...(viewer === null ? {} : { seat: viewer }), ...params });
  }

  // Returns the part of the last search's tree below `path`.
  tree(path) {
    return this.#ask("tree", { depth: 1, path });
  }

  // Returns the server's answer to `line` for a path from the current position; an empty one if the game has
  // changed.
  async line(path) {
    const { version } = this.model.game;
    const answer = await this.#ask("line", { path }).catch(() => null);
    const isCurrent = answer?.version === version && this.model.game.version === version;
    return isCurrent && !this.closed ? answer : { positions: [], cells: [], legal: [], words: [], outlook: null };
  }

  // Returns the picture of a position as text; null if the server does not answer.
  async picture(position) {
    const { name: game, rules } = this.model;
    const answer = await engine.request("look", { game, rules, position }).catch(() => null);
    return answer?.state.picture ?? null;
  }

  // Returns the positions before each played move; null if the server does not answer.
  async history() {
    const answer = await this.#ask("state", { history: true }).catch(() => null);
    return answer?.state.history ?? null;
  }

  save() {
    return this.#ask("save", {});
  }

  close() {
    this.closed = true;
    this.leaving.forEach((leave) => leave());
    document.removeEventListener("visibilitychange", this.seen);
    removeEventListener("pagehide", this.left);
    this.#leave();
  }

  // Ends the search when the browser leaves or reloads the page. The page may come back from the browser's cache.
  #leave() {
    const { session, search } = this.model;
    if (search) engine.request("stop", { session, discard: true }).catch(() => null);
  }
}
