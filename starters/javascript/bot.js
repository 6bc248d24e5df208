// A small Reversi player for the simple protocol: it takes a corner if it can,
// and otherwise the move that turns the most discs. Make it better!
//
// Check it with: reversi cup check "simple:node bot.js"

const readline = require("node:readline");

/** How many discs a move of the colour `own`, "B" or "W", turns. */
function turned(board, column, row, own) {
  const disc = (x, y) => (board[y] ?? "")[x] ?? ".";
  let all = 0;
  for (const dx of [-1, 0, 1]) {
    for (const dy of [-1, 0, 1]) {
      if (dx === 0 && dy === 0) continue;
      let run = 0;
      let x = column + dx;
      let y = row + dy;
      while (disc(x, y) !== "." && disc(x, y) !== own) {
        run += 1;
        x += dx;
        y += dy;
      }
      if (disc(x, y) === own) all += run;
    }
  }
  return all;
}

/** The best of the legal moves, which are names such as `f5`. */
function choose(board, own, moves) {
  const last = board.length - 1;
  const value = (move) => {
    const column = move.charCodeAt(0) - "a".charCodeAt(0);
    const row = Number(move.slice(1)) - 1;
    const corner = (column === 0 || column === last) && (row === 0 || row === last);
    return turned(board, column, row, own) + (corner ? 1000 : 0);
  };
  return moves.reduce((best, move) => (value(move) > value(best) ? move : best));
}

let turn = []; // the lines of the current turn
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  turn.push(line.trim());
  // The colour, the size of the board, and the seconds for this move (with a
  // plus sign: for the rest of the game).
  const [color, size, seconds] = turn[0].split(" ");
  // A turn is this line, the rows of the board and the legal moves.
  if (turn.length < Number(size) + 2) return;
  const board = turn.slice(1, -1);
  const moves = turn.at(-1).split(" ");
  console.log(choose(board, color === "black" ? "B" : "W", moves));
  turn = [];
});
