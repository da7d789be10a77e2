// The entry point: shows the page that the hash of the address names.

import { loadBoards } from "./boards/index.js";
import * as engine from "./engine.js";
import { html, hideNotice, refill } from "./dom.js";
import { capital } from "./players.js";
import { link, parseLink } from "./share.js";

const PLACES = { analysis: "Analysis", arena: "Arena", exercises: "Exercises" };

const host = document.getElementById("page");
let leave = () => {};
let visit = 0;
// The route of the page that is shown, if it is about a game.
let shown = null;

// Returns the name of a game in words, for the time before the server has sent its title.
const inWords = (name) => name.split(/[-_]/).map(capital).join(" ");

const nameWindow = (place) => (document.title = place ? `${place} · Plywood` : "Plywood");

function showMessage(heading, ...rest) {
  refill(host, html("section", { class: "sorry" }, html("h1", { tabindex: -1 }, heading), rest));
}

function missing(name) {
  showMessage(
    "There is no such page",
    html("p", {}, name ? `No game is called ${name}.` : "This address is not valid."),
    html("a", { class: "button primary", href: "#/" }, "To the games"),
  );
  return () => {};
}

function refused({ route, name }, error) {
  showMessage(
    "This game cannot be opened",
    html("p", {}, error.message),
    html("a", { class: "button primary", href: link(route, { name }) }, "Start a new one"),
  );
}

function waitForEngine() {
  showMessage(
    "The engine does not answer",
    html("p", {}, "Start it with ", html("code", {}, "plywood serve"), "; this page reconnects by itself."),
  );
  leave = engine.on("resumed", show);
}

// The pages, which are loaded when they are first opened.
const MODULES = {
  "": "./home.js",
  arena: "./arena.js",
  play: "./play.js",
  analysis: "./play.js",
  exercises: "./practice.js",
};

// Loads the module of a page and the boards that it shows; an empty object for an unknown page.
async function load({ route, name }, games) {
  if (!Object.hasOwn(MODULES, route)) return {};
  try {
    await loadBoards(route === "" ? games : games.filter((game) => game.name === name));
    return await import(MODULES[route]);
  } catch {
    throw new engine.Refusal("gone", "The engine does not answer.");
  }
}

function open(address, target, game, games, { arenaPage, homePage, playPage, practicePage }) {
  const arriving = shown !== target.route;
  shown = target.name ? target.route : null;
  if (homePage) return homePage(host, games);
  if (arenaPage) return arenaPage(host, games, target);
  if (!playPage && !practicePage) return missing(null);
  if (!game && target.name) return missing(target.name);
  if (!game) {
    location.replace(link(target.route, { name: games[0].name }));
    return () => {};
  }
  if (practicePage) return practicePage(host, game);
  return playPage(host, target, game, { analysis: target.route === "analysis", games, address, arriving });
}

async function show() {
  const mine = (visit += 1);
  leave();
  leave = () => {};
  hideNotice();
  document.querySelector("dialog")?.close();
  const address = location.hash;
  const target = parseLink(address);
  nameWindow(target.name ? inWords(target.name) : PLACES[target.route]);
  for (const anchor of document.querySelectorAll("nav a")) {
    const same = parseLink(anchor.hash).route === target.route;
    if (same) anchor.setAttribute("aria-current", "page");
    else anchor.removeAttribute("aria-current");
  }
  try {
    const games = await engine.games();
    const module = await load(target, games);
    if (mine !== visit) return;
    const game = games.find(({ name }) => name === target.name);
    if (game) nameWindow(game.title);
    const left = await open(address, target, game, games, module);
    if (mine !== visit) left();
    else leave = left;
  } catch (error) {
    if (!(error instanceof engine.Refusal)) throw error;
    if (mine !== visit) return;
    if (error.kind === "gone") waitForEngine();
    else refused(target, error);
  }
  if (mine !== visit) return;
  scrollTo(0, 0);
  // The focused element was removed. The heading gets the focus, for keyboards and screen readers.
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
