// The form that starts a tournament or a study: its game and its players, and what both kinds of forms share.

import { html, labelled, refill, refuse } from "./dom.js";
import { icon } from "./icons.js";
import { playerChooser, preferredPlayer } from "./players.js";
import { freshSeed } from "./share.js";

const MOST_PLAYERS = 6;

// Returns the fields of a form that choose a game and its players. `chosen` keeps the players of each game by its
// name. At first they are `first`; an added player is `next`. `picked` is called with each game.
export function lineup({ games, name, chosen, first, next, picked }) {
  let game = games.find((one) => one.name === name) ?? games[0];
  let specs = [];
  const chooser = html(
    "select",
    { "aria-label": "Game", change: (event) => pick(event.target.value) },
    games.map((one) => html("option", { value: one.name, selected: one.name === game.name }, one.title)),
  );
  const list = html("div", { class: "entrants" });
  const more = html("button", { type: "button", click: add }, icon("new"), "Another player");

  function pick(wanted) {
    game = games.find((one) => one.name === wanted);
    specs = chosen[wanted] ??= first.map((level) => preferredPlayer(game, level));
    picked(game);
    draw();
  }

  function add() {
    const names = [preferredPlayer(game, next), ...game.players.map((player) => player.name)];
    specs.push(names.find((one) => !specs.includes(one)) ?? names[0]);
    draw();
  }

  function draw() {
    more.disabled = specs.length >= MOST_PLAYERS;
    refill(
      list,
      specs.map((spec, at) => {
        const change = (other) => (specs[at] = other);
        return html(
          "div",
          { class: "entrant" },
          playerChooser({ label: `Player ${at + 1}`, game, spec, withYou: false, change }),
          specs.length > first.length &&
            html(
              "button",
              {
                type: "button",
                class: "quiet",
                "aria-label": `Remove player ${at + 1}`,
                click: () => {
                  specs.splice(at, 1);
                  draw();
                },
              },
              icon("close"),
            ),
        );
      }),
    );
  }

  pick(game.name);
  return {
    fields: [labelled("Game", chooser), list, more],
    game: () => game,
    specs: () => specs,
    hasTwins: () => new Set(specs).size < specs.length,
  };
}

// Returns the panel of a background task of the players of a lineup: a form that starts the task, and its results.
// `lead` says what the task is for, `fields` are the fields of the form below the players, and `params` returns
// their values as parameters of the request.
export function contest({ lead, players, task, fields, params }) {
  const form = html("form", { class: "arena-form", submit: begin }, players.fields, fields, task.buttons);

  function begin(event) {
    event.preventDefault();
    if (players.hasTwins()) return refuse(form, "Two players are the same: change one of them.");
    const { name: game } = players.game();
    return task.begin(form, game, { game, players: players.specs(), seed: freshSeed(), ...params() });
  }

  const intro = html("p", { class: "lead" }, lead);
  return { ...task, element: html("div", { class: "contest" }, intro, form, task.results) };
}
