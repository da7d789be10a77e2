// The quality tab: starts a study of players, and shows its four indicators.

import { backgroundTask } from "./background.js";
import { html, labelled } from "./dom.js";
import { indicatorsOf } from "./indicators.js";
import { contest, lineup } from "./lineup.js";

export const STUDY = {
  method: "quality",
  id: "study",
  task: "study",
  parts: "measurements",
  body: "indicators",
  last: null,
};

// The chosen players, by the name of the game.
const chosen = {};

export function studyPanel({ games, name, moved }) {
  const field = (label, attributes) => html("input", { type: "number", "aria-label": label, ...attributes });
  const positions = field("Positions", { min: 1, max: 200, value: 10, required: true });
  const seeds = field("Seeds", { min: 2, max: 50, value: 4, required: true });
  const budget = field("Simulations a decision", { min: 1, placeholder: "default" });
  const players = lineup({ games, name, chosen, first: ["medium"], next: "easy", picked: () => {} });
  // The tables that the person has opened: each report redraws them.
  const opened = new Set();
  const task = backgroundTask(STUDY, {
    heading: "Four indicators",
    invitation: "Choose players and start: the plots appear here, position by position.",
    show: ({ summary }) => indicatorsOf(summary, opened),
    moved,
  });
  const fields = [
    labelled(
      "Positions",
      positions,
      "from the middle of games, the same for all players; more give narrower intervals",
    ),
    labelled("Seeds", seeds, "decisions of a player at each position, each with other random numbers"),
    labelled("Simulations", budget, "for each decision of every player; empty for the default of each player"),
  ];
  const params = () => ({
    positions: Number(positions.value),
    seeds: Number(seeds.value),
    ...(budget.value && { simulations: Number(budget.value) }),
  });
  const lead = "How good are a player's decisions? Measure them without an opponent.";
  return contest({ lead, players, task, fields, params });
}
