// A task that the server runs in the background, a tournament, a study or a review: its buttons, its progress and
// its results so far. The server continues it while the person is on other pages of Plywood. Once all are closed, it ends
// reviews, but not tournaments and studies.

import * as engine from "./engine.js";
import { announce, html, prefersReducedMotion, refill, refuse } from "./dom.js";
import { icon } from "./icons.js";

// Milliseconds between two requests for the state of a task.
const PAUSE = 1500;

// Returns the controls and the results of a task. `kind` describes such tasks: `method` is the request that
// starts one, `id` the field with its id, `task` and `parts` name it and its parts, and `last` has the fields of
// the last one's link; `rest`, if given, says how long the task of a report still takes. `show` returns the
// elements of a report; `moved` is called when another task is shown.
export function backgroundTask(kind, { heading, invitation, show, moved }) {
  let running = null;
  let reported = 0;
  // The place in the server's queue: 0 for a task that runs.
  let place = 0;
  let finished = false;
  let left = false;

  const start = html("button", { type: "submit", class: "primary", "data-tool": "start" }, icon("run"), "Start");
  const stop = html(
    "button",
    { type: "button", "data-tool": "stop", disabled: true, click: halt },
    icon("stop"),
    "Stop",
  );
  const progress = html("progress", { max: 1, value: 0, "aria-label": `Progress of the ${kind.task}`, hidden: true });
  const status = html("p", { class: "status", role: "status" }, invitation);
  const body = html("div", { class: kind.body });
  const title = `${kind.method}-results`;
  const results = html(
    "section",
    { class: "results", "aria-labelledby": title },
    html("h2", { id: title }, heading),
    status,
    progress,
    body,
  );

  // Starts a task of the game `name` with the values of `form`.
  async function begin(form, name, params) {
    start.disabled = true;
    try {
      const answer = await engine.request(kind.method, params);
      const task = { name, [kind.id]: answer[kind.id] };
      place = answer.queue ?? 0;
      // If the person has left this page meanwhile, the address of the new page must not change.
      if (left) return (kind.last = task);
      await follow(task);
      // On a phone the results are far below the start button.
      if (status.getBoundingClientRect().bottom > innerHeight) {
        results.scrollIntoView({ behavior: prefersReducedMotion() ? "auto" : "smooth" });
      }
    } catch (error) {
      if (!(error instanceof engine.Refusal)) throw error;
      start.disabled = false;
      refuse(form, error.message);
    }
  }

  // Shows a task. Requests its state, because the page ignored events before it knew the task's id.
  async function follow(task) {
    kind.last = task;
    running = task[kind.id];
    [reported, finished] = [0, false];
    moved();
    delete status.dataset.how;
    start.disabled = true;
    stop.disabled = false;
    progress.hidden = false;
    progress.value = 0;
    status.textContent = waits() || "The first results appear soon …";
    refill(body);
    await ask();
  }

  // Says how many tasks are before a waiting one; empty for a running one.
  const waits = () => (place > 0 ? `Waits: ${place} before this ${kind.task} on the server …` : "");

  const ask = async () => report(await engine.request(`${kind.method}_state`, { [kind.id]: running }));

  async function halt() {
    const halted = running;
    if (!halted) return;
    const request = engine.request(`${kind.method}_stop`, { [kind.id]: halted });
    await request.catch((error) => announce(error.message, "warning"));
    // If another task was started meanwhile, its status must not change.
    if (halted === running) ended("stopped");
  }

  // Handles a failed request for the state. "not_found" means that the server has lost the task.
  function lose(error) {
    if (!(error instanceof engine.Refusal)) throw error;
    if (error.kind !== "not_found") return;
    kind.last = null;
    running = null;
    progress.hidden = true;
    status.textContent = `The engine has lost this ${kind.task}, probably in a restart. Start it again.`;
    ended("lost");
  }

  function ended(how) {
    start.disabled = false;
    stop.disabled = true;
    status.dataset.how = how;
  }

  function report(news) {
    // Ignores outdated reports: an answer may be older than an event that arrived earlier.
    if (news[kind.id] !== running || finished || news.done < reported) return;
    if (news.done > 0 || news.finished) place = 0;
    reported = news.done;
    finished = news.finished;
    progress.max = news.total;
    progress.value = news.done;
    const rest = news.finished ? "" : (kind.rest?.(news) ?? "");
    const cut = news.finished && news.done < news.total;
    status.textContent = waits() || `${news.done} of ${news.total} ${kind.parts}${cut ? ", stopped" : ""}${rest}`;
    body.dataset.done = news.done;
    if (news.done > 0) refill(body, show(news, kind.last));
    if (!news.finished) return;
    if (news.error) announce(news.error.message, "warning");
    ended("done");
  }

  const quiet = engine.on(kind.method, report);
  const unqueued = engine.on("queued", (news) => {
    if (news[kind.id] !== running || reported > 0) return;
    place = news.place;
    status.textContent = waits();
  });
  // Polls the state, because a reloaded page gets no events about a task that it started earlier.
  const asking = setInterval(() => {
    if (running && !finished && !document.hidden) ask().catch(lose);
  }, PAUSE);
  return {
    buttons: html("div", { class: "buttons" }, start, stop),
    results,
    begin,
    halt,
    isRunning: () => running !== null && !finished,
    resume: (task) => {
      place = 0;
      return follow(task).catch(lose);
    },
    // The fields of the task's link; null if no task is shown.
    shown: () => (running ? kind.last : null),
    leave: () => {
      left = true;
      quiet();
      unqueued();
      clearInterval(asking);
    },
  };
}
