// Whatever the program has against a text is said in the player's language, and never in English within another.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainAt } from '../../../src/game/reasons/attempt';
import { reasonText } from '../../../src/game/reasons/reasons';
import { refusedText } from '../../../src/game/reasons/refused_text';
import { GameTree } from '../../../src/game/game_tree';
import type { Refusal, Rules } from '../../../src/rules/types';
import { languages, say, speak } from '../../../src/messages/messages';
import { wholeTestRules } from '../rules/modules';

const positions: readonly (readonly [token: string, position: string])[] = [
  ['american', 'X'],
  ['american', 'W'],
  ['american', 'W:'],
  ['american', 'W:W33'],
  ['american', 'W;W1'],
  ['american', 'W:W1;B2'],
  ['american', 'W:W1-'],
  ['american', 'W:W5-2:B1'],
  ['american', 'W:W5:B5'],
  ['american', 'W:W5-20:B30'],
  ['american', 'W:W:B'],
  ['american', 'W:W1:B30'],
  ['american', 'W:W5:B6:+3'],
  ['american', 'W:W1-32,1-32,1-32:B1'],
  ['american', 'W'.repeat(5000)],
  ['turkish', 'W:Wz9'],
  ['frisian', 'W:WK5,10:BK20:+9@5+0'],
  ['frisian', 'W:WK5,10:BK20:+2@6+0'],
  ['sternhalma', 'x'],
  ['sternhalma', '9:1=a5'],
  ['sternhalma', '1:foo'],
  ['sternhalma', '1:1=zz'],
  ['sternhalma', '1:1=a1'],
  ['sternhalma', '1:1=a5,a5'],
  ['sternhalma', '1:1=a5'],
  ['sternhalma', '1:2=a5'],
  ['sternhalma', '2:1=a5'],
  ['nogame', ''],
  ['', ''],
  ['american:x=1', ''],
  ['sternhalma:players=7', ''],
  ['sternhalma:players=5,last-round=x', ''],
  ['sternhalma:leave=x', ''],
  ['sternhalma:handicap=1', ''],
  ['sternhalma:handicap=2-1', ''],
  ['sternhalma:handicap=1-15', ''],
  ['sternhalma', '1:1=a5:left=1:left=1'],
  ['sternhalma', '1:1=a5:left=1,1'],
  ['sternhalma', '1:1=a5:left=4'],
  ['sternhalma', '1:1=a5:left=1,1,1,1,1,1,1'],
  ['sternhalma:players=3', '1:1=a5:left=1'],
  ['sternhalma:players=3', '1:1=a5:3=b5:left=3'],
  ['sternhalma:players=3', '3:1=a5:last=1'],
  ['sternhalma:players=3,last-round=yes', '1:1=a5:last=1'],
  ['sternhalma:players=3,last-round=yes', '3:1=a5:last=5'],
  ['sternhalma:players=3,last-round=yes', '3:1=a5:last=1:left=1'],
  ['sternhalma:players=6,sets=2', ''],
  ['sternhalma:players=3,pieces=15', ''],
  ['sternhalma:teams=opposite', ''],
  ['sternhalma:board=7', ''],
  ['sternhalma:rounds=x', ''],
  ['sternhalma:rounds=2000000000', ''],
  ['sternhalma:nothing=5', ''],
  ['sternhalma:players', ''],
];

const records: readonly (readonly [text: string, token: string])[] = [
  ...[
    'this is no game 99-98',
    '1. 11-15 {abc',
    '1. 11-15 (22-18',
    '1. 11-15 )',
    '[Event "x',
    '[Foo]',
    '["x"]',
    '1. 11-15 $',
    '1. 11-15 $99999',
    '1. 11-16 11-15',
    '[GameType "99"] 1. 11-15',
    '[GameType "20"] 1. 11-15',
    '[GameType "zork"] 1. 11-15',
    '[FEN "W:W99"] 1. 11-15',
    '1. 11-15 /x',
    '1. 11-15 /x/ 2',
    '1. 11-15 /OUT "9 x"/',
    '1. (11-15)',
    '1. 11-15 -',
    'a'.repeat(2000),
    `1. 11-15 ${'('.repeat(200)}`,
    '1. 10-20',
    '1. 9-14 22-17 9-13',
  ].map((text) => [text, 'american'] as const),
  ...['1. a1-b1', '1. zz-a5', '1. a5-q13', '1. d4-e4 d4-e4', '1. --'].map((text) => [text, 'sternhalma'] as const),
];

let rules: Rules;
let refusals: readonly Refusal[];

beforeAll(async () => {
  rules = await wholeTestRules();
  const ofPositions = positions.map(([token, position]) => rules.start(token, position));
  const ofRecords = await Promise.all(records.map(([text, token]) => rules.readRecords(text, token)));
  const all = [...ofPositions, ...ofRecords.flat()];
  refusals = all.filter((checked): checked is Refusal => !checked.ok);
  expect(refusals).toHaveLength(positions.length + records.length);
});
afterAll(() => speak('en'));

test('each reason has words of its own', () => {
  const unknown = refusals.filter((refusal) => refusedText(rules, refusal).includes(say('reason.unreadable')));
  expect(unknown.map(({ reason }) => reason)).toEqual([]);
});

describe.each(Object.keys(languages).filter((name) => name !== 'en'))('in %s', (name) => {
  test('nothing of the English is left, and every value is filled in', async () => {
    await speak(name);
    for (const refusal of refusals) {
      const text = refusedText(rules, refusal);
      expect(text).not.toMatch(/expected|found|\bthe\b|without|\{\w+\}/);
      expect(text.length).toBeGreaterThan(5);
    }
    await speak('en');
  });
});

test('where the fault stands and what is wrong there', async () => {
  const [, first] = refusals;
  expect(refusedText(rules, refusals[3] as Refusal)).toBe("33 is not a square; squares run from 1 to 32.");
  expect(first).toBeDefined();
  await speak('hu');
  const [outside] = await rules.readRecords('1. 11-15 {abc', 'american');
  expect(refusedText(rules, outside as Refusal)).toBe('1. sor, 10. oszlop: valami nyitva maradt: hiányzik ez: }.');
  await speak('en');
});

test('which option does not fit, and what would', () => {
  const told = (token: string) => {
    const game = rules.start(token);
    return game.ok ? '' : refusedText(rules, game);
  };
  expect(told('sternhalma:players=6,sets=2')).toBe('Colours per player: 2 is not possible here. Possible: 1.');
  expect(told('sternhalma:players=3,pieces=15')).toBe('Pieces per colour: 15 is not possible here. Possible: 10.');
  expect(told('sternhalma:players=3,teams=opposite')).toBe(
    'Teams: Opposite players team up is not possible here. Possible: No teams.',
  );
  expect(told('sternhalma:hop=far')).toMatch(/^Hops: far is not possible here. Possible: Over a neighbouring piece, /);
  expect(told('sternhalma:nothing=5')).toBe("There is no option nothing.");
});

test('a reason that nobody has foreseen is still said in the language of the page', async () => {
  await speak('is');
  expect(refusedText(rules, { rule: '', reason: 'the moon is in the way' })).toBe(say('reason.unreadable'));
  await speak('en');
});

test.each([
  ['american', null, '18', 'AM-3', 'There is no piece on 18.'],
  ['american', null, '22', 'AM-3', 'The piece on 22 belongs to the other side.'],
  ['flying-king', null, '14', 'FK-3', 'There is no piece on 14.'],
  ['sternhalma', null, 'i9', 'CC-8', 'There is no piece on i9.'],
  ['sternhalma', null, 'm9', 'CC-7', 'That piece is Violet’s. It’s Red’s turn.'],
  ['sternhalma', null, 'q13', 'CC-7', 'That piece is Violet’s. It’s Red’s turn.'], // whatever stands around it
  ['sternhalma:players=2,sets=3', null, 'q13', 'CC-7', 'That’s not your piece, or not your turn.'],
] as const)('%s, %s: who touches %s hears, by %s: %s', (token, start, label, rule, text) => {
  const begun = GameTree.begin(rules, token, start);
  if (!begun.ok) throw new Error(begun.reason);
  const point = begun.value.layout.points.findIndex((one) => one.label === label);
  const explained = explainAt(begun.value, point, null);
  expect(explained.rule).toBe(rule);
  expect(reasonText(rules, token, explained)).toBe(text);
});
