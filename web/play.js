// The page of a game: the board, the players, and the panels about the search. The analysis page is
// the same page with the person in every seat and with a search of every position.

import * as engine from "./engine.js";
import { boardOf } from "./boards/index.js";
import { demonstrator } from "./demonstrate.js";
import { announce, boardPage, html, labelled, refill, refuse, say } from "./dom.js";
import { Game } from "./game.js";
import { icon } from "./icons.js";
import { YOU, isAnalysing, isBusy, isCurrent, isSearching, isStuck, isYours } from "./model.js";
import { newGameDialog } from "./new_game.js";
import { capital, foldedPlayers, playerChooser, preferredPlayer, title } from "./players.js";
import { reviewPanel } from "./review.js";
import { assess } from "./scale.js";
import { setupDialog } from "./setup.js";
import { freshSeed, link, readPasted } from "./share.js";
import { openBox, sharePanel } from "./sharing.js";
import { tabs } from "./tabs.js";
import { thinkingPanel } from "./thinking.js";
import { transcriptPanel } from "./transcript.js";
import { treePanel } from "./tree.js";
import { valueBar } from "./value_bar.js";
import { winnableSeed } from "./winnable.js";
import { deadEnd, reason, status, verdictOn } from "./wording.js";

const SPEEDS = { Slow: 1500, Normal: 500, Fast: 120, Instant: 0 };
const ADDRESS_PAUSE = 400;

// Choices of the person that are kept for the next game.
const kept = { speed: "Normal", panel: "Thinking", hinters: {}, analysing: true, winnable: {} };

// The attributes of a tool whose text is seen on a phone and by screen readers only.
const PLAIN = { class: "tool plain-icon" };

// Shows the game of a link. `arriving` is whether the person comes from another kind of page.
export async function playPage(host, setup, info, { analysis, games, address, arriving }) {
  if (arriving) kept.analysing = true;
  if (setup.review) kept.panel = "Review";
  const route = analysis ? "analysis" : "play";
  const board = boardOf(info);
  const names = board.seats ?? info.seats.map(capital);
  const place = `${route}/${setup.name}`;
  const hinter = kept.hinters[place] ?? preferredPlayer(info, analysis ? "expert" : "hard");
  const seats = names.map((_, at) =>
    analysis ? YOU : (setup.seats[at] ?? (at === 0 ? YOU : preferredPlayer(info, "medium"))),
  );
  const start = { ...setup, seats, hinter, delay: SPEEDS[kept.speed], isPrivate: info.private };
  const game = new Game({ ...start, analysing: analysis && kept.analysing && !setup.review }, changed);
  const isSeated = () => game.model.seats.includes(YOU);
  // The fields of the game's link. An analysis keeps the players of the game for "Play on".
  const setupNow = () => (analysis ? { ...game.setup, seats: setup.seats } : game.setup);
  // The same with the review that is shown: its link has the whole game, and the place in it.
  const reviewedNow = () => ({ ...setupNow(), ...review.linked(game.model) });
  let pointed = null;
  let dismissed = false;
  // The best candidate of a finished search, and what it leads to.
  let best = null;
  let advice = "";

  const stage = html("div", { class: `stage-board ${setup.name}` });
  const heading = html("h1", { tabindex: -1 }, info.title, analysis && html("span", { class: "beside" }, ": analysis"));
  const state = html("p", { class: "status", role: "status" });
  const score = html("p", { class: "score" });
  const opening = html("p", { class: "opening", title: "The opening" });
  const peeked = html("p", { class: "peeked", title: "Hidden facts were seen otherwise than by play" });
  const verdict = html("p", { class: "verdict", role: "status" });
  const answer = html("p", { class: "answer" });
  // The server's text on what a move leads to. It replaces the help.
  const outlook = html("p", { class: "outlook", "aria-live": "polite" });
  const extras = html("div", { class: "extras" });
  const bar = valueBar(names);

  const actions = {
    rules: setup.rules,
    play: (move) => game.play(move),
    refuse: (why) => refuse(stage, why),
    after: async (move) => {
      const { positions, outlook: words } = await game.line([move]);
      return { position: positions[0] ?? null, words };
    },
    describe,
    history: () => game.history(),
  };
  const picture = board.create(stage, actions);
  const show = demonstrator(board, picture, game);

  const button = (name, click, extra = {}) =>
    html("button", { type: "button", class: "tool", click, "data-tool": name, ...extra });
  const label = (element, name, text) => refill(element, icon(name), html("span", {}, text));
  const tool = (name, text, click, extra = {}) => {
    const element = button(name, click, { title: text, ...extra });
    label(element, name, text);
    return element;
  };
  const act = (type, detail = {}) => game.dispatch({ type, ...detail });
  // Starts a search, or says again that no useful move is left.
  const search = (purpose, spec) => {
    dismissed = dismissed && !isStuck(game.model);
    act("think", { purpose, spec });
  };
  const isStoppable = () => isSearching(game.model) && game.model.search.purpose !== "winnable";
  const undo = tool("undo", "Undo", () => act("undo"), PLAIN);
  const redo = tool("redo", "Redo", () => act("redo"), PLAIN);
  const hint = button("hint", () => (isStoppable() ? act("stop") : search("hint", game.model.hinter)), {
    class: "tool primary",
  });
  const pause = button("pause", () => act("pause", { on: !game.model.paused }), PLAIN);
  const step = tool("step", "Step", () => search("move"), PLAIN);
  const think = button(
    "think",
    () => {
      kept.analysing = !isAnalysing(game.model);
      act("analyse", { on: kept.analysing });
    },
    { class: "tool primary" },
  );
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
    (location.hash = link(route, { ...setupNow(), rules, seed, from: null, moves: [], peeked: false }));
  const anew = async () => {
    const wanted = { rules: setup.rules, seed: info.private ? null : freshSeed() };
    if (!kept.winnable[setup.name]) return restart(wanted);
    try {
      const seed = await winnableSeed({ game: setup.name, ...wanted });
      if (!game.closed) restart({ ...wanted, seed });
    } catch (error) {
      announce(error.message, "warning");
    }
  };
  // Asks the server to check the rules of a new game before the page leaves the current game, and returns the seed.
  // The answer to a game with private facts must not be about the deal of the new game.
  const check = async ({ rules, seed, winnable }) => {
    if (winnable) return winnableSeed({ game: setup.name, rules, seed });
    await engine.request("look", { game: setup.name, rules, seed: info.private ? 0 : seed, moves: [] });
    return seed;
  };
  const fresh = tool("new", "New", anew);
  const options = tool(
    "options",
    "Options",
    () =>
      newGameDialog({
        game: info,
        rules: setup.rules,
        winnable: kept.winnable[setup.name] ?? false,
        check,
        start: (wanted) => {
          kept.winnable[setup.name] = wanted.winnable;
          restart(wanted);
        },
      }),
    PLAIN,
  );
  const winnable =
    info.winnable &&
    tool("winnable", "Can win?", () => act("askWinnable"), {
      ...PLAIN,
      title: "Can this deal be won? The answer marks the game as peeked.",
    });
  // The guide is loaded when it is first opened.
  async function showGuide() {
    try {
      const { guideDialog } = await import("./guide.js");
      if (host.contains(heading)) guideDialog(info, board);
    } catch {
      announce("The engine does not answer.");
    }
  }
  const rules = tool("rules", "Rules", showGuide, analysis ? PLAIN : {});
  // The same game on the other page.
  const other = analysis ? "play" : "analysis";
  const cross = tool(other === "play" ? "run" : "analyse", analysis ? "Play on" : "Analyse", () => {
    location.hash = link(other, reviewedNow());
  });
  const assessGame = tool("review", "Review", () => {
    panels.open("Review");
    if (!review.isWhole()) review.begin();
  });
  assessGame.classList.toggle("primary", !analysis);
  const arrange =
    analysis &&
    board.setup &&
    tool("setup", "Set up", () =>
      setupDialog({ board, rules: setup.rules, position: game.model.game.position, check: read, open: openPosition }),
    );

  // Reads a text as a position or as moves of this game. Throws if it is neither.
  const read = (text) => {
    const { viewer } = game.model;
    const seat = viewer === null ? {} : { seat: viewer };
    const seed = info.private ? {} : { seed: game.model.seed };
    return engine.request("read", { game: setup.name, rules: setup.rules, text, ...seat, ...seed });
  };
  const openPosition = ({ from, moves }) =>
    (location.hash = link(route, { ...setupNow(), from, moves, peeked: false }));

  // Opens a pasted text: a saved game, a link, a list of moves or a position.
  async function load(text) {
    if (!text.trim()) throw new Error("There is nothing to open: paste a position, moves, a link or a saved game.");
    const pasted = readPasted(text);
    const target = pasted ? { rules: setup.rules, name: setup.name, seed: game.model.seed, ...pasted } : null;
    if (target) {
      const { name, rules: of, seed, moves, from } = target;
      await engine.request("look", {
        game: name,
        rules: of,
        seed: seed ?? 0,
        moves,
        ...(from ? { position: from } : {}),
      });
    }
    const found = target ?? { ...setupNow(), peeked: false, ...(await read(text)) };
    // Does not navigate if the person has left this page meanwhile.
    if (game.closed) return;
    // The current players may not exist in another game.
    const sitting = found.name === setup.name ? setupNow().seats : [];
    location.hash = link(route, { ...found, seats: sitting });
  }

  // Returns what to do before the first search.
  function invitation() {
    const { model } = game;
    if (!analysis) return model.game.over ? "" : "Ask for a hint, or let a player move, and watch the candidates grow.";
    const ways = board.setup ? "paste a position, or set one up." : "or paste a position.";
    const further = think.disabled || isAnalysing(model) ? "" : " Analyse starts the search.";
    return `Play moves on the board, ${ways}${further}`;
  }

  const thinking = thinkingPanel({
    invitation,
    names,
    point,
    play: ({ move }) => game.play(move),
  });
  const tree = treePanel({ board, game, names });
  const transcript = transcriptPanel({ goTo: (length) => act("goTo", { length }) });
  const sharing = sharePanel({ route, game, setup: reviewedNow, load: analysis ? null : load });
  const review = reviewPanel({
    asked: setup.review,
    info,
    names,
    people: analysis ? setup.seats : seats,
    game,
    restore: (fields) => (location.hash = link(route, { ...setupNow(), ...fields })),
    demonstrate: (pv) => {
      stage.scrollIntoView({ block: "nearest" });
      pointed = null;
      show.play(pv);
    },
    changed: () => {
      showMoves();
      sharing.show();
      keepAddress();
    },
  });
  const showMoves = () => game.model.game && transcript.show(game.model, review.marks(game.model.line));
  const panels = tabs(
    "About this game",
    [
      { name: "Thinking", element: thinking.element },
      { name: "Tree", element: tree.element, opened: () => game.model.game && tree.show() },
      { name: "Moves", element: transcript.element, opened: () => showMoves() },
      { name: "Review", element: review.element },
      { name: "Share", element: sharing.element },
    ],
    kept,
  );

  const chooser = (name, spec, change, withYou) => playerChooser({ label: name, game: info, spec, withYou, change });
  const choosers = [
    ...(analysis
      ? []
      : names.map((name, at) =>
          chooser(name, seats[at], (spec) => act("seats", { seats: game.model.seats.with(at, spec) }), true),
        )),
    chooser(
      analysis ? "Analyst" : "Hints",
      hinter,
      (spec) => {
        kept.hinters[place] = spec;
        act("hinter", { spec });
      },
      false,
    ),
  ];
  const players = foldedPlayers(choosers, playersText);

  // Returns the players in one line, such as "You against Medium · hints by Hard".
  function playersText() {
    const { seats: sitting, hinter: adviser } = game.model;
    if (analysis) return `Analysis by ${title(adviser)}`;
    return `${sitting.map(title).join(sitting.length > 2 ? ", " : " against ")} · hints by ${title(adviser)}`;
  }

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
  const note = html("div", { class: "board-note", hidden: true });

  const toolbar = html(
    "div",
    { class: "toolbar", role: "toolbar", "aria-label": "Tools" },
    fresh,
    options,
    rules,
    undo,
    redo,
    analysis ? think : hint,
    assessGame,
    !analysis && pause,
    step,
    !analysis && speed,
    winnable,
    cross,
    arrange,
  );
  const scores = html("div", { class: "score-line" }, opening, !analysis && peeked, score);
  const root = boardPage(info, {
    head: [heading, html("div", { class: "stage-lines" }, state, scores)],
    stage: [
      html("div", { class: "stage-row" }, bar.element, html("div", { class: "stage-middle" }, stage, note)),
      answer,
      verdict,
      extras,
      toolbar,
      outlook,
      board.help && help,
    ],
    side: [players.element, panels.element, analysis && openBox(load, gameChooser)],
  });
  // A clicked button does not keep the focus: the next key is meant for the board.
  root.addEventListener(
    "click",
    ({ target, detail }) => detail > 0 && target.closest?.("button:not(.stage-board *)")?.blur(),
  );
  refill(host, root);

  // Shows the line of a candidate on the board while the person points at it.
  async function point(candidate) {
    if (candidate?.move === pointed?.move) return;
    pointed = candidate;
    show.stop();
    describe(null);
    if (!candidate || !isCurrent(game.model)) return;
    const { positions, cells, outlook: words } = await game.line(candidate.pv);
    if (pointed !== candidate || positions.length === 0) return;
    describe(words);
    picture.trace(
      positions.map((position, at) => ({ move: candidate.pv[at], position })),
      cells,
    );
  }

  // Shows what a move leads to; without words, what the best candidate leads to.
  function describe(words) {
    say(outlook, words || advice);
    showHelp();
  }

  function showHelp() {
    help.hidden = game.model.game?.over || !isSeated() || outlook.textContent !== "";
  }

  // Finds out what the best candidate of a finished search leads to.
  async function advise(thought) {
    const candidate = thought?.stopped ? thought.candidates[0] : null;
    if (candidate?.move === best?.move) return;
    best = candidate;
    advice = "";
    if (!pointed) describe(null);
    if (!candidate) return;
    const { outlook: words } = await game.line(candidate.pv);
    if (best !== candidate || !words) return;
    advice = words;
    if (outlook.textContent === "") describe(null);
  }

  function showAnswer() {
    const { model } = game;
    const { thought } = model;
    const current = thought !== null && isCurrent(model);
    const legal = new Set(model.game.legal);
    const marks = current ? assess(thought.candidates, thought.unit) : [];
    picture.mark(marks.filter(({ move }) => legal.has(move)));
    say(answer, current ? reason(thought, marks) : "");
    advise(current ? thought : null);
    bar.show(thought, current);
    thinking.show(model, engine.isPresent());
  }

  // Says on the board that no useful move is left.
  function showNote() {
    const text = deadEnd(game.model);
    if (!text) dismissed = false;
    note.hidden = !text || dismissed;
    if (note.hidden || note.dataset.text === text) return;
    note.dataset.text = text;
    const close = () => {
      dismissed = true;
      note.hidden = true;
    };
    refill(
      note,
      html("p", { role: "status" }, text),
      html(
        "div",
        { class: "buttons" },
        game.model.game.played.length > 0 &&
          html("button", { type: "button", click: () => act("undo") }, icon("undo"), "Undo"),
        html("button", { type: "button", class: "primary", click: anew }, icon("new"), "New game"),
        html("button", { type: "button", class: "quiet", "aria-label": "Close", click: close }, icon("close")),
      ),
    );
  }

  function refresh() {
    const { model } = game;
    const { game: now } = model;
    say(state, status(model, board, names, { present: engine.isPresent(), analysis }));
    say(score, board.score(now));
    say(opening, now.opening ?? "");
    say(peeked, now.peeked ? "peeked" : "");
    say(verdict, verdictOn(model));
    if (winnable) winnable.disabled = now.over || model.search?.purpose === "winnable";
    root.dataset.moves = now.played.length;
    root.dataset.version = now.version;
    root.toggleAttribute("data-over", now.over);
    root.dataset.thinking = isBusy(model) ? "yes" : "no";
    root.dataset.analysing = isAnalysing(model) ? "yes" : "no";
    // If undo or redo has the focus and becomes disabled, the other button gets the focus.
    const focused = document.activeElement;
    undo.disabled = now.played.length === 0;
    redo.disabled = now.redo === 0;
    if (focused === undo && undo.disabled) redo.focus();
    if (focused === redo && redo.disabled) undo.focus();
    fresh.classList.toggle("primary", now.over);
    showHelp();
    hint.disabled = step.disabled = now.over;
    think.disabled = now.over || now.stuck;
    // After the game, a review takes the place of hints.
    assessGame.hidden = !analysis && !now.over && !isStuck(model);
    hint.hidden = now.over;
    assessGame.disabled = model.line.length === 0;
    const searching = isSearching(model) && model.search.purpose === "hint";
    const running = isAnalysing(model);
    label(think, running ? "stop" : "analyse", running ? "Stop" : "Analyse");
    label(hint, searching ? "stop" : "hint", searching ? "Stop" : "Hint");
    const watching = model.seats.some((spec) => spec !== YOU);
    pause.disabled = !watching || now.over;
    speed.disabled = !watching;
    pause.title = model.paused ? "Play" : "Pause";
    label(pause, model.paused ? "run" : "pause", pause.title);
    players.refresh();
    showAnswer();
    showNote();
    if (panels.isOpen("Tree")) tree.show();
  }

  function draw() {
    const { model } = game;
    const yours = isYours(model) && engine.isPresent();
    picture.draw(model.game, { yours, seated: isSeated() });
    refill(
      extras,
      board
        .extra(model.game.legal)
        .map((move) =>
          html(
            "button",
            { type: "button", class: "primary", disabled: !yours, "data-move": move, click: () => actions.play(move) },
            `No other move: ${move}`,
          ),
        ),
    );
    if (panels.isOpen("Moves")) showMoves();
    sharing.show();
    keepAddress();
    review.refresh();
  }

  function changed(before) {
    const { model } = game;
    const refused = model.problem !== before.problem;
    // The row of a player that does not exist says so already.
    const isSaid = model.problem?.purpose && players.element.querySelector(".problem");
    if (refused && !isSaid) announce(model.problem.text, "warning");
    // A refused move is taken off the board.
    if (refused || model.game !== before.game || model.seats !== before.seats) {
      pointed = null;
      best = null;
      advice = "";
      describe(null);
      show.stop();
      draw();
    }
    refresh();
  }

  let naming = null;
  let outdated = false;
  // Writes the game to the address, so that reloading the page restores the game. Waits ADDRESS_PAUSE
  // milliseconds between two changes, because browsers limit their number.
  function keepAddress() {
    // If the address has changed, it belongs to the next page, which is shown soon.
    if (location.hash !== address) return;
    outdated = naming !== null;
    if (outdated) return;
    history.replaceState(null, "", link(route, reviewedNow()));
    address = location.hash;
    naming = setTimeout(() => {
      naming = null;
      if (outdated) keepAddress();
    }, ADDRESS_PAUSE);
  }

  const quiet = engine.on("presence", () => {
    if (!game.model.game) return;
    draw();
    refresh();
  });

  const keys = (event) => {
    const elsewhere = event.target.matches("input, textarea, select") || document.querySelector("dialog[open]");
    if (!game.model.game || elsewhere) return;
    if (!event.ctrlKey && !event.metaKey && !event.altKey) {
      if (picture.keys?.(event)) event.preventDefault();
      return;
    }
    if (event.altKey) return;
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
    show.stop();
    review.leave();
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
  review.open().catch((error) => announce(error.message, "warning"));
  if (setup.at !== null && setup.at < game.model.line.length) act("goTo", { length: setup.at });
  return close;
}
