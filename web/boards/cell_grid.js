// A grid of cells that a person changes by clicks, drags and keys, to set up a position.

import { ARROW_STEPS, html } from "../dom.js";

// Returns the element of the grid. `rows` is a list of rows of values, which the grid changes. `words` has the
// name of each value, in the order in which clicks change a cell; the first is that of an empty cell. Calls
// `changed` after each change.
export function cellGrid({ label, look, rows, words, changed }) {
  const values = Object.keys(words);
  const cells = rows.map((row, y) =>
    row.map((_, x) => html("button", { type: "button", class: "edit-cell", "data-x": x, "data-y": y, tabindex: -1 })),
  );
  // The value that a drag gives to the cells under the pointer; null if there is no drag.
  let painted = null;
  let focusable = cells[0][0];
  focusable.setAttribute("tabindex", 0);

  function show(x, y) {
    const value = rows[y][x];
    cells[y][x].dataset.value = value;
    cells[y][x].setAttribute("aria-label", `${String.fromCharCode(97 + x)}${y + 1}, ${words[value]}`);
  }
  rows.forEach((row, y) => row.forEach((_, x) => show(x, y)));

  function set([x, y], value) {
    if (rows[y][x] === value) return;
    rows[y][x] = value;
    show(x, y);
    changed();
  }

  const following = ([x, y]) => values[(values.indexOf(rows[y][x]) + 1) % values.length];
  const place = ({ target }) =>
    target.dataset.x === undefined ? null : [Number(target.dataset.x), Number(target.dataset.y)];

  function press(event) {
    const at = place(event);
    if (!at || event.button > 0) return;
    // A finger stays bound to the cell that it touched first, unless the cell releases it.
    if (event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    painted = following(at);
    set(at, painted);
  }

  function walk(event) {
    const [at, step] = [place(event), ARROW_STEPS[event.key]];
    if (!at || !step) return;
    event.preventDefault();
    cells[at[1] + step[1]]?.[at[0] + step[0]]?.focus();
  }

  return html(
    "div",
    {
      class: `edit-grid ${look}`,
      role: "group",
      "aria-label": label,
      style: { "--columns": rows[0].length },
      pointerdown: press,
      pointerover: (event) => painted !== null && place(event) && set(place(event), painted),
      pointerup: () => (painted = null),
      pointerleave: () => (painted = null),
      // Only clicks by keyboard and by screen readers: the others begin with a press of the pointer.
      click: (event) => event.detail === 0 && place(event) && set(place(event), following(place(event))),
      keydown: walk,
      focusin: (event) => {
        focusable.setAttribute("tabindex", -1);
        focusable = event.target;
        focusable.setAttribute("tabindex", 0);
      },
    },
    cells,
  );
}

// Returns a list to choose from, with the labels of the values.
export const chooser = (label, labels, value, change) =>
  html(
    "label",
    { class: "field" },
    html("span", {}, label),
    html(
      "select",
      { change: (event) => change(event.target.value) },
      Object.entries(labels).map(([key, text]) => html("option", { value: key, selected: key === value }, text)),
    ),
  );
