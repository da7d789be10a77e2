// The board of each game.

import klondike from "./klondike.js";
import othello from "./othello.js";
import plain from "./plain.js";
import tetris from "./tetris.js";
import woodblock from "./woodblock.js";

const boards = { klondike, othello, tetris, woodblock };

// Returns the board of a game, which is an entry of the server's list of games.
export const boardOf = (game) => boards[game.board] ?? plain;
