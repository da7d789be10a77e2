// The dialog for a new game: its rules, and the seed of its random events.

import { html } from "./dom.js";
import { keyField, settable } from "./key_field.js";
import { freshSeed } from "./share.js";
import { readSettings, writeSettings } from "./settings.js";

// Returns the values that are given and differ from the defaults of the rules.
function differing(rules, values) {
  const usual = Object.fromEntries(rules.map((rule) => [rule.name, rule.default]));
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== "" && value !== usual[name]));
}

// Returns a rule without its meaning if the person chooses from a list: the label and the list say it.
const brief = (rule) => (rule.words.length > 0 ? { ...rule, meaning: "" } : rule);

// Opens the dialog. On submit, calls `check` with { rules, seed, winnable }, which returns the seed. If `check` fails, the
// dialog shows the error; otherwise calls `start` with that seed, unless the dialog was closed meanwhile. `winnable` is
// whether the box for deals that can be won is ticked at first. The seed of a game with
// private facts is null unless the person enters one: then the server draws it, and the page does not know it.
export function newGameDialog({ game, rules, winnable, check, start }) {
  const values = readSettings(rules);
  const seed = html("input", {
    value: game.private ? "" : freshSeed(),
    placeholder: game.private ? "drawn by the server" : "",
    inputmode: "numeric",
    pattern: "\\d{1,15}",
    "aria-label": "Seed",
    "data-field": "seed",
    autocomplete: "off",
    // The browser cannot point at an invalid field that is folded away.
    invalid: () => (advanced.open = true),
  });
  const advanced = html(
    "details",
    { class: "drawer" },
    html("summary", {}, "Advanced"),
    html(
      "label",
      { class: "key-field" },
      html("span", { class: "key-name" }, "Seed"),
      seed,
      html("span", { class: "key-meaning" }, "a number; the same seed gives the same game"),
    ),
  );
  const onlyWinnable = html("input", { type: "checkbox", checked: winnable, "data-field": "winnable" });
  const problem = html("p", { class: "problem", role: "alert" });
  const submit = (event) => {
    event.preventDefault();
    const wanted = {
      rules: writeSettings(differing(game.rules, values)),
      seed: seed.value || !game.private ? Number(seed.value) || 0 : null,
      winnable: onlyWinnable.checked,
    };
    begin.disabled = true;
    check(wanted).then(
      (found) => {
        if (!dialog.open) return;
        dialog.close();
        start({ ...wanted, seed: found });
      },
      (error) => {
        begin.disabled = false;
        problem.textContent = error.message;
      },
    );
  };
  const begin = html("button", { type: "submit", class: "primary" }, "Start");
  const form = html(
    "form",
    { method: "dialog", submit },
    html("h2", { id: "new-game-title" }, "New game"),
    game.rules.length === 0 && html("p", { class: "empty" }, "This game is played under one set of rules."),
    settable(game.rules).map((rule) =>
      keyField(brief(rule), values[rule.name] ?? "", (text) => (values[rule.name] = text)),
    ),
    game.winnable &&
      html(
        "label",
        { class: "check-field" },
        onlyWinnable,
        html("span", {}, "Winnable deals only"),
        html("span", { class: "key-meaning" }, "a solver has checked that the deal can be won"),
      ),
    advanced,
    problem,
    html("div", { class: "buttons" }, begin, html("button", { type: "button", click: () => dialog.close() }, "Cancel")),
  );
  const dialog = html("dialog", { "aria-labelledby": "new-game-title", close: () => dialog.remove() }, form);
  document.body.append(dialog);
  dialog.showModal();
}
