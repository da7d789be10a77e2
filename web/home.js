// The first page: an introduction, and for each game a card that replays a recorded game.

import * as engine from "./engine.js";
import { boardOf } from "./boards/index.js";
import { html, refill, prefersReducedMotion } from "./dom.js";
import { exercisesOf } from "./exercises.js";
import { recorded } from "./recorded.js";
import { preferredPlayer } from "./players.js";
import { link } from "./share.js";

// Milliseconds between two moves on a card.
const BEAT = 900;
// The number of beats (of BEAT milliseconds) for which a card shows the end of a game.
const REST = 4;

// Asks the server for all positions of a recorded game.
async function positionsOf(game, board) {
  const { state } = await engine.request("look", { game: game.name, ...recorded[game.name], history: true });
  const positions = [...state.history, state.position];
  return board.coloured?.(positions) ?? positions;
}

function card(game) {
  const board = boardOf(game);
  const window = html("div", { class: `card-board ${game.board}` });
  const watching = link("play", {
    name: game.name,
    seats: (board.seats ?? game.seats ?? [""]).map(() => preferredPlayer(game, "medium")),
  });
  const exercises = exercisesOf(game.name).length;
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
        exercises > 0 &&
          html(
            "a",
            { class: "button", href: `#/exercises/${game.name}`, "aria-label": `Exercises of ${game.title}` },
            `Exercises (${exercises})`,
          ),
      ),
    ),
  );
  let positions = [];
  let at = 0;
  const draw = () => refill(window, board.picture(positions[at], recorded[game.name].rules));
  const beat = () => {
    if (positions.length === 0) return;
    // The last position is shown for REST more beats.
    at = (at + 1) % (positions.length + REST);
    if (at < positions.length) draw();
  };
  const initial = () => refill(window, html("span", { class: "card-initial", "aria-hidden": "true" }, game.title[0]));
  const start = (answer) => {
    positions = answer;
    at = Math.floor(positions.length / (prefersReducedMotion() ? 2 : 3));
    draw();
  };
  if (game.name in recorded) positionsOf(game, board).then(start, initial);
  else initial();
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
