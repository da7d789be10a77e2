// Deals that can be won: the server looks for one, and says by an event which it has found.

import * as engine from "./engine.js";

// Returns the first seed from `seed` on whose deal can be won. Throws if the server refuses or finds none.
export async function winnableSeed({ game, rules, seed }) {
  // Events may arrive before the answer with the id of the search.
  const heard = new Map();
  let check = () => {};
  const leaving = ["new", "error"].map((type) =>
    engine.on(type, (report) => {
      heard.set(report.search, report);
      check();
    }),
  );
  try {
    const { search } = await engine.request("new", { game, rules, seed, winnable: true });
    const { error, session, state } = await new Promise((resolve) => {
      check = () => heard.has(search) && resolve(heard.get(search));
      check();
    });
    if (error) throw new engine.Refusal(error.kind, error.message);
    // The page opens the game by its link.
    engine.request("close", { session }).catch(() => null);
    return state.seed;
  } finally {
    leaving.forEach((leave) => leave());
  }
}
