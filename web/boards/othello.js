// The board of Othello. Squares have indices from 0 (a1) to 63 (h8), row by row.

import { setup } from "./othello_setup.js";
import { ARROW_STEPS, isForControl, refill, svg } from "../dom.js";
import { tint } from "../scale.js";

const EDGE = 0.38;

const parse = (position) => ({ cells: [...position.slice(0, 64)], side: position.at(-1) });
const name = (index) => "abcdefgh"[index % 8] + (Math.floor(index / 8) + 1);
const indexOf = (move) => "abcdefgh".indexOf(move[0]) + 8 * (Number(move[1]) - 1);
const centre = (index) => ({ cx: (index % 8) + 0.5, cy: Math.floor(index / 8) + 0.5 });

const colour = (cell) => (cell === "X" ? "black" : "white");
const disc = (cell, index, motion = "") =>
  svg("circle", { ...centre(index), r: 0.41, class: `disc ${colour(cell)} ${motion}` });

function grid() {
  const lines = [];
  for (let at = 1; at < 8; at += 1) lines.push(`M${at} 0V8M0 ${at}H8`);
  const dots = [2, 6].flatMap((x) => [2, 6].map((y) => svg("circle", { cx: x, cy: y, r: 0.06, class: "board-dot" })));
  return [
    svg("rect", { width: 8, height: 8, rx: 0.08, class: "felt" }),
    svg("path", { d: lines.join(""), class: "board-line" }),
    ...dots,
  ];
}

function picture(position) {
  const { cells } = parse(position);
  const discs = cells.map((cell, index) => (cell === "-" ? null : disc(cell, index)));
  return svg("svg", { viewBox: "-0.1 -0.1 8.2 8.2", class: "board othello", "aria-hidden": "true" }, grid(), discs);
}

// Writes a text on the middle of a square.
const onSquare = (index, text, className) => {
  const { cx, cy } = centre(index);
  return svg("text", { x: cx, y: cy + 0.1, class: className }, text);
};

function create(host, { play, refuse }) {
  const squares = svg("g", { role: "grid", "aria-label": "Othello board" });
  const marks = svg("g", { class: "marks" });
  const line = svg("g", { class: "line" });
  const letters = [..."abcdefgh"].flatMap((letter, at) => [
    svg("text", { x: at + 0.5, y: -0.11, class: "coordinate" }, letter),
    svg("text", { x: -0.19, y: at + 0.59, class: "coordinate" }, String(at + 1)),
  ]);
  const frame = svg("rect", { x: -EDGE, y: -EDGE, width: 8 + 2 * EDGE, height: 8 + 2 * EDGE, rx: 0.2, class: "frame" });
  const board = svg(
    "svg",
    { viewBox: `${-EDGE} ${-EDGE} ${8 + 2 * EDGE} ${8 + 2 * EDGE}`, class: "board othello" },
    frame,
    letters,
    grid(),
    squares,
    marks,
    line,
  );
  host.replaceChildren(board);
  let shown = null;
  let cursor = 19;

  function playOn(index) {
    const { state, yours, cells } = shown;
    if (!yours) return;
    if (state.legal.includes(name(index))) return play(name(index));
    refuse(cells[index] === "-" ? `${name(index)} would turn no disc over.` : `${name(index)} is taken.`);
  }

  // Whether the person uses the cursor: then it is shown even if the focus is not on the board.
  const isSteering = () => board.classList.contains("steering");

  function point(index) {
    all[cursor].element.setAttribute("tabindex", -1);
    all[cursor].element.classList.remove("cursor");
    cursor = index;
    all[cursor].element.setAttribute("tabindex", 0);
    all[cursor].element.classList.add("cursor");
  }

  // Handles keys pressed anywhere on the page. An arrow key moves the focus to the board.
  function keys(event) {
    if (isForControl(event)) return false;
    const step = ARROW_STEPS[event.key];
    const isFocused = squares.contains(event.target);
    if (step) {
      const [x, y] = [(cursor % 8) + step[0], Math.floor(cursor / 8) + step[1]];
      if ((isFocused || isSteering()) && x >= 0 && x < 8 && y >= 0 && y < 8) point(x + 8 * y);
      board.classList.add("steering");
      all[cursor].element.focus();
      return true;
    }
    if ((event.key !== "Enter" && event.key !== " ") || !(isFocused || isSteering())) return false;
    // A key that is held down plays only once.
    if (!event.repeat) playOn(cursor);
    return true;
  }
  board.addEventListener("pointerdown", () => board.classList.remove("steering"));

  // The squares. Redrawing replaces only their contents, so a click works even if the board is redrawn
  // between press and release.
  const all = Array.from({ length: 64 }, (_, index) => {
    const content = svg("g", {});
    const element = svg(
      "g",
      {
        role: "gridcell",
        tabindex: index === cursor ? 0 : -1,
        "data-key": name(index),
        class: index === cursor ? "square cursor" : "square",
        click: () => playOn(index),
        focus: () => point(index),
      },
      svg("rect", { x: index % 8, y: Math.floor(index / 8), width: 1, height: 1, class: "target" }),
      content,
    );
    return { element, content };
  });
  for (let row = 0; row < 8; row += 1) {
    squares.append(
      svg(
        "g",
        { role: "row" },
        all.slice(8 * row, 8 * row + 8).map(({ element }) => element),
      ),
    );
  }

  function draw(state, { yours }) {
    const before = shown?.cells;
    const { cells, side } = parse(state.position);
    const last = state.played.at(-1);
    shown = { state, yours, cells };
    trace(null);
    all.forEach(({ element, content }, index) => {
      const cell = cells[index];
      const legal = yours && state.legal.includes(name(index));
      const what = { X: "black", O: "white", "-": legal ? "free, can be played" : "free" }[cell];
      const changed = before && before[index] !== cell && cell !== "-";
      const motion = !changed ? "" : before[index] === "-" ? "placed" : "flipped";
      element.classList.toggle("legal", legal);
      element.setAttribute("aria-label", `${name(index)}, ${what}`);
      refill(
        content,
        cell !== "-" && disc(cell, index, motion),
        legal && svg("circle", { ...centre(index), r: 0.1, class: `may ${colour(side)}` }),
        last === name(index) && svg("circle", { ...centre(index), r: 0.09, class: "last" }),
      );
    });
  }

  // Writes the value of each candidate on its square. The best moves have a ring.
  function mark(list) {
    refill(
      marks,
      list
        .filter((one) => one.move !== "pass" && (one.label || one.best))
        .map(({ move, label, level, best }) => [
          svg("circle", {
            ...centre(indexOf(move)),
            r: 0.36,
            class: best ? "mark best" : "mark",
            style: { fill: tint(level) },
          }),
          onSquare(indexOf(move), label, "mark-text"),
        ]),
    );
  }

  // Shows the discs that differ at the end of a line of moves, and the numbers of the moves.
  function trace(steps) {
    board.classList.toggle("tracing", Boolean(steps?.length));
    if (!steps?.length) return refill(line);
    const { cells } = parse(steps.at(-1).position);
    refill(
      line,
      cells.map((cell, index) => cell !== shown.cells[index] && cell !== "-" && disc(cell, index, "ghost-disc")),
      steps.map((step, at) => {
        if (step.move === "pass") return null;
        const index = indexOf(step.move);
        return onSquare(index, String(at + 1), `line-number ${colour(cells[index])}`);
      }),
    );
  }

  return { draw, keys, mark, trace };
}

const extra = (legal) => legal.filter((move) => move === "pass");

// Returns the text of the score line.
function score(state) {
  const { cells } = parse(state.position);
  const count = (side) => cells.filter((cell) => cell === side).length;
  return `Black ${count("X")} · White ${count("O")}`;
}

const help = "Click a square with a dot, or go there with the arrow keys and press Enter.";

export default {
  create,
  extra,
  help,
  picture,
  score,
  seats: ["Black", "White"],
  setup: (host, position, change) => setup(host, parse(position), change),
};
