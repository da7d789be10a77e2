// Functions that create and change elements of the page.

const SVG = "http://www.w3.org/2000/svg";

// Sets the attributes of an element and appends children. A function as a value becomes an event
// listener; true sets an empty attribute; null and false set no attribute. `style` is an object of
// CSS properties, because the content security policy forbids `style` attributes.
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name === "style") {
      for (const [key, setting] of Object.entries(value)) element.style.setProperty(key, setting);
    } else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

export function html(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

// Returns a label element with the label's text, a control and an optional note.
export function labelled(label, control, note = null) {
  return html("label", { class: "field" }, html("span", {}, label), control, note && html("small", {}, note));
}

// Returns the frame of a page about a board: the board with its head and all that belongs to it, and the panels beside it.
export function boardPage(info, { head, stage, side }) {
  return html(
    "div",
    { class: "play", "data-game": info.board },
    html("section", { class: "stage" }, html("header", { class: "stage-head" }, head), stage),
    html("aside", { class: "side" }, side),
  );
}

// Replaces the children of an element. The focus moves to the new child with the same data-key.
export function refill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.getAttribute("data-key") : null;
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (focused !== null) element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

// The step of each arrow key: [columns, rows].
export const ARROW_STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// Returns a key listener that calls `press` on Enter and space, for SVG elements that act as buttons.
export function pressable(press) {
  return (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press(event);
  };
}

// Whether a key press belongs to the focused control and not to the board: its listener has used it, or the browser
// will.
export const isForControl = ({ defaultPrevented, key, target }) =>
  defaultPrevented ||
  target.matches("[role=tab]") ||
  ((key === "Enter" || key === " ") && target.matches("a, button, summary"));

export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Shows the reason why an action is refused, and shakes the element.
export function refuse(element, why) {
  announce(why, "warning");
  if (!element || prefersReducedMotion()) return;
  const steps = [0, -6, 5, -4, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  element.animate(steps, { duration: 320, easing: "ease-out" });
}

// Sets the text of an element only if it differs: screen readers read a text again when it is set.
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const findNotice = () => document.getElementById("notice");
let fading;

// Shows a notice at the foot of the page for a few seconds. Screen readers read it.
export function announce(text, tone = "plain") {
  const notice = findNotice();
  notice.textContent = text;
  notice.dataset.tone = tone;
  notice.classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(hideNotice, 2500 + 40 * text.length);
}

// Hides the notice at the foot of the page.
export const hideNotice = () => findNotice().classList.remove("shown");
