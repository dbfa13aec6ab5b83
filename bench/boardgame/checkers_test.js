// Counts the positions after so many moves from the start; the numbers are the published ones of American checkers.
// `node checkers_test.js`
'use strict';

const { legalMoves, play, start } = require('./checkers.js');

function count(board, player, depth) {
  if (depth === 0) return 1;
  let all = 0;
  for (const move of legalMoves(board, player)) {
    const after = [...board];
    play(after, move);
    all += count(after, player === '0' ? '1' : '0', depth - 1);
  }
  return all;
}

const published = [7, 49, 302, 1469, 7361, 36768, 179740, 845931];
published.forEach((wanted, index) => {
  const found = count(start(), '0', index + 1);
  console.log(`${index + 1}: ${found}`);
  if (found !== wanted) throw new Error(`expected ${wanted} after ${index + 1} moves`);
});
