// Shapes made of cells: pieces of Tetris and blocks of Wood Block. A shape is a list of strings, one
// per row, with "#" for a filled cell. A cell is [x, y].

import { svg } from "../dom.js";

const turnOnce = (rows) =>
  [...rows[0]].map((_, column) =>
    rows
      .map((row) => row[column])
      .reverse()
      .join(""),
  );

// Returns a shape after `turns` quarter turns clockwise.
export function turned(rows, turns) {
  let result = rows;
  for (let turn = 0; turn < turns; turn += 1) result = turnOnce(result);
  return result;
}

export const cellsOf = (rows) =>
  rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === "#" ? [[x, y]] : [])));

export const cellAt = ([x, y], name) =>
  svg("rect", { x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92, rx: 0.14, class: name });

// Draws one outline around all cells.
export function around(cells, name) {
  const taken = new Set(cells.map(String));
  const sides = cells.flatMap(([x, y]) => [
    [x, y - 1, `M${x} ${y}h1`],
    [x, y + 1, `M${x} ${y + 1}h1`],
    [x - 1, y, `M${x} ${y}v1`],
    [x + 1, y, `M${x + 1} ${y}v1`],
  ]);
  const open = sides.filter(([x, y]) => !taken.has(`${x},${y}`));
  return svg("path", { d: open.map(([, , line]) => line).join(""), class: name });
}
