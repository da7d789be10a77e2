// The board of Wood Block. A block is placed by dragging, or by choosing the block and then a cell.

import { around, bounds, cellAt, cellsOf, shifted } from "./cells.js";
import { laterMoves, outlines } from "./outlines.js";
import { setup } from "./woodblock_setup.js";
import { ARROW_STEPS, isForControl, pressable, refill, svg } from "../dom.js";
import { count } from "../scale.js";

const HAND_CELL = 0.55;
// The distance of a dragged block above the finger, in cells, so that the finger does not hide the block.
const LIFT = 1.6;
// Milliseconds for which a block rests on a place before the page asks what a move there clears.
const REST = 60;

function parse(position) {
  const [board, ...words] = position.split(" ");
  const fields = Object.fromEntries(words.map((word) => word.split(/:(.*)/s)));
  const hand = (fields.hand ?? "").split(",").map((block) => (block ? block.split("/") : null));
  return { rows: board.split("/").map((row) => [...row]), hand, fields };
}

// Returns the slot of a move's block in the hand and the quarter turns of the block.
function parseMove(move) {
  const [, slot, turns] = /^(\d)(?:r(\d))?@/.exec(move);
  return { slot: slot - 1, turns: Number(turns ?? 0) };
}

// Returns the legal moves as { move, slot, turns, cells, x, y }, with the corner of the cells at (x, y).
const placementsOf = ({ legal, cells }) =>
  legal.map((move, at) => ({ move, ...parseMove(move), cells: cells[at], ...bounds(cells[at]) }));

const isFilled = (rows, [x, y]) => rows[y][x] === "#";

// Returns the cells that are filled in `rows` or by a move, and free in `after`.
function vanishing(rows, cells, after) {
  const before = [...rows.flatMap((row, y) => row.flatMap((cell, x) => (cell === "#" ? [[x, y]] : []))), ...cells];
  return before.filter((cell) => !isFilled(after, cell));
}

const grid = (rows) => rows.flatMap((row, y) => row.map((_, x) => cellAt([x, y], "hole")));

const stack = (rows) =>
  rows.flatMap((row, y) => row.flatMap((cell, x) => (cell === "#" ? [cellAt([x, y], "wood")] : [])));

function picture(position) {
  const { rows } = parse(position);
  const size = rows.length;
  return svg(
    "svg",
    { viewBox: `-0.2 -0.2 ${size + 0.4} ${size + 0.4}`, class: "board woodblock", "aria-hidden": "true" },
    grid(rows),
    stack(rows),
  );
}

function create(host, { play, refuse, after, describe }) {
  const ground = svg("g", {});
  const wood = svg("g", {});
  const marks = svg("g", { class: "marks" });
  const line = svg("g", { class: "line" });
  const ghost = svg("g", { class: "ghost" });
  const going = svg("g", { class: "ghost" });
  const carried = svg("g", { class: "ghost" });
  const hand = svg("g", { role: "group", "aria-label": "Blocks in hand" });
  const board = svg(
    "svg",
    { class: "board woodblock", tabindex: 0, "data-key": "board", role: "application" },
    ground,
    wood,
    marks,
    line,
    ghost,
    going,
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
  // The timer that waits until the held block rests.
  let resting;
  // The positions after moves of the current position, and what they lead to in words, as promises.
  let futures = new Map();

  const allowed = () => shown.yours && !shown.state.over;
  const placements = (slot) => shown.placements.filter((placement) => placement.slot === slot);
  const turnsOf = (slot) => [...new Set(placements(slot).map(({ turns }) => turns))];

  // Returns a shape in the hand as { cells, width, height }. Only a legal move knows the shape of a turned block.
  function shapeOf({ slot, turns }) {
    const { cells, x, y, width, height } = placements(slot).find((placement) => placement.turns === turns);
    return { cells: shifted(cells, -x, -y), width, height };
  }

  // Returns the legal move that puts the held block where it is shown.
  const heldMove = () =>
    held && placements(held.slot).find(({ turns, x, y }) => turns === held.turns && x === held.x && y === held.y);

  function place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  // Shows the held block at the cells nearest to (x, y) where the whole block is on the board.
  function settle(x, y) {
    const { width, height } = shapeOf(held);
    const within = (at, length) => Math.max(0, Math.min(size - length, Math.round(at)));
    held = { ...held, x: within(x, width), y: within(y, height) };
    showGhost();
  }

  const settleInTheMiddle = () => settle(size / 2 - 1, size / 2 - 1);

  function showGhost() {
    clearTimeout(resting);
    refill(going);
    describe(null);
    if (!held || held.x === undefined) return refill(ghost);
    const placement = heldMove();
    const cells = shifted(shapeOf(held).cells, held.x, held.y);
    refill(
      ghost,
      cells.map((cell) => cellAt(cell, placement ? "ghost-cell" : "ghost-cell wrong")),
    );
    if (placement) resting = setTimeout(() => showGoing(placement), REST);
  }

  // Shows the cells that a move clears, and says what it leads to. Ignores an answer that arrives after the block has moved on.
  async function showGoing(placement) {
    const { move, cells } = placement;
    if (!futures.has(move)) futures.set(move, after(move));
    const { position, words } = await futures.get(move);
    if (position === null || heldMove() !== placement) return;
    describe(words);
    refill(
      going,
      vanishing(rows, cells, parse(position).rows).map((cell) => cellAt(cell, "going")),
    );
  }

  function choose(slot) {
    if (!allowed()) return;
    const [turns] = turnsOf(slot);
    if (turns === undefined) return refuse("There is no room for this block.");
    if (held?.slot === slot && held.x === undefined) held = null;
    else held = { slot, turns };
    drawHand();
    showGhost();
  }

  function putDown() {
    if (!held || held.x === undefined) return;
    const placement = heldMove();
    if (!placement) return refuse("The block does not fit there.");
    held = null;
    showGhost();
    play(placement.move);
  }

  function turn() {
    const turns = turnsOf(held.slot);
    if (turns.length === 1) return refuse("This block cannot be turned.");
    held = { ...held, turns: turns[(turns.indexOf(held.turns) + 1) % turns.length] };
    if (held.x === undefined) drawHand();
    else settle(held.x, held.y);
  }

  // Handles keys pressed anywhere on the page.
  function keys(event) {
    if (isForControl(event) || event.ctrlKey || event.metaKey || event.altKey || !allowed()) return false;
    if (/^[123]$/.test(event.key) && shown.hand[event.key - 1]) {
      choose(event.key - 1);
      if (held) settleInTheMiddle();
      return true;
    }
    if (!held) return false;
    const step = ARROW_STEPS[event.key];
    if (step && held.x === undefined) settleInTheMiddle();
    else if (step) settle(held.x + step[0], held.y + step[1]);
    else if (event.key === "Escape") letGo();
    else if (event.key === "r" || event.key === "R") turn();
    else if ((event.key === "Enter" || event.key === " ") && held.x !== undefined) putDown();
    else return false;
    return true;
  }

  const isNear = ([x, y]) => Math.min(x, y) > -1 && Math.max(x, y) < size + 1;

  // Returns the top left corner of the held block, whose middle is `lift` cells above the pointer.
  function corner(event, lift = 0) {
    const [x, y] = place(event);
    const { width, height } = shapeOf(held);
    return [x - width / 2, y - height / 2 - lift];
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
          shapeOf(held).cells.map((cell) => cellAt(cell, "wood")),
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

  // Handles a second click on a chosen block: turns the block, or releases it if it cannot be turned.
  function turnOrDrop(slot) {
    if (turnsOf(slot).length > 1) turn();
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

  function drawHand() {
    const blocks = shown.hand.map((block, slot) => {
      if (!block) return null;
      const cells = held?.slot === slot ? shapeOf(held).cells : cellsOf(block);
      const shape = bounds(cells);
      const width = (size / 3) * slot;
      const left = width + size / 6 - (shape.width * HAND_CELL) / 2;
      const top = size + 0.5 + (5 * HAND_CELL - shape.height * HAND_CELL) / 2;
      const fits = placements(slot).length > 0;
      return svg(
        "g",
        {
          class: `block ${held?.slot === slot ? "held" : ""} ${fits ? "" : "stuck"} ${advised === slot ? "advised" : ""}`,
          role: "button",
          tabindex: 0,
          "data-key": `block${slot}`,
          "data-slot": slot,
          "aria-label": `Block ${slot + 1}: ${block.join(", ").replaceAll("#", "x").replaceAll(".", "-")}${fits ? "" : ", no room"}`,
          "aria-pressed": String(held?.slot === slot),
          pointerdown: (event) => grab(event, slot),
          // Dragging a block by touch must not scroll the page.
          touchstart: (event) => event.preventDefault(),
          keydown: (event) => {
            // If the block is over the board, the key puts it down.
            if (held?.slot === slot && held.x !== undefined) return;
            pressable(() => {
              choose(slot);
              if (held) settleInTheMiddle();
            })(event);
          },
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
          cells.map((cell) => cellAt(cell, "wood")),
        ),
      );
    });
    refill(hand, blocks);
  }

  function draw(state, { yours }) {
    const before = rows;
    const parsed = parse(state.position);
    shown = { state, yours, hand: parsed.hand, placements: placementsOf(state) };
    rows = parsed.rows;
    futures = new Map();
    trace(null);
    if (rows.length !== size) {
      size = rows.length;
      board.setAttribute("viewBox", `-0.2 -0.2 ${size + 0.4} ${size + 0.95 + 5 * HAND_CELL}`);
      board.setAttribute(
        "aria-label",
        `Board of ${size} by ${size}. Keys 1 to 3 choose a block, arrows move it, Enter puts it down, R turns it.`,
      );
      refill(
        ground,
        grid(rows),
        (state.regions ?? []).map((cells) => around(cells, "region")),
      );
    }
    if (held && !(yours && turnsOf(held.slot).includes(held.turns))) held = null;
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

  // Outlines the best moves.
  function mark(list) {
    advised = list.length ? parseMove(list[0].move).slot : null;
    for (const block of hand.children) block.classList.toggle("advised", Number(block.dataset.slot) === advised);
    refill(
      marks,
      outlines(list, (move) => placementOf(move).cells, size),
    );
  }

  const placementOf = (move) => shown.placements.find((placement) => placement.move === move);

  // Shows the first move of a line, the cells that it fills and those that it clears, and outlines the moves after it.
  function trace(steps, filled) {
    board.classList.toggle("tracing", Boolean(steps?.length));
    if (!steps?.length) return refill(line);
    const [{ move, position }] = steps;
    const { cells } = placementOf(move);
    refill(
      line,
      cells.map((cell) => cellAt(cell, "wood")),
      vanishing(rows, cells, parse(position).rows).map((cell) => cellAt(cell, "going")),
      around(cells, "traced-shape"),
      laterMoves(filled),
    );
  }

  return { draw, keys, mark, trace };
}

const extra = () => [];

function score(state) {
  const { fields } = parse(state.position);
  const streak = Number(fields.streak ?? 0);
  return `${count(fields.score ?? 0, "point")}${streak > 1 ? ` · streak ${streak}` : ""}`;
}

const over = "Over: no block fits any more.";

const help = "Drag a block, or press 1, 2 or 3, the arrow keys and Enter.";

export default {
  create,
  extra,
  help,
  over,
  picture,
  score,
  seats: ["Player"],
  setup: (host, position, change) => setup(host, parse(position), change),
};
