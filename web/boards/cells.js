// Shapes made of cells: pieces of Tetris and blocks of Wood Block. A cell is [x, y]. A picture of a shape
// is a list of strings, one per row, with "#" for a filled cell.

import { svg } from "../dom.js";

export const cellsOf = (rows) =>
  rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === "#" ? [[x, y]] : [])));

// Returns the smallest rectangle around cells: { x, y, width, height }.
export function bounds(cells) {
  const [columns, rows] = [0, 1].map((axis) => cells.map((cell) => cell[axis]));
  const [x, y] = [Math.min(...columns), Math.min(...rows)];
  return { x, y, width: Math.max(...columns) - x + 1, height: Math.max(...rows) - y + 1 };
}

export const shifted = (cells, dx, dy) => cells.map(([x, y]) => [x + dx, y + dy]);

export const cellAt = ([x, y], name) =>
  svg("rect", { x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92, rx: 0.14, class: name });

// Draws one outline around all cells.
export function around(cells, name, style = {}) {
  const taken = new Set(cells.map(String));
  const sides = cells.flatMap(([x, y]) => [
    [x, y - 1, `M${x} ${y}h1`],
    [x, y + 1, `M${x} ${y + 1}h1`],
    [x - 1, y, `M${x} ${y}v1`],
    [x + 1, y, `M${x + 1} ${y}v1`],
  ]);
  const open = sides.filter(([x, y]) => !taken.has(`${x},${y}`));
  return svg("path", { d: open.map(([, , line]) => line).join(""), class: name, style });
}
