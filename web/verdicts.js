// What a review found, in words: the loss of a move, and whether a seat lost anything.

import { formatValue, inUnits } from "./scale.js";

// The results that a move can throw away, by the exact probability of a win before it.
const THROWN = { 1: "the win", 0.5: "the draw" };

// Returns the result that a move with exact values gave away: "the win" or "the draw"; undefined if it kept the result.
// A loss in discs does not show it: 4 discs less can still win.
export function thrownBy({ exact, best, played }, unit) {
  const gaveAway = exact && unit === "win probability" && played?.value < best?.value;
  return gaveAway ? THROWN[best.value] : undefined;
}

// Formats a loss, which is `score` of the score unit where that is known. `thrown` is that of `thrownBy`.
export function lossText({ loss, score, thrown }, { unit, score_unit: scoreUnit }) {
  const size = score > 0 ? `${Number(score.toFixed(1))} ${scoreUnit}` : thrown ? "" : inUnits(loss, unit);
  return [size, thrown].filter(Boolean).join(" and ");
}

// Returns what a reviewed move has lost.
export function lossOf(move, review) {
  const { unit } = review;
  const [score, thrown] = [move.exact ? move.score_loss : null, thrownBy(move, unit)];
  if (score > 0 || thrown) return `loses ${lossText({ loss: move.loss, score, thrown }, review)}, exactly`;
  if (move.loss === null) return "loss not known";
  if (!move.loss) return move.mark === "best" ? "the best move" : "no significant loss";
  const [low, high] = move.loss_ci95 ?? [];
  const ends =
    move.exact || low === undefined ? "" : ` (${[low, high].map((end) => formatValue(end, unit)).join(" to ")})`;
  return `loses ${inUnits(move.loss, unit)}${ends}`;
}

// Returns the heading above the worst moves of a seat, of which there are `worst`. `whose` is such as "Your". `finished`
// is whether the review has ended.
export function worstHeading({ moves, complete }, { seat, worst, whose, finished }) {
  const soFar = finished ? "" : " so far";
  const many = { 1: "worst move", 2: "two worst moves", 3: "three worst moves" }[worst];
  if (many) return `${whose} ${many}${soFar}`;
  const losses = moves.filter((move) => move.seat === seat).map(({ loss }) => loss);
  const known = losses.filter((loss) => loss !== null).length;
  if (known === 0) return `${whose} losses are not known${finished ? "" : " yet"}`;
  const isAll = finished && complete !== false && known === losses.length;
  return `${whose} moves lost nothing significant${isAll ? "" : finished ? ", as far as is known" : " so far"}`;
}
