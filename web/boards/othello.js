// The board of Othello. Squares have indices from 0 (a1) to 63 (h8), row by row.

import { pressable, refill, svg } from "../dom.js";
import { label, tint, valueScale, weightScale } from "../scale.js";

const EDGE = 0.38;
const DIRECTIONS = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y])).filter(([x, y]) => x || y);

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 };

const parse = (position) => ({ cells: [...position.slice(0, 64)], side: position.at(-1) });
const name = (index) => "abcdefgh"[index % 8] + (Math.floor(index / 8) + 1);
const indexOf = (move) => "abcdefgh".indexOf(move[0]) + 8 * (Number(move[1]) - 1);
const centre = (index) => ({ cx: (index % 8) + 0.5, cy: Math.floor(index / 8) + 0.5 });

// Returns the squares of the discs that a move turns over.
function flips(cells, index, side) {
  const turned = [];
  for (const [stepX, stepY] of DIRECTIONS) {
    const row = [];
    let [x, y] = [(index % 8) + stepX, Math.floor(index / 8) + stepY];
    while (x >= 0 && x < 8 && y >= 0 && y < 8) {
      const cell = cells[8 * y + x];
      if (cell === "-") break;
      if (cell === side) {
        turned.push(...row);
        break;
      }
      row.push(8 * y + x);
      [x, y] = [x + stepX, y + stepY];
    }
  }
  return turned;
}

function after(position, move) {
  const { cells, side } = parse(position);
  const other = side === "X" ? "O" : "X";
  if (move !== "pass") {
    for (const index of [indexOf(move), ...flips(cells, indexOf(move), side)]) cells[index] = side;
  }
  return `${cells.join("")} ${other}`;
}

const disc = (cell, index, motion = "") =>
  svg("circle", { ...centre(index), r: 0.41, class: `disc ${cell === "X" ? "black" : "white"} ${motion}` });

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

function create(host, { play, refuse }) {
  const squares = svg("g", { role: "grid", "aria-label": "Othello board" });
  const marks = svg("g", { class: "marks" });
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
  );
  host.replaceChildren(board);
  let shown = null;
  let cursor = 19;

  function move(index) {
    const { state, yours, cells } = shown;
    if (!yours) return;
    if (state.legal.includes(name(index))) return play(name(index));
    refuse(cells[index] === "-" ? `${name(index)} would turn no disc over.` : `${name(index)} is taken.`);
  }

  function walk(event, index) {
    const step = STEPS[event.key];
    const target = index + step;
    if (
      !step ||
      target < 0 ||
      target > 63 ||
      (Math.abs(step) === 1 && Math.floor(target / 8) !== Math.floor(index / 8))
    ) {
      return;
    }
    event.preventDefault();
    all[cursor].element.setAttribute("tabindex", -1);
    cursor = target;
    all[cursor].element.setAttribute("tabindex", 0);
    all[cursor].element.focus();
  }

  // Handles keys pressed while the focus is not on the board: an arrow key moves the focus to the board.
  function keys(event) {
    if (!STEPS[event.key]) return;
    event.preventDefault();
    all[cursor].element.focus();
  }

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
        click: () => move(index),
        keydown: (event) => {
          pressable(() => move(index))(event);
          walk(event, index);
        },
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
    all.forEach(({ element, content }, index) => {
      const cell = cells[index];
      const legal = yours && state.legal.includes(name(index));
      const what = { X: "black", O: "white", "-": legal ? "free, can be played" : "free" }[cell];
      const changed = before && before[index] !== cell && cell !== "-";
      const motion = !changed ? "" : before[index] === "-" ? "placed" : "flipped";
      element.setAttribute("class", legal ? "square legal" : "square");
      element.setAttribute("aria-label", `${name(index)}, ${what}`);
      refill(
        content,
        cell !== "-" && disc(cell, index, motion),
        legal && svg("circle", { ...centre(index), r: 0.1, class: `may ${side === "X" ? "black" : "white"}` }),
        last === name(index) && svg("circle", { ...centre(index), r: 0.09, class: "last" }),
      );
    });
  }

  function mark(candidates) {
    const level = valueScale(candidates);
    const weight = weightScale(candidates);
    const blobs = candidates
      .filter((candidate) => candidate.move !== "pass")
      .map((candidate, rank) => {
        const at = centre(indexOf(candidate.move));
        const radius = 0.08 + 0.34 * Math.sqrt(weight(candidate));
        return [
          svg("circle", {
            ...at,
            r: radius,
            class: rank === 0 ? "mark best" : "mark",
            style: { fill: tint(level(candidate.value)) },
          }),
          candidate.share > 0 &&
            radius > 0.24 &&
            svg("text", { x: at.cx, y: at.cy + 0.08, class: "mark-text" }, label(candidate.share)),
        ];
      });
    refill(marks, blobs);
  }

  return { draw, keys, mark };
}

const extra = (legal) => legal.filter((move) => move === "pass");

// Returns the text of the score line.
function score(state) {
  const { cells } = parse(state.position);
  const count = (side) => cells.filter((cell) => cell === side).length;
  return `Black ${count("X")} · White ${count("O")}`;
}

const help = "Click a square with a dot, or go there with the arrow keys and press Enter.";

// Splits a transcript without spaces into moves; null if the text is not such a transcript.
const split = (text) => (/^(?:[a-h][1-8])+$/.test(text) ? text.match(/../g) : null);

export default { after, create, extra, help, picture, score, seats: ["Black", "White"], split };
