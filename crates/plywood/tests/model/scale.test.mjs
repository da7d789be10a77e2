// Tests of the labels and colours of moves: `node --test crates/plywood/tests/model/`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assess, inScores } from "../../../../web/scale.js";

const candidate = (move, value, ci95 = null, proven = null) => ({ move, value, ci95, proven });
const marks = (unit, ...candidates) => assess(candidates, unit);

test("a label is the value in its unit", () => {
  const label = (unit, value, proven = null) => marks(unit, candidate("a", value, null, proven))[0].label;
  assert.equal(label("win probability", 0.537), "54%");
  assert.equal(label("progress", 0.721), "72%");
  assert.equal(label("points", 262.4), "262");
  assert.equal(label("points", -13), "−13");
  assert.equal(label("points", 12345), "12.3k");
  assert.equal(label("lines", 3.14), "3.1");
  assert.equal(label("discs", 6, 6), "+6");
  assert.equal(label("discs", -2.5), "−2.5");
  assert.equal(label("discs", 0, 0), "0");
  assert.equal(label("win probability", 1, 1), "won");
  assert.equal(label("win probability", 0.5, 0.5), "draw");
  assert.equal(label("win probability", 0, 0), "lost");
  assert.equal(label("points", null), "");
});

test("the level is the loss on a fixed scale, whatever the other moves are worth", () => {
  const levels = (unit, ...values) =>
    marks(unit, ...values.map((value) => candidate("a", value))).map(({ level }) => Number(level.toFixed(3)));
  assert.deepEqual(levels("win probability", 0.75, 0.75, 0.65, 0.5, 0.25), [0, 0, 0.5, 1, 1]);
  assert.deepEqual(levels("discs", 4, -1, -20), [0, 0.5, 1]);
  assert.deepEqual(levels("points", 200, 190, 100), [0, 0.5, 1]);
  assert.deepEqual(levels("points", 2, 1.5, 1), [0, 0.5, 1]);
  assert.deepEqual(levels("progress", 0.5, 0.45), [0, 0.5]);
  // The best move may have the lower mean.
  assert.deepEqual(levels("win probability", 0.5, 0.6), [0, 0]);
});

test("moves whose intervals overlap the best's look alike", () => {
  const [best, alike, worse] = marks(
    "win probability",
    candidate("a", 0.6, [0.55, 0.65]),
    candidate("b", 0.5, [0.4, 0.56]),
    candidate("c", 0.5, [0.46, 0.54]),
  );
  assert.deepEqual([best.best, best.level, best.loss], [true, 0, "best"]);
  assert.deepEqual([alike.best, alike.level, alike.loss], [true, 0, "≈ best"]);
  assert.deepEqual([worse.best, worse.loss], [false, "−10%"]);
  assert.equal(worse.level.toFixed(3), "0.500");
});

test("a proven loss never looks good", () => {
  const all = marks("win probability", candidate("a", 0, [0, 0], 0), candidate("b", 0, [0, 0], 0));
  for (const { best, level, label, proven } of all) {
    assert.deepEqual([best, level, label, proven], [false, 1, "lost", true]);
  }
  const [, lost] = marks("win probability", candidate("a", 0.1, [0, 0.4]), candidate("b", 0, [0, 0], 0));
  assert.deepEqual([lost.best, lost.level], [false, 1]);
  assert.equal(marks("discs", candidate("a", -2, [-2, -2], -2))[0].best, false);
});

test("without values no move is marked as the best", () => {
  for (const { best, level, label, loss } of marks("points", candidate("a", null), candidate("b", null))) {
    assert.deepEqual([best, level, label, loss], [false, null, "", ""]);
  }
});

test("beside a proven best move, a move that is not proven has no loss", () => {
  const [won, open, lost] = marks(
    "win probability",
    candidate("a", 1, [1, 1], 1),
    candidate("b", 0.4, [0.3, 0.5]),
    candidate("c", 0, [0, 0], 0),
  );
  assert.deepEqual([won.best, won.level, won.loss], [true, 0, "best"]);
  assert.deepEqual([open.best, open.level, open.loss, open.label], [false, null, "", "40%"]);
  assert.deepEqual([lost.best, lost.level], [false, 1]);
});

test("the words are those of the first move of the line", () => {
  const [described, plain] = assess(
    [{ ...candidate("turn", 1), words: ["turn the stock", "x"] }, candidate("b", 1)],
    "",
  );
  assert.deepEqual([described.words, plain.words], ["turn the stock", "b"]);
});

test("exact scores replace proven results, for all candidates together", () => {
  const solved = (move, proven, score) => ({ ...candidate(move, proven, [proven, proven], proven), score });
  const shown = inScores([solved("a", 1, 4), solved("b", 0, -6)], "win probability", "discs");
  assert.equal(shown.unit, "discs");
  assert.deepEqual(
    assess(shown.candidates, shown.unit).map(({ label }) => label),
    ["+4", "−6"],
  );
  const open = [solved("a", 1, 4), candidate("b", 0.5)];
  assert.deepEqual(inScores(open, "win probability", "discs"), { candidates: open, unit: "win probability" });
  const estimate = [{ ...candidate("a", 1.5), score: 1.5 }];
  assert.deepEqual(inScores(estimate, "win probability", "discs").unit, "win probability");
});

test("a move that is only known to be no better is not painted as good", () => {
  const [best, other] = marks(
    "discs",
    { ...candidate("a", 2, null, 2), bound: "exact" },
    { ...candidate("b", 2), bound: "upper" },
  );
  assert.deepEqual([best.level, best.loss], [0, "best"]);
  assert.deepEqual([other.best, other.level, other.loss, other.label], [false, null, "", "≤ +2"]);
});
