// Settings as text, `key=value,key=value`: the rules of a game and the settings of a player. The grammar is
// that of crates/registry/src/settings.rs, and crates/plywood/tests/model/settings.json has cases for both.

const PLAIN = String.raw`[^,:{}"\\=\p{White_Space}]+`;
const QUOTED = String.raw`"((?:[^"\\]|\\["\\])*)"`;
const SPACE = String.raw`\p{White_Space}*`;
// A key and its value, after a comma unless it is the first one. The match ends before a comma or at the end.
const PAIR = new RegExp(`(?:^|(?<!^),)${SPACE}(${PLAIN})${SPACE}=(?:${QUOTED}|(${PLAIN}))(?=,|$)`, "guy");
const IS_PLAIN = new RegExp(`^${PLAIN}$`, "u");

// Returns the values by key, and as `rest` the text from the first fault on; "" if there is none.
export function parseSettings(text) {
  const keys = new Map();
  let end = 0;
  for (const [pair, key, quoted, plain] of text.matchAll(PAIR)) {
    if (keys.has(key)) break;
    keys.set(key, plain ?? quoted.replace(/\\(.)/g, "$1"));
    end += pair.length;
  }
  return { keys: Object.fromEntries(keys), rest: text.slice(end) };
}

// Returns the values by key, as far as the text can be read.
export const readSettings = (text) => parseSettings(text).keys;

export function writeSettings(keys) {
  const written = (value) => (IS_PLAIN.test(value) ? value : `"${value.replace(/["\\]/g, "\\$&")}"`);
  return Object.entries(keys)
    .map(([key, value]) => `${key}=${written(value)}`)
    .join(",");
}
