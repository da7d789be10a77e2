// The board of games without a board of their own: the position as text, the moves as buttons.

import { html, refill } from "../dom.js";
import { label } from "../scale.js";

// Pictures with longer lines, such as hands of cards in words, are drawn smaller.
const NARROW = 24;

function create(host, { play }) {
  const picture = html("pre", { class: "plain-picture", tabindex: 0, "aria-label": "The position" });
  const moves = html("div", { class: "plain-moves", role: "group", "aria-label": "Moves" });
  host.replaceChildren(picture, moves);

  function draw(state, { yours }) {
    picture.textContent = state.picture;
    picture.classList.toggle(
      "wide",
      state.picture.split("\n").some((line) => line.length > NARROW),
    );
    refill(
      moves,
      state.legal.map((move) =>
        html(
          "button",
          { type: "button", disabled: !yours, "data-key": move, "data-move": move, click: () => play(move) },
          move,
          html("small", {}),
        ),
      ),
    );
  }

  function mark(candidates) {
    const shares = new Map(candidates.map(({ move, share }) => [move, share]));
    for (const button of moves.children) {
      const share = shares.get(button.dataset.move);
      button.style.setProperty("--share", label(share ?? 0));
      button.lastChild.textContent = share === undefined ? "" : label(share);
      button.classList.toggle("best", candidates[0]?.move === button.dataset.move);
    }
  }

  return { draw, mark };
}

const picture = (drawn) => html("pre", { class: "plain-picture small" }, drawn);
// A score is null if it depends on facts that the person does not see.
const score = ({ scores }) => (scores.some(Boolean) ? scores.map((one) => one ?? "?").join(" : ") : "");

export default { create, extra: () => [], picture, score, seats: null };
