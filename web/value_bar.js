// The bar beside the board: how the game stands by the last search, for units with a fixed range and for discs.

import { html } from "./dom.js";
import { formatValue, isShare, label } from "./scale.js";

// Discs that fill half of the bar.
const ALL_DISCS = 64;
// The smallest part of the bar that has room for a number.
const ROOM = 0.15;

// Returns the value for the first seat, and the part of the bar that is the first seat's. Null for other units.
function forFirst({ seat, unit }, value, seats) {
  const second = seats === 2 && seat === 1;
  if (unit === "discs") {
    const ahead = second ? -value : value;
    return { value: ahead, part: 0.5 + ahead / (2 * ALL_DISCS) };
  }
  const won = second ? 1 - value : value;
  return isShare(unit) ? { value: won, part: won } : null;
}

// Returns a bar. With two seats it is divided between them, the first seat's part at the foot, and the number is that
// of the seat with the larger part, in this part.
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
    const first = thought && forFirst(thought, value, names.length);
    element.hidden = !first || names.length > 2;
    if (element.hidden) return;
    element.style.setProperty("--value", `${(100 * first.part).toFixed(1)}%`);
    const two = names.length === 2;
    const second = { value: thought.unit === "discs" ? -first.value : 1 - first.value };
    const isFirst = !two || first.part >= 0.5;
    text.textContent = label(isFirst ? first : second, thought.unit);
    const above = !two && first.part < ROOM;
    text.classList.toggle("above", above);
    (isFirst && !above ? part : element).append(text);
    const who = two ? `${names[0]} ` : "";
    element.setAttribute("aria-label", `${who}${thought.unit}: ${formatValue(first.value, thought.unit)}`);
  }

  return { element, show };
}
