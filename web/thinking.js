// The panel of a search: candidates with bars, intervals and principal variations, the cost of the
// search, and a chart of the best moves' shares of the visits during the search.

import { html, refill, say, svg } from "./dom.js";
import { formatValue, milliseconds, number, percent, tint, valueScale, weightScale } from "./scale.js";
import { capital, title } from "./players.js";

const SHOWN = 8;
const STOPS = {
  simulations: "all simulations done",
  time: "time is up",
  memory: "out of memory",
  decided: "no other move could catch up",
  good_enough: "good enough",
  proven: "proven",
  only_move: "the only move",
  cancelled: "stopped",
};

export function thinkingPanel({ invitation, point }) {
  const player = html("strong", {});
  const doing = html("span", {});
  const seeing = html("span", { class: "badge", hidden: true }, "sees hidden cards");
  const status = html("p", { class: "thinking-status", "aria-live": "polite" }, player, doing, seeing);
  const stats = html("dl", { class: "stats" });
  const chart = html("div", { class: "share-chart" });
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
  const element = html("div", { class: "thinking" }, status, stats, chart, list, more);
  let everything = false;
  let shown = null;

  function show(game) {
    shown = game;
    const { thought, thinking } = game;
    element.classList.toggle("busy", Boolean(thinking));
    if (!thought) {
      say(doing, invitation);
      refill(stats);
      refill(chart);
      refill(list);
      more.hidden = true;
      return;
    }
    const who = title(thought.spec);
    const state = thinking
      ? thinking.place > 0
        ? `in the queue, place ${thinking.place}`
        : "thinking …"
      : thought.stopped === "decided" && !thought.stats?.simulations
        ? "chose without a search"
        : (STOPS[thought.stopped] ?? thought.stopped ?? "");
    say(player, who);
    say(doing, ` ${state}`);
    seeing.hidden = !thought.seeing;
    showStats(thought.stats);
    refill(chart, shareChart(thought.shares));
    showList(thought);
  }

  function showStats(costs) {
    if (!costs?.simulations) return refill(stats);
    const entries = [
      ["Simulations", number(costs.simulations)],
      ["Per second", number(Math.round(costs.simulations_per_second))],
      ["Depth", `${number(costs.mean_depth)}, max ${costs.max_depth}`],
      ["Nodes", number(costs.nodes)],
      ["Time", milliseconds(costs.elapsed_ms)],
      costs.worlds > 0 && ["Worlds", number(costs.worlds)],
    ];
    refill(
      stats,
      entries.filter(Boolean).map(([name, text]) => html("div", {}, html("dt", {}, name), html("dd", {}, text))),
    );
  }

  function showList({ candidates, unit }) {
    const level = valueScale(candidates);
    const ends = candidates.flatMap(({ ci95, value }) => ci95 ?? (value === null ? [] : [value]));
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    const at = (x) => 100 * (high > low ? (x - low) / (high - low) : 0.5);
    const weight = weightScale(candidates);
    const counted = candidates.some(({ share }) => share > 0);
    const visible = everything ? candidates : candidates.slice(0, SHOWN);
    const head = html(
      "li",
      { class: "candidate-head", "aria-hidden": "true" },
      ["Move", counted ? "Visits" : "", "", capital(unit || "value")].map((name) => html("span", {}, name)),
    );
    refill(
      list,
      candidates.length > 0 && head,
      visible.map((candidate, rank) => {
        const paint = tint(level(candidate.value));
        const bar = html(
          "span",
          { class: "share-bar", "aria-hidden": "true" },
          weight(candidate) > 0 && html("span", { style: { width: `${100 * weight(candidate)}%`, background: paint } }),
        );
        const interval =
          candidate.ci95 &&
          svg(
            "svg",
            { class: "interval", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
            svg("line", { x1: at(candidate.ci95[0]), x2: at(candidate.ci95[1]), y1: 4, y2: 4 }),
            svg("line", { x1: at(candidate.value), x2: at(candidate.value), y1: 0, y2: 8, class: "mean" }),
          );
        const proven = candidate.proven !== null && candidate.proven !== undefined;
        return html(
          "li",
          {
            class: rank === 0 ? "candidate best" : "candidate",
            pointerenter: () => point(candidate),
          },
          html("span", { class: "move" }, candidate.move),
          bar,
          html("span", { class: "share" }, counted ? percent(candidate.share) : ""),
          html(
            "span",
            { class: "value" },
            formatValue(candidate.value, unit),
            proven && html("span", { class: "badge" }, "proven"),
          ),
          html("span", { class: "pv", title: candidate.pv.join(" ") }, candidate.pv.slice(1, 9).join(" ")),
          interval,
        );
      }),
    );
    const hidden = candidates.length - SHOWN;
    more.hidden = hidden <= 0;
    more.textContent = everything ? "Show fewer" : `Show ${hidden} more`;
  }

  return { element, show };
}

// Draws the share of visits over time, as one line for each of the three best moves. A line has no
// points for times when its move was not in `leading`, the list of the best moves at that time.
function shareChart(shares) {
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
  return html(
    "figure",
    {},
    svg(
      "svg",
      {
        viewBox: "0 0 300 62",
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": `Share of visits of ${best[0]?.move} over time, now ${percent(best[0]?.share ?? 0)}`,
      },
      svg("line", { x1: 0, x2: 300, y1: 60, y2: 60, class: "axis" }),
      lines,
    ),
    html(
      "figcaption",
      {},
      html("span", {}, "Share of visits"),
      html("span", { class: "axis-end" }, `${number(most)} simulations`),
    ),
    html(
      "figcaption",
      {},
      best.map(({ move }, rank) => html("span", { class: `legend rank-${rank}` }, move)),
    ),
  );
}
