// The arena page: starts a tournament, which the server plays in the background, and shows the
// standings with confidence intervals and a link to the records.

import * as engine from "./engine.js";
import { announce, html, labelled, prefersReducedMotion, refill, refuse } from "./dom.js";
import { boardOf } from "./boards/index.js";
import { icon } from "./icons.js";
import { playerChooser, preferredPlayer } from "./players.js";
import { freshSeed, link } from "./share.js";
import { standingsOf } from "./standings.js";

const MOST_PLAYERS = 6;
const PAUSE = 1500;

// The last tournament. The server continues it while the person is on other pages.
let last = null;
// The chosen players, by the name of the game.
const chosen = {};

export function arenaPage(host, games, wanted) {
  const earlier = wanted.arena ? { name: wanted.name, arena: wanted.arena } : wanted.name ? null : last;
  let game = games.find(({ name }) => name === (earlier ?? wanted).name) ?? games[0];
  let specs = [];
  let running = null;
  let reportedGames = 0;
  let finished = false;
  let left = false;

  const chooser = html(
    "select",
    { "aria-label": "Game", change: (event) => pick(event.target.value) },
    games.map(({ name, title }) => html("option", { value: name, selected: name === game.name }, title)),
  );
  const entrants = html("div", { class: "entrants" });
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
  const more = html("button", { type: "button", click: () => add() }, icon("new"), "Another player");
  const start = html("button", { type: "submit", class: "primary", "data-tool": "start" }, icon("run"), "Start");
  const stop = html(
    "button",
    { type: "button", "data-tool": "stop", disabled: true, click: halt },
    icon("stop"),
    "Stop",
  );
  const progress = html("progress", { max: 1, value: 0, "aria-label": "Games played", hidden: true });
  const status = html(
    "p",
    { class: "status", role: "status" },
    "Choose players and start: the standings appear here, game by game.",
  );
  const standings = html("div", { class: "standings" });
  const openingField = labelled(
    "Opening",
    opening,
    "random moves at the start, so that games differ; games with hidden cards differ by the deal, and have none",
  );
  const form = html(
    "form",
    { class: "arena-form", submit: begin },
    labelled("Game", chooser),
    entrants,
    more,
    labelled(
      "Games",
      rounds,
      "for each pair of players, or for each player in one-player games; with three and more seats in whole deals",
    ),
    openingField,
    labelled("Simulations", budget, "for each move of every player; empty for the default of each player"),
    labelled("Rank by", rank, "wins, or the mean score; the default is wins in games for two, else the score"),
    html("div", { class: "buttons" }, start, stop),
  );
  const results = html(
    "section",
    { class: "results", "aria-labelledby": "results" },
    html("h2", { id: "results" }, "Standings"),
    status,
    progress,
    standings,
  );
  refill(
    host,
    html(
      "div",
      { class: "arena" },
      html(
        "section",
        {},
        html("h1", { tabindex: -1 }, "Arena"),
        html("p", { class: "lead" }, "Which player is better? Let them play a tournament."),
        form,
      ),
      results,
    ),
  );

  function pick(name) {
    game = games.find((one) => one.name === name);
    specs = chosen[name] ??= [preferredPlayer(game, "medium"), preferredPlayer(game, "easy")];
    // One-player games have no opening. A disabled field is not checked when the form is sent.
    openingField.hidden = opening.disabled = seats() === 1;
    drawEntrants();
  }

  const seats = () => (boardOf(game.name).seats ?? game.seats ?? []).length;

  function add() {
    const names = [preferredPlayer(game, "greedy"), ...game.players.map(({ name }) => name)];
    specs.push(names.find((name) => !specs.includes(name)) ?? names[0]);
    drawEntrants();
  }

  function drawEntrants() {
    more.disabled = specs.length >= MOST_PLAYERS;
    refill(
      entrants,
      specs.map((spec, at) =>
        html(
          "div",
          { class: "entrant" },
          playerChooser({
            label: `Player ${at + 1}`,
            game,
            spec,
            withYou: false,
            change: (next) => (specs[at] = next),
          }),
          specs.length > 2 &&
            html(
              "button",
              {
                type: "button",
                class: "quiet",
                "aria-label": `Remove player ${at + 1}`,
                click: () => {
                  specs.splice(at, 1);
                  drawEntrants();
                },
              },
              icon("close"),
            ),
        ),
      ),
    );
  }

  async function begin(event) {
    event.preventDefault();
    if (new Set(specs).size < specs.length) return refuse(form, "Two players are the same: change one of them.");
    // Two players swap seats; with more seats, each deal is played in all rotations of two line-ups.
    const each = seats() > 2 ? 2 * seats() : seats();
    const count = each * Math.ceil(Number(rounds.value) / each);
    const params = { game: game.name, players: specs, games: count, seed: freshSeed() };
    if (seats() > 1) params.opening = Number(opening.value);
    if (rank.value) params.rank = rank.value;
    if (budget.value) params.simulations = Number(budget.value);
    start.disabled = true;
    try {
      const tournament = { name: game.name, arena: (await engine.request("arena", params)).arena };
      // If the person has left this page meanwhile, the address of the new page must not change.
      if (left) return (last = tournament);
      await follow(tournament);
      // On a phone the standings are far below the start button.
      if (results.getBoundingClientRect().bottom > innerHeight) {
        results.scrollIntoView({ behavior: prefersReducedMotion() ? "auto" : "smooth" });
      }
    } catch (error) {
      if (!(error instanceof engine.Refusal)) throw error;
      start.disabled = false;
      refuse(form, error.message);
    }
  }

  // Shows a tournament. Requests its state, because the page ignored events before it knew the tournament's id.
  async function follow(tournament) {
    last = tournament;
    running = tournament.arena;
    [reportedGames, finished] = [0, false];
    history.replaceState(null, "", link("arena", tournament));
    delete status.dataset.how;
    start.disabled = true;
    stop.disabled = false;
    progress.hidden = false;
    status.textContent = "The first game is being played …";
    refill(standings);
    await ask();
  }

  const ask = async () => report(await engine.request("arena_state", { arena: running }));

  async function halt() {
    const arena = running;
    if (!arena) return;
    await engine.request("arena_stop", { arena }).catch((error) => announce(error.message, "warning"));
    // If another tournament was started meanwhile, its status must not change.
    if (arena === running) ended("stopped");
  }

  // Handles a failed request for the state. "not_found" means that the server has lost the tournament.
  function lose(error) {
    if (!(error instanceof engine.Refusal)) throw error;
    if (error.kind !== "not_found") return;
    last = null;
    running = null;
    progress.hidden = true;
    status.textContent = "The engine has lost this tournament, probably in a restart. Start it again.";
    ended("lost");
  }

  function ended(how) {
    start.disabled = false;
    stop.disabled = true;
    status.dataset.how = how;
  }

  function report(news) {
    // Ignores outdated reports: an answer may be older than an event that arrived earlier.
    if (news.arena !== running || finished || news.done < reportedGames) return;
    reportedGames = news.done;
    finished = news.finished;
    progress.max = news.total;
    progress.value = news.done;
    status.textContent = `${news.done} of ${news.total} games${news.finished && news.done < news.total ? ", stopped" : ""}`;
    standings.dataset.done = news.done;
    const { summary } = news;
    if (news.done > 0) {
      refill(
        standings,
        standingsOf(summary),
        html(
          "p",
          {},
          news.dropped
            ? "The engine has dropped the records to make room for those of later tournaments."
            : html(
                "a",
                { class: "button", href: engine.recordsOf(running), download: `${last.name}.jsonl` },
                icon("save"),
                "Download the records",
              ),
        ),
      );
    }
    if (!news.finished) return;
    if (news.error) announce(news.error.message, "warning");
    ended("done");
  }

  const quiet = engine.on("arena", report);
  // Polls the state, because a reloaded page gets no events about a tournament that it started earlier.
  const asking = setInterval(() => {
    if (running && !finished && !document.hidden) ask().catch(lose);
  }, PAUSE);
  pick(game.name);
  if (earlier) follow(earlier).catch(lose);
  return () => {
    left = true;
    quiet();
    clearInterval(asking);
  };
}
