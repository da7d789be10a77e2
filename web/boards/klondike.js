// The board of Klondike. A card is moved by dragging, or by a click on the card and a click on its target.

import { pressable, refill, prefersReducedMotion, svg } from "../dom.js";
import { tint } from "../scale.js";

const WIDTH = 60;
const HEIGHT = 84;
const STEP = WIDTH + 10;
const PILES_TOP = HEIGHT + 18;
const HIDDEN_OFFSET = 8;
const OPEN_OFFSET = 21;
// The smallest offset between cards of a pile at which the rank of a covered card is visible.
const TIGHT_OFFSET = 16;
// The number of cards of the waste that are fanned out, and the distance between them.
const FANNED = 3;
const FAN = 15;
const LOWEST = 370;
// The number of candidates that have an arrow.
const ARROWS = 5;
const MARGIN = 8;
const RANKS = "A23456789TJQK";
const SUITS = "CDHS";
const SUIT_NAMES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const RANK_NAMES = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
// Outlines of the suits, in a box of 10 by 10 units with its centre at (0, 0).
const SUIT_PATHS = {
  D: "M0-5L3.8 0L0 5L-3.8 0Z",
  H: "M0 4.8C-7-.4-4.8-4.6-2.4-4.6C-1-4.6 0-3.4 0-2.6C0-3.4 1-4.6 2.4-4.6C4.8-4.6 7-.4 0 4.8Z",
  S: "M0-5C-6-.2-5.4 2.6-3 2.8C-1.8 2.9-.7 2.2-.4 1.4L-1.4 5H1.4L.4 1.4C.7 2.2 1.8 2.9 3 2.8C5.4 2.6 6-.2 0-5Z",
  C: "M0-5A2.3 2.3 0 0 1 1.6-1A2.4 2.4 0 1 1 .5 2L1.4 5H-1.4L-.5 2A2.4 2.4 0 1 1-1.6-1A2.3 2.3 0 0 1 0-5Z",
};

const isRed = (card) => card[1] === "D" || card[1] === "H";
const spoken = (card) => `${RANK_NAMES[card[0]] ?? card[0]} of ${SUIT_NAMES[card[1]]}`;

function parse(position) {
  const [, piles, rest] = /^view:(.*?)( home:.*)$/.exec(position);
  const fields = Object.fromEntries(
    [...rest.matchAll(/ (\w+):([^:]*)(?= \w+:|$)/g)].map(([, key, text]) => [key, text]),
  );
  const cards = (text) => (text && text !== "-" ? text.trim().split(/\s+/) : []);
  return {
    piles: piles.split("|").map(cards),
    home: fields.home.split(",").map(Number),
    waste: cards(fields.waste),
    stock: cards(fields.stock),
  };
}

const topHome = (home, suit) => (home[suit] ? RANKS[home[suit] - 1] + SUITS[suit] : null);

// Returns the cards that a table shows.
const seenCards = ({ piles, home, waste, stock }) =>
  new Set([
    ...[...piles, waste, stock].flat().filter((card) => card !== "??"),
    ...home.flatMap((count, suit) => [...RANKS.slice(0, count)].map((rank) => rank + SUITS[suit])),
  ]);

// Returns `position` with only those cards face up that `current` shows.
function asKnown(position, current) {
  const known = seenCards(parse(current));
  return position.replace(/\b[A2-9TJQK][CDHS]\b/g, (card) => (known.has(card) ? card : "??"));
}

// Parses a move into { from, card, to }.
function parseMove(table, move) {
  if (move === "turn") return { from: "stock", card: null, to: "W" };
  const words = move.split(" ");
  const [from, to] = [words[1], words.at(-1)];
  if (words.length === 4) return { from, card: words[2], to };
  if (from === "W") return { from, card: table.waste.at(-1), to };
  if (from[0] === "T") return { from, card: table.piles[from[1] - 1].at(-1), to };
  return { from, card: topHome(table.home, from[1] - 1), to };
}

// Returns the offset between face-up cards of a pile; smaller in long piles, so that they fit the table.
function openOffset(pile) {
  const hidden = pile.filter((card) => card === "??").length;
  const room = LOWEST - PILES_TOP - HEIGHT - MARGIN - hidden * HIDDEN_OFFSET;
  const wanted = room / Math.max(1, pile.length - hidden - 1);
  return Math.max(TIGHT_OFFSET, Math.min(OPEN_OFFSET, wanted));
}

// Returns every card with its place and coordinates: { card, place, x, y, depth }.
function lay(table) {
  const lying = [];
  const fan = table.waste.slice(-FANNED);
  if (table.stock.length) lying.push({ card: "??", place: "stock", x: 0, y: 0 });
  if (table.waste.length > fan.length) {
    lying.push({ card: table.waste.at(-fan.length - 1), place: "under", x: STEP, y: 0 });
  }
  fan.forEach((card, at) =>
    lying.push({ card, place: at === fan.length - 1 ? "W" : "under", x: STEP + FAN * at, y: 0 }),
  );
  table.home.forEach((count, suit) => {
    for (const depth of [2, 1]) {
      if (count < depth) continue;
      lying.push({
        card: RANKS[count - depth] + SUITS[suit],
        place: depth === 1 ? `F${suit + 1}` : "under",
        x: STEP * (3 + suit),
        y: 0,
      });
    }
  });
  table.piles.forEach((pile, number) => {
    let y = PILES_TOP;
    const offset = openOffset(pile);
    pile.forEach((card, at) => {
      lying.push({
        card,
        place: card === "??" ? "down" : `T${number + 1}`,
        x: STEP * number,
        y,
        depth: pile.length - at,
      });
      y += card === "??" ? HIDDEN_OFFSET : offset;
    });
  });
  return lying;
}

const suit = (letter, x, y, scale) =>
  svg("path", { d: SUIT_PATHS[letter], transform: `translate(${x} ${y}) scale(${scale})`, class: "suit" });

function face(card) {
  if (card === "??") {
    return [
      svg("rect", { width: WIDTH, height: HEIGHT, rx: 6, class: "card-back" }),
      svg("rect", { x: 5, y: 5, width: WIDTH - 10, height: HEIGHT - 10, rx: 3, class: "card-weave" }),
    ];
  }
  return [
    svg("rect", { width: WIDTH, height: HEIGHT, rx: 6, class: "card-face" }),
    svg("text", { x: 6, y: 16.5, class: "rank" }, card[0] === "T" ? "10" : card[0]),
    suit(card[1], card[0] === "T" ? 33 : 25, 11, 1),
    suit(card[1], WIDTH / 2, HEIGHT / 2 + 10, 2.6),
  ];
}

const colour = (card) => (card === "??" ? "" : isRed(card) ? "red" : "black");

function ground(table) {
  const place = (x, y, child) => [svg("rect", { x, y, width: WIDTH, height: HEIGHT, rx: 6, class: "place" }), child];
  return [
    place(
      0,
      0,
      svg(
        "text",
        { x: WIDTH / 2, y: HEIGHT / 2 + 8, class: "place-text" },
        table.stock.length || !table.waste.length ? "" : "↻",
      ),
    ),
    place(STEP, 0),
    [...SUITS].map((letter, at) =>
      place(STEP * (3 + at), 0, suit(letter, STEP * (3 + at) + WIDTH / 2, HEIGHT / 2, 2.2)),
    ),
    table.piles.map((_, at) => place(STEP * at, PILES_TOP)),
  ];
}

const BOX = `-4 -4 ${7 * STEP - 2}`;

const drawn = ({ card, x, y }) =>
  svg("g", { transform: `translate(${x} ${y})`, class: `card ${colour(card)}` }, face(card));

function picture(position) {
  const table = parse(position);
  return svg(
    "svg",
    { viewBox: `${BOX} ${LOWEST}`, class: "board klondike", "aria-hidden": "true" },
    svg("g", { class: "ground" }, ground(table)),
    lay(table).map(drawn),
  );
}

function create(host, { play, refuse }) {
  const base = svg("g", { class: "ground" });
  const cards = svg("g", { class: "cards", role: "group", "aria-label": "Cards" });
  const targets = svg("g", {});
  const marks = svg("g", { class: "marks" });
  const line = svg("g", { class: "line" });
  const board = svg("svg", { class: "board klondike" }, base, cards, targets, marks, line);
  host.replaceChildren(board);
  let shown = null;
  let places = new Map();
  let chosen = null;

  const options = (from, card) => shown.legal.filter((move) => move.from === from && move.card === card);

  // Returns the places where a card can be dropped: the last card of each pile, and each foundation.
  function spots() {
    const piles = shown.table.piles.map((pile, at) => {
      const last = shown.lying.filter(({ x, y }) => x === STEP * at && y >= PILES_TOP).at(-1);
      return { to: `T${at + 1}`, x: STEP * at, y: pile.length ? last.y : PILES_TOP };
    });
    return [...piles, ...[0, 1, 2, 3].map((at) => ({ to: `F${at + 1}`, x: STEP * (3 + at), y: 0 }))];
  }

  function turn() {
    if (!shown.yours) return;
    if (shown.legal.some(({ text }) => text === "turn")) return play("turn");
    refuse("The stock cannot be turned any more.");
  }

  function reason({ card }, to) {
    if (to[0] === "F") return `The ${spoken(card)} cannot go home yet.`;
    const top = shown.table.piles[to[1] - 1].at(-1);
    return `The ${spoken(card)} does not fit ${top ? `on the ${spoken(top)}` : "there"}.`;
  }

  function send(source, to) {
    const move = options(source.from, source.card).find((option) => option.to === to);
    chosen = null;
    if (move) play(move.text);
    else {
      refuse(reason(source, to));
      drawTargets();
    }
  }

  // Handles a click on a card. The first click chooses the card. A second click on another place moves
  // the card there; a second click on the same card moves it to its foundation or to its only target.
  function click(from, card) {
    if (!shown.yours) return;
    if (chosen && chosen.card !== card) {
      if (from[0] === "T" || from[0] === "F") return send(chosen, from);
      chosen = null;
    }
    const ways = options(from, card);
    if (chosen) {
      const home = ways.find(({ to }) => to[0] === "F");
      const only = home ?? (ways.length === 1 ? ways[0] : null);
      chosen = null;
      if (only) return play(only.text);
    } else if (ways.length === 0) refuse(`The ${spoken(card)} can go nowhere.`);
    else chosen = { from, card };
    drawTargets();
  }

  function drawTargets() {
    for (const element of cards.children) {
      const same = chosen && element.dataset.card === chosen.card;
      element.classList.toggle("chosen", Boolean(same));
      if (element.hasAttribute("aria-pressed")) element.setAttribute("aria-pressed", String(Boolean(same)));
    }
    if (!chosen) return refill(targets);
    const allowed = options(chosen.from, chosen.card).map(({ to }) => to);
    refill(
      targets,
      spots()
        .filter(({ to }) => allowed.includes(to))
        .map(({ to, x, y }) =>
          svg("rect", {
            x,
            y,
            width: WIDTH,
            height: HEIGHT,
            rx: 6,
            class: "drop-target",
            tabindex: 0,
            role: "button",
            "data-key": chosen.card,
            "aria-label": `Move the ${spoken(chosen.card)} to ${to[0] === "F" ? `the ${SUIT_NAMES[SUITS[to[1] - 1]]} foundation` : `pile ${to[1]}`}`,
            click: () => chosen && send(chosen, to),
            keydown: pressable(() => chosen && send(chosen, to)),
          }),
        ),
    );
  }

  function grab(event, lying) {
    if (!shown.yours || event.button > 0) return;
    event.preventDefault();
    const { place: from, card } = lying;
    // The places of the cards at the start of the drag: redrawing the table replaces `places`.
    const taken = places;
    const moving = [...cards.children].filter((element) => {
      const one = places.get(element.dataset.card);
      return element.dataset.card === card || (from[0] === "T" && one && one.x === lying.x && one.y > lying.y);
    });
    let [dx, dy, dragging] = [0, 0, false];
    const follow = (moved) => {
      if (moved.pointerId !== event.pointerId) return;
      // Computed for each event, because the window may be resized during a drag.
      const scale = board.getScreenCTM().a;
      [dx, dy] = [(moved.clientX - event.clientX) / scale, (moved.clientY - event.clientY) / scale];
      if (!dragging && Math.hypot(dx, dy) > 6) {
        dragging = true;
        chosen = options(from, card).length ? { from, card } : null;
        drawTargets();
        moving.forEach((element) => element.classList.add("carried"));
        cards.append(...moving);
      }
      if (!dragging) return;
      for (const element of moving) {
        const one = taken.get(element.dataset.card);
        element.setAttribute("transform", `translate(${one.x + dx} ${one.y + dy})`);
      }
    };
    const drop = (ended) => {
      if (ended.pointerId !== event.pointerId) return;
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      if (!dragging) return ended.type === "pointerup" && click(from, card);
      const [x, y] = [lying.x + dx, lying.y + dy];
      const near = spots()
        .map((spot) => ({ ...spot, distance: Math.hypot(spot.x - x, 0.5 * (spot.y - y)) }))
        .filter(({ to, distance }) => distance < STEP && to !== from)
        .sort((one, other) => one.distance - other.distance);
      const allowed = options(from, card).map(({ to }) => to);
      const target = near.find(({ to }) => allowed.includes(to)) ?? near[0];
      chosen = null;
      for (const element of moving) {
        const one = taken.get(element.dataset.card);
        places.set(element.dataset.card, { x: one.x + dx, y: one.y + dy });
      }
      if (target && ended.type === "pointerup" && allowed.includes(target.to)) return send({ from, card }, target.to);
      if (target && ended.type === "pointerup") refuse(reason({ card }, target.to));
      drawCards();
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  function cardElement(lying) {
    const { card, place, x, y } = lying;
    const live = /^[WTF]/.test(place);
    const attributes = {
      transform: `translate(${x} ${y})`,
      class: `card ${colour(card)} ${live ? "live" : ""}`,
      "data-card": card,
    };
    if (place === "stock") {
      Object.assign(attributes, {
        class: "card live",
        role: "button",
        tabindex: 0,
        "data-key": "stock",
        "data-card": "stock",
        "aria-label": `Stock, ${shown.table.stock.length} cards: turn`,
        click: turn,
        keydown: pressable(turn),
      });
    } else if (live) {
      const ways = options(place, card).length;
      Object.assign(attributes, {
        role: "button",
        tabindex: ways && shown.yours ? 0 : -1,
        "data-key": card,
        "aria-pressed": "false",
        "aria-label": `${spoken(card)}, ${place[0] === "T" ? `pile ${place[1]}` : place === "W" ? "waste" : "foundation"}${ways ? "" : ", cannot move"}`,
        pointerdown: (event) => grab(event, lying),
        // Dragging a card by touch must not scroll the page.
        touchstart: (event) => event.preventDefault(),
        keydown: pressable(() => click(place, card)),
      });
    }
    return svg("g", attributes, face(card));
  }

  function drawCards() {
    const elements = shown.lying.map(cardElement);
    refill(cards, elements);
    const now = new Map();
    shown.lying.forEach(({ card, x, y, place }, at) => {
      if (card === "??") return;
      now.set(card, { x, y });
      const from =
        places.get(card) ??
        (places.size && (place === "W" || (place === "under" && x > 0 && x < 2 * STEP)) ? { x: 0, y: 0 } : null);
      if (!from || prefersReducedMotion() || (from.x === x && from.y === y)) return;
      const steps = [from, { x, y }].map((end) => ({ transform: `translate(${end.x}px, ${end.y}px)` }));
      // The class stops a moving card from receiving a click that is meant for the stock.
      elements[at].classList.add("moving");
      elements[at].animate(steps, { duration: 180, easing: "ease-out" }).finished.then(
        () => elements[at].classList.remove("moving"),
        () => {},
      );
    });
    places = now;
    drawTargets();
  }

  function keys(event) {
    if (event.key !== "Escape" || !chosen) return false;
    chosen = null;
    drawTargets();
    return true;
  }

  function draw(state, { yours }) {
    const table = parse(state.position);
    const legal = state.legal.map((text) => ({ text, ...parseMove(table, text) }));
    const lying = lay(table);
    const focused = board.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    shown = { table, legal, lying, yours };
    chosen = null;
    trace(null);
    const lowest = Math.max(LOWEST, ...lying.map(({ y }) => y + HEIGHT + MARGIN));
    board.setAttribute("viewBox", `${BOX} ${lowest}`);
    refill(base, ground(table));
    if (table.stock.length === 0) {
      base.append(
        svg("rect", {
          width: WIDTH,
          height: HEIGHT,
          rx: 6,
          class: "target",
          role: "button",
          tabindex: 0,
          "data-key": "stock",
          "aria-label": "Turn the waste over",
          click: turn,
          keydown: pressable(turn),
        }),
      );
    }
    base.append(
      ...spots().map(({ to, x, y }) =>
        svg("rect", {
          x,
          y,
          width: WIDTH,
          height: HEIGHT,
          class: "target",
          click: () => chosen && send(chosen, to),
        }),
      ),
    );
    drawCards();
    // Restores the focus: on the moved card, or on the stock that is now empty.
    if (focused && !board.contains(document.activeElement)) board.querySelector(`[data-key="${focused}"]`)?.focus();
  }

  // Draws an arrow with its value for each of the best candidates, and outlines the cards of the best ones.
  function mark(list) {
    // Returns the end point of an arrow on a card: below the rank, or on the visible part of a covered card.
    const middle = ({ x, y, depth = 1 }) => [x + WIDTH / 2, y + (depth > 1 ? OPEN_OFFSET / 2 : 0.6 * HEIGHT)];
    const ends = new Map(spots().map((spot) => [spot.to, spot]));
    const valued = list.filter(({ label, best }) => label || best);
    const arrows = valued.slice(0, ARROWS).map(({ move, label, level, best }) => {
      const { from, card, to } = parseMove(shown.table, move);
      const source =
        from === "stock" ? { x: 0, y: 0 } : shown.lying.find((lying) => lying.card === card && lying.place === from);
      const target = to === "W" ? { x: STEP, y: 0 } : ends.get(to);
      if (!source || !target) return null;
      const [x1, y1] = middle(source);
      const [x2, y2] = middle(target);
      const paint = tint(level);
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      const bend = [(x1 + x2) / 2 - ((y2 - y1) / length) * 14, (y1 + y2) / 2 + ((x2 - x1) / length) * 14];
      return [
        best && svg("rect", { x: source.x, y: source.y, width: WIDTH, height: HEIGHT, rx: 6, class: "best-card" }),
        svg("path", {
          d: `M${x1} ${y1}Q${bend.join(" ")} ${x2} ${y2}`,
          class: best ? "arrow best" : "arrow",
          style: { stroke: paint },
        }),
        svg("circle", { cx: x2, cy: y2, r: 6, class: best ? "mark best" : "mark", style: { fill: paint } }),
        svg("text", { x: bend[0], y: bend[1] + 4, class: "mark-text" }, label),
      ];
    });
    refill(marks, arrows.reverse());
  }

  // Shows the table at the end of a line of moves, and outlines the cards that have moved. The server
  // draws unknown cards at random, as an example: they stay face down.
  function trace(steps) {
    board.classList.toggle("tracing", Boolean(steps?.length));
    if (!steps?.length) return refill(line);
    const known = seenCards(shown.table);
    const lying = lay(parse(steps.at(-1).position)).map((one) => (known.has(one.card) ? one : { ...one, card: "??" }));
    const moved = lying.filter(({ card, x, y }) => {
      const before = shown.lying.find((one) => one.card === card);
      return card !== "??" && !(before && before.x === x && before.y === y);
    });
    refill(
      line,
      lying.map(drawn),
      moved.map(({ x, y }) => svg("rect", { x, y, width: WIDTH, height: HEIGHT, rx: 6, class: "moved-card" })),
    );
  }

  return { draw, keys, mark, trace };
}

const extra = () => [];

function score(state) {
  const { home, stock, waste } = parse(state.position);
  const cards = home.reduce((sum, count) => sum + count, 0);
  return `${cards} of 52 home · stock ${stock.length} · waste ${waste.length}`;
}

const help = "Drag a card, or click it and then its place; a second click sends it home.";

export default { asKnown, create, extra, help, picture, score, seats: ["Player"] };
