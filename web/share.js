// Reads and writes links. The link of a game has all data to restore the game: rules, seed or start
// position, moves and players. The link of a tournament has the tournament's id.

export const YOU = "you";

export function link(route, game) {
  const fields = new URLSearchParams();
  if (game.rules) fields.set("rules", game.rules);
  if (game.from) fields.set("from", game.from);
  if (game.seed !== null && game.seed !== undefined) fields.set("seed", game.seed);
  if (game.moves?.length) fields.set("moves", game.moves.join(";"));
  if (game.seats?.length) fields.set("seats", game.seats.join("|"));
  if (game.arena) fields.set("arena", game.arena);
  const text = fields.toString();
  return `#/${route}/${game.name}${text ? `?${text}` : ""}`;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function parseLink(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [route = "", name = ""] = path.split("/").map(decoded);
  const fields = new URLSearchParams(query);
  const list = (key, separator) => fields.get(key)?.split(separator).filter(Boolean) ?? [];
  return {
    route,
    name,
    rules: fields.get("rules") ?? "",
    from: fields.get("from"),
    seed: fields.get("seed") || null,
    moves: list("moves", ";"),
    seats: list("seats", "|"),
    arena: fields.get("arena"),
  };
}

export const freshSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

// Reads a pasted text: a saved game, a link, a list of moves or a position. Only the server can
// distinguish moves from a position, so this returns all interpretations, the likeliest first, and the
// caller tries each. `split` splits a transcript without separators into moves, or returns null.
export function readPasted(text, split = () => null) {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) {
    const saved = JSON.parse(trimmed);
    // A running game with private facts is saved as a view.
    const isView = saved.seed === null && saved.position;
    if (isView) return [{ name: saved.game, rules: saved.rules ?? "", from: saved.position, moves: [] }];
    return [
      {
        name: saved.game,
        rules: saved.rules ?? "",
        // Copies the digits from the text, because a JavaScript number cannot represent every 64-bit seed.
        seed: /"seed":\s*(\d+)/.exec(trimmed)?.[1] ?? null,
        from: saved.from ?? null,
        moves: saved.moves ?? saved.played ?? [],
      },
    ];
  }
  if (trimmed.includes("#/")) {
    const linked = parseLink(trimmed.slice(trimmed.indexOf("#/")));
    return [linked];
  }
  const moves = trimmed
    .split(/[;,\n]+/)
    .map((move) => move.trim())
    .filter(Boolean);
  const options = [
    { from: trimmed, moves: [] },
    { from: null, moves },
  ];
  if (/[;\n]/.test(trimmed)) options.reverse();
  // If every move is one short word, spaces may separate the moves.
  const words = split(trimmed) ?? trimmed.split(/ +/);
  const areMoves = words.length > 1 && words.every((word) => /^[^:;,\s]{1,8}$/.test(word));
  return areMoves ? [{ from: null, moves: words }, ...options] : options;
}
