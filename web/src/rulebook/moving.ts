// Knows the live boards that the other draughts games have: how a man moves, how a king does, how either captures, that
// one must, which of several captures, and what the far row does to one.
// Tests hold every one of them against the rules.
import type { Diagram } from './shape';

type Board = readonly [position: string, legal: string, refused: string];

interface Moving {
  readonly game: string;
  readonly prefix: string;
  readonly man: Board;
  readonly king?: Board; // none where a king has won
  readonly takes?: Board; // none where another board shows it
  readonly reaches?: Board; // how a king captures
  readonly crown?: Board; // where crowning ends a capture, or a man that passes the far row stays one
  readonly must: Board;
  readonly choice?: Board; // none where any capture may be chosen, or another board shows it
}

const moving: readonly Moving[] = [
  {
    game: 'international',
    prefix: 'IN',
    man: ['W:W28:B5', '28-22 28-23', '28-33'],
    king: ['W:WK28:B5', '28-22 28-50', '28-29'],
    takes: ['W:W28:B33,17', '28x39', '28x11'],
    reaches: ['W:WK46:B32,28', '46-41 46-37', '46x23'],
    must: ['W:W28,24:B23,5', '28x19', '24-19'],
  },
  {
    game: 'russian',
    prefix: 'RU',
    man: ['W:Wd4:Bh8', 'd4-c5 d4-e5', 'd4-e3'],
    king: ['W:WKd4:Bh8', 'd4-c5 d4-g1', 'd4-f4'],
    takes: ['W:Wd4:Be3,f6', 'd4:f2', 'd4:g7'],
    reaches: ['W:WKa1:Bd4,e5', 'a1-b2 a1-c3', 'a1:f6'],
    must: ['W:Wd4,g5:Be5,h8', 'd4:f6', 'g5-f6'],
  },
  {
    game: 'brazilian',
    prefix: 'BR',
    man: ['W:Wd4:Bh8', 'd4-c5 d4-e5', 'd4-e3'],
    king: ['W:WKd4:Bh8', 'd4-c5 d4-g1', 'd4-f4'],
    takes: ['W:Wd4:Be3,f6', 'd4xf2', 'd4xg7'],
    reaches: ['W:WKa1:Bd4,e5', 'a1-b2 a1-c3', 'a1xf6'],
    crown: ['W:Wf6:Be7,b6', 'f6xd8', 'f6xd8xa5'],
    must: ['W:Wd4,g5:Be5,h8', 'd4xf6', 'g5-f6'],
  },
  {
    game: 'turkish',
    prefix: 'TU',
    man: ['W:Wd4:Bh8', 'd4-d5 d4-c4 d4-e4', 'd4-d3'],
    king: ['W:WKd4:Bh8', 'd4-d5 d4-d1', 'd4-f5'],
    reaches: ['W:WKd1:Bd4,d5', 'd1-d2 d1-d3', 'd1xd6'],
    must: ['W:Wd4,f6:Be4,h8', 'd4xf4', 'f6-e7'],
  },
  {
    game: 'italian',
    prefix: 'IT',
    man: ['W:W19:B1', '19-14 19-15', '19-22'],
    king: ['W:WK19:B1', '19-14 19-23', '19-18'],
    reaches: ['W:WK19:B10', '19-14 19-23', '19x5'],
    crown: ['W:W11:B6,5', '11x2', '11x2x9'],
    must: ['W:W19,13:B14,1', '19x10', '13-10'],
    choice: ['W:WK31:B28,27,18', '31x13', '31x24'],
  },
  {
    game: 'spanish',
    prefix: 'SP',
    man: ['W:W14:B32', '14-19 14-18', '14-11'],
    king: ['W:WK14:B32', '14-19 14-1', '14-15'],
    takes: ['W:W14:B19,11', '14x23', '14x7'],
    reaches: ['W:WK4:B14,18', '4-7 4-11', '4x21'],
    crown: ['W:W22:B27,28', '22x31', '22x31x24'],
    must: ['W:W14,20:B19,32', '14x23', '20-23'],
  },
  {
    game: 'portuguese',
    prefix: 'PT',
    man: ['W:W14:B32', '14-19 14-18', '14-11'],
    king: ['W:WK14:B32', '14-19 14-1', '14-15'],
    takes: ['W:W14:B19,11', '14x23', '14x7'],
    reaches: ['W:WK4:B14,18', '4-7 4-11', '4x21'],
    crown: ['W:W22:B27,28', '22x31', '22x31x24'],
    must: ['W:W14,20:B19,32', '14x23', '20-23'],
  },
  {
    game: 'czech',
    prefix: 'CZ',
    man: ['W:Wd4:Bh8', 'd4-c5 d4-e5', 'd4-e3'],
    king: ['W:WKd4:Bh8', 'd4-c5 d4-g1', 'd4-f4'],
    takes: ['W:Wd4:Be5,e3', 'd4xf6', 'd4xf2'],
    reaches: ['W:WKa1:Bd4,e5', 'a1-b2 a1-c3', 'a1xf6'],
    crown: ['W:Wf6:Be7,b6', 'f6xd8', 'f6xd8xa5'],
    must: ['W:Wd4,g5:Be5,h8', 'd4xf6', 'g5-f6'],
  },
  {
    game: 'pool',
    prefix: 'PO',
    man: ['W:W18:B4', '18-14 18-15', '18-23'],
    king: ['W:WK18:B4', '18-14 18-32', '18-19'],
    takes: ['W:W18:B23,9', '18x27', '18x5'],
    reaches: ['W:WK29:B18,15', '29-25 29-22', '29x11'],
    crown: ['W:W11:B7,9', '11x2', '11x2x13'],
    must: ['W:W18,16:B15,4', '18x11', '16-11'],
  },
  {
    game: 'thai',
    prefix: 'TH',
    man: ['W:W15:B29', '15-19 15-18', '15-10'],
    king: ['W:WK15:B29', '15-19 15-1', '15-14'],
    takes: ['W:W15:B18,10', '15-22', '15-6'],
    reaches: ['W:WK4:B15,18', '4-8 4-11', '4-22'],
    crown: ['W:W22:B26,27', '22-31', '22-31-24'],
    must: ['W:W15,17:B18,29', '15-22', '17-22'],
  },
  {
    game: 'canadian',
    prefix: 'CA',
    man: ['W:W39:B6', '39-33 39-34', '39-46'],
    king: ['W:WK39:B6', '39-33 39-72', '39-40'],
    takes: ['W:W39:B46,26', '39x52', '39x20'],
    reaches: ['W:WK67:B39,34', '67-61 67-45', '67x28'],
    crown: ['W:W15:B9,13,61', '15x2', '15x2x19'],
    must: ['W:W39,35:B34,6', '39x28', '35-28'],
    choice: ['W:W29:B23,35,46', '29x51', '29x16'],
  },
  {
    game: 'frisian',
    prefix: 'FR',
    man: ['W:W28:B5', '28-22 28-23', '28-33'],
    king: ['W:WK28:B5', '28-22 28-50', '28-29'],
    takes: ['W:W28:B33,17', '28x39', '28x11'],
    reaches: ['W:WK46:B32,28', '46-41 46-37', '46x23'],
    crown: ['W:W13:B8,11,45', '13x2', '13x2x16'],
    must: ['W:W28,39:B23,5', '28x19', '39-33'],
    choice: ['W:W28:B18,27,7', '28x6', '28x26'],
  },
  {
    game: 'frysk',
    prefix: 'FY',
    man: ['W:W28:B5', '28-22 28-23', '28-33'],
    king: ['W:WK28:B5', '28-22 28-50', '28-29'],
    takes: ['W:W28:B33,17', '28x39', '28x11'],
    reaches: ['W:WK46:B32,28', '46-41 46-37', '46x23'],
    crown: ['W:W13:B8,11,45', '13x2', '13x2x16'],
    must: ['W:W28,39:B23,5', '28x19', '39-33'],
    choice: ['W:W28:B18,27,7', '28x6', '28x26'],
  },
  {
    game: 'spantsiretti',
    prefix: 'SR',
    man: ['W:Wf4:Bj8', 'f4-e5 f4-g5', 'f4-e3'],
    king: ['W:WKf4:Bj8', 'f4-e5 f4-i1', 'f4-d4'],
    takes: ['W:Wf4:Be3,h6', 'f4:d2', 'f4:i7'],
    reaches: ['W:WKa1:Bd4,e5', 'a1-b2 a1-c3', 'a1:f6'],
    must: ['W:Wf4,c5:Be5,j8', 'f4:d6', 'c5-d6'],
  },
  {
    game: 'antidraughts',
    prefix: 'AD',
    man: ['W:W28:B5', '28-22 28-23', '28-33'],
    king: ['W:WK28:B5', '28-22 28-50', '28-29'],
    takes: ['W:W28:B33,17', '28x39', '28x11'],
    reaches: ['W:WK46:B32,28', '46-41 46-37', '46x23'],
    crown: ['W:W13:B8,11,45', '13x2', '13x2x16'],
    must: ['W:W28,24:B23,5', '28x19', '24-19'],
  },
  {
    game: 'breakthrough',
    prefix: 'BT',
    man: ['W:W28:B5', '28-22 28-23', '28-33'],
    takes: ['W:W28:B33,17', '28x39', '28x11'],
    must: ['W:W28,24:B23,5', '28x19', '24-19'],
    choice: ['W:W20:B14,24,33', '20x38', '20x9'],
  },
  {
    game: 'killer',
    prefix: 'KI',
    man: ['W:W28:B5', '28-22 28-23', '28-33'],
    king: ['W:WK28:B5', '28-22 28-50', '28-29'],
    takes: ['W:W28:B33,17', '28x39', '28x11'],
    reaches: ['W:WK46:B32,28', '46-41 46-37', '46x23'],
    crown: ['W:W13:B8,11,45', '13x2', '13x2x16'],
    must: ['W:W28,24:B23,5', '28x19', '24-19'],
    choice: ['W:W20:B14,24,33', '20x38', '20x9'],
  },
];

/** The rule that refuses on each of them. */
const numbers = { man: 4, king: 5, takes: 6, reaches: 7, must: 8, choice: 9, crown: 11 } as const;
const kinds = ['man', 'king', 'takes', 'reaches', 'must', 'choice', 'crown'] as const;

/** The board of a rule of that number; undefined where there is none. */
export function movingDiagram(prefix: string, number: number): string | undefined {
  const game = moving.find((one) => one.prefix === prefix);
  const kind = kinds.find((one) => numbers[one] === number);
  return kind === undefined || game?.[kind] === undefined ? undefined : `${prefix.toLowerCase()}-${kind}`;
}

export const movingDiagrams: readonly Diagram[] = moving.flatMap((one) =>
  kinds.flatMap((kind): Diagram[] => {
    const board = one[kind];
    if (board === undefined) return [];
    const [position, legal, refused] = board;
    return [
      {
        id: `${one.prefix.toLowerCase()}-${kind}`,
        text: `one-${kind}`,
        token: one.game,
        position,
        before: [],
        trials: [...legal.split(' ').map((move) => ({ move })), { move: refused, refusedBy: `${one.prefix}-${numbers[kind]}` }],
        answers: false,
      },
    ];
  }),
);
