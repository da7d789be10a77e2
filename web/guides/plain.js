// How to use the board of games that have none of their own.

const controls = {
  Mouse: "Click one of the buttons below the position: each is a legal move.",
  Touch: "Tap one of the buttons.",
  Keys: "Tab goes from move to move, Enter or Space plays it.",
};

const marks = "Each button of a candidate shows the value of its move. The best move is outlined.";

export default { controls, marks };
