// American checkers as a game of boardgame.io, written plainly: men and kings, captures are forced, chains are played out.
// Knows nothing of the server that plays it. A move is one whole turn, written as in records: `11-15`, `22x15`, `22x6`.
'use strict';

const { INVALID_MOVE } = require('boardgame.io/core');

const squares = 32;

const placeOf = (square) => {
  const row = Math.floor(square / 4);
  return [row, (square % 4) * 2 + (row % 2 === 0 ? 1 : 0)];
};

const squareAt = (row, column) => {
  if (row < 0 || row > 7 || column < 0 || column > 7 || (row + column) % 2 === 0) return -1;
  return row * 4 + Math.floor(column / 2);
};

const directions = [[1, -1], [1, 1], [-1, -1], [-1, 1]];

// For each square and direction: the next square, and the one behind it.
const next = [];
const behind = [];
for (let square = 0; square < squares; ++square) {
  const [row, column] = placeOf(square);
  next.push(directions.map(([down, right]) => squareAt(row + down, column + right)));
  behind.push(directions.map(([down, right]) => squareAt(row + 2 * down, column + 2 * right)));
}

// Men are 'm' and 'M', kings 'k' and 'K': small ones are player 0's, who begins and moves towards higher squares.
const isOf = (piece, player) => piece !== '' && (player === '0' ? piece >= 'a' : piece < 'a');
const waysOf = (piece) => (piece === 'm' ? [0, 1] : piece === 'M' ? [2, 3] : [0, 1, 2, 3]);
const isCrowned = (piece, square) => (piece === 'm' && square >= 28) || (piece === 'M' && square < 4);

function addCaptures(board, player, piece, path, taken, found) {
  const from = path[path.length - 1];
  let goesOn = false;
  for (const way of waysOf(piece)) {
    const over = next[from][way];
    const to = behind[from][way];
    if (to < 0 || taken.includes(over) || board[over] === '' || isOf(board[over], player)) continue;
    if (board[to] !== '' && to !== path[0]) continue;
    goesOn = true;
    if (isCrowned(piece, to)) {
      found.push({ path: [...path, to], taken: [...taken, over] });
    } else {
      addCaptures(board, player, piece, [...path, to], [...taken, over], found);
    }
  }
  if (!goesOn && taken.length > 0) found.push({ path, taken });
}

function legalMoves(board, player) {
  const captures = [];
  const steps = [];
  for (let from = 0; from < squares; ++from) {
    const piece = board[from];
    if (!isOf(piece, player)) continue;
    addCaptures(board, player, piece, [from], [], captures);
    for (const way of waysOf(piece)) {
      const to = next[from][way];
      if (to >= 0 && board[to] === '') steps.push({ path: [from, to], taken: [] });
    }
  }
  return captures.length > 0 ? captures : steps;
}

// `22x6` stands for a chain from 22 to 6, `22x15x6` for one by way of 15.
function findMove(board, player, text) {
  const named = text.split(/[-x]/).map((number) => Number(number) - 1);
  const fits = ({ path }) =>
    path[0] === named[0] && path[path.length - 1] === named[named.length - 1] &&
    (named.length === 2 || named.every((square) => path.includes(square)));
  return legalMoves(board, player).find(fits);
}

function play(board, { path, taken }) {
  const piece = board[path[0]];
  const to = path[path.length - 1];
  board[path[0]] = '';
  for (const square of taken) board[square] = '';
  board[to] = isCrowned(piece, to) ? (piece === 'm' ? 'k' : 'K') : piece;
}

const start = () => Array.from({ length: squares }, (_, square) => (square < 12 ? 'm' : square < 20 ? '' : 'M'));

const Checkers = {
  name: 'checkers',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: () => ({ board: start() }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    move: ({ G, playerID }, text) => {
      const move = findMove(G.board, playerID, String(text));
      if (!move) return INVALID_MOVE;
      play(G.board, move);
    },
  },
  endIf: ({ G, ctx }) => {
    const other = ctx.currentPlayer === '0' ? '1' : '0';
    if (legalMoves(G.board, other).length === 0) return { winner: ctx.currentPlayer };
  },
};

module.exports = { Checkers, legalMoves, play, start };
