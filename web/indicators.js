// The four indicators of a study: a section for each, with a plot and the values of every player.

import { html } from "./dom.js";
import { bar, calibrationPlot, curve } from "./plots.js";
import { count, isShare, number, percent } from "./scale.js";

// The share of final choices at which a search counts as converged.
const ENOUGH = 0.95;

const minus = (text) => text.replace("-", "−");

const INDICATORS = [
  {
    name: "Consistency",
    meaning:
      "How often different random numbers lead to the same move: higher is better, and at 100% luck plays no part.",
    draw: consistency,
  },
  {
    name: "Convergence",
    meaning:
      "The share of decisions that have their final move after a number of simulations: the earlier the curve stays above the dashed line, the better.",
    draw: convergence,
  },
  {
    name: "Tree balance",
    meaning:
      "Among how many of the legal moves the search divides its visits: good is between the ends, for at 1 it looks at one move only and at all it prefers none.",
    draw: balance,
  },
  {
    name: "Rollout quality",
    meaning:
      "How well the values predict the results of games played to the end: the closer to the dashed diagonal and the higher the correlation, the better.",
    draw: rollouts,
  },
];

const WAITING = { words: "Not measured yet." };
const NOTHING = { words: "Nothing to measure: this player has no simulations." };

// Returns the sections. `opened` holds the keys of the tables that are open, and is kept up to date.
export function indicatorsOf({ players }, opened) {
  return INDICATORS.map(({ name, meaning, draw }) =>
    html(
      "section",
      { class: "indicator", "data-indicator": name },
      html("h3", {}, name),
      html("p", { class: "muted" }, meaning),
      html(
        "div",
        { class: "plots" },
        players.map((player, at) => {
          const { words, plot = null, table = null } = player.positions > 0 ? (draw(player) ?? NOTHING) : WAITING;
          return html(
            "figure",
            {},
            html(
              "figcaption",
              {},
              html("span", { class: "plot-player" }, player.spec),
              player.seeing && html("span", { class: "badge" }, "sees hidden cards"),
              html("span", { class: "plot-words" }, words),
            ),
            plot,
            table && drawer(`${name} ${at}`, `${name} of ${player.spec}`, table, opened),
          );
        }),
      ),
    ),
  );
}

const interval = (ends, text) => (ends ? ` (${text(ends[0])} to ${text(ends[1])})` : "");

// Returns a drawer with a table. The first row has the heads.
function drawer(key, caption, [heads, ...rows], opened) {
  const toggle = (event) => (event.target.open ? opened.add(key) : opened.delete(key));
  return html(
    "details",
    { class: "drawer", open: opened.has(key), toggle },
    html("summary", { "data-key": key }, "Values"),
    html(
      "div",
      { class: "scroll" },
      html(
        "table",
        {},
        html("caption", { class: "unseen" }, caption),
        html(
          "thead",
          {},
          html(
            "tr",
            {},
            heads.map((head) => html("th", { scope: "col" }, head)),
          ),
        ),
        html(
          "tbody",
          {},
          rows.map((row) =>
            html(
              "tr",
              {},
              row.map((cell) => html("td", {}, cell)),
            ),
          ),
        ),
      ),
    ),
  );
}

function consistency({ consistency: found }) {
  if (!found) return null;
  const words = `${percent(found.mean)}${interval(found.ci95, percent)}`;
  const label = `${words} of the decisions are the commonest choice`;
  return { words, plot: bar({ value: found.mean, ends: found.ci95, most: 1, label }) };
}

function convergence({ convergence: found }) {
  if (!found) return null;
  const points = found.curve.map((point) => ({
    simulations: point.simulations,
    share: point.agreement,
    ends: point.agreement_ci95,
  }));
  const last = points.at(-1).simulations;
  const words = found.enough
    ? `${count(number(found.enough), "simulation")} of ${number(last)} are enough`
    : `still changing at the end, ${count(number(last), "simulation")}`;
  const table = [
    ["Simulations", "Final choice", "95% interval"],
    ...points.map(({ simulations, share, ends }) => [
      String(simulations),
      percent(share),
      ends ? `${percent(ends[0])} to ${percent(ends[1])}` : "–",
    ]),
  ];
  return { words, plot: curve({ points, target: ENOUGH, label: words }), table };
}

function balance({ tree_balance: found, legal_moves: legal }) {
  if (!found) return null;
  const moves = (value) => value.toFixed(1);
  const words = `${moves(found.mean)}${interval(found.ci95, moves)} of ${moves(legal)} legal moves`;
  const label = `The visits are divided among ${words}`;
  return { words, plot: bar({ value: found.mean, ends: found.ci95, most: legal, label }) };
}

function rollouts({ rollout_quality: found }) {
  if (!found) return null;
  const { unit, standard_error: error, correlation, correlation_ci95: ends, calibration: groups } = found;
  const text = isShare(unit) ? percent : (value) => minus(value.toFixed(Math.abs(value) < 10 ? 2 : 0));
  const plain = (value) => minus(value.toFixed(2));
  const words = [
    correlation === null ? "correlation unknown" : `correlation ${plain(correlation)}${interval(ends, plain)}`,
    error && `standard error of a value ${text(error.mean)}${isShare(unit) ? "" : ` ${unit}`}`,
    found.cut > 0 && `${found.cut} of ${count(found.games, "game")} cut off`,
    !groups && `values in ${unit} cannot be compared with results directly`,
  ];
  const shown = words.filter(Boolean).join(" · ");
  if (!groups?.length) return { words: shown };
  const points = groups.map(({ predicted, realised, ci95 }) => ({ predicted, realised, ends: ci95 }));
  const values = points.flatMap(({ predicted, realised, ends: own }) => [predicted, realised, ...(own ?? [])]);
  const range = isShare(unit) ? [0, 1] : [Math.min(...values), Math.max(...values)];
  const label = `Results against predictions: ${shown}`;
  const table = [
    ["Predicted", "Result", "95% interval", "Positions"],
    ...groups.map(({ predicted, realised, ci95, count: size }) => [
      text(predicted),
      text(realised),
      ci95 ? `${text(ci95[0])} to ${text(ci95[1])}` : "–",
      String(size),
    ]),
  ];
  return { words: shown, plot: calibrationPlot({ points, range, text, label }), table };
}
