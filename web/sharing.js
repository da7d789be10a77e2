// The panel for sharing: copies or saves the game, and opens a pasted game.

import { announce, html } from "./dom.js";
import { icon } from "./icons.js";
import { link } from "./share.js";

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} copied.`);
  } catch {
    announce("The browser did not allow copying. Select the text and copy it by hand.", "warning");
  }
}

// Returns a field for pasted text with a button that opens the text, and above them `chooser`, if given. What is
// wrong with the text is said below the field.
export function openBox(load, chooser = null) {
  const problem = html("p", { class: "problem", role: "alert" });
  const say = (text) => (problem.textContent = text);
  const pasted = html("textarea", {
    rows: 2,
    "aria-label": "A position, a list of moves, a link or a saved game",
    placeholder: "Paste a position, moves, a link or a saved game",
    spellcheck: "false",
    input: () => say(""),
  });
  const open = () => {
    say("");
    load(pasted.value).catch((error) => say(error.message));
  };
  const button = html("button", { type: "button", "data-tool": "open", click: open }, "Open");
  return html(
    "section",
    { class: "open-box", "aria-label": "Open a position or a game" },
    chooser ?? [],
    html("div", { class: "paste" }, pasted, button),
    problem,
  );
}

// `setup` returns the fields of the game's link.
export function sharePanel({ route, game, setup, load }) {
  const position = html("textarea", {
    readonly: true,
    rows: 3,
    "aria-label": "The position as text",
    spellcheck: "false",
  });
  const button = (name, text, click) =>
    html("button", { type: "button", "data-tool": text.toLowerCase().replace(" ", "-"), click }, icon(name), text);
  const address = () => location.href.split("#")[0] + link(route, setup());

  async function save() {
    const document = await game.save();
    const file = new Blob([`${JSON.stringify(document)}\n`], { type: "application/json" });
    const anchor = html("a", { href: URL.createObjectURL(file), download: `${game.model.name}.json` });
    anchor.click();
    URL.revokeObjectURL(anchor.href);
  }

  const element = html(
    "div",
    { class: "sharing" },
    html(
      "p",
      {},
      game.model.isPrivate
        ? "The link holds what you see. What you do not see is dealt again from it."
        : "The link holds the whole game: rules, seed and moves.",
    ),
    html(
      "div",
      { class: "buttons" },
      button("copy", "Copy link", () => copy(address(), "Link")),
      button("copy", "Copy position", () => copy(game.model.game.position, "Position")),
      button("copy", "Copy moves", () => copy(game.model.game.played.join("; "), "Moves")),
      button("save", "Save game", () => save().catch((error) => announce(error.message, "warning"))),
    ),
    position,
    load && [html("h3", {}, "Open another"), openBox(load)],
  );

  return { element, show: () => (position.value = game.model.game.position) };
}
