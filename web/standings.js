// The standings of a tournament: a table of players with confidence intervals, and a list of pairs.

import { html, svg } from "./dom.js";

export const standingsOf = (summary) => [table(summary), pairs(summary)];

const isNumber = (value) => value !== null && value !== undefined;

// Returns a function that formats a number with this many decimals.
const decimals = (count) => (value) => (isNumber(value) ? value.toFixed(count).replace("-", "−") : "–");

// Returns the measures of a player, one for each column: in two-player games Elo, the mean score and its difference
// from the opponent's, in games for more the mean score and place, in one-player games the mean score. The first
// ranks the players.
function measures(player, rank) {
  const { unit } = player;
  if (player.elo !== undefined) {
    const elo = { head: "Elo", value: player.elo, ends: player.elo_ci95, text: decimals(0) };
    const score = { head: `Mean ${unit}`, value: player.mean, ends: player.mean_ci95, text: decimals(2) };
    const difference = {
      head: `${unit} ahead`,
      value: player.mean_difference,
      ends: player.mean_difference_ci95,
      text: decimals(2),
    };
    return rank === "score" ? [difference, score, elo] : [elo, score, difference];
  }
  const places = player.mean_place !== undefined;
  const score = { head: `Mean ${unit}`, value: player.mean, ends: player.mean_ci95, text: decimals(places ? 2 : 1) };
  if (!places) return [score];
  const place = { head: "Mean place", value: player.mean_place, ends: player.mean_place_ci95, text: decimals(2) };
  return rank === "wins" ? [place, score] : [score, place];
}

// Formats an interval. One end may be missing: the Elo of a player that won all games has no upper
// bound.
function interval(ends, text) {
  if (!ends) return "–";
  const [low, high] = ends;
  if (isNumber(low) && isNumber(high)) return `${text(low)} to ${text(high)}`;
  return isNumber(low) ? `${text(low)} or more` : isNumber(high) ? `${text(high)} or less` : "anything";
}

function table({ players, rank, ranking }) {
  const rows = ranking.map((player) => players[player]);
  const versus = rows[0].elo !== undefined;
  const wins = versus || rows.some(({ win_rate: rate }) => isNumber(rate));
  const heads = [
    "Player",
    "Games",
    wins && (versus ? "Won – drawn – lost" : "Won"),
    measures(rows[0], rank).map(({ head }) => [head, "95% interval"]),
    "",
  ];
  const range = ranges(rows.map((player) => measures(player, rank)[0]));
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
          heads
            .flat(Infinity)
            .filter((head) => head !== false)
            .map((head) => html("th", { scope: "col" }, head)),
        ),
      ),
      html(
        "tbody",
        {},
        rows.map((player) => {
          const measured = measures(player, rank);
          const won = versus
            ? `${player.wins} – ${player.draws} – ${player.losses}`
            : isNumber(player.win_rate)
              ? `${(100 * player.win_rate).toFixed(0)}%`
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
            measured.map(({ value, ends, text }) => [
              html("td", {}, text(value)),
              html("td", {}, interval(ends, text)),
            ]),
            html("td", { class: "range" }, range(measured[0])),
          );
        }),
      ),
    ),
  );
}

// Returns a function that draws a measure with its interval, all on the same scale. An interval without
// an upper or lower end is drawn to the edge.
function ranges(shown) {
  const known = shown.flatMap(({ value, ends }) => [value, ...(ends ?? [])]).filter(isNumber);
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

// Returns the differences of a pair: a value, its interval, and the words around it.
function differences(pair, rank, unit) {
  const ends = pair.ci95;
  if (pair.elo_diff !== undefined) {
    const elo = { value: pair.elo_diff, ends: pair.elo_diff_ci95, text: decimals(0), after: " Elo" };
    const score = { value: pair.mean_difference, ends, text: decimals(2), after: ` ${unit}` };
    return rank === "score" ? [score, elo] : [elo, score];
  }
  if (pair.deals === undefined) return [{ value: pair.mean_difference, ends, text: decimals(1) }];
  const lineup = (words, mean) => ({ before: words, value: mean?.mean, ends: mean?.ci95, text: decimals(2) });
  return [
    { value: pair.mean_difference, ends, text: decimals(2), after: ` ${unit}` },
    lineup("on one seat ", pair.one_a),
    lineup("on all seats but one ", pair.one_b),
  ];
}

function pairs({ pairs: list = [], players, rank }) {
  if (list.length === 0) return null;
  return html(
    "ul",
    { class: "pairs" },
    list.map((pair) =>
      html(
        "li",
        {},
        `${pair.a} against ${pair.b}: `,
        differences(pair, rank, players[0].unit).map(({ before = "", value, ends, text, after = "" }, at) => {
          const sure = ends && ((isNumber(ends[0]) && ends[0] > 0) || (isNumber(ends[1]) && ends[1] < 0));
          const amount = isNumber(value) ? `${value > 0 ? "+" : ""}${text(value)}${after}` : "–";
          return [
            `${at > 0 ? "; " : ""}${before}${amount}`,
            ends && html("span", { class: "muted" }, ` (${interval(ends, text)})${sure ? "" : ", could be chance"}`),
          ];
        }),
      ),
    ),
  );
}
