// The bar beside the board: how the game stands by the last search, for units with a fixed range.

import { html } from "./dom.js";
import { formatValue, isShare } from "./scale.js";

// Returns a bar. With two seats it is divided between them, the first seat's part at the foot.
export function valueBar(names) {
  const part = html("span", { class: "value-part" });
  const text = html("span", { class: "value-text" });
  const element = html(
    "div",
    { class: names.length === 2 ? "value-bar two" : "value-bar", role: "img", hidden: true },
    part,
    text,
  );

  function show(thought, isCurrent) {
    const value = thought?.candidates[0]?.value ?? null;
    element.classList.toggle("past", !isCurrent || value === null);
    // Until the first report the unit is not known, and the bar stays as it is.
    if (thought && value === null) return;
    element.hidden = !thought || !isShare(thought.unit) || names.length > 2;
    if (element.hidden) return;
    const first = names.length === 2 && thought.seat === 1 ? 1 - value : value;
    element.style.setProperty("--value", `${(100 * first).toFixed(1)}%`);
    text.textContent = formatValue(first, thought.unit);
    const who = names.length === 2 ? `${names[0]} ` : "";
    element.setAttribute("aria-label", `${who}${thought.unit}: ${formatValue(first, thought.unit)}`);
  }

  return { element, show };
}
