// How to play Klondike.

const sections = [
  {
    title: "The goal",
    text: [
      "Bring all 52 cards home: onto four foundations at the top, one for each suit, from the ace up to the king.",
      "Most deals can be won, but not all, and many cards are face down: you must decide before you see them.",
    ],
    pictures: [
      {
        position:
          "view:6S|?? TS|?? ?? QC|?? ?? ?? 3H|?? ?? ?? ?? 9H|?? ?? ?? ?? ?? 7H|?? ?? ?? ?? ?? ?? AS home:0,0,0,0 stock:?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? pass:1 commands:0",
        caption:
          "A deal: the stock at the top left, the four empty foundations at the top right, and seven piles. The ace of spades can go home, the 9 of hearts fits on the 10 of spades, the 6 of spades on the 7 of hearts.",
      },
    ],
  },
  {
    title: "The moves",
    text: [
      "Piles are built downwards in alternating colours: a red 9 goes on a black 10. A face-up card moves together with all cards that lie on it.",
      "A face-down card is turned up as soon as nothing lies on it.",
      "Only a king, with the cards on it, may go to an empty pile.",
      "The top card of a pile or of the waste may go home if it is the next card of its suit. The top card of a foundation may come back to a pile.",
      "The stock deals three cards at once to the waste. Only the top card of the waste may be played. When the stock is empty, the waste is turned over and becomes the stock again, as often as you like.",
    ],
    pictures: [
      {
        position:
          "view:KS QH JS TH 9C 8D|?? 9H|?? ?? 6H 5S|-|?? ?? ?? 9S|?? ?? JD|?? ?? ?? ?? ?? 9D home:1,1,4,2 waste:TS KC TD TC QD JC 6S 5D 4S 6C 4D 3C 7H 3D JH KH stock:?? ?? ?? pass:1 commands:26",
        caption:
          "Later in a game. The king of hearts, on top of the waste, may go to the empty fourth pile. So may the king of spades with its whole run, but that gains nothing.",
      },
    ],
  },
  {
    title: "The end",
    text: [
      "The game is won when all cards are home, and lost when no move is left or after 1,000 moves. The score is the number of cards home.",
      "A game can be stuck long before: you can still deal from the stock, but no move helps any more. The page then says so.",
    ],
  },
  {
    title: "Options",
    text: [
      "“New game” offers other rules. Dealing one card at once is much easier than three. You can limit how often you go through the stock, forbid that cards come back from the foundations, and hide all cards of the waste but the top one.",
      "With “Winnable deals only”, a solver that sees all cards has checked that the deal can be won.",
      "“Can win?” asks this solver whether the game can be won from here. The answer, a hint by a player that sees all cards, and taking back a move that has shown a card mark the game as peeked.",
    ],
  },
];

const controls = {
  Mouse:
    "Drag a card to its place, or click the card and then its place. A second click on the same card sends it home, or to its only place. Click the stock to deal.",
  Touch: "The same: drag, or tap the card and then its place.",
  Keys: "Tab goes from card to card, Enter or Space chooses a card; then Tab to one of the outlined places and press Enter. Escape lets go.",
};

const marks =
  "On the board each candidate is an arrow from the card to its place, with a number such as the chance to win after the move. The card of the best move is outlined.";

export default { sections, controls, marks };
