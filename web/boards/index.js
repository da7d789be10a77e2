// The board of each game, loaded when a page needs it.

const NAMES = ["klondike", "othello", "tetris", "woodblock"];
// The loaded boards, by the name that the server's list of games has.
const loaded = new Map();

// Loads the boards of games, which are entries of the server's list.
export async function loadBoards(games) {
  const load = async ({ board }) => {
    const module = await import(NAMES.includes(board) ? `./${board}.js` : "./plain.js");
    loaded.set(board, module.default);
  };
  await Promise.all(games.map(load));
}

// Returns the board of a game, which must be loaded.
export const boardOf = ({ board }) => loaded.get(board);
