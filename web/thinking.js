// The panel of an answer: who thought about which move, the candidates with their values, intervals and lines,
// what the search cost, and the best moves' shares of the visits during the search.

import { html, refill, say, svg } from "./dom.js";
import { isCurrent, isYours } from "./model.js";
import { title } from "./players.js";
import { assess, count, formatValue, legend, milliseconds, number, percent, tint } from "./scale.js";
import { subject } from "./wording.js";

const SHOWN = 8;
// The number of moves of a line that are shown behind the candidate.
const LINE = 6;
// Why a search ended, where that is not simply its budget.
const STOPS = {
  memory: "out of memory",
  decided: "no other move could catch up",
  good_enough: "good enough",
  proven: "proven",
  only_move: "the only move",
  cancelled: "stopped",
};

// Returns the panel. `invitation` returns what it says before the first search. `point` is called with the candidate
// under the pointer or null, `play` with the candidate that the person chooses.
export function thinkingPanel({ invitation, names, point, play }) {
  const player = html("strong", {});
  const about = html("span", {});
  const seeing = html("span", { class: "badge", hidden: true }, "sees hidden cards");
  // Not a part of the live region: a screen reader would read every report.
  const doing = html("p", { class: "thinking-state" });
  const past = html("p", { class: "past-note", hidden: true }, "This is about another position.");
  const status = html("p", { class: "thinking-status", "aria-live": "polite" }, player, about, seeing);
  const key = html("div", { class: "key" });
  const stats = html("dl", { class: "stats" });
  const chart = html("div", { class: "share-chart" });
  const costs = html("details", { class: "costs" }, html("summary", {}, "How it searched"), stats, chart);
  // The listener is on the whole list, because a row that is redrawn under the pointer gets no pointerleave event.
  const list = html("ol", { class: "candidates", pointerleave: () => point(null) });
  const more = html("button", {
    type: "button",
    class: "quiet",
    hidden: true,
    click: () => {
      everything = !everything;
      show(shown);
    },
  });
  const element = html("div", { class: "thinking" }, html("div", {}, status, doing), past, list, more, key, costs);
  // The rows of the position's candidates by their moves.
  const rows = new Map();
  let everything = false;
  let shown = null;
  let position = null;

  // `present` is whether the server answers.
  function show(state, present = true) {
    shown = state;
    const { thought, search } = state;
    const current = thought !== null && isCurrent(state);
    element.classList.toggle("busy", Boolean(search?.shown) && present);
    element.classList.toggle("past", thought !== null && !current);
    past.hidden = thought === null || current;
    costs.hidden = !thought?.stats?.simulations;
    if (!thought) {
      say(player, "");
      say(about, invitation());
      say(doing, "");
      seeing.hidden = true;
      refill(list);
      showKey({ candidates: [] });
      more.hidden = true;
      return;
    }
    if (position !== thought.position) {
      position = thought.position;
      rows.clear();
    }
    say(player, title(thought.spec));
    say(about, ` on ${subject(thought, names)}`);
    say(doing, search?.shown && !present ? "waiting for the engine …" : progress(thought, search));
    seeing.hidden = !thought.seeing;
    showKey(thought);
    showStats(thought.stats);
    refill(chart, shareChart(thought));
    showList(thought, current && isYours(state));
  }

  // Explains the values, if there are any.
  function showKey({ candidates, unit }) {
    const valued = candidates.some(({ value }) => value !== null) ? unit : "";
    if (key.dataset.unit === valued) return;
    key.dataset.unit = valued;
    refill(key, valued && legend(valued));
  }

  function showStats(numbers) {
    if (!numbers?.simulations) return refill(stats);
    const visited = numbers.average_visits > 0;
    const entries = [
      [visited ? "Simulations" : "Positions", number(numbers.simulations)],
      ["Per second", number(Math.round(numbers.simulations_per_second))],
      ["Depth", visited ? `${number(numbers.mean_depth)}, max ${numbers.max_depth}` : number(numbers.max_depth)],
      visited && ["Nodes", number(numbers.nodes)],
      ["Time", milliseconds(numbers.elapsed_ms)],
      numbers.worlds > 0 && ["Worlds", number(numbers.worlds)],
    ];
    refill(
      stats,
      entries.filter(Boolean).map(([name, text]) => html("div", {}, html("dt", {}, name), html("dd", {}, text))),
    );
  }

  function showList({ candidates, unit: of }, playable) {
    const marks = assess(candidates, of);
    const ends = candidates.flatMap(({ ci95, value }) => ci95 ?? (value === null ? [] : [value]));
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    const at = (x) => 100 * (high > low ? (x - low) / (high - low) : 0.5);
    const counted = candidates.some(({ share }) => share > 0);
    const visible = everything ? candidates : candidates.slice(0, SHOWN);
    const shownRows = visible.map((candidate, rank) => {
      const mark = marks[rank];
      const row = rowOf(candidate.move);
      row.candidate = playable ? candidate : null;
      row.pointed = candidate;
      row.button.className = mark.best ? "candidate best" : "candidate";
      row.button.title = playable ? `Play ${mark.words}` : "";
      row.button.setAttribute("aria-disabled", String(!playable));
      const line = lineOf(candidate);
      refill(
        row.button,
        html("span", { class: "swatch", style: { background: tint(mark.level) }, "aria-hidden": "true" }),
        html("span", { class: "move" }, mark.words),
        html(
          "span",
          { class: "value" },
          mark.proven
            ? html("span", { class: "badge" }, mark.label)
            : `${candidate.bound === "upper" ? "≤ " : ""}${formatValue(candidate.value, of)}`,
        ),
        candidate.ci95
          ? svg(
              "svg",
              { class: "interval", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
              svg("line", { x1: at(candidate.ci95[0]), x2: at(candidate.ci95[1]), y1: 4, y2: 4 }),
              svg("line", { x1: at(candidate.value), x2: at(candidate.value), y1: 0, y2: 8, class: "mean" }),
            )
          : html("span", {}),
        html("span", { class: "share" }, counted ? `${percent(candidate.share)} of visits` : ""),
        candidate.worlds && html("span", { class: "worlds" }, worldsOf(candidate.worlds)),
        line.length > 0 && html("span", { class: "pv", title: line.join(", ") }, `then ${line.join(", ")}`),
      );
      return row.element;
    });
    const isSame =
      shownRows.length === list.children.length && shownRows.every((row, place) => row === list.children[place]);
    if (!isSame) refill(list, shownRows);
    const hidden = candidates.length - SHOWN;
    more.hidden = hidden <= 0;
    more.textContent = everything ? "Show fewer" : `Show ${hidden} more`;
  }

  // Returns the row of a move. A row stays the same element during a search, so that it keeps the focus and is clicked
  // even if the candidates change between press and release.
  function rowOf(move) {
    const known = rows.get(move);
    if (known) return known;
    const row = { candidate: null, pointed: null };
    row.button = html("button", {
      type: "button",
      "data-key": `candidate-${move}`,
      "data-candidate": move,
      pointerenter: () => point(row.pointed),
      focus: () => point(row.pointed),
      blur: () => point(null),
      // The second click of a double click would play a candidate of the next position.
      click: ({ detail }) => detail < 2 && row.candidate && play(row.candidate),
    });
    row.element = html("li", {}, row.button);
    rows.set(move, row);
    return row;
  }

  return { element, show };
}

// Returns in how many of the sampled worlds a game can be won after a candidate.
const worldsOf = ({ sampled, won }) => `won in ${number(won)} of ${count(number(sampled), "sampled world")}`;

// Returns the moves that are expected after a candidate, in words. A move without words depends on facts that are
// not known yet, and ends the line.
function lineOf({ pv, words }) {
  if (!words || words[0] === pv[0]) return pv.slice(1, LINE);
  const unknown = words.findIndex((word, at) => word === pv[at]);
  return words.slice(1, unknown < 0 ? LINE : Math.min(unknown, LINE));
}

// Returns how far a search is, or why it ended.
function progress({ candidates, stats, stopped }, search) {
  if (search?.shown && search.place > 0) return `in the queue, place ${search.place}`;
  // Players without visits count the positions that they search.
  const what = stats?.average_visits > 0 ? "simulation" : "position";
  const amount = stats?.simulations || stats?.details?.solver_nodes;
  const cost = amount ? `${count(number(amount), what)}, ${milliseconds(stats.elapsed_ms)}` : "";
  if (search?.shown) return cost ? `thinking: ${cost}` : "thinking …";
  // A rule of the player chose among several moves.
  const ruled = stopped === "only_move" && candidates.length > 1;
  if ((stopped === "decided" && !cost) || ruled) return "chose without a search";
  return [cost, STOPS[stopped]].filter(Boolean).join("; ");
}

// Draws the share of visits over time, as one line for each of the three best moves. A line has no
// points for times when its move was not in `leading`, the list of the best moves at that time.
function shareChart({ shares, words }) {
  if (shares.length < 3) return null;
  const last = shares.at(-1);
  const best = last.leading.slice(0, 3);
  const most = last.simulations || 1;
  const top = Math.max(...shares.flatMap(({ leading }) => leading.map(({ share }) => share)), 0.01);
  const lines = best.map(({ move }, rank) => {
    const points = shares.flatMap(({ simulations, leading }) => {
      const found = leading.find((one) => one.move === move);
      return found ? [`${(300 * simulations) / most},${60 - (56 * found.share) / top}`] : [];
    });
    return svg("polyline", { points: points.join(" "), class: `share-line rank-${rank}` });
  });
  const name = (move) => words[move] ?? move;
  return html(
    "figure",
    {},
    svg(
      "svg",
      {
        viewBox: "0 0 300 62",
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": `Share of visits of ${name(best[0]?.move)} over time, now ${percent(best[0]?.share ?? 0)}`,
      },
      svg("line", { x1: 0, x2: 300, y1: 60, y2: 60, class: "axis" }),
      lines,
    ),
    html(
      "figcaption",
      {},
      html("span", {}, "Share of visits"),
      html("span", { class: "axis-end" }, count(number(most), "simulation")),
    ),
    html(
      "figcaption",
      {},
      best.map(({ move }, rank) => html("span", { class: `line-name rank-${rank}` }, name(move))),
    ),
  );
}
