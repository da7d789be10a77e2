// The graph of a review: the value over the game for one seat with its interval, luck as steps, and the marks of moves.

import { html, refill, svg } from "./dom.js";
import { SIGNS } from "./marks.js";
import { across, framed, up } from "./plots.js";
import { formatValue, isShare } from "./scale.js";

// The width of a plot in units of its view box.
const WIDTH = 320;
// Shapes, so that marks differ in more than colour.
const SHAPES = {
  inaccuracy: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z",
  mistake: "M0-5L5 0L0 5L-5 0Z",
  blunder: "M0-6L6 5H-6Z",
};
const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

// Returns the function from a mover's value to the value for `seat`. Null where one does not follow from the other.
function turned(mover, seat, seats, unit) {
  if (mover === seat) return (value) => value;
  if (seats !== 2) return null;
  if (isShare(unit)) return (value) => 1 - value;
  return unit === "discs" ? (value) => -value : null;
}

// Returns the values for `seat` by the number of moves played: { at, value, ends, after, move }. `after` is the value
// after revealed facts; it differs from `value` by luck. The first point has no move. What the seat has gained
// before a move, its `base`, is a part of the value, so that values can be compared.
export function pointsOf({ moves, unit }, seat, seats) {
  const points = [];
  for (const move of moves) {
    const turn = turned(move.seat, seat, seats, unit);
    if (!turn || !move.played) continue;
    const point = (at, { value, ci95 }, luck) => {
      const [total, ...ends] = [value, ...(ci95 ?? [])].map((one) => turn(one + (move.base ?? 0)));
      const sorted = ends.length > 0 ? ends.sort((one, other) => one - other) : null;
      return { at, value: total, ends: sorted, after: turn(value + (move.base ?? 0) + luck) };
    };
    if (points.length === 0) points.push({ ...point(move.ply, move, 0), move: null });
    points.push({ ...point(move.ply + 1, move.played, move.luck ?? 0), move });
  }
  return points;
}

// Returns the range of the value axis: all of a share, else that of the values.
function rangeOf(points, unit) {
  if (isShare(unit)) return [0, 1];
  const all = points.flatMap(({ value, ends, after }) => [value, after, ...(ends ?? [])]);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return high > low ? [low, high] : [low - 1, high + 1];
}

// Returns a round step that divides `length` into at most six parts.
export function tickStep(length) {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(length / 6)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => length / step <= 6);
}

// Returns the graph. `go` is called with the number of moves of a position that the person chooses, and `say` returns
// the description of a point.
export function reviewGraph({ go, say }) {
  let points = [];
  let now = 0;
  let left = 0;
  let right = 1;
  const x = (at) => across((at - left) / (right - left));
  const element = html("div", {
    class: "review-graph",
    role: "slider",
    tabindex: 0,
    "aria-label": "Value over the game",
    click: ({ clientX }) => {
      const box = element.firstChild.getBoundingClientRect();
      const place = (WIDTH * (clientX - box.left)) / box.width;
      const distance = ({ at }) => Math.abs(x(at) - place);
      go(points.reduce((one, other) => (distance(other) < distance(one) ? other : one)).at);
    },
    keydown: (event) => {
      const target = targetOf(event.key);
      if (!target) return;
      event.preventDefault();
      if (target.at !== now) go(target.at);
    },
  });

  // Returns the point to which a key goes: the next one, that of the next mark, or the first or last one.
  function targetOf(key) {
    if (key === "Home") return points[0];
    if (key === "End") return points.at(-1);
    const isMarked = ({ move }) => move?.mark in SIGNS;
    const from = { PageUp: -1, PageDown: 1 }[key] ? points.filter(isMarked) : points;
    const step = STEPS[key] ?? { PageUp: -1, PageDown: 1 }[key];
    const goal = step > 0 ? from.find(({ at }) => at > now) : from.findLast(({ at }) => at < now);
    return step && (goal ?? points.find(({ at }) => at === now) ?? points[0]);
  }

  // Draws a review for a seat. `length` is the number of moves of the game, `played` that of the position on
  // the board, whose point is returned.
  function show(review, { seat, seats, length, played }) {
    points = pointsOf(review, seat, seats);
    now = played;
    element.hidden = points.length < 2;
    const here = points.find(({ at }) => at === now);
    if (element.hidden) return here;
    const { unit } = review;
    [left, right] = [points[0].at, Math.max(length, points.at(-1).at)];
    const [low, high] = rangeOf(points, unit);
    const y = (value) => up(Math.min(1, Math.max(0, (value - low) / (high - low))));
    const step = tickStep(right - left);
    const ticks = Array.from({ length: Math.floor(right / step) + 1 }, (_, at) => at * step).filter((at) => at >= left);
    const banded = points.filter(({ ends }) => ends);
    const edge = (end) => banded.map(({ at, ends }) => `${x(at)},${y(ends[end])}`);
    const path = points.map((one, at) => {
      const before = points[at - 1];
      return before ? `M${x(before.at)} ${y(before.after)}L${x(one.at)} ${y(one.value)}` : "";
    });
    const frame = {
      label: "",
      xName: "moves",
      yName: unit,
      xTicks: ticks.map((at) => [x(at), String(at)]),
      yTicks: [low, (low + high) / 2, high].map((value) => [y(value), formatValue(value, unit)]),
    };
    const lucky = points.filter(({ value, after }) => value !== after);
    const marked = points.filter(({ move }) => move?.mark in SIGNS);
    refill(
      element,
      framed(frame, [
        svg("polygon", { points: [...edge(0), ...edge(1).toReversed()].join(" "), class: "plot-band" }),
        svg("line", { x1: x(now), x2: x(now), y1: up(0), y2: up(1), class: "plot-now" }),
        svg("path", { d: path.join(""), class: "plot-line" }),
        lucky.map(({ at, value, after }) =>
          svg("line", { x1: x(at), x2: x(at), y1: y(value), y2: y(after), class: "plot-luck" }),
        ),
        marked.map(({ at, value, move }) =>
          svg("path", {
            d: SHAPES[move.mark],
            transform: `translate(${x(at)} ${y(value)})`,
            class: `plot-mark ${move.mark}`,
          }),
        ),
      ]),
      legendOf(lucky.length > 0),
    );
    element.setAttribute("aria-valuemin", left);
    element.setAttribute("aria-valuemax", right);
    element.setAttribute("aria-valuenow", now);
    element.setAttribute("aria-valuetext", here ? say(here) : `after ${now} moves`);
    return here;
  }

  return { element, show };
}

const sample = (...drawn) => svg("svg", { viewBox: "-8 -8 16 16", "aria-hidden": "true" }, drawn);

const legendOf = (lucky) =>
  html(
    "p",
    { class: "review-legend" },
    html(
      "span",
      {},
      sample(
        svg("path", { d: "M-8-5H8V5H-8Z", class: "plot-band" }),
        svg("path", { d: "M-8 0H8", class: "plot-line" }),
      ),
      "value, 95%",
    ),
    lucky && html("span", {}, sample(svg("path", { d: "M0-7V7", class: "plot-luck" })), "luck"),
    Object.entries(SHAPES).map(([mark, d]) =>
      html("span", {}, sample(svg("path", { d, class: `plot-mark ${mark}` })), mark),
    ),
  );
