// Elements, made in one expression.

const SVG = "http://www.w3.org/2000/svg";

// Functions become listeners, `style` an object of properties (a policy on the
// page forbids the attribute), true an empty attribute, null and false nothing.
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

// Replaces what is in an element; focus stays on what has the same data-key.
export function refill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.getAttribute("data-key") : null;
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (focused !== null) element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

// Enter and space do what a click does, for things that are drawn.
export function pressable(press) {
  return (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press(event);
  };
}

export const stillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Shakes what was touched and says why it cannot be.
export function refuse(element, why) {
  announce(why, "warning");
  if (!element || stillness()) return;
  const steps = [0, -6, 5, -4, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  element.animate(steps, { duration: 320, easing: "ease-out" });
}

// Screen readers read a text again when it is written again, even if it is the same.
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const notice = document.getElementById("notice");
let fading;

// A line at the foot of the page that goes by itself; screen readers read it.
export function announce(text, tone = "plain") {
  notice.textContent = text;
  notice.dataset.tone = tone;
  notice.classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(hush, 2500 + 40 * text.length);
}

// What was said of one page is nothing to the next.
export const hush = () => notice.classList.remove("shown");
