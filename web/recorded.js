// Recorded games for the cards of the first page. The server plays the moves again.

const moves = (text) => text.split(/,\s*/);

// prettier-ignore
export const recorded = {
  othello: {
    rules: "",
    seed: 3,
    moves: moves(`f5,f6,e6,f4,g6,f7,g5,e7,d6,c7,e3,h6,e8,f3,g4,h5,f8,g3,d3,c5,h4,h3,c6,d7,c8,d8,g2,b6,c4,e2,f2,e1,a6,b3,b5,c3,
      c2,b2,d2,c1,g7,b7,a1,h1,h2,g1,f1,a4,d1,b1,b4,g8,a3,a5,a2,b8,a8,a7,h8,h7`),
  },
  klondike: {
    rules: "draw=1",
    seed: 5,
    moves: moves(`move T2 5H T1,turn,move W F2,move T1 6C T2,move T6 KC T1,move T4 6D T5,move T7 2C T4,turn,turn,turn,
      move W F2,move T6 6S T7,turn,turn,turn,turn,move W F3,turn,turn,turn,move W T7,turn,move W T1,turn,
      move W T7,turn,turn,move T4 3H T7,turn,turn,turn,move W T3,move W T2,turn,turn,turn,move W T4,turn,
      move W T5,turn,move T4 4D T5,turn,turn,turn,move W T3,turn,turn,turn,turn,turn,turn,turn,turn,turn,turn,
      turn,turn,move W T2,move T7 7H T3,move T2 F2`),
  },
  woodblock: {
    rules: "",
    seed: 5,
    moves: moves(`1@i7,3@i1,2@h7,3@g7,2@g10,1@a1,3@b3,1@i5,2@a8,3@a4,1@d10,2@i9,2@a5,1@a8,3@d7,3@f1,1@a8,2@a7,1@a1,3@b2,2@a6,
      3@b7,1@b9,2@f2,2@d1,3@a9,1@a1,1@i3,2@a5,3@a2,1@i1,3@i7,2@h2,2@f3,1@j7,3@a7,1@b9,2@e9,3@h2,1@c1,3@c5,2@e4,
      2@j1,1@d9,3@f1`),
  },
  tetris: {
    rules: "",
    seed: 4,
    moves: moves(`r0x2,r1x4,r0x0,r0x0,r1x9,r2x3,r3x0,r1x4,r3x6,r1x8,r0x8,r3x6,r1x0,r1x5,r1x9,r1x2,r0x7,r1x6,r1x2,r0x3,r1x0,
      r1x7,r2x4,r0x0,r0x0,r1x3,r3x4,r0x8,r1x3,r1x4,r1x1,r3x2,r0x6,r1x0,r2x7,r3x5,r3x0,r0x0,r1x8,r1x2,r1x7,r1x9,
      r1x5,r0x7,r0x7,r1x8,r1x4,r3x4,r1x6,r1x2`),
  },
};
