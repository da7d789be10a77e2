// The board of Wood Block. A block is placed by dragging, or by choosing the block and then a cell.

import { around, cellAt, cellsOf, turned } from "./cells.js";
import { pressable, refill, svg } from "../dom.js";
import { count, tint, valueScale } from "../scale.js";
import { readSettings } from "../settings.js";

const HAND_CELL = 0.55;
// The distance of a dragged block above the finger, in cells, so that the finger does not hide the block.
const LIFT = 1.6;

function parse(position) {
  const [board, ...words] = position.split(" ");
  const fields = Object.fromEntries(words.map((word) => word.split(/:(.*)/s)));
  const hand = (fields.hand ?? "").split(",").map((block) => (block ? block.split("/") : null));
  return { rows: board.split("/").map((row) => [...row]), hand, fields };
}

function parseMove(move) {
  const [, slot, turns, column, row] = /^(\d)(?:r(\d))?@([a-z])(\d+)$/.exec(move);
  return { slot: slot - 1, turns: Number(turns ?? 0), x: column.charCodeAt(0) - 97, y: row - 1 };
}

const writeMove = ({ slot, turns, x, y }) =>
  `${slot + 1}${turns ? `r${turns}` : ""}@${String.fromCharCode(97 + x)}${y + 1}`;

const hasBoxes = (rules) => readSettings(rules ?? "").variant === "woodoku9";

// Returns the cells of all full rows, columns and boxes.
function cleared(rows, boxes) {
  const size = rows.length;
  const lines = [];
  for (let at = 0; at < size; at += 1) {
    lines.push(
      rows.map((_, x) => [x, at]),
      rows.map((_, y) => [at, y]),
    );
    if (boxes) {
      lines.push(rows.map((_, cell) => [3 * (at % 3) + (cell % 3), 3 * Math.floor(at / 3) + Math.floor(cell / 3)]));
    }
  }
  return lines.filter((line) => line.every(([x, y]) => rows[y][x] === "#")).flat();
}

function covered(hand, move) {
  const { slot, turns, x, y } = parseMove(move);
  return hand[slot] ? cellsOf(turned(hand[slot], turns)).map(([dx, dy]) => [x + dx, y + dy]) : [];
}

function after(position, move, seen, rules) {
  const { rows, hand, fields } = parse(position);
  for (const [x, y] of covered(hand, move)) rows[y][x] = "#";
  for (const [x, y] of cleared(rows, hasBoxes(rules))) rows[y][x] = ".";
  hand[parseMove(move).slot] = null;
  const left = seen && seen !== "nothing" ? seen : hand.map((block) => block?.join("/") ?? "").join(",");
  return `${rows.map((row) => row.join("")).join("/")} hand:${left} score:${fields.score ?? 0}`;
}

function grid(size, boxes) {
  const cells = [];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const shaded = boxes && (Math.floor(x / 3) + Math.floor(y / 3)) % 2 === 1;
      cells.push(cellAt([x, y], shaded ? "hole shaded" : "hole"));
    }
  }
  return cells;
}

const stack = (rows) =>
  rows.flatMap((row, y) => row.flatMap((cell, x) => (cell === "#" ? [cellAt([x, y], "wood")] : [])));

function picture(position, rules) {
  const { rows } = parse(position);
  const size = rows.length;
  return svg(
    "svg",
    { viewBox: `-0.2 -0.2 ${size + 0.4} ${size + 0.4}`, class: "board woodblock", "aria-hidden": "true" },
    grid(size, hasBoxes(rules)),
    stack(rows),
  );
}

function create(host, { play, refuse, rules }) {
  const ground = svg("g", {});
  const wood = svg("g", {});
  const marks = svg("g", { class: "marks" });
  const ghost = svg("g", { class: "ghost" });
  const carried = svg("g", { class: "ghost" });
  const hand = svg("g", { role: "group", "aria-label": "Blocks in hand" });
  const board = svg(
    "svg",
    { class: "board woodblock", tabindex: 0, "data-key": "board", role: "application" },
    ground,
    wood,
    marks,
    ghost,
    hand,
    carried,
  );
  host.replaceChildren(board);
  let size = 0;
  let shown = null;
  let rows = [];
  let held = null;
  let pressed = null;
  let fresh = new Set();
  // The slot, in the hand, of the block that the best candidate places.
  let advised = null;

  const allowed = () => shown.yours && !shown.state.over;
  const shapeOf = ({ slot, turns }) => turned(shown.hand[slot], turns);

  function place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  // Shows the held block at the cells nearest to (x, y) where the whole block is on the board.
  function settle(x, y) {
    const shape = shapeOf(held);
    const within = (at, length) => Math.max(0, Math.min(size - length, Math.round(at)));
    held = { ...held, x: within(x, shape[0].length), y: within(y, shape.length) };
    showGhost();
  }

  function showGhost() {
    if (!held || held.x === undefined) return refill(ghost);
    const legal = shown.state.legal.includes(writeMove(held));
    const cells = cellsOf(shapeOf(held)).map(([dx, dy]) => [held.x + dx, held.y + dy]);
    const filled = rows.map((row) => [...row]);
    if (legal) for (const [x, y] of cells) filled[y][x] = "#";
    const going = legal ? cleared(filled, hasBoxes(rules)) : [];
    refill(
      ghost,
      going.map(([x, y]) => cellAt([x, y], "going")),
      cells.map(([x, y]) => cellAt([x, y], legal ? "ghost-cell" : "ghost-cell wrong")),
    );
  }

  function choose(slot) {
    if (!allowed()) return;
    if (!shown.state.legal.some((move) => parseMove(move).slot === slot)) {
      return refuse("There is no room for this block.");
    }
    if (held?.slot === slot && held.turns === 0 && held.x === undefined) held = null;
    else held = { slot, turns: 0 };
    drawHand();
    showGhost();
  }

  function putDown() {
    if (!held || held.x === undefined) return;
    const move = writeMove(held);
    if (!shown.state.legal.includes(move)) return refuse("The block does not fit there.");
    held = null;
    showGhost();
    play(move);
  }

  function turn() {
    const rotates = shown.state.legal.some((move) => parseMove(move).turns > 0);
    if (!rotates) return refuse("Blocks cannot be turned under these rules.");
    held = { ...held, turns: (held.turns + 1) % 4 };
    if (held.x === undefined) drawHand();
    else settle(held.x, held.y);
  }

  function keys(event) {
    if (/^[123]$/.test(event.key) && shown.hand[event.key - 1]) {
      choose(event.key - 1);
      if (held) settle(size / 2 - 1, size / 2 - 1);
      return;
    }
    if (!held) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) {
      event.preventDefault();
      if (held.x === undefined) settle(size / 2 - 1, size / 2 - 1);
      else settle(held.x + step[0], held.y + step[1]);
    } else if (event.key === "Enter" && event.target === board) putDown();
    else if (event.key === "Enter" && held.x !== undefined) {
      event.stopPropagation();
      putDown();
    } else if (event.key === "r" || event.key === "R") turn();
    else if (event.key === "Escape") letGo();
  }

  const isNear = ([x, y]) => Math.min(x, y) > -1 && Math.max(x, y) < size + 1;

  // Returns the top left corner of the held block, whose middle is `lift` cells above the pointer.
  function corner(event, lift = 0) {
    const [x, y] = place(event);
    const shape = shapeOf(held);
    return [x - shape[0].length / 2, y - shape.length / 2 - lift];
  }

  // Moves the dragged block: over the board it snaps to cells, elsewhere it follows the pointer.
  function drag(event) {
    if (!held) return;
    const at = corner(event, event.pointerType === "touch" ? LIFT : 0);
    const near = isNear(place(event));
    if (near) settle(...at);
    else {
      held = { slot: held.slot, turns: held.turns };
      showGhost();
    }
    board.classList.add("carrying");
    refill(
      carried,
      !near &&
        svg(
          "g",
          { transform: `translate(${at.join(" ")})` },
          cellsOf(shapeOf(held)).map((cell) => cellAt(cell, "wood")),
        ),
    );
  }

  function letGo() {
    held = null;
    drawHand();
    showGhost();
  }

  function grab(event, slot) {
    if (!allowed() || event.button > 0) return;
    event.preventDefault();
    const wasHeld = held?.slot === slot;
    const start = [event.clientX, event.clientY];
    let dragging = false;
    const follow = (moved) => {
      if (moved.pointerId !== event.pointerId) return;
      if (!dragging && Math.hypot(moved.clientX - start[0], moved.clientY - start[1]) > 6) {
        dragging = true;
        if (!wasHeld) choose(slot);
      }
      if (dragging) drag(moved);
    };
    const drop = (ended) => {
      if (ended.pointerId !== event.pointerId) return;
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      board.classList.remove("carrying");
      refill(carried);
      if (dragging) {
        if (ended.type === "pointerup") putDown();
        // A block that does not fit returns to the hand.
        if (held) letGo();
      } else if (ended.type === "pointerup") {
        if (wasHeld) turnOrDrop(slot);
        else choose(slot);
      }
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  // Handles a second click on a chosen block: turns the block, or releases it if the rules forbid turning.
  function turnOrDrop(slot) {
    if (shown.state.legal.some((move) => parseMove(move).turns > 0)) turn();
    else choose(slot);
  }

  board.addEventListener("pointermove", (event) => {
    if (held && event.buttons === 0 && place(event)[1] < size) settle(...corner(event));
  });
  // Stores where the pointer was pressed: a drag from the hand ends with a click event on the board,
  // which must not place another block.
  board.addEventListener("pointerdown", (event) => (pressed = place(event)));
  board.addEventListener("click", (event) => {
    if (place(event)[1] > size || pressed?.[1] > size) return;
    if (!held) return allowed() && refuse("Choose a block first.");
    settle(...corner(event));
    putDown();
  });
  board.addEventListener("keydown", keys);

  function drawHand() {
    const blocks = shown.hand.map((block, slot) => {
      if (!block) return null;
      const shape = held?.slot === slot ? shapeOf(held) : block;
      const width = (size / 3) * slot;
      const left = width + size / 6 - (shape[0].length * HAND_CELL) / 2;
      const top = size + 0.5 + (5 * HAND_CELL - shape.length * HAND_CELL) / 2;
      const fits = shown.state.legal.some((move) => parseMove(move).slot === slot);
      return svg(
        "g",
        {
          class: `block ${held?.slot === slot ? "held" : ""} ${fits ? "" : "stuck"} ${advised === slot ? "advised" : ""}`,
          role: "button",
          tabindex: 0,
          "data-key": `block${slot}`,
          "data-slot": slot,
          "aria-label": `Block ${slot + 1}: ${shape.join(", ").replaceAll("#", "x").replaceAll(".", "-")}${fits ? "" : ", no room"}`,
          "aria-pressed": String(held?.slot === slot),
          pointerdown: (event) => grab(event, slot),
          // Dragging a block by touch must not scroll the page.
          touchstart: (event) => event.preventDefault(),
          keydown: pressable(() => {
            if (held?.slot === slot && held.x !== undefined) return;
            choose(slot);
            if (held) settle(size / 2 - 1, size / 2 - 1);
          }),
        },
        svg("rect", {
          x: width + 0.1,
          y: size + 0.4,
          width: size / 3 - 0.2,
          height: 5 * HAND_CELL + 0.2,
          rx: 0.25,
          class: "tray",
        }),
        svg(
          "g",
          { transform: `translate(${left} ${top}) scale(${HAND_CELL})` },
          cellsOf(shape).map(([x, y]) => cellAt([x, y], "wood")),
        ),
      );
    });
    refill(hand, blocks);
  }

  function draw(state, { yours }) {
    const before = rows;
    const parsed = parse(state.position);
    shown = { state, yours, hand: parsed.hand };
    rows = parsed.rows;
    if (rows.length !== size) {
      size = rows.length;
      board.setAttribute("viewBox", `-0.2 -0.2 ${size + 0.4} ${size + 0.95 + 5 * HAND_CELL}`);
      board.setAttribute(
        "aria-label",
        `Board of ${size} by ${size}. Keys 1 to 3 choose a block, arrows move it, Enter puts it down, R turns it.`,
      );
      refill(ground, grid(size, hasBoxes(rules)));
    }
    if (!yours) held = null;
    if (held && !parsed.hand[held.slot]) held = null;
    fresh = new Set(
      rows.flatMap((row, y) => row.flatMap((cell, x) => (cell === "#" && before[y]?.[x] === "." ? [`${x},${y}`] : []))),
    );
    const gone = before.flatMap((row, y) =>
      row.flatMap((cell, x) => (cell === "#" && rows[y]?.[x] === "." ? [cellAt([x, y], "wood leaving")] : [])),
    );
    refill(
      wood,
      rows.flatMap((row, y) =>
        row.flatMap((cell, x) =>
          cell === "#" ? [cellAt([x, y], fresh.has(`${x},${y}`) ? "wood fresh" : "wood")] : [],
        ),
      ),
      gone,
    );
    drawHand();
    showGhost();
  }

  // Draws a dot on each cell that a candidate covers, and outlines the best candidate. The size
  // of a dot grows with the visits of all candidates that cover the cell.
  function mark(candidates) {
    const heat = new Map();
    const level = valueScale(candidates);
    for (const candidate of candidates) {
      for (const [x, y] of covered(shown.hand, candidate.move)) {
        const cell = heat.get(`${x},${y}`) ?? { x, y, share: 0, weight: 0, value: 0 };
        const weight = candidate.share + 1e-6;
        heat.set(`${x},${y}`, {
          ...cell,
          share: cell.share + candidate.share,
          weight: cell.weight + weight,
          value: cell.value + weight * level(candidate.value),
        });
      }
    }
    const most = Math.max(...[...heat.values()].map((cell) => cell.share), 1e-9);
    const spots = [...heat.values()].map(({ x, y, share, weight, value }) =>
      svg("circle", {
        cx: x + 0.5,
        cy: y + 0.5,
        r: 0.06 + 0.26 * Math.sqrt(share / most),
        class: "mark",
        style: { fill: tint(value / weight) },
      }),
    );
    advised = candidates[0] ? parseMove(candidates[0].move).slot : null;
    for (const block of hand.children) block.classList.toggle("advised", Number(block.dataset.slot) === advised);
    refill(marks, spots, candidates[0] && around(covered(shown.hand, candidates[0].move), "best-shape"));
  }

  return { draw, keys, mark };
}

const extra = () => [];

function score(state) {
  const { fields } = parse(state.position);
  const streak = Number(fields.streak ?? 0);
  return `${count(fields.score ?? 0, "point")}${streak > 1 ? ` · streak ${streak}` : ""}`;
}

const over = "Over: no block fits any more.";

const help = "Drag a block, or press 1, 2 or 3, the arrow keys and Enter.";

export default { after, create, extra, help, over, picture, score, seats: ["Player"] };
