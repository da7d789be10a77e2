// The first page: an introduction, and for each game a card that replays a recorded game.

import { boardOf } from "./boards/index.js";
import { html, refill, prefersReducedMotion } from "./dom.js";
import { recorded } from "./recorded.js";
import { preferredPlayer } from "./players.js";
import { link } from "./share.js";

// Milliseconds between two moves on a card.
const BEAT = 900;
// The number of beats (of BEAT milliseconds) for which a card shows the end of a game.
const REST = 4;

// Returns all positions of a recorded game.
function positions(board, { start, rules, moves }) {
  const list = [start];
  for (const [move, seen] of moves) list.push(board.after(list.at(-1), move, seen, rules));
  return list;
}

function card(game) {
  const board = boardOf(game.name);
  const record = recorded[game.name];
  const window = html("div", { class: `card-board ${game.name}` });
  const watching = link("play", {
    name: game.name,
    seats: (board.seats ?? game.seats ?? [""]).map(() => preferredPlayer(game, "medium")),
  });
  const element = html(
    "article",
    { class: "game-card" },
    html("a", { class: "card-link", href: `#/play/${game.name}`, tabindex: -1, "aria-hidden": "true" }, window),
    html(
      "div",
      { class: "card-text" },
      html("h2", {}, game.title),
      html("p", {}, game.summary.replace(/(\d)x(\d)/g, "$1×$2")),
      html(
        "div",
        { class: "buttons" },
        html("a", { class: "button primary", href: `#/play/${game.name}`, "aria-label": `Play ${game.title}` }, "Play"),
        html("a", { class: "button", href: watching, "aria-label": `Watch ${game.title}` }, "Watch"),
        html(
          "a",
          { class: "button", href: `#/analysis/${game.name}`, "aria-label": `Analyse ${game.title}` },
          "Analyse",
        ),
      ),
    ),
  );
  if (!record) {
    refill(window, html("span", { class: "card-initial", "aria-hidden": "true" }, game.title[0]));
    return { element, beat: () => {} };
  }
  const list = positions(board, record);
  let at = prefersReducedMotion() ? list.length >> 1 : Math.floor(list.length / 3);
  const draw = () => refill(window, board.picture(list[Math.min(at, list.length - 1)], record.rules));
  draw();
  const beat = () => {
    at = at >= list.length + REST ? 0 : at + 1;
    if (at < list.length) draw();
  };
  return { element, beat };
}

export function homePage(host, games) {
  const cards = games.map(card);
  refill(
    host,
    html(
      "section",
      { class: "hero" },
      html("h1", { tabindex: -1 }, "One search, many games."),
      html(
        "p",
        { class: "lead" },
        "Plywood decides moves by Monte Carlo tree search: it plays thousands of games in its head and shows you what it saw. Play against it, watch it, or look inside while it thinks.",
      ),
    ),
    html(
      "section",
      { class: "games", "aria-label": "Games" },
      cards.map(({ element }) => element),
    ),
  );
  let turn = 0;
  const timer = prefersReducedMotion()
    ? 0
    : setInterval(
        () => {
          if (document.hidden) return;
          cards[turn % cards.length].beat();
          turn += 1;
        },
        BEAT / Math.max(1, cards.length),
      );
  return () => clearInterval(timer);
}
