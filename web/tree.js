// The panel with the tree of the last search: branches that can be opened, the most visited moves
// first, and a preview of the position at the branch under the pointer.

import * as engine from "./engine.js";
import { html, refill } from "./dom.js";
import { formatValue, number, tint, valueScale } from "./scale.js";

const AT_ONCE = 12;
const WAIT = "The tree is shown when the search is done.";

// Explains a missing tree: the server may have restarted, or may have dropped the tree of an idle game.
const whyNot = (error) =>
  error.kind === "not_found"
    ? "The engine no longer has this tree. Ask for a hint, and a new one is shown."
    : error.message;

export function treePanel({ board }) {
  const preview = html("div", { class: "tree-preview", "aria-hidden": "true" });
  const branches = html("div", { class: "tree-branches" });
  const element = html("div", { class: "tree" }, preview, branches);
  let game = null;
  let root = null;
  let looked = null;
  // The search whose tree is shown. The end of a search can emit two events, "position" and
  // "thinking"; the second event must not draw the tree again.
  let shown = null;

  async function show(of) {
    if (shown && of.thought === shown && !of.thinking) return;
    game = of;
    root = game.thought?.position ?? null;
    if (!root || game.thinking) {
      return say(game.thinking ? WAIT : "No tree yet. Ask for a hint, and the tree behind it is shown here.");
    }
    const thought = game.thought;
    if (!thought.stats?.simulations) return say("No tree: this move was chosen without a search.");
    if (!thought.stats.average_visits) return say("No tree: this player searches without one.");
    shown = thought;
    try {
      const { tree } = await game.tree([]);
      if (shown !== thought) return;
      // Draws the preview before the branches, so that the branches do not move under the mouse later.
      await look([]);
      if (shown !== thought) return;
      refill(
        branches,
        html("p", { class: "tree-root" }, `${number(tree.visits)} visits from here`),
        children(tree, []),
      );
    } catch (error) {
      if (shown === thought) say(whyNot(error));
    }
  }

  function say(text) {
    shown = null;
    refill(branches, html("p", { class: "empty" }, text));
    refill(preview);
  }

  async function look(path) {
    looked = path;
    if (board.after) refill(preview, board.picture(positionAfter(path), game.rules));
    else await lookByEngine(path);
  }

  // Shows the position by asking the server: the page does not have the rules of games added by users.
  async function lookByEngine(path) {
    // With private facts, the position after a move depends on what the person does not see.
    if (game.isPrivate || path.some(({ seen }) => seen)) return;
    const { name, rules, seed, from } = game;
    const moves = [...shown.played, ...path.map(({ move }) => move)];
    const answer = await engine.request("look", { game: name, rules, seed, position: from, moves }).catch(() => null);
    if (answer && looked === path) refill(preview, board.picture(answer.state.picture));
  }

  // Returns the position at a path of the tree. A step is a move, or the observation after a move.
  function positionAfter(path) {
    let position = root;
    for (let at = 0; at < path.length; at += 1) {
      const { move } = path[at];
      const seen = path[at + 1]?.seen;
      position = board.after(position, move, seen, game.rules);
      if (seen) at += 1;
    }
    return position;
  }

  function children(node, path) {
    const most = node.children[0]?.visits || 1;
    const level = valueScale(node.children);
    const worth = (amount) => formatValue(amount, shown.unit);
    const rows = node.children.map((child) => branch(child, path, { most, level, worth }));
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

  function branch(node, parents, { most, level, worth }) {
    const step = node.move === null || node.move === undefined ? { seen: node.seen } : { move: node.move };
    const path = [...parents, step];
    const inside = html("div", {});
    const thought = shown;
    let loaded = false;
    const open = async (event) => {
      if (!event.target.open || loaded) return;
      if (game.thinking || game.thought !== thought) return refill(inside, html("p", { class: "empty" }, WAIT));
      loaded = true;
      try {
        const words = path.map(({ move, seen }) => move ?? seen);
        const { tree } = await game.tree(words);
        if (shown !== thought) return;
        refill(inside, children(tree, path));
      } catch (error) {
        refill(inside, html("p", { class: "empty" }, whyNot(error)));
      }
    };
    const summary = html(
      "summary",
      { pointerenter: () => look(path), focus: () => look(path) },
      html("span", { class: "move" }, step.move ?? `sees ${step.seen}`),
      html(
        "span",
        { class: "share-bar", "aria-hidden": "true" },
        html("span", { style: { width: `${(100 * node.visits) / most}%`, background: tint(level(node.value)) } }),
      ),
      html("span", { class: "visits" }, number(node.visits)),
      html(
        "span",
        { class: "value" },
        worth(node.value),
        node.proven !== null && node.proven !== undefined && html("span", { class: "badge" }, "proven"),
      ),
    );
    return html("li", {}, html("details", { toggle: open }, summary, inside));
  }

  return { element, show };
}
