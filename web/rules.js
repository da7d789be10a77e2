// The dialog for a new game: its rules, and the seed of its random events.

import { html } from "./dom.js";
import { freshSeed } from "./share.js";
import { keyField, settable } from "./players.js";
import { readSettings, writeSettings } from "./settings.js";

// Opens the dialog. On submit, calls `check` with { rules, seed }. If `check` fails, the dialog shows
// the error; otherwise calls `start`, unless the dialog was closed meanwhile. The seed of a game with
// private facts is null unless the person enters one: then the server draws it, and the page does not know it.
export function rulesDialog({ game, rules, check, start }) {
  const keys = readSettings(rules);
  const seed = html("input", {
    value: game.private ? "" : freshSeed(),
    placeholder: game.private ? "drawn by the server" : "",
    inputmode: "numeric",
    pattern: "\\d{1,15}",
    "aria-label": "seed",
    autocomplete: "off",
  });
  const problem = html("p", { class: "problem", role: "alert" });
  const submit = (event) => {
    event.preventDefault();
    const wanted = { rules: writeSettings(keys), seed: seed.value || !game.private ? Number(seed.value) || 0 : null };
    check(wanted).then(
      () => {
        if (!dialog.open) return;
        dialog.close();
        start(wanted);
      },
      (error) => (problem.textContent = error.message),
    );
  };
  const form = html(
    "form",
    { method: "dialog", submit },
    html("h2", {}, "New game"),
    game.rules.length === 0 && html("p", { class: "empty" }, "This game is played under one set of rules."),
    settable(game.rules).map((rule) => keyField(rule, keys[rule.name] ?? "", (text) => (keys[rule.name] = text))),
    html(
      "label",
      { class: "key-field" },
      html("span", { class: "key-name" }, "seed"),
      seed,
      html("span", { class: "key-meaning" }, "the same seed gives the same game"),
    ),
    problem,
    html(
      "div",
      { class: "buttons" },
      html("button", { type: "submit", class: "primary" }, "Start"),
      html("button", { type: "button", click: () => dialog.close() }, "Cancel"),
    ),
  );
  const dialog = html("dialog", { "aria-label": "New game", close: () => dialog.remove() }, form);
  document.body.append(dialog);
  dialog.showModal();
}
