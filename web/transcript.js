// The list of moves, below the name of the opening. A click on a move goes to the position after that move. The moves
// that a review has marked have a sign.

import { html } from "./dom.js";
import { signOf } from "./marks.js";
import { commonLength } from "./model.js";

export function transcriptPanel({ goTo }) {
  const list = html("ol", { class: "moves" });
  const empty = html("p", { class: "empty" }, "No move has been played.");
  const opening = html("p", { class: "opening-name" });
  const element = html("div", { class: "transcript" }, opening, empty, list);
  let written = [];

  const row = (move, at) =>
    html("li", {}, html("button", { type: "button", "data-key": `move${at}`, click: () => goTo(at + 1) }, move));

  // Writes the moves, in words, as rows. Keeps the rows that stay the same, since a game may have thousands of moves.
  function write(line) {
    const same = commonLength(line, written);
    for (let at = written.length; at > same; at -= 1) list.lastChild.remove();
    list.append(...line.slice(same).map((move, at) => row(move, same + at)));
    written = line;
  }

  // `marks` are those of the moves of the line, by their index.
  function show({ game, line, lineWords }, marks) {
    const played = game.played.length;
    empty.hidden = line.length > 0;
    opening.hidden = !game.opening;
    opening.textContent = game.opening ? `Opening: ${game.opening}` : "";
    write(line.map((move, at) => lineWords[at] ?? move));
    [...list.children].forEach(({ firstChild: button }, at) => {
      button.classList.toggle("undone", at >= played);
      button.classList.toggle("now", at === played - 1);
      if (at === played - 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      const mark = marks[at] ?? "";
      if (button.dataset.mark === mark) return;
      button.dataset.mark = mark;
      button.querySelector(".sign")?.remove();
      button.append(signOf(mark) ?? "");
    });
    const now = list.children[Math.max(0, played - 1)];
    if (now && !element.hidden) list.scrollTop = now.offsetTop - list.clientHeight / 2;
  }

  return { element, show };
}
