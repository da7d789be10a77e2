// The list of a tournament's finished games, each with a link to its review.

import * as engine from "./engine.js";
import { html, refill } from "./dom.js";
import { preferredPlayer } from "./players.js";
import { link, readRecord } from "./share.js";

// The number of games that are shown at once.
const SHOWN = 50;

// Returns a list that is loaded when it is opened, as { element, follow }. `follow` sets the tournament.
export function gamesList(games) {
  const rows = html("ol", { class: "games-list" });
  const more = html("button", { type: "button", class: "quiet", hidden: true, click: () => add() }, "More games");
  const element = html(
    "details",
    { class: "drawer finished-games", toggle: load },
    html("summary", {}, "Games"),
    rows,
    more,
  );
  let arena = null;
  let waiting = [];

  async function load() {
    if (!element.open) return;
    const records = await fetch(engine.recordsOf(arena)).then(
      (answer) => (answer.ok ? answer.text() : ""),
      () => "",
    );
    waiting = records.trim().split("\n").filter(Boolean);
    refill(rows, waiting.length === 0 && html("li", { class: "empty" }, "The engine has no games of this tournament."));
    add();
  }

  function add() {
    rows.append(...waiting.splice(0, SHOWN).map(row));
    more.hidden = waiting.length === 0;
  }

  function row(line) {
    const { scores, ...game } = readRecord(line);
    const review = preferredPlayer(
      games.find(({ name }) => name === game.name),
      "hard",
    );
    const text = `${game.seats.join(" – ")}: ${scores.map((score) => String(score).replace("-", "−")).join(" : ")} `;
    return html("li", {}, text, html("a", { href: link("analysis", { ...game, review }) }, "Review"));
  }

  return {
    element,
    follow: (id) => {
      if (arena !== id) element.open = false;
      arena = id;
    },
  };
}
