// Controls that choose who plays a seat: the person, or a named player with its settings.

import { html, refill, say } from "./dom.js";
import { keyField, settable } from "./key_field.js";
import { parseSettings, writeSettings } from "./settings.js";
import { YOU } from "./model.js";

const LEVELS = ["easy", "medium", "hard", "expert"];

// Reads a player: `name` or `name:key=value,...`. Settings that cannot be read are in `rest`.
export function parseSpec(spec) {
  const [name, settings = ""] = spec.split(/:(.*)/s);
  return { name, ...parseSettings(settings) };
}

// Writes a player. Keys with an empty value are not given.
export function writeSpec({ name, keys }) {
  const given = Object.entries(keys).filter(([, value]) => value !== "");
  const settings = writeSettings(Object.fromEntries(given));
  return settings ? `${name}:${settings}` : name;
}

export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

export const title = (spec) => (spec === YOU ? "You" : capital(parseSpec(spec).name));

// Returns `wanted` if the game has a player of that name, otherwise "hard", "mcts" or the last player.
export function preferredPlayer(game, wanted) {
  const names = game.players.map((player) => player.name);
  return [wanted, "hard", "mcts"].find((name) => names.includes(name)) ?? names.at(-1);
}

// Whether a player that is asked without a budget thinks for a time, so that its answers depend on the machine.
// `simulations` are those of a review by it, if any: a game can have its own number for reviews, without a time.
export function isTimed(game, spec, simulations) {
  const { name, keys } = parseSpec(spec);
  const own = (wanted) => {
    const known = game.players.find((player) => player.name === name)?.keys.find((key) => key.name === wanted);
    return keys[wanted] || known?.default;
  };
  const hasTime = keys.time || (own("time") && !keys.simulations);
  return Boolean(hasTime) && (!simulations || String(simulations) === own("simulations"));
}

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
    const { name, keys, rest } = parseSpec(chosen);
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
    const problem =
      !player && chosen !== YOU
        ? `There is no player called ${name}. Choose another.`
        : rest && `This part of the settings of ${capital(name)} cannot be read: “${rest}”.`;
    refill(
      row,
      html("div", { class: "seat-line" }, html("span", { class: "seat-name" }, label), select),
      problem && html("p", { class: "problem", role: "alert" }, problem),
      player &&
        html("p", { class: "seat-summary" }, player.summary, Object.keys(keys).length > 0 && html("code", {}, chosen)),
      drawer,
    );
  }

  draw();
  return row;
}

// Returns the rows of players folded into one line, as { element, refresh }. `text` returns the line; it is called
// again by `refresh`, and after each change of a row. The rows are unfolded at first if one of them has a problem.
export function foldedPlayers(rows, text) {
  const line = html("summary", {}, text());
  const refresh = () => say(line, text());
  const open = rows.some((row) => row.querySelector(".problem"));
  const element = html("details", { class: "players", "aria-label": "Players", open, change: refresh }, line, rows);
  return { element, refresh };
}
