// The tournament tab: starts a tournament, and shows the standings with confidence intervals and a link
// to the records.

import * as engine from "./engine.js";
import { backgroundTask } from "./background.js";
import { html, labelled } from "./dom.js";
import { gamesList } from "./games_list.js";
import { icon } from "./icons.js";
import { contest, lineup } from "./lineup.js";
import { standingsOf } from "./standings.js";

export const TOURNAMENT = {
  method: "arena",
  id: "arena",
  task: "tournament",
  parts: "games",
  body: "standings",
  last: null,
};

// The chosen players, by the name of the game.
const chosen = {};

export function tournamentPanel({ games, name, moved }) {
  const rounds = html("input", {
    type: "number",
    min: 2,
    max: 1000,
    step: 2,
    value: 20,
    required: true,
    "aria-label": "Games",
  });
  const opening = html("input", {
    type: "number",
    min: 0,
    max: 100,
    value: 8,
    required: true,
    "aria-label": "Opening",
  });
  const rank = html(
    "select",
    { "aria-label": "Rank by" },
    html("option", { value: "" }, "default"),
    html("option", { value: "wins" }, "wins"),
    html("option", { value: "score" }, "score"),
  );
  const budget = html("input", { type: "number", min: 1, placeholder: "default", "aria-label": "Simulations a move" });
  const openingField = labelled(
    "Opening",
    opening,
    "random moves at the start, so that games differ; games with hidden cards differ by the deal, and have none",
  );
  const players = lineup({
    games,
    name,
    chosen,
    first: ["medium", "easy"],
    next: "greedy",
    // One-player games have no opening. A disabled field is not checked when the form is sent.
    picked: (game) => (openingField.hidden = opening.disabled = game.seats.length === 1),
  });
  const finished = gamesList(games);
  const task = backgroundTask(TOURNAMENT, {
    heading: "Standings",
    invitation: "Choose players and start: the standings appear here, game by game.",
    show: (news, { name: game }) => {
      finished.follow(news.arena);
      return [
        ...standingsOf(news.summary),
        html("p", {}, news.dropped ? DROPPED : download(news.arena, game)),
        !news.dropped && finished.element,
      ];
    },
    moved,
  });
  const fields = [
    labelled(
      "Games",
      rounds,
      "for each pair of players, or for each player in one-player games; with three and more seats in whole deals",
    ),
    openingField,
    labelled("Simulations", budget, "for each move of every player; empty for the default of each player"),
    labelled("Rank by", rank, "wins, or the mean score; the default is wins in games for two, else the score"),
  ];

  function params() {
    const { seats } = players.game();
    // Two players swap seats; with more seats, each deal is played in all rotations of two line-ups.
    const each = seats.length > 2 ? 2 * seats.length : seats.length;
    return {
      games: each * Math.ceil(Number(rounds.value) / each),
      ...(seats.length > 1 && { opening: Number(opening.value) }),
      ...(rank.value && { rank: rank.value }),
      ...(budget.value && { simulations: Number(budget.value) }),
    };
  }

  const lead = "Which player is better? Let them play a tournament.";
  return contest({ lead, players, task, fields, params });
}

const DROPPED = "The engine has dropped the records to make room for those of later tournaments.";

const download = (arena, game) =>
  html(
    "a",
    { class: "button", href: engine.recordsOf(arena), download: `${game}.jsonl` },
    icon("save"),
    "Download the records",
  );
