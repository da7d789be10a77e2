// The arena page: tournaments and studies of players, each on a tab.

import { html, refill } from "./dom.js";
import { STUDY, studyPanel } from "./quality.js";
import { link } from "./share.js";
import { tabs } from "./tabs.js";
import { TOURNAMENT, tournamentPanel } from "./tournament.js";

// The open tab.
const kept = { panel: "Tournament" };

export function arenaPage(host, games, wanted) {
  // Returns the task to show: that of the link, or the last one if the link names no game.
  const earlier = ({ id, last }) => (wanted[id] ? { name: wanted.name, [id]: wanted[id] } : wanted.name ? null : last);
  const parts = [
    { name: "Tournament", kind: TOURNAMENT, make: tournamentPanel },
    { name: "Quality", kind: STUDY, make: studyPanel },
  ].map(({ name, kind, make }) => {
    const task = earlier(kind);
    const part = { name, kind, task };
    part.panel = make({ games, name: (task ?? wanted).name, moved: () => setAddress(part) });
    return part;
  });
  const linked = parts.find(({ kind }) => wanted[kind.id]);
  if (linked) kept.panel = linked.name;

  // The address is the task on the open tab, so that a reloaded page shows it again.
  function setAddress({ name, panel }) {
    const shown = panel.shown();
    if (kept.panel === name && shown) history.replaceState(null, "", link("arena", shown));
  }

  const tabbed = tabs(
    "Arena",
    parts.map((part) => ({ name: part.name, element: part.panel.element, opened: () => setAddress(part) })),
    kept,
  );
  refill(host, html("div", { class: "arena" }, html("h1", { tabindex: -1 }, "Arena"), tabbed.element));
  for (const { panel, task } of parts) if (task) panel.resume(task);
  return () => parts.forEach(({ panel }) => panel.leave());
}
