// The puzzles that the page offers: every line is read, and can be solved.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDeck } from '../../../src/pages/puzzles/deck';
import { puzzleGames } from '../../../src/pages/puzzles/decks';
import { Solving } from '../../../src/pages/puzzles/solving';
import { wholeTestRules, value } from '../rules/modules';

const folder = new URL('../../../../puzzles/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.csv'));
const pauses = { reply: () => 0, undo: () => 0 };

test('every deck is offered', () => {
  expect([...puzzleGames].sort()).toEqual(files.map((name) => name.replace('.csv', '')).sort());
});

test.each(files)('%s', async (name) => {
  const rules = await wholeTestRules();
  const { puzzles, faults } = readDeck(readFileSync(new URL(name, folder), 'utf8'), name.replace('.csv', ''));
  expect(faults).toEqual([]);
  expect(puzzles.length).toBeGreaterThanOrEqual(100);
  for (const puzzle of puzzles) {
    let isSolved = false;
    const solving = value(Solving.open(rules, puzzle, pauses, { solved: (isClean) => (isSolved = isClean), missed: () => undefined }));
    // The board has the solver below: whose turn it is must be the solver's all along.
    for (const [at, text] of puzzle.moves.entries()) {
      expect(solving.tree.game.seatToMove() === solving.solver, `${puzzle.id}, move ${at + 1}`).toBe(at % 2 === 0);
      value(solving.tree.play(text));
    }
    const { isOver, isDraw } = solving.tree.game.outcome();
    expect(isOver && isDraw, puzzle.id).toBe(false);
    solving.again();
    expect(isSolved).toBe(false);
    solving.leave();
  }
});
