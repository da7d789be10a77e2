// The page's grammar of settings is that of the registry: the same table is read by the tests of
// crates/registry/src/settings.rs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { parseSettings, readSettings, writeSettings } from "../../../../web/settings.js";

const FILE = "../../../registry/tests/data/settings.json";
const cases = JSON.parse(readFileSync(new URL(FILE, import.meta.url), "utf8"));

// Returns a generator of whole numbers below `n`, the same ones for the same seed.
function random(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

test("values are quoted as in the table", () => {
  for (const [value, text] of cases.filter(([given]) => given !== null)) {
    assert.equal(writeSettings({ key: value }), `key=${text}`);
    assert.deepEqual(parseSettings(`key=${text}`), { keys: { key: value }, rest: "" });
    assert.deepEqual(readSettings(`a=1,key=${text},b=2`), { a: "1", key: value, b: "2" });
  }
});

test("text that the registry refuses is not read as something else", () => {
  for (const [, text] of cases.filter(([value]) => value === null)) {
    const whole = `first=1,key=${text}`;
    const { keys, rest } = parseSettings(whole);
    assert.equal(keys.first, "1");
    assert.notEqual(rest, "", `${whole} was accepted`);
    assert.deepEqual(parseSettings(whole.slice(0, -rest.length)), { keys, rest: "" });
  }
});

test("what stands before a fault is read", () => {
  assert.deepEqual(parseSettings("a=1,b"), { keys: { a: "1" }, rest: ",b" });
  assert.deepEqual(parseSettings("a=1,a=2"), { keys: { a: "1" }, rest: ",a=2" });
  for (const text of ["a", "=1", ",a=1", "a=", 'b"=1', "a b=1"]) {
    assert.deepEqual(parseSettings(text), { keys: {}, rest: text });
  }
});

test("spaces around keys and needless quotes are accepted", () => {
  assert.deepEqual(parseSettings(' a =1,\tb="2"'), { keys: { a: "1", b: "2" }, rest: "" });
  assert.deepEqual(parseSettings(""), { keys: {}, rest: "" });
});

test("every value survives a round trip", () => {
  const below = random(16);
  const alphabet = [..."ab3\"\\,=:{} \t\n\u0085\u00a0\ufeff\u2028é日🂡'|;"];
  for (let round = 0; round < 5000; round += 1) {
    const value = () => Array.from({ length: below(9) }, () => alphabet[below(alphabet.length)]).join("");
    const keys = Object.fromEntries(Array.from({ length: below(4) }, (_, at) => [`key${at}`, value()]));
    assert.deepEqual(parseSettings(writeSettings(keys)), { keys, rest: "" });
  }
});
