// How the end of a game is told: who won, and why, to a player of it, to the other one and to whoever looks on.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endText } from '../../../src/game/reasons/ending';
import { GameTree } from '../../../src/game/game_tree';
import type { Ended, SeatView } from '../../../src/game/model';
import { languages, speak } from '../../../src/messages/messages';
import type { Rules } from '../../../src/rules/types';
import { value, wholeTestRules } from '../rules/modules';

let rules: Rules;
beforeAll(async () => {
  rules = await wholeTestRules();
});
afterEach(() => speak('en'));

type Ending = Ended['ending'];

/** The game with its moves played to their end, or with a seat that left. */
function over(token: string, position: string | null, moves: readonly string[], left?: number): { tree: GameTree; ended: Ended } {
  const tree = value(GameTree.begin(rules, token, position));
  for (const move of moves) value(tree.play(move));
  if (left !== undefined) value(tree.leave(left, 'resigned'));
  const outcome = tree.game.outcome();
  expect(outcome.isOver).toBe(true);
  return { tree, ended: { ending: left === undefined ? 'rules' : 'resignation', outcome } };
}

/** Told to the seats `mine`; nobody has a name but the colour. */
function told({ tree, ended }: { tree: GameTree; ended: Ended }, mine: readonly number[], ending: Ending = ended.ending): string {
  const seats: SeatView[] = ended.outcome.standings.map(({ place }, seat) => ({
    seat,
    name: tree.game.seatName(seat),
    isMine: mine.includes(seat),
    isThere: true,
    place,
    isOut: false,
  }));
  return endText(tree, { ended: { ...ended, ending }, seats });
}

describe('a game of two', () => {
  test('whose pieces were all captured', () => {
    const game = over('american', 'B:W18:B15', ['15x22']);
    expect(told(game, [0])).toBe('You won! All your opponent’s pieces were captured.');
    expect(told(game, [1])).toBe('You lost. All your pieces were captured.');
    expect(told(game, [])).toBe('Red won. White has no pieces left.');
    expect(told(game, [0, 1])).toBe('Red won. White has no pieces left.');
  });

  test('who cannot move', () => {
    const game = over('american', 'B:W12:B3,4', ['4-8']);
    expect(told(game, [0])).toBe('You won! Your opponent has no moves left.');
    expect(told(game, [1])).toBe('You lost. You have no moves left.');
    expect(told(game, [])).toBe('Red won. White has no moves left.');
  });

  test('who is rid of all pieces where that is the aim', () => {
    const game = over('antidraughts', 'W:W22:B17', ['22x11']);
    expect(told(game, [0])).toBe('You lost. All your opponent’s pieces were captured.');
    expect(told(game, [1])).toBe('You won! All your pieces were captured.');
  });

  test('who got the first king', () => {
    const game = over('breakthrough', 'W:W8:B31', ['8-3']);
    expect(told(game, [0])).toBe('You won! You got the first king.');
    expect(told(game, [1])).toBe('You lost. Your opponent got the first king.');
    expect(told(game, [])).toBe('White won. White got the first king.');
  });

  test('who resigned, and whose time ran out', () => {
    const game = over('american', null, ['11-15'], 1);
    expect(told(game, [0])).toBe('You won! Your opponent resigned.');
    expect(told(game, [1])).toBe('You lost. You resigned.');
    expect(told(game, [])).toBe('Red won. White resigned.');
    expect(told(game, [0], 'time')).toBe('You won! Your opponent ran out of time.');
    expect(told(game, [1], 'time')).toBe('You lost. You ran out of time.');
  });

  test('of which only the result is known', () => {
    const game = over('american', null, ['11-15'], 1);
    expect(told(game, [0], 'unsaid')).toBe('You won!');
    expect(told(game, [], 'unsaid')).toBe('Red won.');
    expect(told(game, [], 'aborted')).toBe('The game was aborted.');
  });
});

describe('a draw', () => {
  test('by repetition, by a count and by agreement', () => {
    const again = ['1-5', '32-28', '5-1', '28-32', '1-5', '32-28', '5-1', '28-32'];
    const repeated = over('american', 'B:WK32:BK1', again);
    expect(told(repeated, [0])).toBe('Draw by repetition.');
    expect(told(repeated, [0], 'agreement')).toBe('Draw by agreement.');
    const reasons = ['40 moves each without a capture or a man\'s move', '16 moves each with three kings against one', 'round 300 is over', 'nobody can move'];
    const said = reasons.map((reason) => told({ ...repeated, ended: { ...repeated.ended, outcome: { ...repeated.ended.outcome, reason } } }, [0]));
    expect(said).toEqual([
      'Draw: 40 moves each without progress.',
      'Draw: the move limit for this endgame was reached.',
      'Draw: the last round is over.',
      'Draw: nobody can move.',
    ]);
  });
});

test('whom one waited for long enough', () => {
  const game = over('american', null, ['11-15'], 1);
  expect(told(game, [0], 'absence')).toBe('You won! Your opponent left the game.');
  expect(told(game, [1], 'absence')).toBe('You lost. You were away for too long.');
  expect(told(game, [], 'absence')).toBe('Red won. White left the game.');
  const drawn = { ...game, ended: { ...game.ended, outcome: { ...game.ended.outcome, isDraw: true } } };
  expect(told(drawn, [0], 'absence')).toBe('Draw: everyone else left the game.');
});

describe('a star', () => {
  test('of several, whom all the others have left', () => {
    const tree = value(GameTree.begin(rules, 'sternhalma:players=3', null));
    value(tree.leave(1, 'resigned'));
    value(tree.leave(2, 'resigned'));
    const game = { tree, ended: { ending: 'resignation', outcome: tree.game.outcome() } as Ended };
    expect(told(game, [0])).toBe('You won! Everyone else left the game.');
    expect(told(game, [1])).toMatch(/^\S+ won\. Everyone else left the game\.$/);
  });
});

test.each(Object.keys(languages))('every end is a whole sentence in %s', async (language) => {
  await speak(language);
  const games = [over('american', 'B:W18:B15', ['15x22']), over('american', 'B:W12:B3,4', ['4-8']), over('breakthrough', 'W:W8:B31', ['8-3']), over('american', null, ['11-15'], 1)];
  for (const game of games) {
    for (const mine of [[0], [1], []]) expect(told(game, mine)).toMatch(/^[^{}]+[.!] [^{}]+\.$/);
  }
});
