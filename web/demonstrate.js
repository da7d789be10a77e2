// Plays a line of moves on a board, one move after the other, without playing them in the game.

import { prefersReducedMotion } from "./dom.js";

// Milliseconds between two moves.
const BEAT = 700;

// Returns { play, stop } for the `picture` that `board` has created.
export function demonstrator(board, picture, game) {
  let current = null;

  function stop() {
    current = null;
    picture.trace(null);
  }

  async function play(pv) {
    const mine = (current = {});
    const { positions, cells } = await game.line(pv.slice(0, 32));
    const texts = board.isText ? await Promise.all(positions.map((position) => game.picture(position))) : [];
    const steps = positions.map((position, at) => ({ move: pv[at], position, text: texts[at] }));
    const show = (length) => {
      if (current !== mine || length > steps.length) return;
      picture.trace(steps.slice(0, length), cells.slice(0, length));
      setTimeout(show, BEAT, length + 1);
    };
    show(prefersReducedMotion() ? steps.length : 1);
  }

  return { play, stop };
}
