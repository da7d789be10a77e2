// Tests of what the page computes from a review: `node --test crates/plywood/tests/model/`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { dueOf, exercisesOf, forget, forgetAll, keep, mistakesOf, note } from "../../../../web/exercises.js";
import { isTimed } from "../../../../web/players.js";
import { pointsOf, tickStep } from "../../../../web/review_graph.js";
import { MOST_SIMULATIONS, link, parseLink, readRecord, readReview, writeReview } from "../../../../web/share.js";
import { lossOf, lossText, worstHeading } from "../../../../web/verdicts.js";

const DAY = 24 * 60 * 60 * 1000;

const move = (ply, seat, value, played, fields = {}) => ({
  ply,
  seat,
  move: "a",
  words: "move a",
  position: `position ${ply}`,
  value,
  ci95: [value - 0.125, value + 0.125],
  base: 0,
  played: { value: played, ci95: [played - 0.125, played + 0.125], pv: ["a"], words: ["move a"] },
  best: { move: "b", value, ci95: null, pv: ["b", "c"], words: ["move b", "move c"] },
  loss: value - played,
  mark: "best",
  luck: null,
  ...fields,
});
const review = (...moves) => ({
  game: "toy",
  rules: "",
  player: "hard",
  unit: "win probability",
  score_unit: "discs",
  moves,
});

// A fake of the browser's storage, whose methods throw if `fails` is true.
class Storage {
  items = new Map();
  fails = false;
  getItem(name) {
    if (this.fails) throw new Error("refused");
    return this.items.get(name) ?? null;
  }
  setItem(name, text) {
    if (this.fails) throw new Error("refused");
    this.items.set(name, text);
  }
}

function freshStorage() {
  globalThis.localStorage = new Storage();
  return globalThis.localStorage;
}

test("the graph of two seats has the value for one of them after every move", () => {
  const moves = [move(0, 0, 0.5, 0.25), move(1, 1, 0.75, 0.75)];
  const values = (seat) => pointsOf(review(...moves), seat, 2).map(({ at, value, ends }) => [at, value, ends]);
  assert.deepEqual(values(0), [
    [0, 0.5, [0.375, 0.625]],
    [1, 0.25, [0.125, 0.375]],
    [2, 0.25, [0.125, 0.375]],
  ]);
  assert.deepEqual(
    values(1).map(([, value]) => value),
    [0.5, 0.75, 0.75],
  );
});

test("the graph of more seats, and of points of two seats, has the moves of one seat only", () => {
  const moves = [move(0, 0, 0.5, 0.5), move(1, 1, 0.5, 0.5), move(2, 2, 0.5, 0.5), move(3, 0, 0.25, 0.25)];
  const places = (reviewed, seats) => pointsOf(reviewed, 0, seats).map(({ at }) => at);
  assert.deepEqual(places(review(...moves), 3), [0, 1, 4]);
  assert.deepEqual(places({ ...review(...moves.slice(0, 2)), unit: "points" }, 2), [0, 1]);
  assert.deepEqual(places({ ...review(...moves.slice(0, 2)), unit: "discs" }, 2), [0, 1, 2]);
});

test("luck is a step after a move, which a loss is not", () => {
  const [, first, second] = pointsOf(review(move(0, 0, 0.5, 0.25, { luck: 0.125 }), move(1, 0, 0.375, 0.375)), 0, 1);
  assert.deepEqual([first.value, first.after], [0.25, 0.375]);
  assert.deepEqual([second.value, second.after], [0.375, 0.375]);
});

test("what was gained before a move is a part of the value", () => {
  const gained = { ...review(move(0, 0, 0.5, 0.25, { base: 4, luck: 1 })), unit: "points" };
  assert.deepEqual(
    pointsOf(gained, 0, 1).map(({ value, ends, after }) => [value, ends, after]),
    [
      [4.5, [4.375, 4.625], 4.5],
      [4.25, [4.125, 4.375], 5.25],
    ],
  );
});

test("moves without a value have no point", () => {
  const unknown = { ...move(1, 0, 0.5, 0.5), played: null };
  assert.deepEqual(
    pointsOf(review(move(0, 0, 0.5, 0.5), unknown), 0, 1).map(({ at }) => at),
    [0, 1],
  );
  assert.deepEqual(pointsOf(review(), 0, 1), []);
});

test("ticks are round and at most six parts apart", () => {
  assert.deepEqual([1, 6, 7, 30, 60, 61, 300, 1200].map(tickStep), [1, 1, 2, 5, 10, 20, 50, 200]);
});

test("a link keeps the player and the budget of a review, and the place in the game", () => {
  const reviews = ["hard", "mcts:rollout=random,simulations=40"].map((player) => ({ player, simulations: 200 }));
  for (const one of reviews) assert.deepEqual(readReview(writeReview(one), "easy"), one);
  assert.deepEqual(readReview("hard", "easy"), { player: "hard", simulations: null });
  assert.deepEqual(readReview(null, "easy"), { player: "easy", simulations: null });
  assert.equal(writeReview({ player: "hard", simulations: null }), "hard");
  const game = { name: "toy", rules: "", seed: "7", moves: ["a", "b"], review: writeReview(reviews[1]), at: 0 };
  const { moves, review: text, at } = parseLink(link("play", game));
  assert.deepEqual([moves, readReview(text, "easy"), at], [["a", "b"], reviews[1], 0]);
  assert.equal(parseLink(link("play", { ...game, at: null })).at, null);
});

test("numbers of a link that cannot be are mended", () => {
  const place = (at) => parseLink(`#/play/toy?at=${at}`).at;
  assert.deepEqual(["-1", "1.5", "7", "", "x", "1e999", "NaN"].map(place), [0, 2, 7, null, null, null, null]);
  assert.equal(readReview(`hard,simulations=${"9".repeat(20)}`, "easy").simulations, MOST_SIMULATIONS);
});

test("a review by time is known by the player's keys", () => {
  const keys = (simulations, time) => [
    { name: "simulations", default: simulations },
    { name: "time", default: time },
  ];
  const players = [
    { name: "hard", keys: keys("1000", null) },
    { name: "expert", keys: keys("10000000", "1s") },
    { name: "greedy", keys: [] },
  ];
  const timed = (spec, simulations) => isTimed({ players }, spec, simulations);
  assert.deepEqual([timed("hard", 1000), timed("greedy", null), timed("unknown", null)], [false, false, false]);
  assert.deepEqual([timed("expert", 10000000), timed("hard:time=2s", null)], [true, true]);
  // With simulations from the spec, or from the game's settings for reviews, the player has no time limit.
  assert.deepEqual([timed("expert:simulations=50", 50), timed("expert", 40)], [false, false]);
});

test("a move that throws the result away says so, whatever its score", () => {
  const exact = (value, played, fields) => move(0, 0, value, played, { exact: true, ...fields });
  const words = (one) => lossOf(one, review(one));
  assert.equal(words(exact(1, 0.5, { score_loss: 4 })), "loses 4 discs and the win, exactly");
  assert.equal(words(exact(1, 0, { score_loss: 1.5 })), "loses 1.5 discs and the win, exactly");
  assert.equal(words(exact(0.5, 0, { score_loss: 2 })), "loses 2 discs and the draw, exactly");
  assert.equal(words(exact(1, 0, { score_loss: null })), "loses the win, exactly");
  assert.equal(words(exact(1, 1, { score_loss: 4, loss: 0 })), "loses 4 discs, exactly");
  assert.equal(words(exact(1, 1, { score_loss: 0, loss: 0, mark: "best" })), "the best move");
  assert.equal(words(move(0, 0, 1, 0.5)), "loses 50%");
  // Values in points do not say who wins.
  const points = exact(1, 0.5, { score_loss: 4 });
  assert.equal(lossOf(points, { ...review(points), unit: "points" }), "loses 4 discs, exactly");

  const [exercise] = mistakesOf(review(exact(1, 0.5, { mark: "mistake", score_loss: 4 })), 0);
  assert.equal(exercise.thrown, "the win");
  const units = { unit: "win probability", score_unit: "discs" };
  assert.equal(lossText({ loss: 4, score: 4, thrown: "the win" }, units), "4 discs and the win");
});

test("only a finished review with known losses says that nothing was lost", () => {
  const heading = (moves, fields) =>
    worstHeading({ ...review(...moves), complete: fields.complete ?? true }, { whose: "Your", seat: 0, ...fields });
  const good = move(0, 0, 0.5, 0.5);
  const unknown = move(2, 0, 0.5, 0.5, { loss: null });
  const other = move(1, 1, 0.5, 0.5);
  assert.equal(heading([good], { worst: 0, finished: true }), "Your moves lost nothing significant");
  assert.equal(heading([good], { worst: 0, finished: false }), "Your moves lost nothing significant so far");
  assert.equal(heading([unknown, other], { worst: 0, finished: true }), "Your losses are not known");
  assert.equal(heading([other], { worst: 0, finished: false }), "Your losses are not known yet");
  for (const one of [
    heading([good, unknown], { worst: 0, finished: true }),
    heading([good], { worst: 0, finished: true, complete: false }),
  ]) {
    assert.equal(one, "Your moves lost nothing significant, as far as is known");
  }
  assert.equal(heading([good], { worst: 2, finished: true }), "Your two worst moves");
  assert.equal(heading([good], { worst: 1, finished: false }), "Your worst move so far");
});

test("the record of a game is read with its opening and its exact seed", () => {
  const record = { game: "toy", rules: "", seed: 1, opening: ["a"], moves: ["b"], players: ["hard", "easy"] };
  const line = JSON.stringify({ ...record, result: { scores: [1, -1] } }).replace(
    '"seed":1',
    `"seed":${2n ** 64n - 1n}`,
  );
  const { seed, moves, seats, scores } = readRecord(line);
  assert.deepEqual([seed, moves, seats, scores], ["18446744073709551615", ["a", "b"], ["hard", "easy"], [1, -1]]);
});

test("one's own mistakes and blunders become exercises, once", () => {
  freshStorage();
  const moves = ["best", "inaccuracy", "mistake", "blunder", "blunder"].map((mark, ply) =>
    move(ply, ply === 4 ? 1 : 0, 0.5, 0.25, { mark }),
  );
  keep(mistakesOf(review(...moves), 0));
  keep(mistakesOf(review(...moves), 0));
  assert.deepEqual(
    exercisesOf("toy").map(({ number }) => number),
    [3, 4],
  );
  assert.deepEqual(exercisesOf("other"), []);
  const exact = move(9, 0, 1, 1, { mark: "mistake", score_loss: 8 });
  const [{ loss, lossUnit }] = mistakesOf(review(exact), 0);
  assert.deepEqual([loss, lossUnit], [8, "discs"]);
});

test("solved exercises come back later and are removed after the third time", () => {
  freshStorage();
  keep(mistakesOf(review(move(0, 0, 0.5, 0.25, { mark: "blunder" })), 0, 0));
  let now = 0;
  for (const pause of [DAY, 7 * DAY]) {
    note(dueOf("toy", now)[0], true, now);
    assert.deepEqual(dueOf("toy", now + pause - 1), []);
    now += pause;
    assert.equal(dueOf("toy", now).length, 1);
  }
  note(dueOf("toy", now)[0], true, now);
  assert.deepEqual(exercisesOf("toy"), []);
});

test("an exercise that is not solved is due again, behind those that wait longer, and counts from the start", () => {
  freshStorage();
  const blunders = [0, 1].map((ply) => move(ply, 0, 0.5, 0.25, { mark: "blunder" }));
  keep(mistakesOf(review(...blunders), 0, 0));
  const [first] = dueOf("toy", 5);
  note(first, true, 0);
  note(
    dueOf("toy", DAY).find(({ number }) => number === first.number),
    false,
    DAY,
  );
  assert.deepEqual(
    dueOf("toy", DAY).map(({ number, solved }) => [number, solved]),
    [
      [2, 0],
      [1, 0],
    ],
  );
});

test("exercises that were forgotten or solved for good do not come back with their review", () => {
  const storage = freshStorage();
  const blunders = [0, 1, 2].map((ply) => move(ply, 0, 0.5, 0.25, { mark: "blunder" }));
  const mistakes = mistakesOf(review(...blunders), 0, 0);
  keep(mistakes);
  for (const solved of [0, 1, 2]) note({ ...mistakes[0], solved }, true, 0);
  forget(mistakes[1]);
  keep(mistakes);
  assert.equal(exercisesOf("toy").length, 1);
  forgetAll("toy");
  keep(mistakes);
  assert.deepEqual(exercisesOf("toy"), []);
  // The person wants them again.
  keep(mistakes, { again: true });
  assert.equal(exercisesOf("toy").length, 3);
  assert.deepEqual(JSON.parse(storage.getItem("plywood exercises")).forgotten, []);
});

test("exercises are bounded, and can be forgotten one by one and by the game", () => {
  freshStorage();
  const blunders = Array.from({ length: 250 }, (_, ply) => move(ply, 0, 0.5, 0.25, { mark: "blunder" }));
  keep(mistakesOf(review(...blunders), 0));
  keep(mistakesOf({ ...review(move(0, 0, 0.5, 0.25, { mark: "blunder" })), game: "other" }, 0));
  assert.deepEqual([exercisesOf("toy").length, exercisesOf("toy")[0].number], [199, 52]);
  forget(exercisesOf("toy")[0]);
  assert.equal(exercisesOf("toy").length, 198);
  forgetAll("toy");
  assert.deepEqual([exercisesOf("toy").length, exercisesOf("other").length], [0, 1]);
});

test("corrupt and foreign data are ignored", () => {
  const good = mistakesOf(review(move(0, 0, 0.5, 0.25, { mark: "blunder" })), 0);
  const KEY = "plywood exercises";
  const broken = ["", "{", "7", "null", '{"exercises":7}', '{"exercises":[null,{},{"game":"toy"}]}'];
  for (const text of broken) {
    const storage = freshStorage();
    storage.setItem(KEY, text);
    assert.deepEqual(exercisesOf("toy"), [], text);
    keep(good);
    assert.equal(exercisesOf("toy").length, 1, text);
    forgetAll("toy");
  }
  const storage = freshStorage();
  storage.setItem(KEY, JSON.stringify({ exercises: [...good, { ...good[0], best: { move: "b" } }] }));
  assert.equal(exercisesOf("toy").length, 1);
  // An object would be shown as [object Object].
  const [one] = good;
  const tampered = [
    { ...one, number: {} },
    { ...one, thrown: {} },
    { ...one, played: { ...one.played, words: {} } },
    { ...one, loss: [] },
    { ...one, lossUnit: {} },
  ];
  storage.setItem(KEY, JSON.stringify({ exercises: tampered, forgotten: [{}, 7] }));
  assert.deepEqual(exercisesOf("toy"), []);
});

test("without a storage, exercises last until the page is closed", () => {
  freshStorage().fails = true;
  keep(mistakesOf(review(move(0, 0, 0.5, 0.25, { mark: "blunder" })), 0));
  assert.equal(exercisesOf("toy").length, 1);
  delete globalThis.localStorage;
  assert.equal(exercisesOf("toy").length, 1);
});
