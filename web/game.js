// The model of one game: its moves and setup, which can restore the game if the server loses its
// session, the players in the seats, and the searches. Emits "position", "thinking" and "complaint".

import * as engine from "./engine.js";
import { YOU, freshSeed } from "./share.js";

// Milliseconds to wait for the missing event of an ended search, before the search is repeated.
const GRACE = 600;
// The item of the tab's storage with the session of a game with private facts, whose link cannot restore
// it, and the number of its last positions there: the address of the page may be that of an earlier one.
const KEPT = "private game";
const KEPT_POSITIONS = 20;
// Whether the page was just loaded: only then the link may continue the tab's session. Later, a person who opens
// a link wants its position.
let justLoaded = true;
// Limits for the chart of visit shares over time: moves at each point of time, and points of time.
const LEADING = 6;
const POINTS = 200;

export class Game extends EventTarget {
  // `setup` has the fields of a link, and also `hinter` (the player that gives hints), `delay`
  // (milliseconds before a player starts its search) and `isPrivate` (whether seats see different facts).
  constructor(setup) {
    super();
    this.name = setup.name;
    this.rules = setup.rules;
    this.from = setup.from;
    this.isPrivate = setup.isPrivate ?? false;
    // The server draws the seed of a game with private facts: the page must not know the deal.
    this.seed = setup.seed ?? (this.isPrivate ? null : freshSeed());
    this.line = setup.moves;
    this.seats = setup.seats;
    this.hinter = setup.hinter;
    this.paused = setup.paused ?? false;
    this.delay = setup.delay;
    this.state = null;
    this.session = null;
    // With private facts: the seat whose view the page shows; null shows the view of the seat to move.
    this.viewer = null;
    // Whether the game began at the view of `viewer`: then there is no other view.
    this.fixed = false;
    this.positions = [];
    this.thought = null;
    this.thinking = null;
    // Whether a request for the state of the game is pending, after the page ended a search for a
    // move or after the connection was lost.
    this.settling = false;
    // The number of pending requests that change the game, and a promise for the last of them.
    this.changing = 0;
    this.turn = Promise.resolve();
    // The number of calls of `think`; only the search of the last call is started.
    this.requested = 0;
    // Promises of pending requests: `reading` for parts of the tree, `stopping` for the end of a search.
    this.reading = null;
    this.stopping = null;
    this.abandoned = new Set();
    this.stops = [
      engine.on("progress", (report) => this.#progress(report)),
      engine.on("decision", (report) => this.#decision(report)),
      engine.on("queued", (report) => this.#queued(report)),
      engine.on("error", (report) => this.#failed(report)),
      engine.on("resumed", () => this.#resume()),
    ];
  }

  // Opens a session on the server and replays the moves. Throws if the server refuses the game.
  async open() {
    if (this.isPrivate) return this.#openPrivate();
    const params = { game: this.name, rules: this.rules, seed: this.seed, moves: this.line };
    if (this.from) params.position = this.from;
    const played = this.state?.played.length ?? this.line.length;
    const answer = await engine.request("new", params);
    this.session = answer.session;
    let state = answer.state;
    const undone = state.played.length - played;
    if (undone > 0) state = (await engine.request("undo", { session: this.session, count: undone })).state;
    await this.#take(state);
  }

  // Continues the tab's session if the page was reloaded. Otherwise opens a session, after a loss at the last
  // view: what the view lacks is dealt again.
  async #openPrivate() {
    this.viewer = this.#viewerFor(this.state?.seat ?? 0);
    const kept = justLoaded ? JSON.parse(sessionStorage.getItem(KEPT) ?? "null") : null;
    justLoaded = false;
    if (!this.state && this.from && kept?.name === this.name && kept.positions.includes(this.from)) {
      this.positions = kept.positions;
      this.session = kept.session;
      const answer = await this.#request("state").catch(() => null);
      if (answer) return this.#take(answer.state);
    }
    const lost = this.state;
    const start = lost ? { position: lost.position } : { moves: this.line };
    if (!lost && this.from) start.position = this.from;
    if (!lost && this.seed !== null) start.seed = this.seed;
    // A view belongs to a seat. In an analysis, where the person has all seats, the page shows that seat.
    const belongs = start.position && this.seats.every((spec) => spec === YOU);
    const seat = belongs ? {} : this.#seat;
    const answer = await engine.request("new", { game: this.name, rules: this.rules, ...seat, ...start });
    this.session = answer.session;
    this.line = [];
    if (start.position) {
      this.viewer = answer.state.viewer;
      this.fixed = true;
    }
    await this.#take(answer.state);
    if (!lost) return;
    this.complaint = "The server has lost the game. What you cannot see was dealt again.";
    this.#changed("complaint");
  }

  // Returns the seat whose view is shown when `seat` is to move: a person's own.
  #viewerFor(seat) {
    if (this.fixed) return this.viewer;
    if (!this.isPrivate || !this.seated) return null;
    if (this.seats[seat] === YOU) return seat;
    return this.seats[this.viewer] === YOU ? this.viewer : this.seats.indexOf(YOU);
  }

  // The field of a request that names the seat that asks.
  get #seat() {
    return this.viewer === null ? {} : { seat: this.viewer };
  }

  #request(method, params = {}) {
    return engine.request(method, { session: this.session, ...this.#seat, ...params });
  }

  close() {
    this.closed = true;
    clearTimeout(this.waiting);
    this.stops.forEach((stop) => stop());
    if (this.thinking) this.halt();
  }

  // The fields of a link. With private facts, a link has what the page shows, not the deal.
  get setup() {
    const { name, rules, from, seed, seats } = this;
    if (this.isPrivate) return { name, rules, from: this.state?.position ?? from, seats, moves: [] };
    return { name, rules, from, seed, seats, moves: this.state?.played ?? this.line };
  }

  get mover() {
    return this.state && !this.state.over ? this.seats[this.state.seat] : null;
  }

  // Whether the person has a seat.
  get seated() {
    return this.seats.includes(YOU);
  }

  get yours() {
    return this.mover === YOU && this.thinking?.plays !== true;
  }

  // Plays a move of the person. Does nothing while a change is pending: the person saw the old board,
  // and after the change another seat may be to move.
  async play(move) {
    if (this.changing > 0) return;
    await this.#inTurn(() => this.#change("play", { move }));
  }

  // Goes back to the last position where the person is to move. In a game without a person, undoes one
  // move and pauses the game, since the player would repeat the move at once.
  async undo() {
    this.paused ||= !this.seated;
    await this.#walk("undo", () => this.state.played.length);
  }

  async redo() {
    await this.#walk("redo", () => this.state.redo);
  }

  // Undoes or redoes moves until the person is to move. `left` returns the number of moves that can be
  // undone or redone; it is called after earlier requests are done, since they may change that number.
  async #walk(method, left) {
    this.#interrupt();
    await this.#inTurn(async () => {
      if (left() === 0) return;
      do await this.#change(method);
      while (this.#passesBy() && left() > 0);
    });
  }

  // Goes to the position after the first `length` moves of `line`, by undo or redo.
  async goTo(length) {
    if (!this.seats.every((spec) => spec === YOU)) this.setPaused(true);
    await this.#inTurn(async () => {
      for (;;) {
        // A player may have moved meanwhile, so the distance is computed again after each answer.
        const count = length - this.state.played.length;
        // Playing a different move deletes the undone moves, so there may be fewer moves to redo.
        if (count === 0 || count > this.state.redo) return;
        await this.#change(count < 0 ? "undo" : "redo", { count: Math.abs(count) });
      }
    });
  }

  #passesBy() {
    return this.seated && this.mover !== YOU && !this.state.over;
  }

  // Queues a change of the game: parallel requests could be answered out of order.
  async #inTurn(change) {
    clearTimeout(this.waiting);
    this.changing += 1;
    const turn = this.turn.then(change);
    this.turn = turn.catch(() => null);
    try {
      await turn;
    } finally {
      this.changing -= 1;
      this.#goOn();
    }
  }

  async #change(method, params = {}) {
    if (this.thinking) this.halt();
    // Waits for a pending stop request, which could otherwise stop the next search.
    await this.stopping;
    const answer = await this.#restoring(() => this.#request(method, params));
    await this.#take(answer.state);
  }

  // Sends a request. If the session has expired, opens a new one and sends the request again.
  async #restoring(ask) {
    try {
      return await ask();
    } catch (error) {
      if (error.kind !== "not_found") throw error;
      await this.open();
      return ask();
    }
  }

  async #take(state) {
    if (this.isPrivate) {
      const viewer = this.#viewerFor(state.seat);
      if (viewer !== null && viewer !== state.viewer) {
        this.viewer = viewer;
        return this.#take((await this.#request("state")).state);
      }
      const { name, session } = this;
      const positions = [...this.positions, state.position].slice(-KEPT_POSITIONS);
      this.positions = positions;
      sessionStorage.setItem(KEPT, JSON.stringify({ name, session, positions }));
    }
    const longer = this.line.length >= state.played.length;
    const same = longer && state.played.every((move, index) => move === this.line[index]);
    if (!same) this.line = state.played;
    this.state = state;
    this.#changed("position");
    this.#goOn();
  }

  // Emits an event, unless the game is closed and no longer shown.
  #changed(type) {
    if (!this.closed) this.dispatchEvent(new Event(type));
  }

  setSeats(seats) {
    this.seats = seats;
    this.#changed("position");
    this.#interrupt();
  }

  setPaused(paused) {
    this.paused = paused;
    this.#changed("thinking");
    this.#interrupt();
  }

  // Ends a search for a move and requests the state, because the server may have played the move already.
  async #interrupt() {
    if (!this.thinking?.plays) return this.#goOn();
    this.settling = true;
    await this.#inTurn(async () => {
      if (this.thinking?.plays) await this.halt();
      const answer = await this.#request("state").catch(() => null);
      this.settling = false;
      if (answer) await this.#take(answer.state);
      else this.#changed("thinking");
    });
  }

  // Starts the search of the player to move after `delay`, if the game can continue.
  #goOn() {
    clearTimeout(this.waiting);
    const spec = this.mover;
    if (this.closed || this.paused || this.thinking || this.changing > 0 || !spec || spec === YOU) return;
    this.waiting = setTimeout(() => {
      // A hidden page does not search; the game continues when the page is visible again.
      if (!document.hidden) this.think(spec, { plays: true }).catch(() => {});
    }, this.delay);
  }

  // Searches for one move and plays it, even if the game is paused.
  async step() {
    await this.think(null, { plays: true });
  }

  async hint() {
    await this.think(this.hinter, { plays: false });
  }

  // Ends the running search, or waits for the pending changes if no search is running.
  async #calmDown() {
    if (this.thinking?.plays) await this.#interrupt();
    else if (this.thinking) await this.halt();
    else await this.turn;
  }

  // Waits for pending changes and starts a search by `player`. If `player` is null, the player to move
  // searches, or the hinter if the person is to move. If `plays` is true, the server plays the move.
  // `budget` may have simulations, time_ms and stop_early.
  async think(player, { plays, budget = {} }) {
    const request = (this.requested += 1);
    while (this.changing > 0 || this.thinking) {
      await this.#calmDown();
      // If `think` was called again meanwhile, only the search of the last call is started.
      if (request !== this.requested) return;
    }
    const spec = player ?? (this.mover === YOU ? this.hinter : this.mover);
    if (this.closed || !spec) return;
    clearTimeout(this.waiting);
    const thinking = { spec, plays, budget, seat: this.state.seat, search: null, place: 0 };
    const before = this.thought;
    this.thinking = thinking;
    // The server does not show what a player thinks about cards that the person does not see.
    const shown = this.viewer === null || this.viewer === this.state.seat;
    if (shown) {
      this.thought = {
        spec,
        plays,
        candidates: [],
        stats: null,
        shares: [],
        stopped: null,
        unit: "",
        position: this.state.position,
        played: this.state.played,
      };
    }
    this.#changed("thinking");
    const { reading } = this;
    try {
      thinking.asking = this.#restoring(async () => {
        await reading;
        const seed = this.isPrivate ? {} : { seed: this.seed };
        return this.#request("think", { player: spec, play: plays, ...seed, ...budget });
      });
      const answer = await thinking.asking;
      thinking.search = answer.search;
      thinking.place = answer.queue ?? 0;
      this.#changed("thinking");
    } catch (error) {
      if (this.thinking === thinking) {
        this.thinking = null;
        this.thought = before;
        if (error.kind !== "gone") this.paused = plays ? true : this.paused;
        this.complaint = error.message;
        this.#changed("thinking");
        if (error.kind !== "gone") this.#changed("complaint");
      }
      throw error;
    }
  }

  // Returns the part of the last search's tree below `path`. The server refuses this request during a
  // search, so the next search waits for the answer.
  tree(path) {
    const asked = Promise.resolve(this.stopping).then(() => this.#request("tree", { depth: 1, path }));
    this.reading = Promise.allSettled([this.reading, asked]).then(() => null);
    return asked;
  }

  save() {
    return this.#request("save");
  }

  // Ends the search and discards its decision.
  async halt() {
    const thinking = this.thinking;
    this.thinking = null;
    if (this.thought && !this.thought.stopped) this.thought.stopped = "cancelled";
    this.stopping = this.#stop(thinking);
    this.#changed("thinking");
    await this.stopping;
  }

  async #stop(thinking) {
    const answer = await thinking.asking?.catch(() => null);
    if (answer) this.abandoned.add(answer.search);
    await engine.request("stop", { session: this.session, discard: true }).catch(() => null);
  }

  // Ends the search; the server sends the decision found so far.
  async finish() {
    await this.thinking?.asking;
    await engine.request("stop", { session: this.session });
  }

  #concerns(report) {
    const ours = this.thinking && report.session === this.session && !this.abandoned.has(report.search);
    return ours && (this.thinking.search === null || this.thinking.search === report.search);
  }

  #progress(report) {
    if (!this.#concerns(report)) return;
    this.thinking.place = 0;
    this.#learn(report);
    this.#changed("thinking");
  }

  #learn({ candidates, stats, unit }) {
    const thought = this.thought;
    Object.assign(thought, { candidates, stats, unit });
    const simulations = stats.simulations ?? 0;
    if (simulations > (thought.shares.at(-1)?.simulations ?? -1)) {
      const leading = candidates.slice(0, LEADING).map(({ move, share }) => ({ move, share }));
      if (thought.shares.length >= POINTS) thought.shares = thought.shares.filter((_, at) => at % 2 === 0);
      thought.shares.push({ simulations, leading });
    }
  }

  #decision(report) {
    if (!this.#concerns(report)) return;
    const { decision, state, played } = report;
    const { plays } = this.thinking;
    this.thinking = null;
    if (decision) {
      this.#learn(decision);
      this.thought.stopped = decision.stopped_by;
      this.thought.seeing = decision.seeing;
    }
    const resigns = decision ? decision.move === null : !played;
    if (plays && resigns && !state.over) {
      this.paused = true;
      this.complaint = "The player resigns: it sees nothing more to gain.";
      this.#changed("complaint");
    }
    if (plays) this.#take(state);
    this.#changed("thinking");
    if (!plays) this.#goOn();
  }

  #queued(report) {
    if (!this.#concerns(report)) return;
    this.thinking.place = report.place;
    this.#changed("thinking");
  }

  #failed(report) {
    if (!this.#concerns(report)) return;
    this.thinking = null;
    this.paused = true;
    this.complaint = report.error?.message ?? report.message ?? "The search failed.";
    this.#changed("complaint");
    this.#changed("thinking");
  }

  // Requests the state after a lost connection: the server may have restarted, or may have played a
  // move meanwhile.
  async #resume() {
    if (this.closed || !this.state) return;
    const asked = this.thinking;
    this.settling = true;
    this.#changed("thinking");
    await asked?.asking?.catch(() => null);
    await this.#inTurn(() => this.#restore(asked));
    this.settling = false;
    this.#changed("thinking");
  }

  // Restores the game. If the session is lost, opens a new one and repeats the search `asked` if it was a hint.
  async #restore(asked) {
    const pending = this.thinking;
    try {
      const { state } = await this.#request("state");
      if (!pending) await this.#take(state);
      else if (state.search !== pending.search) this.#askAgain(pending);
    } catch (error) {
      if (error.kind !== "not_found") return;
      this.thinking = null;
      await this.open().catch(() => {});
      if (asked && !asked.plays) this.think(asked.spec, asked).catch(() => {});
    }
  }

  // Handles a search that has ended on the server but whose last event is missing. Waits GRACE for the event,
  // because the stream repeats missed events after it reconnects; then repeats the search.
  #askAgain(pending) {
    setTimeout(() => {
      if (this.thinking !== pending) return;
      if (pending.plays) this.#interrupt();
      else this.think(pending.spec, pending).catch(() => {});
    }, GRACE);
  }
}
