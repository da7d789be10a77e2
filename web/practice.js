// The page of exercises: shows positions in which the person made a mistake, and asks for a better move.

import { boardOf } from "./boards/index.js";
import { demonstrator } from "./demonstrate.js";
import { announce, boardPage, html, refill, refuse, say } from "./dom.js";
import * as engine from "./engine.js";
import * as exercises from "./exercises.js";
import { Game } from "./game.js";
import { lineText } from "./marks.js";
import { capital } from "./players.js";
import { count, formatValue } from "./scale.js";
import { link } from "./share.js";
import { lossOf, lossText } from "./verdicts.js";

// Milliseconds between two requests for the state of a review.
const PAUSE = 250;
// The marks of moves that are accepted.
const GOOD = ["best", "good"];
const NOTE = "Your own mistakes, kept in this browser. What you solve comes back later, three times in all.";

// Shows the exercises of a game, one after the other.
export async function practicePage(host, info) {
  const board = boardOf(info);
  const names = board.seats ?? info.seats.map(capital);
  const stage = html("div", { class: `stage-board ${info.name}` });
  const task = html("p", { class: "status", role: "status" });
  const extras = html("div", { class: "extras" });
  const verdict = html("p", { class: "judgement", role: "status" });
  // What the held block leads to, in the server's words.
  const outlook = html("p", { class: "outlook" });
  const left = html("p", { class: "muted" });
  const tool = (name, text, click) => html("button", { type: "button", "data-tool": name, click }, text);
  const next = tool("next", "Next", again);
  const solution = tool("solution", "Show the better move", () => answer(false, "It was"));
  const forget = tool("forget", "", () => {
    if (!sure) return ask(true);
    exercises.forgetAll(info.name);
    return again();
  });
  const root = boardPage(info, {
    head: [
      html("h1", { tabindex: -1 }, info.title, html("span", { class: "beside" }, ": exercises")),
      html("div", { class: "stage-lines" }, left),
    ],
    stage: [stage, extras],
    side: [
      html(
        "section",
        { class: "tabbed practice" },
        task,
        verdict,
        outlook,
        html("div", { class: "buttons" }, solution, next),
      ),
      html("p", { class: "muted" }, NOTE),
      html("div", { class: "buttons" }, html("a", { class: "button", href: link("play", info) }, "Play"), forget),
    ],
  });
  refill(host, root);
  let [game, picture, player, exercise] = [null, null, null, null];
  // The review that compares a move with the best one, whether the exercise is over, and whether a click on Forget
  // is the second one.
  let compared = null;
  let done = true;
  let sure = false;

  function ask(on) {
    sure = on;
    say(forget, on ? "Really forget them all?" : "Forget all");
  }

  // Goes to the next exercise. If the engine does not answer, the person can try again.
  async function again() {
    try {
      await open();
    } catch (error) {
      announce(error.message, "warning");
      done = true;
      refresh();
    }
  }

  // Ends the review of a move, whose result is not wanted any more.
  function stopComparing() {
    const { id } = compared ?? {};
    compared = null;
    if (id) engine.request("review_stop", { review: id }).catch(() => null);
  }

  function leave() {
    stopComparing();
    player?.stop();
    game?.close();
    game = null;
  }

  async function open() {
    leave();
    ask(false);
    const [due] = exercises.dueOf(info.name);
    const kept = exercises.exercisesOf(info.name).length;
    say(left, kept ? count(kept, "exercise") : "");
    say(verdict, "");
    exercise = due;
    done = !due;
    refresh();
    forget.hidden = kept === 0;
    if (!due) {
      say(
        task,
        kept ? "Nothing is due now. Come back tomorrow." : "No exercises yet: review a game that you have played.",
      );
      return refill(stage);
    }
    const { rules, position, player: hinter, played, unit, loss, lossUnit, thrown } = due;
    const score = lossUnit === unit ? null : loss;
    const lost = lossText({ loss, score, thrown }, { unit, score_unit: lossUnit });
    const seats = names.map(() => "you");
    const setup = {
      name: info.name,
      rules,
      from: position,
      seed: null,
      moves: [],
      seats,
      hinter,
      isPrivate: info.private,
    };
    game = new Game({ ...setup, delay: 0 }, changed);
    const mine = game;
    picture = board.create(stage, {
      rules,
      play: judge,
      refuse: (why) => refuse(stage, why),
      after: async (move) => {
        const { positions, outlook: words } = await mine.line([move]);
        return { position: positions[0] ?? null, words };
      },
      describe: (words) => say(outlook, words ?? ""),
      history: () => mine.history(),
    });
    player = demonstrator(board, picture, mine);
    say(task, `Move ${due.number}: find a better move than ${played.words ?? played.move}, which lost ${lost}.`);
    try {
      await mine.open();
    } catch (error) {
      // The game may have other rules than when the exercise was kept.
      if (error.kind === "gone") throw error;
      exercises.forget(due);
      announce(`An exercise cannot be opened: ${error.message}`, "warning");
      if (game === mine) await open();
    }
  }

  function refresh() {
    solution.hidden = done || !game?.model.game;
    next.hidden = !done || !exercise;
  }

  function changed(before) {
    const { model } = game;
    if (model.game !== before.game) {
      picture.draw(model.game, { yours: !done, seated: true });
      refresh();
      refill(
        extras,
        board.extra(model.game.legal).map((move) => tool("extra", move, () => judge(move))),
      );
    }
  }

  // Judges a move by the review that found the mistake, or by a new one.
  function judge(move) {
    if (done || compared) return;
    const { best, played } = exercise;
    if (move === best.move) return answer(true, "Right:");
    if (move === played.move) return answer(false, "That is the move of the game. Better was");
    compare(move);
  }

  // Compares a move with the best one by a review of this move only. A search would hardly visit a bad move, and know
  // little about it; a review gives the move a quarter of the visits.
  async function compare(move) {
    const { game: name, rules, position, player: reviewer } = exercise;
    const asked = (compared = { id: null });
    say(verdict, "Comparing …");
    let report = null;
    try {
      const params = { game: name, rules, position, moves: [move], player: reviewer };
      const { review: id } = await engine.request("review", params);
      asked.id = id;
      do {
        // Another exercise was opened, or the solution was shown.
        if (compared !== asked) return void engine.request("review_stop", { review: id }).catch(() => null);
        if (report) await new Promise((resolve) => setTimeout(resolve, PAUSE));
        report = await engine.request("review_state", { review: id });
      } while (!report.finished);
    } catch (error) {
      if (!(error instanceof engine.Refusal)) throw error;
      report = { error };
    }
    if (compared !== asked) return;
    compared = null;
    const { error, summary } = report;
    const [found] = summary?.moves ?? [];
    if (!found) return say(verdict, `${error?.message ?? "The review was ended."} Try again.`);
    if (!found.mark) return say(verdict, "The reviewer does not value this move. Try another one.");
    const lost = found.loss > 0 || found.score_loss > 0 ? `it ${lossOf(found, summary)}` : "";
    if (GOOD.includes(found.mark)) {
      return answer(true, `Right: ${lost ? `good enough (${lost})` : "it is as good"}. The stored move was`);
    }
    answer(false, `Not good enough: ${lost}. Better was`);
  }

  // Ends the exercise, and plays the better line on the board.
  function answer(isSolved, text) {
    const { best, unit } = exercise;
    exercises.note(exercise, isSolved);
    done = true;
    stopComparing();
    verdict.dataset.solved = isSolved ? "yes" : "no";
    say(verdict, `${text} ${lineText(best)}: ${formatValue(best.value, unit)}.`);
    picture.draw(game.model.game, { yours: false, seated: true });
    player.play(best.pv);
    refresh();
    next.focus();
  }

  const keys = (event) => {
    if (!done && !event.ctrlKey && !event.metaKey && !event.altKey && picture?.keys?.(event)) event.preventDefault();
  };
  addEventListener("keydown", keys);
  await open();
  return () => {
    removeEventListener("keydown", keys);
    leave();
  };
}
