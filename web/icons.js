// Icons for buttons, drawn as lines in a view box of 24 by 24 units.

import { svg } from "./dom.js";

const PATHS = {
  new: "M12 5v14M5 12h14",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3Z",
  pause: "M9 5v14M15 5v14",
  run: "M8 5l11 7-11 7Z",
  step: "M6 5l9 7-9 7ZM18 5v14",
  stop: "M7 7h10v10H7Z",
  options: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
  rules: "M5 4h9a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3ZM9 8h4M9 12h4",
  analyse: "M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13ZM15.5 15.5L20 20",
  winnable: "M7 4h10v5a5 5 0 0 1-10 0ZM12 14v5M8.5 20h7M7 6H4a3 3 0 0 0 3 4M17 6h3a3 3 0 0 1-3 4",
  setup: "M4 4h7v7H4ZM13 4h7v7h-7ZM4 13h7v7H4ZM16.5 13v7M13 16.5h7",
  copy: "M9 9h11v11H9ZM5 15H4V4h11v1",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
  review: "M4 4v16h16M8 15l4-5 3 3 5-7",
  close: "M6 6l12 12M18 6L6 18",
};

export const icon = (name) =>
  svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
