// How to play Othello.

const sections = [
  {
    title: "The goal",
    text: ["Black and White place discs on a board of 8 by 8 squares. The side with more discs at the end wins."],
  },
  {
    title: "A move",
    text: [
      "Place a disc on a free square so that one or more discs of the other side lie in a straight line between the new disc and another disc of your own. The line may run across, up and down, or diagonally, and must have no gap.",
      "All discs enclosed in this way turn to your colour, in every direction at once. A move must turn at least one disc.",
      "If you have no such move, you pass. You may not pass otherwise.",
    ],
    pictures: [
      {
        position: "---------------------------OX------XO--------------------------- X",
        caption: "The start. Black moves first.",
      },
      {
        position: "---------------------------OX------XXX-------------------------- O",
        caption: "Black has placed a disc at the right of the lower row: the white disc in that row has turned black.",
      },
      {
        position: "------------X-----OXO-----XXO------XO--------------------------- O",
        caption: "White to move. The free square at the left end of the lowest row encloses three black discs.",
      },
      {
        position: "------------X-----OXO-----OOO-----OOO--------------------------- X",
        caption: "White has moved there, and turned one disc upwards, one diagonally and one to the right.",
      },
    ],
  },
  {
    title: "The end",
    text: [
      "The game is over when neither side has a move, usually because the board is full.",
      "The score is the difference of discs. Squares that stay free count for the winner.",
    ],
  },
  {
    title: "Good to know",
    text: ["Discs in a corner can never be turned. Squares beside a free corner often give that corner away."],
  },
];

const controls = {
  Mouse:
    "Click a square with a dot: the dots are your legal moves. If you must pass, a button below the board says so.",
  Touch: "Tap a square with a dot.",
  Keys: "The arrow keys go from square to square, Enter or Space plays.",
};

const marks =
  "On the board each candidate is a disc with a number, such as the chance to win after the move. A ring marks the best move, and every move that may be as good.";

export default { sections, controls, marks };
