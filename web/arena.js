// A tournament in the background: who plays, the standings with intervals,
// the records.

import * as engine from "./engine.js";
import { announce, html, refill, refuse, svg } from "./dom.js";
import { boardOf } from "./boards/index.js";
import { icon } from "./icons.js";
import { playerChooser, usual } from "./players.js";
import { freshSeed } from "./share.js";

const MOST_PLAYERS = 6;

export function arenaPage(host, games, wanted) {
  let game = games.find(({ name }) => name === wanted) ?? games[0];
  let specs = [];
  let running = null;
  let told = 0;
  let finished = false;

  const chooser = html("select", { "aria-label": "Game", change: (event) => pick(event.target.value) },
    games.map(({ name, title }) => html("option", { value: name, selected: name === game.name }, title)));
  const entrants = html("div", { class: "entrants" });
  const rounds = html("input", { type: "number", min: 2, max: 1000, step: 2, value: 20, "aria-label": "Games" });
  const budget = html("input", { type: "number", min: 1, placeholder: "default", "aria-label": "Simulations a move" });
  const more = html("button", { type: "button", click: () => add() }, icon("new"), "Another player");
  const start = html("button", { type: "submit", class: "primary", "data-tool": "start" }, icon("run"), "Start");
  const stop = html("button", { type: "button", "data-tool": "stop", disabled: true, click: halt }, icon("stop"), "Stop");
  const progress = html("progress", { max: 1, value: 0, "aria-label": "Games played", hidden: true });
  const status = html("p", { class: "status", role: "status" }, "Choose players and start: the standings appear here, game by game.");
  const standings = html("div", { class: "standings" });
  const form = html("form", { class: "arena-form", submit: begin },
    html("label", { class: "field" }, html("span", {}, "Game"), chooser),
    entrants, more,
    html("label", { class: "field" }, html("span", {}, "Games"), rounds, html("small", {}, "for each pair of players; for each player in games for one")),
    html("label", { class: "field" }, html("span", {}, "Simulations"), budget, html("small", {}, "for each move, the same for everybody; without a number each player takes its own")),
    html("div", { class: "buttons" }, start, stop));
  refill(host, html("div", { class: "arena" },
    html("section", {}, html("h1", { tabindex: -1 }, "Arena"), html("p", { class: "lead" }, "Which player is better? Let them play it out."), form),
    html("section", { class: "results", "aria-labelledby": "results" }, html("h2", { id: "results" }, "Standings"), status, progress, standings)));

  function pick(name) {
    game = games.find((one) => one.name === name);
    specs = [usual(game, "medium"), usual(game, "easy")];
    drawEntrants();
  }

  function add() {
    specs.push(usual(game, "greedy"));
    drawEntrants();
  }

  function drawEntrants() {
    more.disabled = specs.length >= MOST_PLAYERS;
    refill(entrants, specs.map((spec, at) => html("div", { class: "entrant" },
      playerChooser({ label: `Player ${at + 1}`, game, spec, withYou: false, change: (next) => (specs[at] = next) }),
      specs.length > 2 && html("button", { type: "button", class: "quiet", "aria-label": `Remove player ${at + 1}`, click: () => {
        specs.splice(at, 1);
        drawEntrants();
      } }, icon("close")))));
  }

  async function begin(event) {
    event.preventDefault();
    if (new Set(specs).size < specs.length) return refuse(form, "Two players are the same: change one of them.");
    const versus = (boardOf(game.name).seats ?? game.seats ?? []).length === 2;
    const count = Number(rounds.value);
    const params = { game: game.name, players: specs, games: versus ? count + (count % 2) : count, seed: freshSeed() };
    if (budget.value) params.simulations = Number(budget.value);
    start.disabled = true;
    try {
      [told, finished] = [0, false];
      running = (await engine.request("arena", params)).arena;
      stop.disabled = false;
      progress.hidden = false;
      status.textContent = "The first game is being played …";
      refill(standings);
      // What was told before its name was known is asked for.
      report(await engine.request("arena_state", { arena: running }));
    } catch (error) {
      start.disabled = false;
      refuse(form, error.message);
    }
  }

  async function halt() {
    if (!running) return;
    await engine.request("arena_stop", { arena: running }).catch((error) => announce(error.message, "warning"));
    ended("stopped");
  }

  function ended(how) {
    start.disabled = false;
    stop.disabled = true;
    status.dataset.how = how;
  }

  function report(news) {
    // An answer may be older than what the stream told meanwhile.
    if (news.arena !== running || finished || news.done < told) return;
    told = news.done;
    finished = news.finished;
    progress.max = news.total;
    progress.value = news.done;
    status.textContent = `${news.done} of ${news.total} games`;
    standings.dataset.done = news.done;
    const { summary } = news;
    if (news.done > 0) refill(standings, table(summary), pairs(summary), html("p", {}, html("a", { class: "button", href: engine.recordsOf(running), download: `${game.name}.jsonl` }, icon("save"), "Download the records")));
    if (!news.finished) return;
    if (news.error) announce(news.error.error?.message ?? "The tournament failed.", "warning");
    ended("done");
  }

  const quiet = engine.on("arena", report);
  const resuming = engine.on("resumed", async () => {
    if (!running || stop.disabled) return;
    try {
      report(await engine.request("arena_state", { arena: running }));
    } catch (error) {
      if (error.kind !== "not_found") return;
      status.textContent = "The engine was started anew: the tournament has to be started again.";
      ended("lost");
    }
  });
  pick(game.name);
  return () => {
    quiet();
    resuming();
    if (running && !stop.disabled) halt();
  };
}

// The measure of a player: Elo where two play, the mean where one does.
function measure(player) {
  if (player.elo !== undefined) return { value: player.elo, ends: player.elo_ci95, unit: "Elo" };
  return { value: player.mean, ends: player.mean_ci95, unit: player.unit };
}

function table({ players }) {
  const rows = [...players].sort((one, other) => (measure(other).value ?? 0) - (measure(one).value ?? 0));
  const ends = rows.flatMap((player) => measure(player).ends ?? [measure(player).value ?? 0]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const at = (x) => 2 + 96 * (high > low ? (x - low) / (high - low) : 0.5);
  const versus = rows[0].elo !== undefined;
  const text = (value) => (value === null || value === undefined ? "–" : versus ? value.toFixed(0) : value.toFixed(1));
  const wins = versus || rows.some(({ win_rate: rate }) => rate !== null && rate !== undefined);
  const heads = ["Player", "Games", wins && (versus ? "Won – drawn – lost" : "Won"), versus ? "Elo" : `Mean ${measure(rows[0]).unit}`, "95 % interval", ""];
  return html("div", { class: "scroll" }, html(
    "table",
    {},
    html("caption", { class: "unseen" }, "Standings"),
    html("thead", {}, html("tr", {}, heads.filter((head) => head !== false).map((head) => html("th", { scope: "col" }, head)))),
    html("tbody", {}, rows.map((player) => {
      const { value, ends } = measure(player);
      const won = versus ? `${player.wins} – ${player.draws} – ${player.losses}` : player.win_rate === null || player.win_rate === undefined ? "–" : `${(100 * player.win_rate).toFixed(0)} %`;
      return html("tr", {},
        html("th", { scope: "row" }, player.spec, player.seeing && html("span", { class: "badge" }, "sees hidden cards")),
        html("td", {}, String(player.games)), wins && html("td", {}, won), html("td", {}, text(value)),
        html("td", {}, ends ? `${text(ends[0])} to ${text(ends[1])}` : "–"),
        html("td", { class: "range" }, ends && svg("svg", { class: "interval", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
          svg("line", { x1: at(ends[0]), x2: at(ends[1]), y1: 4, y2: 4 }), svg("line", { x1: at(value), x2: at(value), y1: 0, y2: 8, class: "mean" }))));
    })),
  ));
}

function pairs({ pairs: list = [] }) {
  if (list.length === 0) return null;
  const line = (pair) => {
    const difference = pair.elo_diff ?? pair.mean_difference;
    const ends = pair.elo_diff_ci95 ?? pair.ci95 ?? pair.mean_difference_ci95;
    const sure = ends && (ends[0] > 0 || ends[1] < 0);
    const amount = difference === null || difference === undefined ? "–" : `${difference > 0 ? "+" : ""}${difference.toFixed(difference % 1 ? 1 : 0)}`;
    return html("li", {}, `${pair.a} against ${pair.b}: ${amount}`, ends && html("span", { class: "muted" }, ` (${ends[0].toFixed(0)} to ${ends[1].toFixed(0)})${sure ? "" : ", could be chance"}`));
  };
  return html("ul", { class: "pairs" }, list.map(line));
}
