// The marks of games whose moves fill cells: outlines of the best moves, with their loss against the best.

import { around } from "./cells.js";
import { svg } from "../dom.js";
import { tint } from "../scale.js";

// The classes of the outlines, best first. They differ in width and dashes, not only in colour.
const CLASSES = ["best-shape", "second-shape", "third-shape"];

// The width of a label in cells, about that of "≈ best".
const LABEL = 2.6;

// Returns the cell of a shape that is farthest from the labels so far.
function labelCell(cells, labels) {
  const distance = ([x, y]) => Math.min(...labels.map((other) => Math.hypot(other.x - x, other.y - y)));
  return cells.reduce((one, other) => (distance(other) > distance(one) ? other : one));
}

// Returns outlines of the moves of a line after the first one, with their numbers.
export const laterMoves = (cells) =>
  cells
    .slice(1)
    .map((one, at) => [
      around(one, "traced-shape later"),
      svg("text", { x: one[0][0] + 0.5, y: one[0][1] + 0.68, class: "mark-text" }, String(at + 2)),
    ]);

// Returns the elements of the marks. `cellsOf` returns the cells that a move fills; `width` is that of the board.
export function outlines(marks, cellsOf, width) {
  const shapes = [];
  // A move without a value has no loss.
  for (const { move, level, loss } of marks.filter((mark) => mark.loss)) {
    const cells = cellsOf(move);
    const key = cells.map(String).sort().join(" ");
    // Equal blocks fill the same cells by different moves.
    if (cells.length > 0 && shapes.every((shape) => shape.key !== key)) shapes.push({ cells, key, level, loss });
    if (shapes.length === CLASSES.length) break;
  }
  // Keeps labels on the board.
  const within = (x) => Math.max(1, Math.min(width - 1, x));
  const labels = [];
  for (const { cells, loss } of shapes) {
    const [x, lowest] = labelCell(cells, labels);
    let y = lowest;
    // A label that would lie on another one stands above it.
    while (labels.some((other) => Math.abs(other.y - y) < 1 && Math.abs(other.x - x) < LABEL)) y -= 1;
    labels.push({ x, y, loss });
  }
  return [
    shapes.map(({ cells, level }, rank) => around(cells, `shape ${CLASSES[rank]}`, { stroke: tint(level) })).reverse(),
    labels.map(({ x, y, loss }) => svg("text", { x: within(x + 0.5), y: y + 0.68, class: "mark-text" }, loss)),
  ];
}
