// Reads and writes `key=value,key=value`, the format of rules and player settings on the command line.

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
