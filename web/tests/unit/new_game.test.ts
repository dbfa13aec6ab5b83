import { describe, expect, test } from 'vitest';
import { clockOf, kinds, presets, readChoiceOfClock, readClock, shortClock, writeClock, type OwnClock } from '../../src/pages/new_game/clocks';
import { fallen, fitting, possibleValues, readChoice, readHandicap, setsOf, tokenOf, writeHandicap } from '../../src/pages/new_game/token';
import { wholeTestRules } from './rules/modules';

const own: OwnClock = { kind: 'fischer', minutes: 5, seconds: 3, periods: 3 };
const short = (clock: Parameters<typeof shortClock>[0]) => shortClock(clock, { untimed: 'none', days: (count) => `${count} d`, turn: (ms) => `${ms} a turn` });

describe('clocks', () => {
  test('every preset is a clock that can be played with', () => {
    for (const preset of presets) {
      const clock = clockOf(preset, own);
      if (clock.kind === 'none') continue;
      expect((clock.main_ms ?? 0) + (clock.step_ms ?? 0), preset).toBeGreaterThan(0);
    }
  });

  test('one of one’s own has what was asked for, within its bounds', () => {
    expect(clockOf('own', own)).toEqual({ kind: 'fischer', main_ms: 300_000, step_ms: 3000 });
    expect(clockOf('own', { ...own, kind: 'byoyomi' })).toEqual({ kind: 'byoyomi', main_ms: 300_000, step_ms: 3000, periods: 3 });
    expect(clockOf('own', { ...own, minutes: 0, seconds: 0 })).toEqual({ kind: 'fischer', main_ms: 60_000, step_ms: 0 });
    expect(clockOf('own', { ...own, minutes: Number.NaN, seconds: -5 }).main_ms).toBe(60_000);
    expect(clockOf('own', { ...own, minutes: 1e9 }).main_ms).toBe(86_400_000);
    expect(clockOf('own', { ...own, kind: 'turn' })).toEqual({ kind: 'turn', step_ms: 3000, periods: 3 });
    expect(clockOf('own', { ...own, kind: 'turn', seconds: 0 }).step_ms).toBe(1000);
  });

  test('an address takes a clock along', () => {
    for (const clock of [clockOf('own', own), clockOf('own', { ...own, kind: 'delay' }), clockOf('own', { ...own, kind: 'byoyomi' })]) {
      expect(readClock(writeClock(clock))).toEqual(clock);
    }
    for (const text of [null, '', 'none-0-0', 'days-0-3', 'turn-0-30', 'fischer', 'fischer-x-3', 'sundial-1-1']) expect(readClock(text)).toBeUndefined();
  });

  test('what an address names is chosen again', () => {
    for (const preset of presets.filter((one) => one !== 'own')) expect(readChoiceOfClock(writeClock(clockOf(preset, own)))).toEqual({ preset });
    for (const kind of kinds) {
      const clock = clockOf('own', { ...own, minutes: 7, kind });
      const chosen = readChoiceOfClock(writeClock(clock));
      expect(chosen?.preset, kind).toBe('own');
      expect(clockOf('own', chosen?.own ?? own), kind).toEqual(clock);
    }
    for (const text of ['', 'fischer', 'fischer-x-3', 'sundial-1-1']) expect(readChoiceOfClock(text)).toBeUndefined();
  });

  test('what the lobby offers at a press can be chosen for a friend too', () => {
    expect(presets.map((preset) => short(clockOf(preset, own)))).toEqual(expect.arrayContaining(['1+1', '3+2', '5+3', '10+5', '15+10', '30+20']));
  });

  test('short forms', () => {
    expect(short({ kind: 'none' })).toBe('none');
    expect(short({ kind: 'fischer', main_ms: 300_000, step_ms: 3000 })).toBe('5+3');
    expect(short({ kind: 'fischer', main_ms: 90_000 })).toBe('1.5+0');
    expect(short({ kind: 'delay', main_ms: 300_000, step_ms: 5000 })).toBe('5 d5');
    expect(short({ kind: 'byoyomi', main_ms: 600_000, step_ms: 30_000, periods: 3 })).toBe('10′ + 3×30″');
    expect(short({ kind: 'byoyomi', step_ms: 30_000, periods: 3 })).toBe('3×30″');
    expect(short(clockOf('turn', own))).toBe('30000 a turn');
    expect(short({ kind: 'days', step_ms: 3 * 86_400_000 })).toBe('3 d');
  });
});

test('tokens read and write', () => {
  expect(readChoice('american')).toEqual({ id: 'american', options: {} });
  const token = 'sternhalma:players=3,hop=super';
  expect(tokenOf(readChoice(token))).toBe(token);
  expect(tokenOf({ id: 'sternhalma', options: { players: '4', hop: '' } })).toBe('sternhalma:players=4');
});

describe('options that go together', () => {
  test('each value that is offered makes a game with what was chosen before it, and no other does', async () => {
    const rules = await wholeTestRules();
    const entry = rules.catalog().find(({ id }) => id === 'sternhalma');
    if (entry === undefined) throw new Error('the star is in the catalogue');
    const offered = (token: string, key: string) => {
      const option = entry.options.find((one) => one.key === key);
      return option === undefined ? [] : possibleValues(rules, entry, readChoice(token), option);
    };
    expect(offered('sternhalma', 'sets')).toEqual(['1', '2', '3']);
    expect(offered('sternhalma:players=3', 'sets')).toEqual(['1', '2']);
    expect(offered('sternhalma:players=6', 'sets')).toEqual(['1']);
    expect(offered('sternhalma:players=6', 'players'), 'what is chosen later does not bind').toEqual(['2', '3', '4', '5', '6']);
    expect(offered('sternhalma', 'pieces')).toEqual(['10', '15']);
    expect(offered('sternhalma:board=253', 'pieces')).toEqual(['21']);
    expect(offered('sternhalma:players=3', 'teams')).toEqual(['none']);
    expect(offered('sternhalma:players=4', 'teams')).toEqual(['none', 'opposite']);
    expect(offered('sternhalma:players=5', 'teams'), 'CC-23').toEqual(['none']);
    expect(offered('sternhalma:players=5', 'leave'), 'CC-22').toEqual(['removed', 'stay']);
    expect(offered('sternhalma', 'leave'), 'of two players it says nothing').toEqual(['removed']);
    expect(offered('sternhalma', 'last-round'), 'CC-24').toEqual(['no', 'yes']);
  });

  test('CC-25: a handicap is written by the sets that play, and falls with them', async () => {
    const rules = await wholeTestRules();
    const entry = rules.catalog().find(({ id }) => id === 'sternhalma');
    if (entry === undefined) throw new Error('the star is in the catalogue');
    expect(readHandicap('1-2+4-3')).toEqual({ 1: 2, 4: 3 });
    expect(writeHandicap({ 1: 2, 4: 0, 5: 3 })).toBe('1-2+5-3');
    expect([...setsOf(rules, readChoice('sternhalma:players=5,handicap=1-2'))]).toEqual(['1', '2', '3', '4', '5'].map((set) => [set, 10]));
    expect([...setsOf(rules, readChoice('sternhalma'))]).toEqual([['1', 15], ['4', 15]]);
    const fits = (token: string) => tokenOf(fitting(rules, entry, readChoice(token)));
    expect(fits('sternhalma:players=5,handicap=1-2+3-1')).toBe('sternhalma:players=5,handicap=1-2+3-1');
    expect(fits('sternhalma:handicap=3-1')).toBe('sternhalma');
  });

  test('what no longer fits is as usual again, the rest stays', async () => {
    const rules = await wholeTestRules();
    const entry = rules.catalog().find(({ id }) => id === 'sternhalma');
    if (entry === undefined) throw new Error('the star is in the catalogue');
    const fits = (token: string) => tokenOf(fitting(rules, entry, readChoice(token)));
    expect(fits('sternhalma:players=6,sets=2,hop=super')).toBe('sternhalma:players=6,hop=super');
    expect(fits('sternhalma:players=3,pieces=15')).toBe('sternhalma:players=3');
    expect(fits('sternhalma:players=4,teams=opposite')).toBe('sternhalma:players=4,teams=opposite');
    expect(fits('sternhalma:players=7,nonsense=1')).toBe('sternhalma');
    const chosen = readChoice('sternhalma:players=6,sets=2,hop=super');
    expect(fallen(chosen, fitting(rules, entry, chosen)), 'what falls away is told').toEqual({ sets: '2' });
  });
});
