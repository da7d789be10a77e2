// The board of Tetris. The arrow keys move and turn the piece, and a ghost shows where the piece will
// land. A strip above the columns shows the search's candidates by rotation and column.

import { around, cellAt, cellsOf, turned } from "./cells.js";
import { html, refill, svg } from "../dom.js";
import { count, tint, valueScale, weightScale } from "../scale.js";
import { readSettings } from "../settings.js";

// The cells of each piece in its spawn orientation, and the number of different rotations.
const PIECES = {
  I: { rows: ["####"], turns: 2 },
  O: { rows: ["##", "##"], turns: 1 },
  T: { rows: [".#.", "###"], turns: 4 },
  S: { rows: [".##", "##."], turns: 2 },
  Z: { rows: ["##.", ".##"], turns: 2 },
  J: { rows: ["#..", "###"], turns: 4 },
  L: { rows: ["..#", "###"], turns: 4 },
};
const STRIP = 3.1;
const SIDE = 4.6;

const shape = (piece, rotation) => turned(PIECES[piece].rows, rotation % PIECES[piece].turns);

function sizeOf(rules) {
  const { width = 10, height = 20 } = readSettings(rules ?? "");
  return { width: Number(width), height: Number(height) };
}

function parse(position, rules) {
  const [first, ...words] = position.split(" ");
  const fields = Object.fromEntries(words.map((word) => word.split(":")));
  const { width, height } = sizeOf(rules);
  const given = first.split("/").map((row) => [...row]);
  const above = Array.from({ length: Math.max(0, height - given.length) }, () => Array(width).fill("."));
  return { rows: [...above, ...given], width, height, fields };
}

const parseMove = (move) => {
  const [, rotation, column] = /^r(\d)x(\d+)$/.exec(move);
  return { rotation: Number(rotation), column: Number(column) };
};

// Returns the row of the top of a shape after its drop; a negative row is above the board.
function landing(rows, cells, column) {
  const free = (top) =>
    cells.every(([x, y]) => {
      const row = top + y;
      return row < 0 || (row < rows.length && rows[row][column + x] === ".");
    });
  let top = -4;
  while (free(top + 1)) top += 1;
  return top;
}

function placed(rows, piece, { rotation, column }) {
  const cells = cellsOf(shape(piece, rotation));
  const top = landing(rows, cells, column);
  return cells.map(([x, y]) => [column + x, top + y]);
}

function after(position, move, seen, rules) {
  const { rows, width, fields } = parse(position, rules);
  const cells = placed(rows, fields.current, parseMove(move));
  // Adds four rows above the board: a piece may land there and move down when lines are cleared.
  const space = [...Array.from({ length: 4 }, () => Array(width).fill(".")), ...rows.map((row) => [...row])];
  for (const [x, y] of cells) space[y + 4][x] = fields.current;
  const kept = space.filter((row) => row.includes("."));
  const lines = Number(fields.lines) + space.length - kept.length;
  const first = kept.findIndex((row) => row.some((cell) => cell !== "."));
  const text =
    first < 0
      ? ".".repeat(width)
      : kept
          .slice(first)
          .map((row) => row.join(""))
          .join("/");
  return `${text} current:${fields.next} next:${seen ?? fields.next} lines:${lines}`;
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

function create(host, { play, refuse, rules }) {
  const { width, height } = sizeOf(rules);
  const bricks = svg("g", { class: "bricks" });
  const hand = svg("g", { class: "hand" });
  const marks = svg("g", { class: "marks" });
  const strip = svg("g", { class: "strip", transform: `translate(0 ${-STRIP})` });
  const side = svg("g", { transform: `translate(${width + 0.6} 0)` });
  const board = svg(
    "svg",
    {
      viewBox: `-0.3 ${-STRIP - 0.3} ${width + SIDE + 0.6} ${height + STRIP + 0.6}`,
      class: "board tetris",
      tabindex: 0,
      role: "application",
      "data-key": "board",
      "aria-label": "Tetris board. Left and right move the piece, up turns it, down or Enter drops it.",
    },
    strip,
    svg("g", {}, well(width, height)),
    bricks,
    marks,
    hand,
    side,
  );
  const button = (label, name, act) =>
    html("button", { type: "button", class: "key", "aria-label": name, click: act }, label);
  const pad = html(
    "div",
    { class: "pad", role: "group", "aria-label": "Move the piece" },
    button("←", "Left", () => shift(-1)),
    button("⟳", "Turn", () => rotate()),
    button("→", "Right", () => shift(1)),
    button("Drop", "Drop", () => drop()),
  );
  const spoken = html("p", { class: "unseen", "aria-live": "polite" });
  host.replaceChildren(board, pad, spoken);
  let shown = null;
  let held = { rotation: 0, column: 3 };
  // All positions since the start, computed by replaying the moves. They have the piece of each filled cell,
  // which determines the cell's colour. The positions from the server do not have the pieces.
  let trail = [];

  const within = ({ rotation, column }) => {
    const wide = shape(shown.fields.current, rotation)[0].length;
    return { rotation, column: Math.max(0, Math.min(width - wide, column)) };
  };
  const text = () => `r${held.rotation}x${held.column}`;

  function hold(next) {
    if (!shown.yours) return;
    held = within(next);
    drawHand();
    spoken.textContent = `Rotation ${held.rotation}, column ${held.column + 1}${shown.state.legal.includes(text()) ? "" : ", blocked"}`;
  }

  const shift = (step) => hold({ ...held, column: held.column + step });

  function rotate() {
    const turns = PIECES[shown.fields.current].turns;
    hold({ rotation: (held.rotation + 1) % turns, column: held.column });
  }

  function drop() {
    if (!shown.yours) return;
    if (shown.state.legal.includes(text())) play(text());
    else refuse("The piece does not fit there.");
  }

  function keys(event) {
    const act = {
      ArrowLeft: () => shift(-1),
      ArrowRight: () => shift(1),
      ArrowUp: rotate,
      ArrowDown: drop,
      Enter: drop,
      " ": drop,
    }[event.key];
    if (!act || !shown.yours || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // A key that is held down repeats shifts and rotations, but drops only one piece.
    if (!event.repeat || act !== drop) act();
  }
  board.addEventListener("keydown", keys);

  // Returns the column of the piece for a pointer event, or null if the pointer is beside the board.
  const columnOf = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
    const wide = shape(shown.fields.current, held.rotation)[0].length;
    return point.x < 0 || point.x > width ? null : Math.round(point.x - wide / 2);
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

  function drawHand() {
    if (!shown.yours) return refill(hand);
    const { current } = shown.fields;
    const cells = cellsOf(shape(current, held.rotation));
    const top = landing(shown.rows, cells, held.column);
    const legal = shown.state.legal.includes(text());
    refill(
      hand,
      cells.map(([x, y]) =>
        cellAt([held.column + x, top + y], legal ? `ghost-cell piece-${current}` : "ghost-cell wrong"),
      ),
      cells.map(([x, y]) => cellAt([held.column + x, Math.min(0, top) + y], `brick piece-${current}`)),
    );
  }

  function preview(label, piece, y) {
    const rows = shape(piece, 0);
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

  // Returns the rows of the board with the letter of the piece in each filled cell.
  function coloured({ start, played, seen }) {
    const parted = trail.findIndex(({ move }, at) => at > 0 && move !== played[at - 1]);
    if (trail[0]?.position !== start) trail = [{ position: start }];
    else trail.length = Math.min(played.length + 1, parted < 0 ? trail.length : parted);
    for (let at = trail.length - 1; at < played.length; at += 1) {
      trail.push({ move: played[at], position: after(trail[at].position, played[at], seen[at], rules) });
    }
    return parse(trail.at(-1).position, rules).rows;
  }

  function draw(state, { yours, seated }) {
    const parsed = parse(state.position, rules);
    const { fields } = parsed;
    const changed = !shown || shown.state.played.length !== state.played.length;
    shown = { ...parsed, state, yours: yours && !state.over };
    refill(bricks, stack(coloured(state)));
    if (changed) held = within({ rotation: 0, column: Math.floor((width - shape(fields.current, 0)[0].length) / 2) });
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
    drawStrip([]);
  }

  // Draws the strip of candidates: a row for each rotation, with a cell for each column.
  function drawStrip(candidates) {
    const turns = PIECES[shown.fields.current].turns;
    const level = valueScale(candidates);
    const weight = weightScale(candidates);
    const tall = (STRIP - 0.5) / 4;
    const first = 4 - turns;
    const empty = [];
    for (let rotation = 0; rotation < turns; rotation += 1) {
      const wide = shape(shown.fields.current, rotation)[0].length;
      for (let column = 0; column + wide <= width; column += 1) {
        const found = candidates.find(({ move }) => move === `r${rotation}x${column}`);
        const best = found && found === candidates[0];
        const y = (first + rotation) * tall;
        empty.push(
          svg("rect", {
            x: column + 0.06,
            y: y + 0.04,
            width: 0.88,
            height: tall - 0.08,
            rx: 0.1,
            class: "strip-slot",
          }),
        );
        if (!found) continue;
        const size = 0.4 + 0.6 * Math.sqrt(weight(found));
        empty.push(
          svg(
            "rect",
            {
              x: column + 0.5 - 0.44 * size,
              y: y + 0.04,
              width: 0.88 * size,
              height: tall - 0.08,
              rx: 0.1,
              class: best ? "mark best" : "mark",
              style: { fill: tint(level(found.value)) },
            },
            svg("title", {}, `${found.move}: ${found.value?.toFixed(1) ?? "–"}`),
          ),
        );
      }
    }
    refill(
      strip,
      empty,
      candidates.length > 0 && svg("text", { x: width + 0.6, y: STRIP - 1.4, class: "side-label" }, "Placements"),
    );
  }

  function mark(candidates) {
    drawStrip(candidates);
    const best = candidates[0];
    refill(marks, best && around(placed(shown.rows, shown.fields.current, parseMove(best.move)), "best-shape"));
  }

  return { draw, keys, mark };
}

const extra = () => [];

const score = (state) =>
  `${count(/lines:(\d+)/.exec(state.position)?.[1] ?? 0, "line")} · ${count(state.played.length, "piece")}`;

const over = "Over: the next piece has no room.";

const help = "Left and right move the piece, up turns it, down drops it. Or point with the mouse, and click to drop.";

export default { after, create, extra, help, over, picture, score, seats: ["Player"] };
