// Seeded interleavings of what a person does, of answers and of events: whatever their order, the model of the
// page ends in the state that the server has. The server is the real program, at PLYWOOD_URL.

import assert from "node:assert/strict";
import { test } from "node:test";
import { YOU, begin, isCurrent, next, reduce } from "../../../../web/model.js";

const SEEDS = 200;
const STEPS = 60;
const AT_ONCE = 4;
const ROOT = `${process.env.PLYWOOD_URL}api/v1`;
// Players that decide in a few milliseconds.
const PLAYERS = ["random", "mcts:simulations=40", "mcts:simulations=400"];
const GAMES = {
  othello: { seats: 2, rules: "" },
  klondike: { seats: 1, rules: "draw=1" },
  woodblock: { seats: 1, rules: "" },
  tetris: { seats: 1, rules: "" },
};

// A small random generator (mulberry32).
function generator(seed) {
  let state = seed;
  const number = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end) => Math.floor(number() * end);
  return { below, pick: (list) => list[below(list.length)], chance: (share) => number() < share };
}

async function ask(method, params) {
  const response = await fetch(`${ROOT}/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(params),
  });
  const answer = await response.json();
  if (answer.error) throw Object.assign(new Error(answer.error.message), { kind: answer.error.kind });
  return answer;
}

// A page without a browser: a model, the network between it and the server, and a person.
class Page {
  constructor(seed) {
    this.random = generator(seed);
    this.name = `interleaving-${process.pid}-${seed}`;
    this.game = this.random.pick(Object.keys(GAMES));
    const { seats, rules } = GAMES[this.game];
    const sitting = Array.from({ length: seats }, () => this.random.pick([YOU, YOU, ...PLAYERS]));
    const setup = {
      name: this.game,
      rules,
      from: null,
      seed,
      moves: [],
      seats: sitting,
      hinter: "mcts:simulations=100",
    };
    this.model = begin({ ...setup, analysing: this.random.chance(0.2) });
    // What has arrived from the server but not at the model: at most one answer, and the events in their order.
    this.answer = null;
    this.events = [];
    this.log = [];
  }

  async listen() {
    this.control = new AbortController();
    const response = await fetch(`${ROOT}/events?page=${this.name}`, { signal: this.control.signal });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const read = async () => {
      let rest = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        const blocks = (rest + value).split("\n\n");
        rest = blocks.pop();
        for (const block of blocks) {
          const type = /^event: ?(.*)$/m.exec(block)?.[1];
          const data = /^data: ?(.*)$/m.exec(block)?.[1];
          if (data) this.events.push({ ...JSON.parse(data), type });
        }
      }
    };
    read().catch(() => {});
  }

  async dispatch(event) {
    this.log.push(event.type);
    this.model = reduce(this.model, event);
    this.check();
    const request = next(this.model);
    if (!request) return;
    assert.equal(this.model.request, null, "one request at a time");
    this.model = reduce(this.model, { type: "sent", request });
    this.log.push(`> ${request.method}`);
    const { number } = this.model.request;
    const params = ["think", "winnable"].includes(request.method)
      ? { page: this.name, ...request.params }
      : request.params;
    this.answer = await ask(request.method, params).then(
      (answer) => ({ type: "answered", number, answer }),
      (error) => ({ type: "refused", number, error }),
    );
  }

  // Checks what must hold at any time: a search, a chosen move and a current answer are about the shown position.
  check() {
    const { thought, game, choice, search } = this.model;
    if (thought && isCurrent(this.model)) assert.equal(thought.position, game.position);
    if (choice) assert.equal(choice.version, game.version, "the version of a decided move");
    if (search) assert.equal(search.version, game.version, "the version of a search");
  }

  // Another tab changes the game: the page does not know it until it asks for something.
  async changeElsewhere() {
    const { session } = this.model;
    const { state } = await ask("state", { session });
    const change = this.random.chance(0.5) ? ["undo", {}] : ["play", { move: this.random.pick(state.legal) }];
    if (change[0] === "undo" ? state.played.length > 0 : state.legal.length > 0) {
      await ask(change[0], { session, ...change[1] });
    }
  }

  async deliverAnswer() {
    const { answer } = this;
    this.answer = null;
    await this.dispatch(answer);
  }

  // The server has answered, but the page does not get the answer, and connects again.
  async loseAnswer() {
    const { number } = this.answer;
    this.answer = null;
    await this.dispatch({ type: "refused", number, error: { kind: "gone", message: "lost" } });
    await this.dispatch({ type: "resumed" });
  }

  async deliverTime() {
    const { choice, search } = this.model;
    if (choice) await this.dispatch({ type: "rested", version: choice.version });
    if (search?.missing) await this.dispatch({ type: "missed", search: search.id });
  }

  // Something that a person does.
  async act() {
    const { model, random } = this;
    const { game, seats } = model;
    const acts = {
      play: () => ({ move: random.pick(game.legal), version: game.version - (random.chance(0.1) ? 1 : 0) }),
      undo: () => ({}),
      redo: () => ({}),
      goTo: () => ({ length: random.below(model.line.length + 1) }),
      think: () => ({ purpose: random.pick(["hint", "move"]) }),
      stop: () => ({}),
      askWinnable: () => ({}),
      pause: () => ({ on: !model.paused }),
      analyse: () => ({ on: !model.analysing }),
      seats: () => ({ seats: seats.with(random.below(seats.length), random.pick([YOU, ...PLAYERS])) }),
      hinter: () => ({ spec: random.pick(PLAYERS.slice(1)) }),
      visible: () => ({ on: random.chance(0.7) }),
      resumed: () => ({}),
    };
    const weights = ["play", "play", "play", "play", ...Object.keys(acts)].filter(
      (type) => type !== "play" || game.legal.length > 0,
    );
    const type = random.pick(weights);
    await this.dispatch({ type, ...acts[type]() });
  }

  async step() {
    const { random, model } = this;
    const open = model.game !== null;
    const options = [
      this.answer && (() => this.deliverAnswer()),
      this.answer && (() => this.deliverAnswer()),
      this.answer && open && random.chance(0.1) && (() => this.loseAnswer()),
      this.events.length > 0 && (() => this.dispatch(this.events.shift())),
      open && (() => this.act()),
      open && (() => this.deliverTime()),
      open && model.session && !this.answer && random.chance(0.05) && (() => this.changeElsewhere().catch(() => null)),
      // The server loses the session, as after a restart.
      open &&
        model.session &&
        !this.answer &&
        random.chance(0.03) &&
        (() => ask("close", { session: model.session }).catch(() => null)),
    ].filter(Boolean);
    await random.pick(options)();
  }

  // Lets everything arrive, until the page waits for nothing.
  async drain() {
    await this.dispatch({ type: "visible", on: true });
    await this.dispatch({ type: "pause", on: true });
    await this.dispatch({ type: "analyse", on: false });
    const deadline = Date.now() + 60_000;
    for (;;) {
      if (this.answer) await this.deliverAnswer();
      else if (this.events.length > 0) await this.dispatch(this.events.shift());
      else {
        const { request, search, choice, intents, outdated } = this.model;
        if (!request && !search && !choice?.forced && intents.length === 0 && !outdated && this.model.session) return;
        assert.ok(Date.now() < deadline, `the page still waits: ${this.log.slice(-20).join(", ")}`);
        await this.deliverTime();
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
  }

  async play() {
    await this.listen();
    try {
      await this.dispatch({ type: "visible", on: true });
      for (let step = 0; step < STEPS; step += 1) await this.step();
      await this.drain();
      // A session may be lost without the page knowing: it learns that when it asks for the state.
      await this.dispatch({ type: "resumed" });
      await this.drain();
      const { session, game, line } = this.model;
      const { state } = await ask("state", { session });
      // A search that the page has ended may end a moment later.
      assert.deepEqual({ ...game, search: null }, { ...state, search: null });
      assert.deepEqual(line.slice(0, game.played.length), game.played);
      assert.equal(line.length, game.played.length + game.redo);
      return game.version;
    } finally {
      this.control.abort();
      await ask("close", { session: this.model.session }).catch(() => null);
    }
  }
}

test(`${SEEDS} interleavings end in the server's state`, async () => {
  let seed = 0;
  let changes = 0;
  const worker = async () => {
    while (seed < SEEDS) {
      const page = new Page((seed += 1));
      try {
        changes += await page.play();
      } catch (error) {
        error.message = `${page.name}, ${page.game}: ${error.message}\n${page.log.join(", ")}`;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  // The test is useful only if games were played.
  assert.ok(changes > SEEDS, `only ${changes} changes`);
});

// A model without a server: `send` sends the next request, `answer` answers it.
function toy(setup) {
  const game = {
    version: 0,
    position: "start",
    seat: 0,
    played: [],
    played_words: [],
    redo: 0,
    legal: ["a", "b"],
    words: ["a", "b"],
  };
  const page = {
    game,
    state: begin({ name: "toy", rules: "", from: null, seed: 1, moves: [], hinter: "slow", ...setup }),
  };
  page.dispatch = (event) => (page.state = reduce(page.state, event));
  page.send = () => {
    page.dispatch({ type: "sent", request: next(page.state) });
    return page.state.request;
  };
  page.answer = ({ number }, answer) => page.dispatch({ type: "answered", number, answer });
  page.decide = (search, stopped, stats) => {
    const decision = { move: "a", candidates: [], stats, unit: "", stopped_by: stopped };
    page.dispatch({ type: "decision", session: "s", search, version: 0, decision, state: game, played: false });
  };
  page.answer(page.send(), { session: "s", state: game });
  return page;
}

test("a late decision of a search that was ended is dropped", () => {
  const page = toy({ seats: ["slow"] });
  const first = page.send();
  assert.equal(first.method, "think");
  // The person pauses the player before the server has answered with the search's id, and then resumes it.
  page.dispatch({ type: "pause", on: true });
  page.answer(first, { search: "one", queue: 0 });
  page.answer(page.send(), { stopped: true });
  page.dispatch({ type: "pause", on: false });
  page.send();
  page.decide("one", "cancelled", { simulations: 3, elapsed_ms: 1 });
  assert.equal(page.state.choice, null);
  assert.equal(page.state.search.purpose, "move");
});

test("an analysis is a row of short searches, so that other searches are served between them", () => {
  const page = toy({ seats: [YOU], analysing: true });
  for (const number of [1, 2, 3]) {
    const request = page.send();
    assert.equal(request.method, "think");
    assert.ok(request.params.time_ms <= 2000);
    page.answer(request, { search: `slice ${number}`, queue: 0 });
    page.decide(`slice ${number}`, "time", { simulations: 100, elapsed_ms: 2000 });
    assert.equal(page.state.thought.stats.simulations, 100 * number);
  }
  page.dispatch({ type: "analyse", on: false });
  assert.equal(next(page.state), null);
});
