// What the page says about a game: whose turn it is, how it ended, and what a search is about.

import { capital, title } from "./players.js";
import { YOU, isSearching, isStuck, mover } from "./model.js";
import { formatValue } from "./scale.js";

const ENDINGS = {
  won: "Won!",
  lost: "Lost: no moves left.",
  lost_at_limit: "Lost: the limit of moves is reached.",
  capped: "Over: the limit set by the rules is reached.",
};

// Returns the result of a finished game.
function outcome({ game, seats }, board) {
  if (seats.length === 1) return ENDINGS[game.ending] ?? board.over ?? "Over.";
  const [best, worst] = [Math.max(...game.scores), Math.min(...game.scores)];
  if (best > worst && seats.filter((spec) => spec === YOU).length === 1) {
    if (game.scores[seats.indexOf(YOU)] < best) return "You lose.";
    return game.scores.filter((score) => score === best).length > 1 ? "You share the first place." : "You win!";
  }
  // Removes the scores in parentheses, because the score line shows them already.
  return `${capital(game.result.replace(/ \(.*\)$/, ""))}.`;
}

// Returns the status line. `names` are those of the seats.
export function status(state, board, names, { present, analysis }) {
  const { game, search, paused } = state;
  if (game.over) return outcome(state, board);
  if (!present) return "Waiting for the engine …";
  const player = mover(state);
  const several = names.length > 1;
  const who = several ? names[game.seat] : title(player === YOU ? (search?.spec ?? YOU) : player);
  if (search?.purpose === "move") return `${who} is thinking …`;
  if (isSearching(state)) return "Thinking …";
  if (isStuck(state)) return "No useful move is left";
  if (player === YOU) return several ? `${who} to move${analysis ? "" : ": you"}` : "Your move";
  return paused ? `Paused; ${who} to move` : `${who} to move`;
}

// Returns what to do at a position without a useful move; null elsewhere.
export function deadEnd(state) {
  const { game, resigned } = state;
  if (!isStuck(state)) return null;
  const what = game.stuck ? "No useful move is left." : `${title(mover(state))} gives up: it sees no way to win.`;
  const advice = game.played.length > 0 ? "Take moves back, or start a new game." : "Start a new game.";
  return resigned === game.version && game.stuck
    ? `${title(mover(state))} gives up: no useful move is left. ${advice}`
    : `${what} ${advice}`;
}

const VERDICTS = {
  yes: "Yes, this deal can be won from here.",
  no: "No, this deal cannot be won from here.",
  unknown: "Unknown: the solver found no answer in time.",
};

// Returns whether the game can be won at the position on the board; empty if that was not asked.
export const verdictOn = ({ game, verdict }) => (verdict?.version === game.version ? VERDICTS[verdict.winnable] : "");

// Returns what a search is about, such as "Black's move 12".
export function subject({ seat, number: move }, names) {
  return names.length > 1 ? `${names[seat]}’s move ${move}` : `move ${move}`;
}

// Returns the value of a move as a phrase.
export function worth(value, unit) {
  if (value === null || value === undefined) return "";
  const text = formatValue(value, unit);
  if (/probability/.test(unit)) return `wins ${text}`;
  if (unit === "lines") return `evaluation ${text}`;
  return /progress/.test(unit) ? `${text} of the way` : `${text} ${unit}`;
}

// Returns the best move of a thought and why it is the best, in one line; empty without candidates.
export function reason({ candidates, stopped, unit }, marks) {
  const [best, second] = marks;
  if (!best) return "";
  const value = best.proven ? `${best.label}${unit === "discs" ? " discs" : ""}` : worth(candidates[0].value, unit);
  const said = value ? `${best.words}: ${value}` : best.words;
  if (candidates.length === 1) return stopped === "only_move" ? `${said}, the only move` : said;
  const [other, ...more] = marks.slice(1).filter((mark) => mark.best);
  if (other) return `${said}; ${more.length > 0 ? `${more.length + 1} others` : other.words} may be as good`;
  return second?.label && second.level !== null ? `${said}; next ${second.words}: ${second.label}` : said;
}
