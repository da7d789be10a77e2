// Tabs: a row of buttons, and the panel of the selected button.

import { html } from "./dom.js";

// Returns tabs for `panels`, a list of { name, element, opened? }; `opened` is called when the panel is
// shown. `kept.panel` stores the name of the open panel.
export function tabs(label, panels, kept) {
  const list = html("div", { class: "tabs", role: "tablist", "aria-label": label });
  const bodies = html("div", { class: "tab-bodies" });
  let current = 0;

  const buttons = panels.map((panel, at) => {
    panel.element.id = `panel-${panel.name.toLowerCase()}`;
    panel.element.setAttribute("role", "tabpanel");
    panel.element.setAttribute("aria-labelledby", `tab-${panel.name.toLowerCase()}`);
    bodies.append(panel.element);
    return html(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${panel.name.toLowerCase()}`,
        "aria-controls": panel.element.id,
        click: () => open(at),
        keydown: (event) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (!step) return;
          open((at + step + panels.length) % panels.length);
          buttons[current].focus();
        },
      },
      panel.name,
    );
  });
  list.append(...buttons);

  function open(at) {
    current = at;
    kept.panel = panels[at].name;
    panels.forEach((panel, number) => {
      panel.element.hidden = number !== at;
      buttons[number].setAttribute("aria-selected", String(number === at));
      buttons[number].tabIndex = number === at ? 0 : -1;
    });
    panels[at].opened?.();
  }

  open(panels.findIndex(({ name }) => name === kept.panel));
  return {
    element: html("section", { class: "tabbed" }, list, bodies),
    isOpen: (name) => panels[current].name === name,
    open: (name) => open(panels.findIndex((panel) => panel.name === name)),
  };
}
