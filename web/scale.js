// Values as colours and numbers, the same in every picture.

// Maps the values of candidates to 0 (worst) to 1 (best): they are seen against
// each other, since the best of bad moves is still the one to find.
export function valueScale(candidates) {
  const values = candidates.map((candidate) => candidate.value).filter((value) => value !== null);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return (value) => (value === null || high <= low ? 1 : (value - low) / (high - low));
}

// How large a candidate is drawn, 0 to 1: by its share of the visits; where none
// were counted by its value; where there was nothing to compare, the choice alone.
export function weightScale(candidates) {
  const most = Math.max(...candidates.map(({ share }) => share));
  const level = valueScale(candidates);
  return ({ share, value, move }) =>
    most > 0 ? share / most : value === null ? Number(move === candidates[0].move) : level(value);
}

// From the warm end of the scale to the cool one, in steps of CSS.
export const tint = (level) => `color-mix(in oklab, var(--good) ${Math.round(100 * level)}%, var(--poor))`;

export function number(value) {
  if (value === null || value === undefined) return "–";
  if (Math.abs(value) >= 1e6) return `${(value / 1e6).toFixed(1)} M`;
  if (Math.abs(value) >= 1e4) return `${(value / 1e3).toFixed(1)} k`;
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

export const count = (amount, word) => `${amount} ${word}${Number(amount) === 1 ? "" : "s"}`;

export const percent = (share) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

// As short as it can be, for a label on a board.
export const label = (share) => `${Math.round(100 * share)}%`;

// A value in its unit: shares of a whole as percentages.
export function formatValue(amount, unit) {
  if (amount === null || amount === undefined) return "–";
  return /probability|progress/.test(unit) ? percent(amount) : amount.toFixed(Math.abs(amount) < 100 ? 1 : 0);
}

export function milliseconds(time) {
  if (time < 1) return "<1 ms";
  return time < 1000 ? `${Math.round(time)} ms` : `${(time / 1000).toFixed(1)} s`;
}
