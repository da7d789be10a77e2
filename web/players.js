// Controls that choose who plays a seat: the person, or a named player with its settings.

import { html, refill } from "./dom.js";
import { readSettings, writeSettings } from "./settings.js";
import { YOU } from "./share.js";

const LEVELS = ["easy", "medium", "hard", "expert"];

// Reads a player: `name` or `name:key=value,...`.
export function parseSpec(spec) {
  const [name, rest = ""] = spec.split(/:(.*)/s);
  return { name, keys: readSettings(rest) };
}

export function writeSpec({ name, keys }) {
  const settings = writeSettings(keys);
  return settings ? `${name}:${settings}` : name;
}

export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

export const title = (spec) => (spec === YOU ? "You" : capital(parseSpec(spec).name));

// Returns `wanted` if the game has a player of that name, otherwise "hard", "mcts" or the last player.
export function preferredPlayer(game, wanted) {
  const names = game.players.map((player) => player.name);
  return [wanted, "hard", "mcts"].find((name) => names.includes(name)) ?? names.at(-1);
}

// Returns a field for a setting: a list if the setting takes words, otherwise a text field.
export function keyField({ name, meaning, words }, value, change) {
  const attributes = { "aria-label": name, "data-field": name, change: (event) => change(event.target.value.trim()) };
  const field =
    words.length > 0
      ? html(
          "select",
          attributes,
          ["", ...words].map((word) => html("option", { value: word, selected: word === value }, word || "default")),
        )
      : html("input", { ...attributes, value, placeholder: "default", spellcheck: "false", autocomplete: "off" });
  return html(
    "label",
    { class: "key-field" },
    html("span", { class: "key-name" }, name),
    field,
    html("span", { class: "key-meaning" }, meaning),
  );
}

// Returns the settings that a page may change, without file names: only the command line may name files.
export const settable = (keys) => keys.filter(({ words, file }) => words.length > 0 || !file);

// Returns a row for a seat: a label, a list of players, and a drawer with the chosen player's settings.
export function playerChooser({ label, game, spec, withYou, change }) {
  const row = html("div", { class: "seat", "data-seat": label });
  let chosen = spec;

  function choose(next) {
    chosen = next;
    change(next);
    draw();
  }

  function draw() {
    const { name, keys } = parseSpec(chosen);
    const player = game.players.find((one) => one.name === name);
    const fields = settable(player?.keys ?? []);
    const levels = game.players.filter((one) => LEVELS.includes(one.name));
    const others = game.players.filter((one) => !LEVELS.includes(one.name));
    const option = (one) =>
      html(
        "option",
        { value: one.name, selected: one.name === name },
        capital(one.name) + (one.seeing ? " (sees all cards)" : ""),
      );
    const select = html(
      "select",
      { "aria-label": `${label}: who plays`, "data-key": "who", change: (event) => choose(event.target.value) },
      withYou && html("option", { value: YOU, selected: chosen === YOU }, "You"),
      !player &&
        chosen !== YOU &&
        html("option", { value: chosen, selected: true, disabled: true }, `${name}: unknown`),
      levels.length > 0 && html("optgroup", { label: "Levels" }, levels.map(option)),
      html("optgroup", { label: "Other players" }, others.map(option)),
    );
    const open = row.querySelector("details")?.open ?? false;
    const drawer =
      fields.length > 0 &&
      html(
        "details",
        { class: "drawer", open },
        html("summary", {}, "Advanced"),
        html(
          "div",
          { class: "keys" },
          fields.map((key) =>
            keyField(key, keys[key.name] ?? "", (text) =>
              choose(writeSpec({ name, keys: { ...keys, [key.name]: text } })),
            ),
          ),
        ),
      );
    refill(
      row,
      html("div", { class: "seat-line" }, html("span", { class: "seat-name" }, label), select),
      player &&
        html("p", { class: "seat-summary" }, player.summary, Object.keys(keys).length > 0 && html("code", {}, chosen)),
      drawer,
    );
  }

  draw();
  return row;
}
