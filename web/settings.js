// `key=value,key=value`, as the command line writes rules and the keys of players.

export function readSettings(text) {
  const keys = {};
  for (const [, key, quoted, plain] of text.matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^,]*))/g)) {
    keys[key] = quoted === undefined ? plain : quoted.replace(/\\(.)/g, "$1");
  }
  return keys;
}

export function writeSettings(keys) {
  const quoted = (text) => (/[,:{}\s"]/.test(text) ? `"${text.replace(/["\\]/g, "\\$&")}"` : text);
  const set = Object.entries(keys).filter(([, text]) => text !== "");
  return set.map(([key, text]) => `${key}=${quoted(text)}`).join(",");
}
