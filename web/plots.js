// Plots of measured values with their intervals, as SVG.

import { svg } from "./dom.js";
import { number, percent } from "./scale.js";

// Draws a value as a bar from 0 to `most`, with its interval as a line.
export function bar({ value, ends, most, label }) {
  const at = (x) => 100 * Math.min(1, Math.max(0, most > 0 ? x / most : 0));
  return svg(
    "svg",
    { class: "plot-bar", viewBox: "0 0 100 12", preserveAspectRatio: "none", role: "img", "aria-label": label },
    svg("rect", { x: 0, y: 1, width: 100, height: 10, class: "plot-track" }),
    svg("rect", { x: 0, y: 1, width: at(value), height: 10, class: "plot-fill" }),
    ends && svg("line", { x1: at(ends[0]), x2: at(ends[1]), y1: 6, y2: 6, class: "plot-interval" }),
    ends && ends.map((end) => svg("line", { x1: at(end), x2: at(end), y1: 3, y2: 9, class: "plot-interval" })),
  );
}

// The frame of plots with two axes, in units of the view box.
const [WIDTH, HEIGHT] = [320, 200];
const [LEFT, RIGHT, TOP, BOTTOM] = [58, 300, 10, 160];

// Returns the SVG of a plot: the names of the axes, ticks as pairs of a place and a text, and contents.
export function framed({ label, xName, yName, xTicks, yTicks }, contents) {
  return svg(
    "svg",
    { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    xTicks.map(([x, text]) => [
      svg("line", { x1: x, x2: x, y1: TOP, y2: BOTTOM, class: "plot-grid" }),
      svg("text", { x, y: BOTTOM + 15, "text-anchor": "middle" }, text),
    ]),
    yTicks.map(([y, text]) => [
      svg("line", { x1: LEFT, x2: RIGHT, y1: y, y2: y, class: "plot-grid" }),
      svg("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" }, text),
    ]),
    svg("text", { x: (LEFT + RIGHT) / 2, y: HEIGHT - 6, "text-anchor": "middle" }, xName),
    svg(
      "text",
      { x: 10, y: (TOP + BOTTOM) / 2, "text-anchor": "middle", transform: `rotate(-90 10 ${(TOP + BOTTOM) / 2})` },
      yName,
    ),
    contents,
  );
}

// Return the place of a value on an axis, given as a part of the axis from 0 to 1.
export const across = (part) => LEFT + (RIGHT - LEFT) * part;
export const up = (part) => BOTTOM - (BOTTOM - TOP) * part;

// Draws shares, from 0 to 1, against numbers of simulations on a logarithmic axis, as a curve with a band of
// intervals. A point is { simulations, share, ends }; `ends` may be null. `target` is a share to reach.
export function curve({ points, target, label }) {
  const most = Math.max(...points.map(({ simulations }) => simulations));
  const x = (simulations) => across(most > 1 ? Math.log10(simulations) / Math.log10(most) : 1);
  const decades = Array.from({ length: Math.floor(Math.log10(most)) + 1 }, (_, power) => 10 ** power);
  // At most seven labels fit under the axis, each of about 30 units.
  const step = Math.ceil(decades.length / 7);
  const labelled = decades.filter((_, at) => at % step === 0);
  if (x(most) - x(labelled.at(-1)) > 30) labelled.push(most);
  const frame = {
    label,
    xName: "simulations",
    yName: "final choice",
    xTicks: labelled.map((simulations) => [x(simulations), number(simulations)]),
    yTicks: [0, 0.5, 1].map((share) => [up(share), percent(share)]),
  };
  const ends = points.map(({ simulations, share, ends: own }) => [x(simulations), ...(own ?? [share, share])]);
  const band = [
    ...ends.map(([place, low]) => [place, low]),
    ...ends.toReversed().map(([place, , high]) => [place, high]),
  ];
  const path = (list) => list.map(([place, share]) => `${place},${up(share)}`).join(" ");
  return framed(frame, [
    svg("polygon", { points: path(band), class: "plot-band" }),
    svg("line", { x1: LEFT, x2: RIGHT, y1: up(target), y2: up(target), class: "plot-target" }),
    svg("polyline", { points: path(points.map((one) => [x(one.simulations), one.share])), class: "plot-line" }),
    points.map((one) => svg("circle", { cx: x(one.simulations), cy: up(one.share), r: 3, class: "plot-point" })),
  ]);
}

// Draws results against predictions, each with its interval, beside the diagonal on which they are equal. A point
// is { predicted, realised, ends }. Both axes are from `range[0]` to `range[1]`; `text` writes their values.
export function calibrationPlot({ points, range: [low, high], text, label }) {
  const part = (value) => Math.min(1, Math.max(0, high > low ? (value - low) / (high - low) : 0.5));
  const ticks = [0, 0.5, 1].map((share) => [share, text(low + share * (high - low))]);
  const frame = {
    label,
    xName: "predicted",
    yName: "result",
    xTicks: ticks.map(([share, words]) => [across(share), words]),
    yTicks: ticks.map(([share, words]) => [up(share), words]),
  };
  return framed(frame, [
    svg("line", { x1: LEFT, y1: BOTTOM, x2: RIGHT, y2: TOP, class: "plot-target" }),
    points.map(({ predicted, realised, ends }) => {
      const x = across(part(predicted));
      return [
        ends && svg("line", { x1: x, x2: x, y1: up(part(ends[0])), y2: up(part(ends[1])), class: "plot-interval" }),
        svg("circle", { cx: x, cy: up(part(realised)), r: 4, class: "plot-point" }),
      ];
    }),
  ]);
}
