// Knows which sentences make up the rules of the other draughts games. A number means the same topic in each of them:
// 1 board, 2 pieces, 3 turns, 4 and 5 moves, 6 and 7 captures, 8 compulsion, 9 choice, 10 captured pieces, 11 crowning,
// 12 end, 13 to 16 draws, 17 what is special.
import { movingDiagram } from './moving';
import type { Facts, PageRule, PageSection, RulesPage, Sentence } from './shape';

type Numbered = Readonly<Record<number, readonly Sentence[]>>;

interface Variant {
  readonly game: string;
  readonly prefix: string;
  readonly facts: Facts;
  readonly rules: Numbered;
  readonly decided?: readonly number[];
  /** The live board of a rule; the start stands with rule 1. */
  readonly diagrams?: Readonly<Record<number, string>>;
}

const onTen: Facts = { size: '10×10', squares: 50, men: 20, begins: 'White' };
const onEight: Facts = { size: '8×8', squares: 32, men: 12, begins: 'White' };

const gap = (rows: number): Sentence => ['pieces.gap', { rows }];
const men = (count: number, rows: number): Sentence => ['pieces.rows', { men: count, rows }];
const where = (white: string, black: string): Sentence => ['pieces.where', { white, black }];
const squares = ({ size, squares: count }: Facts): Sentence => ['board.squares', { size, count }];
const numbers = (last: number): Sentence => ['board.numbers', { last }];
const quiet = (count: number): Sentence => ['quiet.count', { count }];

const common: Numbered = {
  3: ['turns.white'],
  4: ['man.moves'],
  5: ['king.flies'],
  8: ['must.turning'],
  10: ['leave.end'],
  12: ['end.loses'],
  13: ['repeat.third'],
  16: ['agree'],
};

const international: Numbered = {
  ...common,
  1: [squares(onTen), 'board.left', numbers(50)],
  2: [men(20, 4), where('31–50', '1–20'), gap(2)],
  6: ['man.takes.both'],
  7: ['king.takes.far'],
  9: ['choice.most'],
  11: ['crown.stays'],
  14: [quiet(25)],
  15: ['material.sixteen'],
};

const lettered: Numbered = {
  ...common,
  1: [squares(onEight), 'board.left', 'board.letters'],
  2: [men(12, 3)],
};

const russianDraws: readonly Sentence[] = ['material.three', 'material.both', 'material.road', 'material.five'];

const russian: Numbered = {
  ...lettered,
  6: ['man.takes.both'],
  7: ['king.takes.far', 'king.takes.on'],
  9: ['choice.any'],
  11: ['crown.goes'],
  14: [quiet(15)],
  15: russianDraws,
};

const iberian = (prefix: string): Numbered => ({
  ...common,
  1: [squares(onEight), 'board.right', 'board.river'],
  2: [men(12, 3), where('1–12', '21–32')],
  6: ['man.takes.forward'],
  7: ['king.takes.far'],
  9: ['choice.worthiest'],
  11: ['crown.stops'],
  14: [quiet(20), ['quiet.rests', { rule: `${prefix}-15` }]],
  15: ['material.river'],
});

const frisian = (prefix: string): Numbered => ({
  ...international,
  6: ['man.takes.all'],
  7: ['king.takes.all'],
  8: ['must.all'],
  9: ['choice.value'],
  15: ['material.frisian'],
  17: [['special.three', { rule: `${prefix}-12` }]],
});

const variants: readonly Variant[] = [
  {
    game: 'international',
    prefix: 'IN',
    facts: onTen,
    rules: international,
    decided: [15],
    diagrams: { 9: 'in-most', 11: 'in-passing' },
  },
  {
    game: 'russian',
    prefix: 'RU',
    facts: onEight,
    rules: russian,
    decided: [14, 15],
    diagrams: { 11: 'ru-onward' },
  },
  {
    game: 'brazilian',
    prefix: 'BR',
    facts: onEight,
    rules: { ...international, ...lettered, 14: [quiet(15)], 15: russianDraws },
    decided: [14, 15],
    diagrams: { 9: 'br-most' },
  },
  {
    game: 'turkish',
    prefix: 'TU',
    facts: { size: '8×8', squares: 64, men: 16, begins: 'White' },
    rules: {
      ...common,
      1: ['board.all'],
      2: ['pieces.turkish'],
      4: ['man.moves.straight'],
      5: ['king.flies.straight'],
      6: ['man.takes.straight'],
      7: ['king.takes.straight'],
      8: ['must.plain'],
      9: ['choice.most'],
      10: ['leave.turkish'],
      11: ['crown.goes'],
      14: ['quiet.turkish'],
      15: ['material.turkish'],
    },
    decided: [11, 14, 15],
    diagrams: { 6: 'tu-straight' },
  },
  {
    game: 'italian',
    prefix: 'IT',
    facts: onEight,
    rules: {
      ...common,
      1: [squares(onEight), 'board.right', numbers(32)],
      2: [men(12, 3), where('21–32', '1–12')],
      5: ['king.steps'],
      6: ['man.takes.men'],
      7: ['king.takes.near'],
      9: ['choice.italian'],
      11: ['crown.stops'],
      13: ['repeat.fourth'],
      14: [quiet(40)],
      15: ['material.none'],
    },
    decided: [14],
    diagrams: { 6: 'it-safe' },
  },
  {
    game: 'spanish',
    prefix: 'SP',
    facts: onEight,
    rules: iberian('SP'),
    decided: [15],
    diagrams: { 9: 'sp-worthiest' },
  },
  {
    game: 'portuguese',
    prefix: 'PT',
    facts: onEight,
    rules: { ...iberian('PT'), 14: ['quiet.few', ['quiet.rests', { rule: 'PT-15' }]] },
    decided: [15],
    diagrams: { 9: 'pt-worthiest' },
  },
  {
    game: 'czech',
    prefix: 'CZ',
    facts: onEight,
    rules: {
      ...russian,
      6: ['man.takes.forward'],
      9: ['choice.king'],
      11: ['crown.stops', 'crown.forward'],
      15: ['material.none'],
    },
    decided: [14],
    diagrams: { 9: 'cz-first' },
  },
  {
    game: 'pool',
    prefix: 'PO',
    facts: { ...onEight, begins: 'Black' },
    rules: {
      ...russian,
      1: [squares(onEight), 'board.left', numbers(32)],
      2: [men(12, 3), where('21–32', '1–12')],
      3: ['turns.black'],
      11: ['crown.stays'],
      15: ['material.pool'],
    },
    decided: [14],
    diagrams: { 6: 'po-back' },
  },
  {
    game: 'thai',
    prefix: 'TH',
    facts: { size: '8×8', squares: 32, men: 8, begins: 'Black' },
    rules: {
      ...common,
      1: [squares(onEight), 'board.left', ['board.numbers.black', { last: 32 }]],
      2: [men(8, 2), where('1–8', '25–32'), gap(4)],
      3: ['turns.black'],
      6: ['man.takes.forward'],
      7: ['king.takes.behind'],
      9: ['choice.any'],
      10: ['leave.once'],
      11: ['crown.stops'],
      14: [quiet(25)],
      15: ['material.none'],
    },
    decided: [13, 14],
    diagrams: { 7: 'th-behind' },
  },
  {
    game: 'canadian',
    prefix: 'CA',
    facts: { size: '12×12', squares: 72, men: 30, begins: 'White' },
    rules: {
      ...international,
      1: [['board.squares', { size: '12×12', count: 72 }], 'board.left', numbers(72)],
      2: [men(30, 5), where('43–72', '1–30'), gap(2)],
    },
    diagrams: { 7: 'ca-far' },
  },
  {
    game: 'frisian',
    prefix: 'FR',
    facts: onTen,
    rules: frisian('FR'),
    decided: [13, 14, 15],
    diagrams: { 6: 'fr-straight', 17: 'fr-three' },
  },
  {
    game: 'frysk',
    prefix: 'FY',
    facts: { ...onTen, men: 5 },
    rules: { ...frisian('FY'), 2: [['pieces.one', { men: 5 }], where('46–50', '1–5')] },
    decided: [13, 14, 15],
    diagrams: { 6: 'fy-straight', 17: 'fy-three' },
  },
  {
    game: 'spantsiretti',
    prefix: 'SR',
    facts: { size: '10×8', squares: 40, men: 15, begins: 'White' },
    rules: {
      ...russian,
      1: ['board.wide'],
      2: [men(15, 3)],
      15: ['material.three', 'material.both', 'material.five'],
    },
    decided: [13, 14, 15],
    diagrams: { 11: 'sr-onward' },
  },
  {
    game: 'antidraughts',
    prefix: 'AD',
    facts: onTen,
    rules: {
      ...international,
      12: ['end.wins'],
      14: ['quiet.none'],
      15: ['material.none', 'material.short'],
      17: ['special.lose'],
    },
    diagrams: { 9: 'ad-most', 17: 'ad-lose' },
  },
  {
    game: 'breakthrough',
    prefix: 'BT',
    facts: onTen,
    rules: {
      ...international,
      5: [['king.never.moves', { rule: 'BT-17' }]],
      7: [['king.never.takes', { rule: 'BT-17' }]],
      12: ['end.loses', ['end.race', { rule: 'BT-17' }]],
      13: ['repeat.never'],
      14: ['quiet.none'],
      15: ['material.none'],
      17: [['special.race', { rule: 'BT-11' }]],
    },
    diagrams: { 17: 'bt-race' },
  },
  {
    game: 'killer',
    prefix: 'KI',
    facts: onTen,
    rules: {
      ...international,
      7: ['king.takes.far', ['king.takes.limit', { rule: 'KI-17' }]],
      15: ['material.killer'],
      17: ['special.killer'],
    },
    decided: [15],
    diagrams: { 17: 'ki-behind' },
  },
];

const topics: readonly (readonly [string, readonly number[]])[] = [
  ['section.board', [1, 2, 3]],
  ['section.moves', [4, 5]],
  ['section.captures', [6, 7, 8, 9, 10]],
  ['section.crowning', [11]],
  ['section.special', [17]],
  ['section.end', [12, 13, 14, 15, 16]],
];

function pageOf({ game, prefix, facts, rules, decided = [], diagrams = {} }: Variant): RulesPage {
  const ruleOf = (number: number): PageRule[] => {
    const sentences = rules[number];
    if (sentences === undefined) return []; // only some games have a special rule
    const shown = number === 1 ? [`${game}-start`] : [movingDiagram(prefix, number) ?? []].flat();
    const diagram = diagrams[number];
    return [
      {
        id: `${prefix}-${number}`,
        sentences,
        isDecided: decided.includes(number),
        diagrams: diagram === undefined ? shown : [...shown, diagram],
      },
    ];
  };
  const sections = topics.map(([title, all]): PageSection => ({ title, rules: all.flatMap(ruleOf) }));
  return { game, facts, sections: sections.filter((section) => section.rules.length > 0) };
}

export const variantPages: readonly RulesPage[] = variants.map(pageOf);
