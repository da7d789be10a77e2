// How to play Wood Block.

const sections = [
  {
    title: "The goal",
    text: ["Place blocks on the board for as long as you can, and score as many points as you can."],
  },
  {
    title: "The moves",
    text: [
      "You have three blocks in hand. Place them in any order on free cells. Blocks are not turned, and nothing falls down.",
      "When a row or a column is full, its cells become free again. Several lines can be cleared by one block.",
      "When all three blocks are placed, you get three new ones.",
    ],
    pictures: [
      {
        position:
          "........../.##......./.##......./........../......##../......#.../####...###/#.##....##/........../##........ hand:###,##/##,# score:40",
        caption: "One row has a gap of three cells.",
      },
      {
        position:
          "........../.##......./.##......./........../......##../......#.../........../#.##....##/........../##........ hand:,##/##,# score:53",
        caption:
          "A block of three has filled the gap, and the row is free again: 3 points for the cells, 10 for the row.",
      },
      {
        position:
          "#.#.#.#.#./.#.#.#.#.#/#.#.#.#.#./.#.#.#.#.#/#.#.#.#.#./.#.#.#.#.#/#.#.#.#.#./.#.#.#.#.#/#.#.#.#.#./.#.#.#.#.# hand:##,###,##/## score:212",
        caption: "Half of the board is free, but only single cells: no block of two or more has room.",
      },
    ],
  },
  {
    title: "Points and the end",
    text: [
      "Each placed cell is one point. Lines cleared at once are worth 10 points for one, 30 for two, 60 for three, and so on.",
      "The game is over when no block in your hand fits anywhere.",
    ],
  },
  {
    title: "Options",
    text: [
      "“New game” offers three variants. The usual one, “10 × 10, classic”, is the one described here.",
      "“8 × 8, streaks” has more shapes. Clearing with several blocks in a row gives 50 points more each time, and an empty board 300.",
      "In “9 × 9, boxes” the nine boxes of 3 by 3 cells are cleared too. A block that clears something scores, besides its cells, 28 points for each line or box and 10 for each block of the streak, less 20.",
      "You can also allow turning blocks, and end the game after a number of hands.",
    ],
  },
];

const controls = {
  Mouse:
    "Drag a block to the board, or click it and then a cell. If blocks may be turned, a second click on the block turns it.",
  Touch: "Drag a block: it floats above your finger. Or tap it and then a cell.",
  Keys: "1, 2 and 3 choose a block, the arrow keys move it, R turns it if that is allowed, Enter puts it down, Escape lets go.",
};

const marks =
  "On the board the places of the best three moves are outlined, and labelled “best” or with what they lose against the best, in points. " +
  "Below the board is what a move leads to: what it fills and clears, and how likely the next hand fits if the rest of this one is placed well. " +
  "That is the share of 1,000 dealt hands of which all blocks have room.";

export default { sections, controls, marks };
