// The marks of reviewed moves, as in chess notation, and better lines as text.

import { html } from "./dom.js";

export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

// Returns the sign of a mark, with a word for screen readers; null for good moves.
export const signOf = (mark) =>
  SIGNS[mark] &&
  html(
    "span",
    { class: `sign ${mark}`, title: mark },
    html("span", { "aria-hidden": "true" }, SIGNS[mark]),
    html("span", { class: "unseen" }, ` ${mark}`),
  );

// The number of moves of a line that are written.
const LINE = 6;

// Returns the first moves of a line in words, which may have commas. A move without words depends on facts that are not
// known yet, and ends the line.
export function lineText({ words, pv }) {
  const unknown = words[0] === pv[0] ? -1 : words.findIndex((word, at) => word === pv[at]);
  const moves = words.slice(0, unknown < 0 ? LINE : Math.min(unknown, LINE));
  return moves.join(moves.some((move) => move.includes(",")) ? "; " : ", ");
}
