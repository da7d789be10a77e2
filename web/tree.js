// The panel with the tree of the last search: branches that can be opened, the most visited moves
// first, and a preview of the position at the branch under the pointer.

import { html, refill } from "./dom.js";
import { isCurrent } from "./model.js";
import { title } from "./players.js";
import { assess, count, formatValue, number, tint } from "./scale.js";
import { subject } from "./wording.js";

const AT_ONCE = 12;

// Says when the tree is shown: the server has no tree of a search that is running.
const waiting = ({ purpose }) =>
  purpose === "analysis" ? "Stop the analysis to see its tree." : "The tree is shown when the search is done.";

// Explains a missing tree: the server may have restarted, or may have dropped the tree of an idle game.
const whyNot = (error) =>
  error.kind === "not_found"
    ? "The engine no longer has this tree. Ask for a hint, and a new one is shown."
    : error.message;

export function treePanel({ board, game, names }) {
  const about = html("p", { class: "tree-about" });
  const past = html("p", { class: "past-note", hidden: true }, "This is about another position.");
  const preview = html("div", { class: "tree-preview", "aria-hidden": "true" });
  const branches = html("div", { class: "tree-branches" });
  const element = html("div", { class: "tree" }, about, past, preview, branches);
  // The thought whose tree is shown or requested, and the path under the pointer.
  let shown = null;
  let looked = null;

  function show() {
    const { model } = game;
    const { thought, search } = model;
    const searching = Boolean(search?.shown);
    const isPast = thought !== null && !isCurrent(model);
    past.hidden = !isPast;
    element.classList.toggle("past", isPast);
    if (thought === shown?.thought && !searching) return;
    about.textContent = thought ? `${title(thought.spec)} on ${subject(thought, names)}` : "";
    if (!thought || searching) {
      return say(searching ? waiting(search) : "No tree yet. Ask for a hint, and the tree behind it is shown here.");
    }
    if (!thought.stats?.simulations) return say("No tree: this move was chosen without a search.");
    if (!thought.stats.average_visits) return say("No tree: this player searches without one.");
    load(thought);
  }

  async function load(thought) {
    const mine = (shown = { thought });
    try {
      const { tree, position } = await game.tree([]);
      if (shown !== mine) return;
      if (position !== thought.position) return say(whyNot({ kind: "not_found" }));
      // Draws the preview before the branches, so that the branches do not move under the mouse later.
      looked = [];
      await draw(position, looked);
      if (shown !== mine) return;
      refill(
        branches,
        html("p", { class: "tree-root" }, `${count(number(tree.visits), "visit")} from here`),
        children(tree, [], thought.words),
      );
    } catch (error) {
      if (shown === mine) say(whyNot(error));
    }
  }

  function say(text) {
    shown = null;
    refill(branches, html("p", { class: "empty" }, text));
    refill(preview);
  }

  // Shows the position at a path of the tree.
  async function look(path) {
    looked = path;
    const { model } = game;
    if (!isCurrent(model)) return;
    const { positions } = await game.line(path.map(({ move, seen }) => move ?? seen));
    const moves = path.filter(({ move }) => move !== undefined).length;
    if (looked !== path || positions.length < moves) return;
    // Without named outcomes, the server draws unknown facts at random, as an example.
    const isExample = path.every(({ seen }) => seen === undefined);
    const position = isExample
      ? (board.asKnown?.(positions.at(-1), model.game.position) ?? positions.at(-1))
      : positions.at(-1);
    await draw(position, path);
  }

  // Draws a position, unless the person has pointed at another path meanwhile.
  async function draw(position, path) {
    const text = board.isText ? await game.picture(position) : null;
    if (looked === path) refill(preview, board.picture(position, game.model.rules, text));
  }

  // `words` has the words for the moves, as far as known.
  function children(node, path, words) {
    const most = node.children[0]?.visits || 1;
    const { unit } = shown.thought;
    const known = path.length === 0 ? shown.thought.candidates : [];
    const marks = assess(
      node.children.map((child) => known.find(({ move }) => move === child.move) ?? asCandidate(child)),
      unit,
    );
    const rows = node.children.map((child, at) => branch(child, path, { most, mark: marks[at], unit, words }));
    const first = rows.slice(0, AT_ONCE);
    const rest = rows.slice(AT_ONCE);
    const list = html("ul", { class: "branches" }, first);
    if (rest.length) {
      const button = html(
        "button",
        {
          type: "button",
          class: "quiet",
          click: () => {
            list.append(...rest);
            button.remove();
          },
        },
        `${rest.length} more`,
      );
      return [list, button];
    }
    return node.children.length ? list : html("p", { class: "empty" }, "The search went no deeper here.");
  }

  // Returns the words for the moves after a path, by move; none if the position has changed.
  async function wordsAfter(steps) {
    if (!isCurrent(game.model)) return {};
    const { legal, words } = await game.line(steps);
    return Object.fromEntries(legal.map((move, at) => [move, words[at]]));
  }

  function branch(node, parents, { most, mark, unit, words }) {
    const step = node.move === null || node.move === undefined ? { seen: node.seen } : { move: node.move };
    const path = [...parents, step];
    const inside = html("div", {});
    const mine = shown;
    let loaded = false;
    const open = async (event) => {
      if (!event.target.open || loaded) return;
      const { search } = game.model;
      if (search?.shown || shown !== mine) {
        return refill(inside, html("p", { class: "empty" }, waiting(search ?? mine.thought)));
      }
      loaded = true;
      try {
        const steps = path.map(({ move, seen }) => move ?? seen);
        const [{ tree }, known] = await Promise.all([game.tree(steps), wordsAfter(steps)]);
        if (shown === mine) refill(inside, children(tree, path, known));
      } catch (error) {
        refill(inside, html("p", { class: "empty" }, whyNot(error)));
      }
    };
    const name = words[step.move] ?? step.move;
    const summary = html(
      "summary",
      { pointerenter: () => look(path), focus: () => look(path) },
      html("span", { class: "move" }, name ?? (step.seen ? `turns up ${step.seen}` : "nothing is shown")),
      html(
        "span",
        { class: "share-bar", "aria-hidden": "true" },
        html("span", { style: { width: `${(100 * node.visits) / most}%`, background: tint(mark.level) } }),
      ),
      html("span", { class: "visits" }, number(node.visits)),
      html(
        "span",
        { class: "value" },
        mark.proven ? html("span", { class: "badge" }, mark.label) : formatValue(node.value, unit),
      ),
    );
    return html("li", {}, html("details", { toggle: open }, summary, inside));
  }

  return { element, show };
}

// A node of the tree as a candidate. Nodes have no intervals.
const asCandidate = ({ move, value, proven }) => ({ move, value, proven, ci95: null });
