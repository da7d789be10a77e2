// The dialog that explains a game: its rules with pictures, its controls, and the marks of the search.

import { html } from "./dom.js";
import { icon } from "./icons.js";
import { plainly } from "./key_field.js";
import klondike from "./guides/klondike.js";
import othello from "./guides/othello.js";
import plain from "./guides/plain.js";
import tetris from "./guides/tetris.js";
import woodblock from "./guides/woodblock.js";

const guides = { klondike, othello, tetris, woodblock };

const paragraphs = (texts) => texts.map((text) => html("p", {}, text));

const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

const list = (entries) =>
  html(
    "dl",
    { class: "guide-list" },
    entries.map(([term, text]) => [html("dt", {}, term), html("dd", {}, text)]),
  );

const section = (title, ...children) => html("section", {}, html("h3", {}, title), children);

function pictured(board, { title, text, pictures = [] }) {
  const figures = pictures.map(({ position, rules, caption }) =>
    html("figure", {}, board.picture(position, rules), html("figcaption", {}, caption)),
  );
  return section(title, paragraphs(text), figures.length > 0 && html("div", { class: "guide-pictures" }, figures));
}

// Crops a picture to what is drawn in it, with a small margin: the view box of a board has room for more.
function crop(picture) {
  const { x, y, width, height } = picture.getBBox();
  const margin = 0.01 * width;
  picture.setAttribute("viewBox", [x - margin, y - margin, width + 2 * margin, height + 2 * margin].join(" "));
}

// Describes a game that has no text of its own by what the server says about it.
function described({ summary, seats, rules, private: isPrivate }) {
  const options = rules.map((rule) => [
    rule.label,
    sentence(rule.meaning) + (rule.default === null ? "" : ` Usually ${plainly(rule, rule.default)}.`),
  ]);
  return [
    section(
      "The game",
      paragraphs([sentence(summary)]),
      seats.length > 1 && paragraphs([`The sides are ${new Intl.ListFormat("en").format(seats)}.`]),
      isPrivate &&
        paragraphs(["Each side sees facts that the others do not see. The page shows only what you may see."]),
    ),
    options.length > 0 && section("Options of a new game", list(options)),
  ];
}

// Opens the dialog for a game, an entry of the server's list of games, that is drawn by `board`. The text about the
// rules belongs to the game; the texts about controls and marks belong to the board, which games may share.
export function guideDialog(info, board) {
  const rules = guides[info.name]?.sections;
  const { controls, marks } = guides[info.board] ?? plain;
  const close = html(
    "button",
    { type: "button", class: "quiet", "aria-label": "Close", click: () => dialog.close() },
    icon("close"),
  );
  const dialog = html(
    "dialog",
    { class: "guide", "data-game": info.board, "aria-labelledby": "guide-title", close: () => dialog.remove() },
    html(
      "header",
      { class: "guide-head" },
      // The heading gets the focus, so that the dialog opens at its beginning and arrow keys scroll it.
      html("h2", { id: "guide-title", tabindex: -1, autofocus: true }, `How to play ${info.title}`),
      close,
    ),
    html(
      "div",
      { class: "guide-body" },
      rules ? rules.map((one) => pictured(board, one)) : described(info),
      section(
        "How to move",
        list(Object.entries(controls)),
        paragraphs(["Undo takes a move back, also with Ctrl+Z, and Redo plays it again, also with Ctrl+Y."]),
      ),
      section(
        "What the marks mean",
        paragraphs([
          "Ask for a hint or an analysis, and the search shows the moves that it considers.",
          marks,
          "The colour is what a move loses against the best one, always on the same scale: blue is as good as the best, orange is a clear mistake. Moves that the search cannot tell apart look alike, and a move that is proven to lose never looks good.",
        ]),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelectorAll(".guide-pictures svg").forEach(crop);
}
