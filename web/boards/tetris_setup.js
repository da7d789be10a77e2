// Sets up a position of Tetris: the bricks, the current piece and the next one.

import { cellGrid, chooser } from "./cell_grid.js";

const PIECES = Object.fromEntries([..."IOTSZJL"].map((letter) => [letter, letter]));

// Draws the editor of a position, given as its rows and fields, and calls `change` with the text of each changed
// position. The text has no bag: the server fills one that agrees with the pieces.
export function setup(host, { rows, fields }, change) {
  const { current, next, lines } = fields;
  const pieces = { current, next };
  const changed = () => {
    const board = rows.map((row) => row.join("")).join("/");
    change(`${board} current:${pieces.current} next:${pieces.next} lines:${lines}`);
  };
  const piece = (label, name) =>
    chooser(label, PIECES, pieces[name], (chosen) => {
      pieces[name] = chosen;
      changed();
    });
  host.replaceChildren(
    cellGrid({ label: "Bricks", look: "tetris", rows, words: { ".": "empty", "#": "filled" }, changed }),
    piece("Current piece", "current"),
    piece("Next piece", "next"),
  );
}
