// Formats values as colours and texts, in the same way for every board and panel.

import { html } from "./dom.js";

// The loss against the best move at which a move is a clear mistake, by the unit of the value.
const MISTAKES = { "win probability": 0.2, "share of opponents beaten": 0.2, progress: 0.1, discs: 10 };
// The same for all other units: a share of the best value, and at least LEAST_MISTAKE.
const MISTAKE_SHARE = 0.1;
const LEAST_MISTAKE = 1;

// Whether values of a unit are shares of 1, which are shown as percentages.
export const isShare = (unit) => /probability|progress|share/.test(unit);
const isKnown = (value) => value !== null && value !== undefined;

// Formats a number as a short text for a board: "3.1", "54", "12.3k".
function short(value) {
  if (Math.abs(value) >= 1e4) return `${(value / 1e3).toFixed(1)}k`;
  const digits = Math.abs(value) < 0.1 ? 2 : Math.abs(value) < 10 ? 1 : 0;
  return String(Number(value.toFixed(digits)));
}

const unsigned = (value, unit) => (isShare(unit) ? `${short(100 * value)}%` : short(value));

function signed(value, unit) {
  const sign = value < 0 ? "−" : unit === "discs" && value > 0 ? "+" : "";
  return sign + short(Math.abs(value));
}

// Formats the value of a candidate as a short label for a board.
export function label({ value, proven, bound }, unit) {
  if (!isKnown(value)) return "";
  const result = isKnown(proven) && unit === "win probability" && { 0: "lost", 0.5: "draw", 1: "won" }[proven];
  const text = result || (isShare(unit) ? `${Math.round(100 * value)}%` : signed(value, unit));
  return bound === "upper" ? `≤ ${text}` : text;
}

// Returns candidates and unit as they are shown: an exact score says more than a proven win. `scoreUnit` is the unit
// of scores. All candidates change to it together, so that their values can be compared.
export function inScores(candidates, unit, scoreUnit) {
  const [best] = candidates;
  const exact = ({ value, score }) => !isKnown(value) || isKnown(score);
  if (!scoreUnit || !isKnown(best?.proven) || !isKnown(best.score) || !candidates.every(exact)) {
    return { candidates, unit };
  }
  const scored = candidates.map((candidate) => {
    const { value, score, proven } = candidate;
    if (!isKnown(value)) return candidate;
    return { ...candidate, value: score, ci95: null, proven: isKnown(proven) ? score : null };
  });
  return { candidates: scored, unit: scoreUnit };
}

// Whether the search has proven that the mover loses. Points and lines have no such value.
const isProvenLoss = ({ proven }, unit) =>
  isKnown(proven) && ((isShare(unit) && proven <= 0) || (unit === "discs" && proven < 0));

// Whether the values of a candidate and of the best one can be compared. An upper bound is no value. A search that
// ends with a proof has not valued the moves that it did not need.
function isComparable(candidate, best) {
  if (!isKnown(candidate.value) || !isKnown(best.value) || candidate.bound === "upper") return false;
  return isKnown(candidate.proven) || !isKnown(best.proven);
}

// Whether a candidate may be as good as the best one: the intervals of their values overlap.
function isAlike(candidate, best) {
  if (candidate === best) return true;
  const high = candidate.ci95?.[1] ?? candidate.value;
  const low = best.ci95?.[0] ?? best.value;
  return high >= low;
}

// Returns a mark for each candidate, in the given order, which is best first. A mark has the `move`, its
// `words`, the value as a short `label`, and
// - `level`: the loss against the best move, from 0 (none) to 1 (a clear mistake); null if it is not known;
// - `loss`: the same as a text: "best", "≈ best" or such as "−3.1"; empty if it is not known;
// - `best`: whether the move is the best, or may be as good as the best;
// - `proven`: whether the value is exact.
export function assess(candidates, unit) {
  const [best] = candidates;
  return candidates.map((candidate) => {
    const { move, words, value, proven } = candidate;
    const lost = isProvenLoss(candidate, unit);
    const known = isComparable(candidate, best);
    const alike = !lost && known && isAlike(candidate, best);
    const mistake = MISTAKES[unit] ?? Math.max(LEAST_MISTAKE, MISTAKE_SHARE * Math.abs(best.value));
    const loss = known ? Math.max(0, best.value - value) : null;
    const mark = {
      move,
      words: words?.[0] ?? move,
      label: label(candidate, unit),
      best: alike,
      proven: isKnown(proven),
    };
    if (lost) return { ...mark, level: 1, loss: label(candidate, unit) };
    if (alike) return { ...mark, level: 0, loss: candidate === best ? "best" : "≈ best" };
    return {
      ...mark,
      level: known ? Math.min(1, loss / mistake) : null,
      loss: known ? `−${unsigned(loss, unit)}` : "",
    };
  });
}

// Returns the colour of the level of a mark; grey if the level is not known.
export const tint = (level) =>
  level === null ? "var(--edge)" : `color-mix(in oklab, var(--poor) ${Math.round(100 * level)}%, var(--good))`;

// Units that do not explain themselves. Values in lines are those of an evaluation: an empty well has 100.
const MEANINGS = {
  progress: "progress towards a solved game",
  lines: "evaluation in lines, to compare moves",
  "points' worth": "what the points and the board after the hand are worth, in points",
};

// Returns an element that names the unit of values and explains the colours of moves.
export function legend(unit) {
  const share = `${100 * MISTAKE_SHARE}% of the best value`;
  const mistake = unit in MISTAKES ? unsigned(MISTAKES[unit], unit) : share;
  return html(
    "p",
    { class: "scale-legend" },
    html("span", { class: "scale-unit" }, `Values: ${MEANINGS[unit] ?? unit}`),
    html("span", {}, "may be as good as the best"),
    html("span", { class: "scale-colours", "aria-hidden": "true" }),
    html("span", {}, `${mistake}${unit === "discs" ? " discs" : ""} worse`),
  );
}

export function number(value) {
  if (value === null || value === undefined) return "–";
  if (Math.abs(value) >= 1e6) return `${(value / 1e6).toFixed(1)} M`;
  if (Math.abs(value) >= 1e4) return `${(value / 1e3).toFixed(1)} k`;
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

export const count = (amount, word) => `${amount} ${word}${Number(amount) === 1 ? "" : "s"}`;

export const percent = (share) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)}%`;

// Formats a value for a panel. Probabilities and progress are shown as percentages.
export function formatValue(amount, unit) {
  if (!isKnown(amount)) return "–";
  return isShare(unit) ? percent(amount) : amount.toFixed(Math.abs(amount) < 100 ? 1 : 0).replace("-", "−");
}

// Formats the difference of two values with its unit.
export function inUnits(value, unit) {
  const text = formatValue(value, unit);
  if (!isKnown(value) || isShare(unit)) return text;
  return unit === "evaluation" ? `${text} of the evaluation` : `${text} ${unit}`;
}

export function milliseconds(time) {
  if (time < 1) return "<1 ms";
  return time < 1000 ? `${Math.round(time)} ms` : `${(time / 1000).toFixed(1)} s`;
}
