// The standings of a tournament: a table of players with confidence intervals, and a list of pairs.

import { html, svg } from "./dom.js";

export const standingsOf = (summary) => [table(summary), pairs(summary)];

const isNumber = (value) => value !== null && value !== undefined;

// Returns the measure of a player: Elo in two-player games, the mean score in one-player games.
function measure(player) {
  if (player.elo !== undefined) return { value: player.elo, ends: player.elo_ci95 };
  return { value: player.mean, ends: player.mean_ci95 };
}

// Formats an interval. One end may be missing: the Elo of a player that won all games has no upper
// bound.
function interval(ends, text) {
  if (!ends) return "–";
  const [low, high] = ends;
  if (isNumber(low) && isNumber(high)) return `${text(low)} to ${text(high)}`;
  return isNumber(low) ? `${text(low)} or more` : isNumber(high) ? `${text(high)} or less` : "anything";
}

function table({ players }) {
  const rows = [...players].sort((one, other) => (measure(other).value ?? 0) - (measure(one).value ?? 0));
  const versus = rows[0].elo !== undefined;
  const wins = versus || rows.some(({ win_rate: rate }) => isNumber(rate));
  const text = (value) => (isNumber(value) ? value.toFixed(versus ? 0 : 1) : "–");
  const heads = [
    "Player",
    "Games",
    wins && (versus ? "Won – drawn – lost" : "Won"),
    versus ? "Elo" : `Mean ${rows[0].unit}`,
    "95 % interval",
    "",
  ];
  const range = ranges(rows.map(measure));
  return html(
    "div",
    { class: "scroll" },
    html(
      "table",
      {},
      html("caption", { class: "unseen" }, "Standings"),
      html(
        "thead",
        {},
        html(
          "tr",
          {},
          heads.filter((head) => head !== false).map((head) => html("th", { scope: "col" }, head)),
        ),
      ),
      html(
        "tbody",
        {},
        rows.map((player) => {
          const { value, ends } = measure(player);
          const won = versus
            ? `${player.wins} – ${player.draws} – ${player.losses}`
            : isNumber(player.win_rate)
              ? `${(100 * player.win_rate).toFixed(0)} %`
              : "–";
          return html(
            "tr",
            {},
            html(
              "th",
              { scope: "row" },
              player.spec,
              player.seeing && html("span", { class: "badge" }, "sees hidden cards"),
            ),
            html("td", {}, String(player.games)),
            wins && html("td", {}, won),
            html("td", {}, text(value)),
            html("td", {}, interval(ends, text)),
            html("td", { class: "range" }, range({ value, ends })),
          );
        }),
      ),
    ),
  );
}

// Returns a function that draws a measure with its interval, all on the same scale. An interval without
// an upper or lower end is drawn to the edge.
function ranges(measures) {
  const known = measures.flatMap(({ value, ends }) => [value, ...(ends ?? [])]).filter(isNumber);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const at = (x) => 2 + 96 * (high > low ? (x - low) / (high - low) : 0.5);
  return ({ value, ends }) =>
    ends &&
    isNumber(value) &&
    svg(
      "svg",
      { class: "interval", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("line", { x1: isNumber(ends[0]) ? at(ends[0]) : 0, x2: isNumber(ends[1]) ? at(ends[1]) : 100, y1: 4, y2: 4 }),
      svg("line", { x1: at(value), x2: at(value), y1: 0, y2: 8, class: "mean" }),
    );
}

function pairs({ pairs: list = [] }) {
  if (list.length === 0) return null;
  return html(
    "ul",
    { class: "pairs" },
    list.map((pair) => {
      const versus = pair.elo_diff !== undefined;
      const difference = versus ? pair.elo_diff : pair.mean_difference;
      const ends = pair.elo_diff_ci95 ?? pair.ci95;
      const sure = ends && ((isNumber(ends[0]) && ends[0] > 0) || (isNumber(ends[1]) && ends[1] < 0));
      const text = (value) => value.toFixed(versus ? 0 : 1);
      const amount = isNumber(difference)
        ? `${difference > 0 ? "+" : ""}${text(difference)}${versus ? " Elo" : ""}`
        : "–";
      return html(
        "li",
        {},
        `${pair.a} against ${pair.b}: ${amount}`,
        ends && html("span", { class: "muted" }, ` (${interval(ends, text)})${sure ? "" : ", could be chance"}`),
      );
    }),
  );
}
