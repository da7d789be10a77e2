// Which page is shown: the hash of the address says it.

import * as engine from "./engine.js";
import { html, hush, refill } from "./dom.js";
import { arenaPage } from "./arena.js";
import { homePage } from "./home.js";
import { playPage } from "./play.js";
import { capital } from "./players.js";
import { link, parseLink } from "./share.js";

const TITLES = { othello: "Othello", klondike: "Klondike", woodblock: "Wood Block", tetris: "Tetris" };

const PLACES = { analysis: "Analysis", arena: "Arena" };

const host = document.getElementById("page");
let leave = () => {};
let visit = 0;

const titleOf = (name) => TITLES[name] ?? name.split(/[-_]/).map(capital).join(" ");

function sorry(heading, ...rest) {
  refill(host, html("section", { class: "sorry" }, html("h1", { tabindex: -1 }, heading), rest));
}

function missing(name) {
  sorry(
    "There is no such page",
    html("p", {}, name ? `No game is called ${name}.` : "The address leads nowhere."),
    html("a", { class: "button primary", href: "#/" }, "To the games"),
  );
  return () => {};
}

function refused({ route, name }, error) {
  sorry(
    "This game cannot be opened",
    html("p", {}, error.message),
    html("a", { class: "button primary", href: link(route, { name }) }, "Start a new one"),
  );
}

function waitForEngine() {
  sorry(
    "The engine does not answer",
    html("p", {}, "Start it with ", html("code", {}, "plywood serve"), "; this page goes on by itself."),
  );
  leave = engine.on("resumed", show);
}

function open(address, told, games) {
  const game = games.find(({ name }) => name === told.name);
  if (told.route === "") return homePage(host, games);
  if (told.route === "arena") return arenaPage(host, games, told);
  if (told.route !== "play" && told.route !== "analysis") return missing(null);
  if (!game && told.name) return missing(told.name);
  if (!game) {
    location.replace(link(told.route, { name: games[0].name }));
    return () => {};
  }
  return playPage(host, told, game, { analysis: told.route === "analysis", games, address });
}

async function show() {
  const mine = (visit += 1);
  leave();
  leave = () => {};
  hush();
  document.querySelector("dialog")?.close();
  const address = location.hash;
  const told = parseLink(address);
  const place = told.name ? titleOf(told.name) : PLACES[told.route];
  document.title = place ? `${place} · Plywood` : "Plywood";
  for (const anchor of document.querySelectorAll("nav a")) {
    const same = parseLink(anchor.hash).route === told.route;
    if (same) anchor.setAttribute("aria-current", "page");
    else anchor.removeAttribute("aria-current");
  }
  try {
    const games = (await engine.games()).map((game) => ({ ...game, title: titleOf(game.name) }));
    if (mine !== visit) return;
    const left = await open(address, told, games);
    if (mine !== visit) left();
    else leave = left;
  } catch (error) {
    if (!(error instanceof engine.Refusal)) throw error;
    if (mine !== visit) return;
    if (error.kind === "gone") waitForEngine();
    else refused(told, error);
  }
  if (mine !== visit) return;
  scrollTo(0, 0);
  // What was clicked is gone: who uses keys or a screen reader begins at the new heading.
  if (mine > 1) host.querySelector("h1")?.focus();
}

const banner = document.getElementById("banner");
engine.on("presence", (present) => (banner.hidden = present));
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  host.focus();
});
addEventListener("hashchange", show);
show();
