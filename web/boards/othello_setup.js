// Sets up a position of Othello: the discs and the side to move.

import { cellGrid, chooser } from "./cell_grid.js";

// Draws the editor of a position, given as its 64 cells and its side, and calls `change` with the text of each
// changed position.
export function setup(host, { cells, side }, change) {
  const rows = Array.from({ length: 8 }, (_, row) => cells.slice(8 * row, 8 * row + 8));
  let mover = side;
  const changed = () => change(`${rows.flat().join("")} ${mover}`);
  host.replaceChildren(
    cellGrid({
      label: "Squares",
      look: "othello",
      rows,
      words: { "-": "empty", X: "black", O: "white" },
      changed,
    }),
    chooser("To move", { X: "Black", O: "White" }, mover, (chosen) => {
      mover = chosen;
      changed();
    }),
  );
}
