// Sets up a position of Wood Block: the board and the three blocks of the hand.

import { bounds, cellsOf } from "./cells.js";
import { cellGrid } from "./cell_grid.js";
import { html } from "../dom.js";

// The side of the grid in which a block is drawn.
const BLOCK = 5;
const WORDS = { ".": "empty", "#": "filled" };

// Returns a block, a list of rows, in the top left corner of its grid.
const inGrid = (block) =>
  Array.from({ length: BLOCK }, (_, y) => Array.from({ length: BLOCK }, (__, x) => block?.[y]?.[x] ?? "."));

// Returns the text of the block in a grid without the empty rows and columns around it; "" if there is none.
function written(grid) {
  const cells = cellsOf(grid);
  if (cells.length === 0) return "";
  const { x, y, width, height } = bounds(cells);
  return grid
    .slice(y, y + height)
    .map((row) => row.slice(x, x + width).join(""))
    .join("/");
}

// Draws the editor of a position, given as its rows, hand and fields, and calls `change` with the text of each
// changed position.
export function setup(host, { rows, hand, fields }, change) {
  const blocks = hand.map(inGrid);
  const changed = () => {
    const texts = { ...fields, hand: blocks.map(written).join(",") };
    const words = Object.entries(texts).map(([key, text]) => `${key}:${text}`);
    change([rows.map((row) => row.join("")).join("/"), ...words].join(" "));
  };
  host.replaceChildren(
    cellGrid({ label: "Board", look: "woodblock", rows, words: WORDS, changed }),
    html(
      "div",
      { class: "edit-hand" },
      blocks.map((grid, slot) =>
        cellGrid({ label: `Block ${slot + 1}`, look: "woodblock", rows: grid, words: WORDS, changed }),
      ),
    ),
  );
}
