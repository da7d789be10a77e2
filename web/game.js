// One game as the page holds it: enough to restore it if the server forgets,
// who sits where, and whose turn it is to think.

import * as engine from "./engine.js";
import { YOU, freshSeed } from "./share.js";

// So long may an event that was missed be on its way.
const GRACE = 600;
// Of how many moves, and at how many points at most, the shares are remembered.
const LEADING = 6;
const POINTS = 200;

export class Game extends EventTarget {
  // `told` is what a link says, with `delay`, the least time between moves of players.
  constructor(told) {
    super();
    this.name = told.name;
    this.rules = told.rules;
    this.from = told.from;
    this.seed = told.seed ?? freshSeed();
    this.line = told.moves;
    this.seats = told.seats;
    this.hinter = told.hinter;
    this.paused = told.paused ?? false;
    this.delay = told.delay;
    this.state = null;
    this.session = null;
    this.thought = null;
    this.thinking = null;
    // Whether it is being asked how the game stands, after a search for a move was
    // ended or the server was gone.
    this.settling = false;
    // Moves and steps back that are not answered yet, and the last of them.
    this.changing = 0;
    this.turn = Promise.resolve();
    // How often a search was asked for.
    this.wishes = 0;
    // What is still being read of the tree, and the end of a search that is still on its way.
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

  // Opens a session and replays the moves; throws what the server refuses.
  async open() {
    const params = { game: this.name, rules: this.rules, seed: this.seed, moves: this.line };
    if (this.from) params.position = this.from;
    const played = this.state?.played.length ?? this.line.length;
    const answer = await engine.request("new", params);
    this.session = answer.session;
    let state = answer.state;
    const undone = state.played.length - played;
    if (undone > 0) state = (await engine.request("undo", { session: this.session, count: undone })).state;
    this.#take(state);
  }

  close() {
    this.closed = true;
    clearTimeout(this.waiting);
    this.stops.forEach((stop) => stop());
    if (this.thinking) this.halt();
  }

  get told() {
    const { name, rules, from, seed, seats } = this;
    return { name, rules, from, seed, seats, moves: this.state?.played ?? this.line };
  }

  get mover() {
    return this.state && !this.state.over ? this.seats[this.state.seat] : null;
  }

  // Whether a person has a seat.
  get seated() {
    return this.seats.includes(YOU);
  }

  get yours() {
    return this.mover === YOU && this.thinking?.plays !== true;
  }

  // Who clicks again before an answer has come meant the board as it was: that
  // move might be one of the other seat by now.
  async play(move) {
    if (this.changing > 0) return;
    await this.#inTurn(() => this.#change("play", { move }));
  }

  // Back to where a person decides; to the move before where nobody does, who would
  // only play it again.
  async undo() {
    this.paused ||= !this.seated;
    await this.#walk("undo", () => this.state.played.length);
  }

  async redo() {
    await this.#walk("redo", () => this.state.redo);
  }

  // Who clicks in haste may ask for one step too many: how many are left is seen when
  // its turn has come.
  async #walk(method, left) {
    this.#interrupt();
    await this.#inTurn(async () => {
      if (left() === 0) return;
      do await this.#change(method);
      while (this.#passesBy() && left() > 0);
    });
  }

  // To after so many moves of the line.
  async goTo(length) {
    if (!this.seats.every((spec) => spec === YOU)) this.setPaused(true);
    await this.#inTurn(async () => {
      for (;;) {
        // A player may just have moved: the answer tells how far it is by then.
        const count = length - this.state.played.length;
        // What was undone is gone when another move was played.
        if (count === 0 || count > this.state.redo) return;
        await this.#change(count < 0 ? "undo" : "redo", { count: Math.abs(count) });
      }
    });
  }

  #passesBy() {
    return this.seated && this.mover !== YOU && !this.state.over;
  }

  // Whatever asks for a new state, one after the other: their answers could overtake
  // each other.
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
    // The end of a search that is still on its way must not meet the next one.
    await this.stopping;
    const answer = await this.#restoring(() => engine.request(method, { session: this.session, ...params }));
    this.#take(answer.state);
  }

  // A session may have expired: it is opened again and asked once more.
  async #restoring(ask) {
    try {
      return await ask();
    } catch (error) {
      if (error.kind !== "not_found") throw error;
      await this.open();
      return ask();
    }
  }

  #take(state) {
    const longer = this.line.length >= state.played.length;
    const same = longer && state.played.every((move, index) => move === this.line[index]);
    if (!same) this.line = state.played;
    this.state = state;
    this.#changed("position");
    this.#goOn();
  }

  // Nobody looks at a game that is closed.
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

  // Ends a search for a move; it may have been played just before.
  async #interrupt() {
    if (!this.thinking?.plays) return this.#goOn();
    this.settling = true;
    await this.#inTurn(async () => {
      if (this.thinking?.plays) await this.halt();
      const answer = await engine.request("state", { session: this.session }).catch(() => null);
      this.settling = false;
      if (answer) this.#take(answer.state);
      else this.#changed("thinking");
    });
  }

  // Lets the player whose turn it is move, after the pause between moves.
  #goOn() {
    clearTimeout(this.waiting);
    const spec = this.mover;
    if (this.closed || this.paused || this.thinking || this.changing > 0 || !spec || spec === YOU) return;
    this.waiting = setTimeout(() => {
      // Nobody looks: the game goes on when the page is seen again.
      if (!document.hidden) this.think(spec, { plays: true }).catch(() => {});
    }, this.delay);
  }

  // One move by the player whose turn it is.
  async step() {
    await this.think(null, { plays: true });
  }

  async hint() {
    await this.think(this.hinter, { plays: false });
  }

  // Waits for a change or ends a search, after which there may be another.
  async #calmDown() {
    if (this.thinking?.plays) await this.#interrupt();
    else if (this.thinking) await this.halt();
    else await this.turn;
  }

  // Asks a player about the position after all changes; without one that whose turn it
  // is, and for a person the hinter. `budget` may hold simulations, time_ms, stop_early.
  async think(player, { plays, budget = {} }) {
    const wish = (this.wishes += 1);
    while (this.changing > 0 || this.thinking) {
      await this.#calmDown();
      // Who asks for something else meanwhile wants only that.
      if (wish !== this.wishes) return;
    }
    const spec = player ?? (this.mover === YOU ? this.hinter : this.mover);
    if (this.closed || !spec) return;
    clearTimeout(this.waiting);
    const thinking = { spec, plays, budget, seat: this.state.seat, search: null, place: 0 };
    const before = this.thought;
    this.thinking = thinking;
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
    this.#changed("thinking");
    const { reading } = this;
    try {
      thinking.asking = this.#restoring(async () => {
        await reading;
        return engine.request("think", {
          session: this.session,
          player: spec,
          play: plays,
          seed: this.seed,
          ...budget,
        });
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

  // The tree of the last search below a path. The engine tells none while it
  // searches, so a search that is asked for meanwhile waits for the answer.
  tree(path) {
    const asked = Promise.resolve(this.stopping).then(() =>
      engine.request("tree", { session: this.session, depth: 1, path }),
    );
    this.reading = Promise.allSettled([this.reading, asked]).then(() => null);
    return asked;
  }

  // Ends a search and forgets its answer.
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

  // Ends a search and takes the answer it has.
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
    const { decision, state } = report;
    const { plays } = this.thinking;
    this.thinking = null;
    this.#learn(decision);
    this.thought.stopped = decision.stopped_by;
    this.thought.seeing = decision.seeing;
    if (plays && decision.move === null && !state.over) {
      this.paused = true;
      this.complaint = "The player gives up: it sees nothing more to gain.";
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

  // After an absence the server may have forgotten everything, or may have
  // moved on without us: ask, and take the game up where it stands.
  async #resume() {
    if (this.closed || !this.state) return;
    const asked = this.thinking;
    this.settling = true;
    this.#changed("thinking");
    await asked?.asking?.catch(() => null);
    await this.#inTurn(() => this.#takeUp(asked));
    this.settling = false;
    this.#changed("thinking");
  }

  // The question that was under way may have been lost on its way, or its answer.
  async #takeUp(asked) {
    const pending = this.thinking;
    try {
      const { state } = await engine.request("state", { session: this.session });
      if (!pending) this.#take(state);
      else if (state.search !== pending.search) this.#askAgain(pending);
    } catch (error) {
      if (error.kind !== "not_found") return;
      this.thinking = null;
      await this.open().catch(() => {});
      if (asked && !asked.plays) this.think(asked.spec, asked).catch(() => {});
    }
  }

  // The search has ended without us. What was missed is told again at once;
  // after that moment it is asked for anew.
  #askAgain(pending) {
    setTimeout(() => {
      if (this.thinking !== pending) return;
      if (pending.plays) this.#interrupt();
      else this.think(pending.spec, pending).catch(() => {});
    }, GRACE);
  }
}
