// The review of a game: the panel that starts one on the server and shows what it found, move by move and in sums.

import { backgroundTask } from "./background.js";
import * as engine from "./engine.js";
import { announce, html, labelled, refill, say } from "./dom.js";
import { exercisesOf, keep, mistakesOf } from "./exercises.js";
import { SIGNS, lineText, signOf } from "./marks.js";
import { YOU, commonLength } from "./model.js";
import { isTimed, playerChooser, preferredPlayer, title } from "./players.js";
import { reviewGraph } from "./review_graph.js";
import { count, formatValue, inUnits, milliseconds } from "./scale.js";
import { MOST_SIMULATIONS, link, readReview, writeReview } from "./share.js";
import { lossOf, worstHeading } from "./verdicts.js";

// The item of the tab's storage with the last review: a reloaded page shows it instead of starting another one.
const KEPT = "review";

// Shown for a review that another machine, or another day, does not repeat.
const TIMED =
  "This reviewer thinks for a time: the link does not repeat the review exactly. With a number of simulations, it does.";

export const REVIEW = {
  method: "review",
  id: "review",
  task: "review",
  parts: "positions",
  body: "unseen",
  last: null,
  rest,
};

function lastReview() {
  try {
    return REVIEW.last ?? JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

// Stores fields of the last review.
function remember(facts) {
  REVIEW.last = { ...REVIEW.last, ...facts };
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(REVIEW.last));
  } catch {
    // The storage is full or forbidden: a reloaded page starts the review again.
  }
}

// Says how long a review still takes if the next moves take as long as those so far.
function rest({ done, total, summary }) {
  const left = done > 0 && ((total - done) * summary.elapsed_ms) / done;
  return left ? `, about ${milliseconds(1000 * Math.ceil(left / 1000)).replace(".0", "")} left` : "";
}

// Formats luck with its sign, unless it is rounded to 0.
function signed(value, unit) {
  const size = formatValue(value === null ? null : Math.abs(value), unit);
  return /[1-9]/.test(size) ? `${value < 0 ? "−" : "+"}${size}` : size;
}

// Returns the panel. `people` are the players of the seats, `restore` opens the fields of a link, `demonstrate` plays a line
// on the board, and `changed` is called when the marks or the link change.
export function reviewPanel({ asked, info, names, people, game, restore, demonstrate, changed }) {
  const several = names.length > 1;
  let seat = Math.max(0, people.indexOf(YOU));
  let wanted = readReview(asked, preferredPlayer(info, "hard"));
  // The moves of the reviewed game, the player and the budget of the review, what is known so far, and the reviewed
  // moves by their index.
  let line = null;
  let made = wanted;
  let review = null;
  let reviewed = new Map();
  // Whether the review has ended.
  let ended = false;
  // Whether another review is being started: a report is about the one before it.
  let starting = false;
  // Whether `begin` is waiting for answers: more clicks must not start more reviews.
  let beginning = false;
  // The mistake whose better line is played when its position is on the board.
  let coming = null;

  const graph = reviewGraph({ go, say: describe });
  const readout = html("p", { class: "review-move" });
  const sums = html("div", { class: "scroll" });
  const worstHead = html("h3", {});
  const worst = Array.from({ length: 3 }, (_, at) =>
    html("button", { type: "button", "data-worst": at, click: () => showWorst(at) }),
  );
  const worstList = html("div", { class: "worst" }, worst);
  const notes = html("div", { class: "review-notes" });
  const practice = html("p", {});
  const found = html("div", { class: "review-found", hidden: true });
  const view = html(
    "select",
    {
      "aria-label": "Seen by",
      change: ({ target }) => {
        seat = Number(target.value);
        draw();
      },
    },
    names.map((name, at) => html("option", { value: at, selected: at === seat }, name)),
  );
  found.append(
    several ? labelled("Seen by", view) : "",
    graph.element,
    readout,
    worstHead,
    worstList,
    sums,
    notes,
    practice,
  );

  const budget = html("input", {
    type: "number",
    min: 1,
    max: MOST_SIMULATIONS,
    placeholder: "default",
    "aria-label": "Simulations for each move",
    change: () => budget.checkValidity() && choose({ simulations: Number(budget.value) || null }),
  });
  const chosen = html("summary", {});
  const reviewer = html("div", {});
  const task = backgroundTask(REVIEW, {
    heading: "Review",
    invitation: "What was good, what was not, and what was luck?",
    show,
    moved,
  });
  const form = html(
    "form",
    { class: "review-form", submit: begin },
    html(
      "details",
      { class: "drawer" },
      chosen,
      reviewer,
      labelled("Simulations", budget, "for each move; empty for the default. The same number repeats a review"),
    ),
    task.buttons,
  );
  const element = html("div", { class: "review" }, form, task.results, found);

  function choose(choice) {
    wanted = { ...wanted, ...choice };
    const { player, simulations } = wanted;
    budget.value = simulations ?? "";
    say(chosen, `By ${title(player)}${simulations ? `, ${count(simulations, "simulation")} a move` : ""}`);
  }

  function chooseAll(choice) {
    choose(choice);
    const change = (player) => choose({ player });
    refill(reviewer, playerChooser({ label: "Reviewer", game: info, spec: wanted.player, withYou: false, change }));
  }
  chooseAll(wanted);

  // Identifies the game of a review. The view of a game with private facts does not say which game it is.
  const key = () => {
    const { name, rules, from, seed, isPrivate, session } = game.model;
    return JSON.stringify([name, rules, isPrivate ? session : [from, String(seed)], line]);
  };

  // Goes to the position after a number of moves of the reviewed game.
  function go(length) {
    const { model } = game;
    if (commonLength(model.line, line) >= length) game.dispatch({ type: "goTo", length });
    else if (model.isPrivate) announce("The game has gone on in another way.");
    else restore({ moves: line, review: writeReview(made), at: length });
  }

  async function begin(event) {
    event?.preventDefault();
    if (beginning || game.model.line.length === 0) return;
    [beginning, starting] = [true, true];
    try {
      await start(game.model);
    } finally {
      [beginning, starting] = [false, false];
    }
  }

  async function start({ name, rules, from, seed, isPrivate, session, viewer, line: moves }) {
    await stopLast();
    [line, made, review, ended] = [moves, wanted, null, false];
    draw();
    // The review needs the processor.
    game.dispatch({ type: "analyse", on: false });
    const whole = { game: name, rules, seed, moves, ...(from ? { position: from } : {}) };
    const own = { session, ...(viewer === null ? {} : { seat: viewer }) };
    await task.begin(form, name, { ...(isPrivate ? own : whole), ...made });
  }

  // Ends the last review, which another one would wait for.
  async function stopLast() {
    const last = lastReview();
    if (task.isRunning()) await task.halt();
    else if (last && !last.finished) {
      await engine.request("review_stop", { review: last.review }).catch(() => null);
    }
  }

  // Shows the last review again if it is about this game; else starts one if the link asks for it.
  async function open() {
    line = game.model.line;
    const last = lastReview();
    const isSame = last?.key === key() && (!asked || writeReview(last.made) === writeReview(wanted));
    const state = isSame && engine.request("review_state", { review: last.review });
    if (state && (await state.catch(() => null))) {
      made = last.made;
      chooseAll(made);
      return task.resume(last);
    }
    line = null;
    if (asked) await begin();
  }

  function moved() {
    starting = false;
    remember({ key: key(), made });
    changed();
  }

  function show({ summary, finished }) {
    if (starting) return;
    [review, ended] = [summary, finished];
    reviewed = new Map(review.moves.map((move) => [move.ply, move]));
    // The link has the budget, so that it repeats the review.
    if (review.simulations && !made.simulations && repeats()) {
      made = { ...made, simulations: review.simulations };
      remember({ made });
    }
    if (finished && !REVIEW.last.finished) remember({ finished });
    if (finished) people.forEach((player, at) => player === YOU && keep(mistakesOf(review, at)));
    draw();
    changed();
  }

  // Says what the review found about the move before a point of the graph.
  function describe({ move, after }) {
    if (!move) return "The start of the review";
    const { unit } = review;
    const who = several ? `${names[move.seat]} ` : "";
    const sign = move.mark in SIGNS ? `, ${move.mark}` : "";
    const better = move.loss > 0 || move.score_loss > 0 ? `; better: ${lineText(move.best)}` : "";
    const lucky = move.luck ? `; luck ${signed(move.luck, unit)}` : "";
    const value = `Value${several ? ` for ${names[seat]}` : ""}: ${formatValue(after, unit)}`;
    return `Move ${move.ply + 1}, ${who}${move.words}${sign}: ${lossOf(move, review)}${better}${lucky}. ${value}`;
  }

  const sumsOf = (at) => review.players.find((one) => one.seat === at);
  const mine = () => (sumsOf(seat)?.worst ?? []).map((ply) => reviewed.get(ply)).filter(Boolean);

  function draw() {
    found.hidden = !review;
    if (!review) return;
    const list = mine();
    const whose = people[seat] === YOU ? "Your" : several ? `${names[seat]}’s` : "The";
    say(worstHead, worstHeading(review, { seat, worst: list.length, whose, finished: ended }));
    worst.forEach((button, at) => {
      const move = list[at];
      button.hidden = !move;
      if (!move) return;
      refill(
        button,
        html("strong", {}, `${move.ply + 1}. ${move.words} `, signOf(move.mark)),
        html("span", {}, lossOf(move, review)),
        html("small", {}, `better: ${lineText(move.best)}`),
      );
    });
    refill(sums, tableOf());
    refill(
      notes,
      [...(review.notes ?? []), repeats() ? "" : TIMED].filter(Boolean).map((text) => html("p", {}, text)),
    );
    drawPractice();
    refresh();
  }

  // Whether the link repeats the review: one by time depends on the machine.
  const repeats = () => made.simulations !== null || !isTimed(info, made.player, review.simulations);

  function drawPractice() {
    const mistakes = mistakesOf(review, seat);
    const kept = exercisesOf(info.name);
    const isKept = mistakes.every(({ position }) => kept.some((one) => one.position === position));
    const add = () => {
      keep(mistakes, { again: true });
      drawPractice();
    };
    refill(
      practice,
      !isKept &&
        html(
          "button",
          { type: "button", "data-tool": "keep", click: add },
          `Keep ${count(mistakes.length, "mistake")} as exercises`,
        ),
      kept.length > 0 &&
        html("a", { class: "button", href: link("exercises", { name: info.name }) }, `Practise (${kept.length})`),
    );
  }

  function tableOf() {
    const { unit, players } = review;
    const row = (head, cell) =>
      html(
        "tr",
        {},
        html("th", { scope: "row" }, head),
        players.map((player) => html("td", {}, cell(player))),
      );
    const has = (name) => players.some((player) => player[name] !== null && player[name] !== undefined);
    const tally = (name, word, mark) => row([word, " ", signOf(mark)], (player) => String(player[name]));
    return html(
      "table",
      {},
      html("caption", { class: "unseen" }, "Sums of the review"),
      several &&
        html(
          "thead",
          {},
          html(
            "tr",
            {},
            html("td", {}),
            players.map((player) => html("th", { scope: "col" }, names[player.seat])),
          ),
        ),
      html(
        "tbody",
        {},
        row("Mean loss", ({ mean_loss: loss }) => inUnits(loss, unit)),
        has("mean_score_loss") &&
          row("In exact endings", ({ mean_score_loss: loss }) => inUnits(loss, review.score_unit)),
        tally("best", "Best moves"),
        tally("good", "Good moves"),
        tally("inaccuracies", "Inaccuracies", "inaccuracy"),
        tally("mistakes", "Mistakes", "mistake"),
        tally("blunders", "Blunders", "blunder"),
        has("luck") && row("Luck", ({ luck }) => signed(luck, unit)),
      ),
    );
  }

  function showWorst(at) {
    const move = mine()[at];
    coming = move;
    go(move.ply);
    refresh();
  }

  // Follows the position on the board.
  function refresh() {
    if (!review) return;
    const { game: now } = game.model;
    const played = now.played.length;
    const isHere = commonLength(now.played, line) === played;
    const point = graph.show(review, { seat, seats: names.length, length: line.length, played });
    say(readout, !isHere ? "The board shows another game than the reviewed one." : point ? describe(point) : "");
    if (!isHere || played !== coming?.ply) return;
    demonstrate(coming.best.pv);
    coming = null;
  }

  return {
    element,
    open,
    begin,
    refresh,
    // Returns the marks of the moves of a line, by their index.
    marks: (moves) => {
      if (!review) return [];
      const common = commonLength(moves, line);
      return moves.map((_, at) => (at < common ? reviewed.get(at)?.mark : undefined));
    },
    // Returns the fields of a link that opens the review at the position on the board; none if there is no such link.
    linked: ({ isPrivate, game: { played } }) => {
      const common = line && task.shown() && !isPrivate ? commonLength(played, line) : -1;
      if (played.length > common) return {};
      return { moves: line, review: writeReview(made), at: played.length < line.length ? played.length : null };
    },
    // Whether the review that is shown is about the whole game.
    isWhole: () => {
      const { line: moves } = game.model;
      return task.shown() !== null && moves.length === line.length && commonLength(moves, line) === line.length;
    },
    leave: task.leave,
  };
}
