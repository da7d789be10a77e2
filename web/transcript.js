// The moves so far; a click goes back to one.

import { html, refill } from "./dom.js";

export function transcriptPanel({ goTo }) {
  const list = html("ol", { class: "moves" });
  const empty = html("p", { class: "empty" }, "No move has been played.");
  const element = html("div", { class: "transcript" }, empty, list);

  function show(game) {
    const played = game.state.played.length;
    empty.hidden = game.line.length > 0;
    refill(list, game.line.map((move, at) =>
      html("li", {}, html("button", {
        type: "button", "data-key": `move${at}`, class: at >= played ? "undone" : at === played - 1 ? "now" : null,
        "aria-current": at === played - 1 ? "step" : null, click: () => goTo(at + 1),
      }, move))));
    const now = list.children[Math.max(0, played - 1)];
    if (now && !element.hidden) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  return { element, show };
}
