// The dialog in which a person sets up a position by clicking.

import { html } from "./dom.js";

// Opens the dialog at `position`. `check` reads the text of a position and throws if it is none; `open` gets what
// it returned.
export function setupDialog({ board, rules, position, check, open }) {
  let text = position;
  const problem = html("p", { class: "problem", role: "alert" });
  const editor = html("div", { class: "setup-board" });
  const submit = (event) => {
    event.preventDefault();
    check(text).then(
      (found) => {
        if (!dialog.open) return;
        dialog.close();
        open(found);
      },
      (error) => (problem.textContent = error.message),
    );
  };
  const form = html(
    "form",
    { method: "dialog", submit },
    html("h2", { id: "setup-title" }, "Set up a position"),
    editor,
    problem,
    html(
      "div",
      { class: "buttons" },
      html("button", { type: "submit", class: "primary" }, "Analyse"),
      html("button", { type: "button", click: () => dialog.close() }, "Cancel"),
    ),
  );
  const dialog = html(
    "dialog",
    { class: "setup", "aria-labelledby": "setup-title", close: () => dialog.remove() },
    form,
  );
  board.setup(
    editor,
    position,
    (changed) => {
      text = changed;
      problem.textContent = "";
    },
    rules,
  );
  document.body.append(dialog);
  dialog.showModal();
}
