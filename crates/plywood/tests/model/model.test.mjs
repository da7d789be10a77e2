// Tests of the model without a server: `node --test crates/plywood/tests/model/`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { YOU, begin, isSearching, next, reduce, setupOf } from "../../../../web/model.js";
import { verdictOn } from "../../../../web/wording.js";

const setup = { name: "toy", rules: "", from: null, seed: null, moves: [], seats: [YOU], hinter: "mcts" };
const document = (fields) => ({
  seat: 0,
  position: "start",
  legal: ["a", "b"],
  words: ["move a", "move b"],
  played: [],
  played_words: [],
  redo: 0,
  over: false,
  stuck: false,
  peeked: false,
  version: 0,
  ...fields,
});

// Sends the next request and answers it.
function answer(state, fields) {
  const sent = reduce(state, { type: "sent", request: next(state) });
  return reduce(sent, { type: "answered", number: sent.request.number, answer: fields });
}

const opened = (fields, state = begin(setup)) => answer(state, { session: "s", state: document(fields) });

test("a hint has values even where a player needs no search", () => {
  const asked = (purpose) => next(reduce(opened(), { type: "think", purpose, spec: "mcts" })).params.analyse;
  assert.equal(asked("hint"), true);
  assert.equal(asked("move"), undefined);
});

test("the page does not keep the deal of a game with private facts", () => {
  const isPrivate = begin({ ...setup, isPrivate: true });
  assert.equal(opened({ seed: 7, viewer: 0 }, isPrivate).game.seed, null);
  assert.equal(opened({ seed: 7 }).game.seed, 7);
});

test("moves keep their words when they are taken back", () => {
  const played = answer(reduce(opened(), { type: "play", move: "a", version: 0 }), {
    state: document({ played: ["a"], played_words: ["move a"], version: 1 }),
  });
  assert.deepEqual(played.lineWords, ["move a"]);
  const undone = answer(reduce(played, { type: "undo" }), { state: document({ redo: 1, version: 2 }) });
  assert.deepEqual([undone.line, undone.lineWords], [["a"], ["move a"]]);
  const other = answer(reduce(undone, { type: "play", move: "b", version: 2 }), {
    state: document({ played: ["b"], played_words: ["move b"], version: 3 }),
  });
  assert.deepEqual([other.line, other.lineWords], [["b"], ["move b"]]);
});

test("a verdict is about its position, and takes the place of a search", () => {
  const asked = reduce(reduce(opened(), { type: "think", purpose: "hint", spec: "mcts" }), { type: "askWinnable" });
  const thinking = answer(asked, { search: "hint", queue: 0 });
  assert.equal(next(thinking).method, "winnable");
  const waiting = answer(thinking, { search: "verdict", queue: 0 });
  assert.equal(isSearching(waiting), true);
  // The events of the search that it ended are ignored.
  const late = reduce(waiting, { type: "error", session: "s", search: "hint", version: 0, error: { message: "late" } });
  assert.equal(late.problem, null);
  const report = { session: "s", search: "verdict", version: 0, winnable: "yes", state: document({ peeked: true }) };
  const answered = reduce(late, { type: "winnable", ...report });
  assert.deepEqual(
    [answered.search, answered.game.peeked, verdictOn(answered)],
    [null, true, "Yes, this deal can be won from here."],
  );
  const played = answer(reduce(answered, { type: "play", move: "a", version: 0 }), {
    state: document({ played: ["a"], played_words: ["move a"], version: 1, peeked: true }),
  });
  assert.equal(verdictOn(played), "");
});

test("a game that was peeked is restored as such", () => {
  assert.equal(next(begin(setup)).params.peeked, undefined);
  assert.equal(next(begin({ ...setup, peeked: true })).params.peeked, true);
  assert.equal(setupOf(opened({ peeked: true })).peeked, true);
});
