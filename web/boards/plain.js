// The board of games without a board of their own: the position as text, the moves as buttons.

import { html, refill } from "../dom.js";
import { tint } from "../scale.js";

// Pictures with longer lines, such as hands of cards in words, are drawn smaller.
const NARROW = 24;

function create(host, { play }) {
  const picture = html("pre", { class: "plain-picture", tabindex: 0, "aria-label": "The position" });
  let drawn = "";
  const moves = html("div", { class: "plain-moves", role: "group", "aria-label": "Moves" });
  host.replaceChildren(picture, moves);

  function draw(state, { yours }) {
    drawn = state.picture;
    trace(null);
    picture.classList.toggle(
      "wide",
      state.picture.split("\n").some((line) => line.length > NARROW),
    );
    refill(
      moves,
      state.legal.map((move, at) =>
        html(
          "button",
          {
            type: "button",
            disabled: !yours,
            title: state.words[at],
            "data-key": move,
            "data-move": move,
            click: () => play(move),
          },
          move,
          html("small", {}),
        ),
      ),
    );
  }

  function mark(marks) {
    const found = new Map(marks.map((one) => [one.move, one]));
    for (const button of moves.children) {
      const one = found.get(button.dataset.move);
      button.classList.toggle("marked", Boolean(one));
      button.classList.toggle("best", Boolean(one?.best));
      button.style.setProperty("--mark", one ? tint(one.level) : "transparent");
      button.lastChild.textContent = one?.label ?? "";
    }
  }

  // Shows the text of the last position of a line, if the steps have texts, and marks the first move.
  function trace(steps) {
    picture.textContent = steps?.at(-1)?.text ?? drawn;
    picture.classList.toggle("tracing", picture.textContent !== drawn);
    for (const button of moves.children) {
      button.classList.toggle("traced", steps?.[0]?.move === button.dataset.move);
    }
  }

  return { draw, keys: () => false, mark, trace };
}

const picture = (position, rules, text) => html("pre", { class: "plain-picture small" }, text);
// A score is null if it depends on facts that the person does not see.
const score = ({ scores }) => (scores.some(Boolean) ? scores.map((one) => one ?? "?").join(" : ") : "");

export default { create, extra: () => [], isText: true, picture, score, seats: null };
