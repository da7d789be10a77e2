// The page of a game: the board, the players, and the panels about the search. The analysis page is
// the same page with the person in every seat and with a search that runs until it is stopped.

import * as engine from "./engine.js";
import { boardOf } from "./boards/index.js";
import { announce, html, labelled, refill, refuse, say } from "./dom.js";
import { Game } from "./game.js";
import { icon } from "./icons.js";
import { capital, playerChooser, title, preferredPlayer } from "./players.js";
import { rulesDialog } from "./rules.js";
import { YOU, freshSeed, link, readPasted } from "./share.js";
import { openBox, sharePanel } from "./sharing.js";
import { tabs } from "./tabs.js";
import { thinkingPanel } from "./thinking.js";
import { transcriptPanel } from "./transcript.js";
import { treePanel } from "./tree.js";

const SPEEDS = { Slow: 1500, Normal: 500, Fast: 120, Instant: 0 };
const ANALYSIS_TIME = 10 * 60 * 1000;
const ADDRESS_PAUSE = 400;

// Choices of the person that are kept for the next game.
const kept = { speed: "Normal", panel: "Thinking", hinters: {} };

// Returns the words for the result of a finished game.
function outcome({ state, seats }, over = "Over.") {
  if (seats.length > 1) {
    const [best, worst] = [Math.max(...state.scores), Math.min(...state.scores)];
    if (best > worst && seats.filter((spec) => spec === YOU).length === 1) {
      return state.scores[seats.indexOf(YOU)] === best ? "You win!" : "You lose.";
    }
    // Removes the scores in parentheses, because the score line shows them already.
    return `${capital(state.result.replace(/ \(.*\)$/, ""))}.`;
  }
  const words = { won: "Won!", lost: "Lost: no moves left.", capped: "Over: the limit set by the rules is reached." };
  return words[state.ending] ?? over;
}

export async function playPage(host, setup, info, { analysis, games, address }) {
  const route = analysis ? "analysis" : "play";
  const board = boardOf(setup.name);
  const seatNames = board.seats ?? info.seats.map(capital);
  const place = `${route}/${setup.name}`;
  const hinter = kept.hinters[place] ?? preferredPlayer(info, analysis ? "expert" : "hard");
  const seats = seatNames.map((_, at) =>
    analysis ? YOU : (setup.seats[at] ?? (at === 0 ? YOU : preferredPlayer(info, "medium"))),
  );
  const game = new Game({ ...setup, seats, hinter, delay: SPEEDS[kept.speed], isPrivate: info.private });
  let pointed = null;
  let naming = null;
  let outdated = false;

  const stage = html("div", { class: `stage-board ${setup.name}` });
  const heading = html("h1", { tabindex: -1 }, info.title, analysis && html("span", { class: "beside" }, ": analysis"));
  const status = html("p", { class: "status", role: "status" });
  const score = html("p", { class: "score" });
  const extras = html("div", { class: "extras" });
  const attempt = (work) =>
    work.catch((error) => {
      if (!(error instanceof engine.Refusal)) throw error;
      if (error.kind !== "gone") refuse(stage, error.message);
    });

  const actions = {
    rules: setup.rules,
    // If the server refuses the move, the board is drawn again without it.
    play: (move) =>
      attempt(
        game.play(move).catch((error) => {
          moved();
          throw error;
        }),
      ),
    refuse: (why) => refuse(stage, why),
  };
  const picture = board.create(stage, actions);

  const tool = (name, text, click, extra = {}) =>
    html(
      "button",
      { type: "button", class: "tool", title: text, click, "data-tool": name, ...extra },
      icon(name),
      html("span", {}, text),
    );
  const undo = tool("undo", "Undo", () => attempt(game.undo()));
  const redo = tool("redo", "Redo", () => attempt(game.redo()));
  const hinting = () => game.thinking && !game.thinking.plays;
  const hint = html("button", {
    type: "button",
    class: "tool primary",
    "data-tool": "hint",
    click: () => attempt(hinting() ? game.finish() : game.hint()),
  });
  const pause = html("button", {
    type: "button",
    class: "tool",
    "data-tool": "pause",
    click: () => game.setPaused(!game.paused),
  });
  const step = tool("step", "Step", () => attempt(game.step()));
  const think = html("button", {
    type: "button",
    class: "tool primary",
    "data-tool": "think",
    click: () => {
      if (game.thinking) attempt(game.finish());
      else attempt(game.think(game.hinter, { plays: false, budget: { time_ms: ANALYSIS_TIME, stop_early: false } }));
    },
  });
  const speed = html(
    "select",
    {
      "aria-label": "Speed of players",
      title: "Speed of players",
      "data-tool": "speed",
      change: (event) => {
        kept.speed = event.target.value;
        game.delay = SPEEDS[kept.speed];
      },
    },
    Object.keys(SPEEDS).map((name) => html("option", { selected: name === kept.speed }, name)),
  );

  const restart = ({ rules, seed }) =>
    (location.hash = link(route, { ...game.setup, rules, seed, from: null, moves: [] }));
  // Asks the server to check the rules of a new game before the page leaves the current game.
  // The answer to a game with private facts must not be about the deal of the new game.
  const check = ({ rules, seed }) =>
    engine.request("look", { game: setup.name, rules, seed: game.isPrivate ? 0 : seed, moves: [] });
  const fresh = tool("new", "New", () => restart({ rules: setup.rules, seed: game.isPrivate ? null : freshSeed() }));
  const rules = tool("rules", "Rules", () => rulesDialog({ game: info, rules: setup.rules, check, start: restart }));

  async function load(text, field) {
    if (!text.trim()) {
      return refuse(field, "There is nothing to open: paste a position, moves, a link or a saved game.");
    }
    let refusal = "This cannot be read.";
    try {
      for (const option of readPasted(text, board.split)) {
        const candidate = {
          rules: setup.rules,
          seed: game.isPrivate ? null : freshSeed(),
          name: setup.name,
          ...option,
        };
        // The current players may not exist in another game.
        candidate.seats = candidate.name === setup.name ? game.seats : [];
        try {
          await engine.request("look", {
            game: candidate.name,
            rules: candidate.rules,
            seed: candidate.seed ?? 0,
            moves: candidate.moves,
            ...(candidate.from ? { position: candidate.from } : {}),
            ...(candidate.name === setup.name && game.viewer !== null ? { seat: game.viewer } : {}),
          });
          // Does not navigate if the person has left this page meanwhile.
          if (!game.closed) location.hash = link(route, candidate);
          return;
        } catch (error) {
          if (refusal === "This cannot be read.") refusal = error.message;
        }
      }
    } catch {
      refusal = "This looks like a saved game, but it is not valid JSON.";
    }
    refuse(field, refusal);
  }

  const invitation = analysis
    ? "Paste a position above, or play moves on the board. Then press Think; Stop ends the search."
    : "No thoughts yet. Ask for a hint, or let a player move, and watch the candidates grow.";
  const thinking = thinkingPanel({
    invitation,
    point: (candidate) => {
      pointed = candidate;
      mark();
    },
  });
  const tree = treePanel({ board });
  const transcript = transcriptPanel({ goTo: (length) => attempt(game.goTo(length)) });
  const sharing = sharePanel({ route, game, load: analysis ? null : load });
  const panels = tabs(
    "About this game",
    [
      { name: "Thinking", element: thinking.element },
      { name: "Tree", element: tree.element, opened: () => game.state && tree.show(game) },
      { name: "Moves", element: transcript.element, opened: () => game.state && transcript.show(game) },
      { name: "Share", element: sharing.element },
    ],
    kept,
  );

  const chooser = (label, spec, change, withYou) => playerChooser({ label, game: info, spec, withYou, change });
  const players = html(
    "section",
    { class: "players", "aria-label": "Players" },
    !analysis &&
      seatNames.map((label, at) =>
        chooser(
          label,
          seats[at],
          (spec) => {
            const next = [...game.seats];
            next[at] = spec;
            game.setSeats(next);
          },
          true,
        ),
      ),
    chooser(analysis ? "Analyst" : "Hints", hinter, (spec) => (game.hinter = kept.hinters[place] = spec), false),
  );

  const gameChooser =
    analysis &&
    labelled(
      "Game",
      html(
        "select",
        { "aria-label": "Game", change: (event) => (location.hash = link(route, { name: event.target.value })) },
        games.map((one) => html("option", { value: one.name, selected: one.name === setup.name }, one.title)),
      ),
    );
  const help = html("p", { class: "help" }, board.help);

  const toolbar = html(
    "div",
    { class: "toolbar", role: "toolbar", "aria-label": "Tools" },
    fresh,
    rules,
    undo,
    redo,
    analysis ? think : hint,
    !analysis && pause,
    step,
    !analysis && speed,
  );
  const root = html(
    "div",
    { class: "play", "data-game": setup.name },
    html(
      "section",
      { class: "stage" },
      html("header", { class: "stage-head" }, heading, html("div", { class: "stage-lines" }, status, score)),
      stage,
      extras,
      toolbar,
      board.help && help,
    ),
    html("aside", { class: "side" }, analysis && openBox(load, gameChooser), players, panels.element),
  );
  refill(host, root);

  function mark() {
    const thought = game.thought;
    const current = thought && thought.position === game.state.position;
    const legal = new Set(game.state.legal);
    const candidates = current ? thought.candidates.filter(({ move }) => legal.has(move)) : [];
    const alone = candidates.find(({ move }) => move === pointed?.move);
    picture.mark(alone ? [alone] : candidates);
  }

  function describe() {
    const { state } = game;
    if (state.over) return outcome(game, board.over);
    const name = seatNames[state.seat];
    if (!engine.isPresent()) return "Waiting for the engine …";
    if (game.thinking?.plays) return `${seatNames.length > 1 ? name : title(game.thinking.spec)} is thinking …`;
    if (game.thinking) return "Thinking …";
    if (game.mover === YOU) return seatNames.length > 1 ? `${name} to move${analysis ? "" : ": you"}` : "Your move";
    return game.paused
      ? `Paused; ${seatNames.length > 1 ? name : title(game.mover)} to move`
      : `${seatNames.length > 1 ? name : title(game.mover)} to move`;
  }

  function refresh() {
    const { state } = game;
    if (!state) return;
    say(status, describe());
    score.textContent = board.score(state);
    root.dataset.moves = state.played.length;
    root.toggleAttribute("data-over", state.over);
    root.dataset.thinking = game.thinking || game.settling ? "yes" : "no";
    // If undo or redo has the focus and becomes disabled, the other button gets the focus.
    const focused = document.activeElement;
    undo.disabled = state.played.length === 0;
    redo.disabled = state.redo === 0;
    if (focused === undo && undo.disabled) redo.focus();
    if (focused === redo && redo.disabled) undo.focus();
    fresh.classList.toggle("primary", state.over);
    help.hidden = state.over || !game.seated;
    hint.disabled = step.disabled = state.over;
    think.disabled = state.over;
    refill(think, icon(game.thinking ? "stop" : "run"), html("span", {}, game.thinking ? "Stop" : "Think"));
    refill(hint, icon(hinting() ? "stop" : "hint"), html("span", {}, hinting() ? "Stop" : "Hint"));
    const watching = game.seats.some((spec) => spec !== YOU);
    pause.disabled = !watching || state.over;
    speed.disabled = !watching;
    refill(pause, icon(game.paused ? "run" : "pause"), html("span", {}, game.paused ? "Play" : "Pause"));
    thinking.show(game);
    mark();
  }

  let yoursBefore = null;
  function moved() {
    const { state } = game;
    const yours = game.yours && engine.isPresent();
    yoursBefore = yours;
    picture.draw(state, { yours, seated: game.seated });
    refill(
      extras,
      board
        .extra(state.legal)
        .map((move) =>
          html(
            "button",
            { type: "button", class: "primary", disabled: !yours, "data-move": move, click: () => actions.play(move) },
            `No other move: ${move}`,
          ),
        ),
    );
    if (panels.isOpen("Moves")) transcript.show(game);
    if (panels.isOpen("Tree")) tree.show(game);
    sharing.show();
    refresh();
    keepAddress();
  }

  // Writes the game to the address, so that reloading the page restores the game. Waits ADDRESS_PAUSE
  // milliseconds between two changes, because browsers limit their number.
  function keepAddress() {
    // If the address has changed, it belongs to the next page, which is shown soon.
    if (location.hash !== address) return;
    outdated = naming !== null;
    if (outdated) return;
    history.replaceState(null, "", link(route, game.setup));
    address = location.hash;
    naming = setTimeout(() => {
      naming = null;
      if (outdated) keepAddress();
    }, ADDRESS_PAUSE);
  }

  game.addEventListener("position", moved);
  game.addEventListener("thinking", () => {
    if (!game.state) return;
    if (game.yours !== yoursBefore) moved();
    else refresh();
    if (!game.thinking && panels.isOpen("Tree")) tree.show(game);
  });
  game.addEventListener("complaint", () => announce(game.complaint, "warning"));
  const quiet = engine.on("presence", () => game.state && moved());

  // Whether a key press may be passed to the board: the focused element does not use the key itself.
  const isFree = ({ target, key }) =>
    target.matches("body, h1") || (target.matches(".stage button") && key !== "Enter" && key !== " ");
  const keys = (event) => {
    if (!game.state) return;
    if (!event.ctrlKey && !event.metaKey && !event.altKey && isFree(event)) return picture.keys?.(event);
    if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
    const back = event.key === "z" && !event.shiftKey;
    const forth = event.key === "y" || (event.key.toLowerCase() === "z" && event.shiftKey);
    if (!back && !forth) return;
    event.preventDefault();
    (back ? undo : redo).click();
  };
  addEventListener("keydown", keys);

  const close = () => {
    clearTimeout(naming);
    removeEventListener("keydown", keys);
    quiet();
    game.close();
  };

  root.inert = true;
  try {
    await game.open();
  } catch (error) {
    close();
    throw error;
  }
  root.inert = false;
  return close;
}
