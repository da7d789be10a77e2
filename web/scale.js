// Formats values as colours and texts, in the same way for every board and panel.

// Returns a function that maps the value of a candidate to a level from 0 (the worst candidate) to 1
// (the best). The levels are relative, so that the best move stands out even if all moves are bad.
export function valueScale(candidates) {
  const values = candidates.map((candidate) => candidate.value).filter((value) => value !== null);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return (value) => (value === null || high <= low ? 1 : (value - low) / (high - low));
}

// Returns a function that maps a candidate to a size from 0 to 1: by its share of the visits, or by its
// value if no candidate has visits. Without values, the first candidate has size 1, the others 0.
export function weightScale(candidates) {
  const most = Math.max(...candidates.map(({ share }) => share));
  const level = valueScale(candidates);
  return ({ share, value, move }) =>
    most > 0 ? share / most : value === null ? Number(move === candidates[0].move) : level(value);
}

// Returns the colour of a level from 0 (worst) to 1 (best).
export const tint = (level) => `color-mix(in oklab, var(--good) ${Math.round(100 * level)}%, var(--poor))`;

export function number(value) {
  if (value === null || value === undefined) return "–";
  if (Math.abs(value) >= 1e6) return `${(value / 1e6).toFixed(1)} M`;
  if (Math.abs(value) >= 1e4) return `${(value / 1e3).toFixed(1)} k`;
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

export const count = (amount, word) => `${amount} ${word}${Number(amount) === 1 ? "" : "s"}`;

export const percent = (share) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

// Formats a share of the visits as a short label for a board.
export const label = (share) => `${Math.round(100 * share)}%`;

// Formats a value. Probabilities and progress are shown as percentages.
export function formatValue(amount, unit) {
  if (amount === null || amount === undefined) return "–";
  return /probability|progress/.test(unit) ? percent(amount) : amount.toFixed(Math.abs(amount) < 100 ? 1 : 0);
}

export function milliseconds(time) {
  if (time < 1) return "<1 ms";
  return time < 1000 ? `${Math.round(time)} ms` : `${(time / 1000).toFixed(1)} s`;
}
