// The board of Tetris. The arrow keys move and turn the piece, and a ghost shows where the piece will land.

import { around, bounds, cellAt, cellsOf, shifted } from "./cells.js";
import { outlines } from "./outlines.js";
import { setup } from "./tetris_setup.js";
import { html, isForControl, refill, svg } from "../dom.js";
import { count } from "../scale.js";
import { readSettings } from "../settings.js";

// Pictures of the pieces.
const PIECES = {
  I: ["####"],
  O: ["##", "##"],
  T: [".#.", "###"],
  S: [".##", "##."],
  Z: ["##.", ".##"],
  J: ["#..", "###"],
  L: ["..#", "###"],
};
const SIDE = 4.6;

// Splits a position into its rows and fields. Empty rows above the pile are left out.
function split(position) {
  const [first, ...words] = position.split(" ");
  const fields = Object.fromEntries(words.map((word) => word.split(":")));
  return { rows: first.split("/").map((row) => [...row]), fields };
}

function parse(position, rules) {
  const { rows, fields } = split(position);
  const width = rows[0].length;
  const height = Number(readSettings(rules ?? "").height ?? 20);
  const above = Array.from({ length: Math.max(0, height - rows.length) }, () => Array(width).fill("."));
  return { rows: [...above, ...rows], width, height, fields };
}

// Returns the legal moves as { move, words, rotation, cells, x, y }, with the corner of the cells at (x, y).
const placementsOf = ({ legal, words, cells }) =>
  legal.map((move, at) => ({
    move,
    words: words[at],
    rotation: Number(/^r(\d)/.exec(move)[1]),
    cells: cells[at],
    ...bounds(cells[at]),
  }));

// Returns the position `after` with the letter of its piece in each filled cell, where `before`, the position
// before it, has such letters. Compares the rows from the bottom: a row of `before` that is not a part of
// the row of `after` has gone. The new cells are those of the piece.
function follow(before, after) {
  const [old, now] = [before, after].map(split);
  const isPart = (row, whole) => row.every((cell, x) => cell === "." || whole[x] !== ".");
  let left = old.rows.length;
  let gone = 0;
  const rows = [...now.rows].reverse().map((row) => {
    for (; left > 0 && !isPart(old.rows[left - 1], row); left -= 1) gone += 1;
    left -= 1;
    const below = old.rows[left] ?? [];
    return row.map((cell, x) => (cell === "." ? cell : (below[x] ?? ".") === "." ? old.fields.current : below[x]));
  });
  // More rows have gone than lines were cleared: `before` is another game.
  if (gone + Math.max(0, left) > now.fields.lines - old.fields.lines) return after;
  const text = rows.map((row) => row.join(""));
  return [text.reverse().join("/"), ...after.split(" ").slice(1)].join(" ");
}

// Returns successive positions of a game with the letter of the piece in each cell that was filled after the first
// position. The positions of the server have no letters.
function coloured(positions) {
  const list = positions.slice(0, 1);
  for (const position of positions.slice(1)) list.push(follow(list.at(-1), position));
  return list;
}

// Returns the cells of the rows that a move clears: those that have no counterpart in `after`.
function vanishing(rows, cells, after) {
  const taken = new Set(cells.map(String));
  const isFilled = (cell, x, y) => cell !== "." || taken.has(`${x},${y}`);
  const gone = [];
  let at = after.length - 1;
  for (let y = rows.length - 1; y >= 0; y -= 1) {
    if (rows[y].every((cell, x) => isFilled(cell, x, y) === (after[at][x] !== "."))) at -= 1;
    else gone.push(...rows[y].map((_, x) => [x, y]));
  }
  return gone;
}

// Returns the CSS class of a filled cell; "#" is a cell whose piece is unknown.
const brick = (cell) => (cell === "#" ? "brick" : `brick piece-${cell}`);

function well(width, height) {
  const lines = [];
  for (let x = 1; x < width; x += 1) lines.push(`M${x} 0V${height}`);
  for (let y = 1; y < height; y += 1) lines.push(`M0 ${y}H${width}`);
  return [
    svg("rect", { width, height, rx: 0.15, class: "well" }),
    svg("path", { d: lines.join(""), class: "well-line" }),
  ];
}

const stack = (rows) =>
  rows.flatMap((row, y) => row.flatMap((cell, x) => (cell === "." ? [] : [cellAt([x, y], brick(cell))])));

function picture(position, rules) {
  const { rows, width, height } = parse(position, rules);
  return svg(
    "svg",
    {
      viewBox: `-0.2 -0.2 ${width + 0.4} ${height + 0.4}`,
      preserveAspectRatio: "xMidYMax slice",
      class: "board tetris",
      "aria-hidden": "true",
    },
    well(width, height),
    stack(rows),
  );
}

function create(host, { play, refuse, history, rules }) {
  const bricks = svg("g", { class: "bricks" });
  const hand = svg("g", { class: "hand" });
  const marks = svg("g", { class: "marks" });
  const line = svg("g", { class: "line" });
  const ground = svg("g", {});
  const side = svg("g", {});
  const board = svg(
    "svg",
    {
      class: "board tetris",
      tabindex: 0,
      role: "application",
      "data-key": "board",
      "aria-label": "Tetris board. Left and right move the piece, up turns it, down or Enter drops it.",
    },
    ground,
    bricks,
    hand,
    marks,
    line,
    side,
  );
  const button = (label, name, act) =>
    html("button", { type: "button", class: "key", "aria-label": name, click: act }, label);
  const pad = html(
    "div",
    {
      class: "pad",
      role: "group",
      "aria-label": "Move the piece",
      // A click does not move the focus here: Enter and space still drop the piece.
      mousedown: (event) => event.preventDefault(),
    },
    button("←", "Left", () => shift(-1)),
    button("⟳", "Turn", () => rotate()),
    button("→", "Right", () => shift(1)),
    button("Drop", "Drop", () => drop()),
  );
  const spoken = html("p", { class: "unseen", "aria-live": "polite" });
  host.replaceChildren(board, pad, spoken);
  let shown = null;
  let held = null;
  // The positions drawn so far, with the letters of the pieces.
  const letters = new Map();
  let recalling = false;

  const rotations = () => [...new Set(shown.placements.map(({ rotation }) => rotation))];
  const ofRotation = (wanted) => shown.placements.find(({ rotation }) => rotation === wanted);
  const heldMove = () => shown.placements.find(({ rotation, x }) => rotation === held.rotation && x === held.column);
  const within = ({ rotation, column }) => ({
    rotation,
    column: Math.max(0, Math.min(shown.width - ofRotation(rotation).width, column)),
  });

  function hold(next) {
    if (!shown.yours) return;
    held = within(next);
    drawHand();
    spoken.textContent = heldMove()?.words ?? `Blocked in column ${held.column + 1}`;
  }

  const shift = (step) => hold({ ...held, column: held.column + step });

  function rotate() {
    const list = rotations();
    hold({ ...held, rotation: list[(list.indexOf(held.rotation) + 1) % list.length] });
  }

  function drop() {
    if (!shown.yours) return;
    const placement = heldMove();
    if (placement) play(placement.move);
    else refuse("The piece does not fit there.");
  }

  // Handles keys pressed anywhere on the page.
  function keys(event) {
    const act = {
      ArrowLeft: () => shift(-1),
      ArrowRight: () => shift(1),
      ArrowUp: rotate,
      ArrowDown: drop,
      Enter: drop,
      " ": drop,
    }[event.key];
    if (!act || !shown.yours || event.ctrlKey || event.metaKey || event.altKey || isForControl(event)) return false;
    // A key that is held down repeats shifts and rotations, but drops only one piece.
    if (!event.repeat || act !== drop) act();
    return true;
  }

  // Returns the column of the piece for a pointer event, or null if the pointer is beside the board.
  const columnOf = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
    const { width } = ofRotation(held.rotation);
    return point.x < 0 || point.x > shown.width ? null : Math.round(point.x - width / 2);
  };
  board.addEventListener("pointermove", (event) => {
    if (!shown?.yours || (event.pointerType === "touch" && event.buttons === 0)) return;
    const column = columnOf(event);
    if (column !== null && within({ ...held, column }).column !== held.column) hold({ ...held, column });
  });
  board.addEventListener("click", (event) => {
    const column = shown.yours ? columnOf(event) : null;
    if (column === null) return;
    const aimed = within({ ...held, column });
    if (event.pointerType === "touch" && aimed.column !== held.column) return hold(aimed);
    held = aimed;
    drop();
  });
  board.addEventListener(
    "wheel",
    (event) => {
      if (!shown.yours || event.ctrlKey || Math.abs(event.deltaY) < 1 || document.activeElement !== board) return;
      event.preventDefault();
      rotate();
    },
    { passive: false },
  );

  // Draws the piece at the top of the board and where it will land.
  function drawHand() {
    if (!shown.yours) return refill(hand);
    const placement = heldMove();
    const { cells, x, y } = placement ?? ofRotation(held.rotation);
    const top = shifted(cells, held.column - x, Math.min(0, y) - y);
    const piece = `piece-${shown.fields.current}`;
    refill(
      hand,
      placement && cells.map((cell) => cellAt(cell, `ghost-cell ${piece}`)),
      top.map((cell) => cellAt(cell, placement ? `brick ${piece}` : "ghost-cell wrong")),
    );
  }

  function preview(label, piece, y) {
    const rows = PIECES[piece];
    return [
      svg("text", { x: 0, y: y + 0.4, class: "side-label" }, label),
      svg(
        "g",
        { transform: `translate(0 ${y + 0.7}) scale(0.8)`, role: "img", "aria-label": `${label}: ${piece}` },
        svg("rect", { width: 5, height: 3, rx: 0.3, class: "well" }),
        cellsOf(rows).map(([x, top]) =>
          cellAt([x + (5 - rows[0].length) / 2, top + (3 - rows.length) / 2], `brick piece-${piece}`),
        ),
      ),
    ];
  }

  // Draws the bricks in the colours of their pieces. The colours follow from the position before, or else
  // from the history of the game; until it is known, the bricks have no colour.
  function drawBricks(state, before) {
    const { position, played } = state;
    const isNext =
      before && played.length === before.played.length + 1 && before.played.every((move, at) => move === played[at]);
    if (!letters.has(position) && played.length === 0) letters.set(position, position);
    if (!letters.has(position) && isNext && letters.has(before.position)) {
      letters.set(position, follow(letters.get(before.position), position));
    }
    refill(bricks, stack(parse(letters.get(position) ?? position, rules).rows));
    if (!letters.has(position)) recall(state);
  }

  async function recall(state) {
    if (recalling) return;
    recalling = true;
    const before = await history();
    recalling = false;
    // If the lengths differ, the game has moved on; its next state asks again.
    if (before?.length !== state.played.length) return;
    const positions = [...before, state.position];
    coloured(positions).forEach((text, at) => letters.set(positions[at], text));
    if (shown.state === state) refill(bricks, stack(parse(letters.get(state.position), rules).rows));
  }

  function draw(state, { yours, seated }) {
    const before = shown?.state;
    const parsed = parse(state.position, rules);
    const { fields, width, height } = parsed;
    const placements = placementsOf(state);
    shown = { ...parsed, state, placements, yours: yours && placements.length > 0 };
    trace(null);
    if (!before) {
      board.setAttribute("viewBox", `-0.3 -0.3 ${width + SIDE + 0.6} ${height + 0.6}`);
      side.setAttribute("transform", `translate(${width + 0.6} 0)`);
      refill(ground, well(width, height));
    }
    drawBricks(state, before);
    if (before?.position !== state.position && placements.length > 0) {
      const [rotation] = rotations();
      held = within({ rotation, column: Math.floor((width - ofRotation(rotation).width) / 2) });
    }
    refill(
      side,
      state.over ? [] : [preview("Now", fields.current, 0), preview("Next", fields.next, 3.9)],
      svg("text", { x: 0, y: 8.4, class: "side-label" }, "Lines"),
      svg("text", { x: 0, y: 9.8, class: "side-number" }, fields.lines),
    );
    // Hides the keys only if the person has no seat: hiding and showing them during a game would shift the layout.
    pad.hidden = !seated;
    for (const key of pad.children) key.disabled = !shown.yours;
    drawHand();
  }

  const cellsOfMove = (wanted) => shown.placements.find(({ move }) => move === wanted).cells;

  const mark = (list) => refill(marks, outlines(list, cellsOfMove, shown.width));

  // Shows the first move of a line: the cells that it fills and the rows that it clears.
  function trace(steps) {
    board.classList.toggle("tracing", Boolean(steps?.length));
    if (!steps?.length) return refill(line);
    const [{ move, position }] = steps;
    const cells = cellsOfMove(move);
    refill(
      line,
      cells.map((cell) => cellAt(cell, `brick piece-${shown.fields.current}`)),
      vanishing(shown.rows, cells, parse(position, rules).rows).map((cell) => cellAt(cell, "going")),
      around(cells, "traced-shape"),
    );
  }

  return { draw, keys, mark, trace };
}

const extra = () => [];

const score = (state) =>
  `${count(/lines:(\d+)/.exec(state.position)?.[1] ?? 0, "line")} · ${count(state.played.length, "piece")}`;

const over = "Over: the next piece has no room.";

const help = "Left and right move the piece, up turns it, down drops it. Or point with the mouse, and click to drop.";

export default {
  coloured,
  create,
  extra,
  help,
  over,
  picture,
  score,
  seats: ["Player"],
  setup: (host, position, change, rules) => setup(host, parse(position, rules), change),
};
