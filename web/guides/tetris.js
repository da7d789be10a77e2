// How to play Tetris.

const sections = [
  {
    title: "The goal",
    text: [
      "Pieces of four cells fall into a well, usually 10 cells wide and 20 high. Fill rows to clear them, for as long as you can.",
    ],
  },
  {
    title: "The moves",
    text: [
      "Choose how the piece is turned and the column where it falls. It drops straight down; it cannot slide sideways under other cells.",
      "There is no clock: each piece waits for you. You also see the next piece.",
      "A full row is cleared, and everything above it moves down by one row.",
    ],
    pictures: [
      {
        position:
          "....OO..../....OO..../........../........../........../........../#........./##....#.##/####..####/####..#### current:O next:T lines:3",
        rules: "height=10",
        caption: "A square piece above a gap of its own width.",
      },
      {
        position: "#........./##....#.## current:T next:I lines:5",
        rules: "height=10",
        caption: "It has dropped into the gap: the two lowest rows were full and are gone.",
      },
    ],
  },
  {
    title: "Score and the end",
    text: [
      "The score is the number of cleared rows, which are called lines.",
      "The game is over when the next piece has no room at the top of the well. A piece may reach above the top only if the lines that it completes bring all cells down again.",
    ],
  },
  {
    title: "Good to know",
    text: [
      "Covered holes are what ends most games: a row with a hole cannot be cleared before the hole is open again.",
    ],
  },
  {
    title: "Options",
    text: [
      "Usually the pieces come from a set of seven: all appear once before any comes again. They can also be drawn each by itself.",
      "A game can also be lost when a piece reaches above the top. You can also change the width and the height of the well, and end the game at a number of lines.",
    ],
  },
];

const controls = {
  Mouse: "Point at a column and click to drop the piece there. The wheel turns the piece after a click on the board.",
  Touch:
    "Tap a column, or swipe sideways, to move the piece; tap again to drop it. The buttons below the well do the same.",
  Keys: "Left and Right move the piece, Up turns it, Down, Enter or Space drops it.",
};

const marks =
  "In the well the places of the best three moves are outlined, and labelled “best” or with what they lose against the best, in lines.";

export default { sections, controls, marks };
