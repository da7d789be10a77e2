// Reads and writes links. The link of a game has all data to restore the game: rules, seed or start
// position, moves and players; that of a reviewed game also the review's player and budget, and the number of moves of
// the position that is shown. The link of a tournament or a study has its id.

export function link(route, game) {
  const fields = new URLSearchParams();
  if (game.rules) fields.set("rules", game.rules);
  if (game.from) fields.set("from", game.from);
  if (game.seed !== null && game.seed !== undefined) fields.set("seed", game.seed);
  if (game.peeked) fields.set("peeked", "1");
  if (game.moves?.length) fields.set("moves", game.moves.join(";"));
  if (game.seats?.length) fields.set("seats", game.seats.join("|"));
  if (game.review) fields.set("review", game.review);
  if (game.at !== null && game.at !== undefined) fields.set("at", game.at);
  if (game.arena) fields.set("arena", game.arena);
  if (game.study) fields.set("study", game.study);
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
    peeked: fields.get("peeked") === "1",
    moves: list("moves", ";"),
    seats: list("seats", "|"),
    review: fields.get("review"),
    at: readPlace(fields.get("at")),
    arena: fields.get("arena"),
    study: fields.get("study"),
  };
}

// Reads the number of moves of the position that is shown; null if the text is not a number.
function readPlace(text) {
  const place = Math.max(0, Math.round(text?.trim() ? Number(text) : NaN));
  return Number.isFinite(place) ? place : null;
}

// Maximum number of simulations of a review: more than any machine can do.
export const MOST_SIMULATIONS = 1e9;

// Reads and writes the player and the budget of a review, as a link has them: `hard,simulations=1000`. The simulations
// are null for those of the player.
export function readReview(text, player) {
  const [, spec, simulations] = /^(.*?)(?:,simulations=([1-9]\d*))?$/.exec(text ?? "");
  return { player: spec || player, simulations: simulations ? Math.min(Number(simulations), MOST_SIMULATIONS) : null };
}
export const writeReview = ({ player, simulations }) => player + (simulations ? `,simulations=${simulations}` : "");

// Copies the digits of the seed from a document as text, because a JavaScript number cannot represent every 64-bit seed.
const seedIn = (text) => /"seed":\s*(\d+)/.exec(text)?.[1] ?? null;

// Reads the record of an arena's game, a line of JSON, as the fields of a link and the scores.
export function readRecord(line) {
  const { game: name, rules, opening, moves, players, result } = JSON.parse(line);
  return { name, rules, seed: seedIn(line), moves: [...opening, ...moves], seats: players, scores: result.scores };
}

export const freshSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

// Reads a pasted saved game or link as the fields of a link; null if the text is neither. Then it may be a
// position or moves, which only the server can read.
export function readPasted(text) {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return readSaved(trimmed);
  return trimmed.includes("#/") ? parseLink(trimmed.slice(trimmed.indexOf("#/"))) : null;
}

function readSaved(text) {
  let saved;
  try {
    saved = JSON.parse(text);
  } catch {
    throw new Error("This looks like a saved game, but it is not valid JSON.");
  }
  if (typeof saved.game !== "string") throw new Error("This is not a saved game: it does not name its game.");
  const [name, rules] = [saved.game, saved.rules ?? ""];
  // A running game with private facts is saved as a view.
  if (saved.seed === null && saved.position) return { name, rules, seed: null, from: saved.position, moves: [] };
  return {
    name,
    peeked: saved.peeked === true,
    rules,
    seed: seedIn(text),
    from: saved.from ?? null,
    moves: saved.moves ?? saved.played ?? [],
  };
}
