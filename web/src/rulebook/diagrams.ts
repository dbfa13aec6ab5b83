// Knows the live boards of the rules pages: position, moves to try, and by which rule a refused one is refused.
// Tests hold every one of them against the rules.
import { movingDiagrams } from './moving';
import type { Diagram, Trial } from './shape';

const legal = (moves: string): Trial[] => moves.split(' ').map((move) => ({ move }));
const refused = (move: string, refusedBy: string): Trial => ({ move, refusedBy });

interface Setting {
  readonly text?: string;
  readonly before?: string;
  readonly answers?: boolean;
}

function board(id: string, token: string, position: string | null, trials: readonly Trial[], setting: Setting = {}): Diagram {
  const before = setting.before === undefined ? [] : setting.before.split(' ');
  return { id, text: setting.text ?? id, token, position, before, trials, answers: setting.answers ?? false };
}

const start = (id: string, token: string, moves: string): Diagram =>
  board(id, token, null, legal(moves), { text: 'start', answers: true });

// Kings that walk about: counts run over moves that were played, so these positions come with their moves.
const fortyMoves =
  '6-10 27-23 1-6 23-27 6-1 32-28 10-6 27-32 6-9 31-27 1-5 27-23 5-1 32-27 9-14 28-24 14-17 23-26 17-14 27-32 ' +
  '2-7 32-27 14-9 24-20 1-5 26-31 9-13 20-24 13-17 31-26 17-14 26-31 5-1 27-32 14-10 24-20 10-14 20-16 7-10 16-12 ' +
  '10-15 32-27 15-10 27-23 10-7 23-19 1-5 31-27 14-9 19-16 9-14 27-32 7-2 12-8 14-9 8-4 9-14 16-19 2-6 32-27 ' +
  '14-9 27-31 6-10 31-27 10-6 27-23 5-1 19-15 9-13 23-27 13-9 15-18 6-2 27-24 1-6 24-27 9-5 4-8 5-9';
const twentyMoves =
  '29-15 8-12 15-10 12-23 10-7 23-30 7-3 30-19 3-17 19-28 17-31 28-24 31-17 24-6 17-14 6-15 14-21 15-28 21-10 28-32 ' +
  '10-21 32-18 21-7 18-23 7-3 23-16 3-14 16-26 14-17 26-16 17-31 16-2 31-22 2-7 22-18 7-17 18-32 17-22 32-28';
const threeKings =
  '29-18 4-11 31-26 11-8 26-16 8-4 16-23 4-8 23-16 8-4 18-15 4-8 15-1 8-12 16-26 12-19 1-6 19-24 6-1 24-10 ' +
  '26-16 10-17 30-25 17-3 1-10 3-8 10-17 8-4 25-15 4-8 16-12 8-3 15-28 3-7 17-13 7-14 12-3 14-23';

const american: readonly Diagram[] = [
  start('am-start', 'american', '11-15 9-14'),
  board('am-move', 'american', 'B:W21,24,30:B9,K14', [...legal('9-13 14-10'), refused('9-5', 'AM-4'), refused('14-23', 'AM-4')]),
  board('am-jump', 'american', 'B:WK15,17,24:B10,K28,21', [...legal('10x19 28x19'), refused('21x14', 'AM-5')]),
  board('am-back', 'american', 'B:W17,30:B21', [refused('21x14', 'AM-5')]),
  board('am-chain', 'american', 'B:W14,22,32:B9', [...legal('9x25'), refused('9x18', 'AM-7')]),
  board('am-must', 'american', 'B:W18,28:B15,2', [...legal('15x22'), refused('2-6', 'AM-7')]),
  board('am-choice', 'american', 'B:W14,16,24,32:B9,12', [...legal('9x18 12x28'), refused('9-13', 'AM-7')]),
  board('am-crown', 'american', 'B:W25,26,12:B21', [...legal('21x30'), refused('21x30x23', 'AM-9')]),
  board('am-end', 'american', 'B:W12:B4,3', legal('4-8 3-8')),
  board('am-again', 'american', 'B:WK32:BK1', legal('28-32 28-24'), { before: '1-5 32-28 5-1 28-32 1-5 32-28 5-1' }),
  board('am-count', 'american', 'B:WK32,K31,K27:BK1,K2,K6', legal('27-23 8-3'), { before: fortyMoves }),
];

const flyingKing: readonly Diagram[] = [
  start('fk-start', 'flying-king', '22-18 23-19'),
  board('fk-man-moves', 'flying-king', 'W:W18:B4', [...legal('18-14 18-15'), refused('18-22', 'FK-4')], { text: 'one-man' }),
  board('fk-far', 'flying-king', 'W:WK29,31:B8,12', [...legal('29-18 29-11'), refused('29x4', 'FK-9'), refused('29-24', 'FK-6')]),
  board('fk-man', 'flying-king', 'W:W18,32:B23,1', [...legal('18-14'), refused('18x27', 'FK-8')]),
  board('fk-near', 'flying-king', 'W:WK18:B15,27', [...legal('18x11'), refused('18x8', 'FK-9'), refused('18x32', 'FK-9')]),
  board('fk-chain', 'flying-king', 'W:WK25:B22,14,3', [...legal('25x9'), refused('25x18', 'FK-10')]),
  board('fk-choice', 'flying-king', 'W:W23,K30:B19,25,17', [...legal('23x16 30x14')]),
  board('fk-crown', 'flying-king', 'W:W11:B7,6,20', [...legal('11x2'), refused('11x2x9', 'FK-5')]),
  board('fk-end', 'flying-king', 'W:W29,30:B21', legal('29-25 30-26')),
  board('fk-again', 'flying-king', 'W:WK29:BK8', legal('4-8 4-15'), { before: '29-25 8-4 25-29 4-8 29-25 8-4 25-29' }),
  board('fk-count', 'flying-king', 'W:WK29,13:BK8,20', legal('22-26 20-24'), { before: twentyMoves }),
  board('fk-three', 'flying-king', 'W:WK29,K30,K31:BK4', legal('28-24 13-9'), { before: threeKings }),
];

const ten = 'sternhalma:pieces=10';
/** Ten pieces each; whoever stands below moves first. */
const holes = (below: string, above: string): string =>
  `1:1=${below.replaceAll(' ', ',')}:4=${above.replaceAll(' ', ',')}`;
const home = 'n11 n12 n13 o11 o12 o13 p12 p13 q13';

const star: readonly Diagram[] = [
  board('cc-start', 'sternhalma', null, [...legal('e6-f6 d5-f7'), refused('e6-g8', 'CC-9')], { answers: true }),
  board('cc-six', 'sternhalma:players=6', null, legal('c5-e7 d7-e7'), { answers: true }),
  board('cc-three', 'sternhalma:players=3', null, legal('c5-e7 d7-e7'), { answers: true }),
  board('cc-sets', 'sternhalma:sets=2', null, legal('c5-e7 o12-m10'), { answers: true }),
  board('cc-teams', 'sternhalma:players=6,teams=opposite', null, [...legal('c5-e7'), refused('n12-m12', 'CC-6'), refused('e4-e5', 'CC-7')], {
    answers: true,
  }),
  board('cc-step', ten, holes('a5 b5 b6 c5 c6 c7 d5 d7 d8 g7', `n10 ${home}`), [...legal('g7-h8 g7-g8'), refused('g7-i9', 'CC-9')]),
  board('cc-hop', ten, holes('a5 b5 b6 c5 c6 c7 d5 d6 g7 g8', `h8 ${home}`), [...legal('g7-i9 g7-g9'), refused('g7-j10', 'CC-9')]),
  board('cc-chain', ten, holes('a5 b5 b6 c5 c6 c7 d5 d6 e6 h10', `g8 ${home}`), [
    ...legal('d5-h11 d5-h9 d5-f7'),
    refused('d5-f7-g7', 'CC-8'),
  ]),
  board('cc-round', ten, holes('a5 b5 b6 c5 c6 c7 d5 g7 g8 h9', `h8 ${home}`), [
    ...legal('g7-i9 g7-g9'),
    refused('g7-g9-i9-g7', 'CC-21'),
  ]),
  board('cc-super', `${ten},hop=super`, holes('a5 b5 b6 c5 c6 c7 d6 d7 d8 e5', `g7 ${home}`), [
    ...legal('e5-i9'),
    refused('e5-h8', 'CC-12'),
  ]),
  board('cc-symmetric', `${ten},hop=symmetric`, holes('a5 b5 b6 c5 c6 c7 d6 d7 e5 f6', `g7 ${home}`), [
    ...legal('e5-h8'),
    refused('e5-i9', 'CC-13'),
  ]),
  board('cc-catapult', `${ten},hop=catapult`, holes('a5 b5 b6 c5 c6 c7 d6 e5 f6 h8', `g7 ${home}`), [
    ...legal('e5-i9'),
    refused('e5-j10', 'CC-13b'),
  ]),
  board('cc-rest', ten, holes('a5 b5 b6 c5 c6 c7 d5 d6 e8 e9', `f10 ${home}`), [...legal('e8-g10'), refused('e8-e10', 'CC-14')]),
  board('cc-closed', `${ten},goal=closed`, holes('c5 c6 d5 d6 k10 l11 m12 n12 o13 p12', 'a5 b5 b6 d7 d8 n10 n13 o11 p13 q13'), [
    ...legal('n12-o12'),
    refused('n12-m11', 'CC-18'),
  ]),
  board('cc-full', `${ten},places=first`, holes('i9 m12 n10 n11 n12 o11 o12 o13 p12 p13', 'a5 b5 b6 c5 c6 c7 d5 d6 d7 q13'), legal('m12-n13')),
];

const most = { text: 'most' };
const tenMost = 'W:W28,38:B23,33,5';
const worthiest = 'W:W15,1:BK19,20,32';
const onward = 'W:Wd6,a1:Be7,g7,b8';
const straight = 'W:W33:B23,34,4,15';
const resting = { text: 'three', before: '46-14 6-39 14-32 39-17 32-46 16-21' };

const variants: readonly Diagram[] = [
  start('international-start', 'international', '32-28 33-29'),
  board('in-most', 'international', tenMost, [...legal('38x18'), refused('28x19', 'IN-9')], most),
  board('in-passing', 'international', 'W:W13:B9,10,36', [...legal('13x15'), refused('13x4', 'IN-8')], { text: 'passing' }),
  start('russian-start', 'russian', 'c3-d4 g3-h4'),
  board('ru-onward', 'russian', onward, [...legal('d6:h6'), refused('d6:f8', 'RU-8')], { text: 'onward' }),
  start('brazilian-start', 'brazilian', 'c3-d4 g3-h4'),
  board('br-most', 'brazilian', 'W:Wc3,h2:Bd4,g3,e3,b8', [...legal('h2xd2'), refused('c3xe5', 'BR-9')], most),
  start('turkish-start', 'turkish', 'd3-d4 e3-e4'),
  board('tu-straight', 'turkish', 'W:Wd4,a2:Bd5,e6,h7', [...legal('d4xf6'), refused('d4xd6', 'TU-8'), refused('d4-e5', 'TU-8')], {
    text: 'turkish',
  }),
  start('italian-start', 'italian', '23-19 22-18'),
  board('it-safe', 'italian', 'W:W22,29:BK19,1', [...legal('22-18'), refused('22x15', 'IT-6')], { text: 'italian' }),
  start('spanish-start', 'spanish', '10-14 11-15'),
  board('sp-worthiest', 'spanish', worthiest, [...legal('15x22'), refused('15x24', 'SP-9')], { text: 'worthiest' }),
  start('portuguese-start', 'portuguese', '10-14 11-15'),
  board('pt-worthiest', 'portuguese', worthiest, [...legal('15x22'), refused('15x24', 'PT-9')], { text: 'worthiest' }),
  start('czech-start', 'czech', 'c3-d4 g3-h4'),
  board('cz-first', 'czech', 'W:Wc3,Ka5:Bd4,f6,b6,e7', [...legal('a5xc7 a5xd8'), refused('c3xg7', 'CZ-9')], { text: 'czech' }),
  start('pool-start', 'pool', '11-15 9-14'),
  board('po-back', 'pool', 'B:W11,18,32:B15', legal('15x22 15x8'), { text: 'pool' }),
  start('thai-start', 'thai', '25-22 26-23'),
  board('th-behind', 'thai', 'B:W18,1:BK32', [...legal('32-14'), refused('32-9', 'TH-7')], { text: 'thai' }),
  start('canadian-start', 'canadian', '44-38 45-39'),
  board('ca-far', 'canadian', 'W:WK67:B34,1', legal('67x28 67x6'), { text: 'far' }),
  start('frisian-start', 'frisian', '32-28 33-29'),
  board('fr-straight', 'frisian', straight, [...legal('33x13 33x35'), refused('33-28', 'FR-8')], { text: 'frisian' }),
  board('fr-three', 'frisian', 'W:WK46,35:BK6,16', [...legal('35-30'), refused('46-41', 'FR-17')], resting),
  start('frysk-start', 'frysk', '47-41 48-42'),
  board('fy-straight', 'frysk', straight, [...legal('33x13 33x35'), refused('33-28', 'FY-8')], { text: 'frisian' }),
  board('fy-three', 'frysk', 'W:WK46,35:BK6,16', [...legal('35-30'), refused('46-41', 'FY-17')], resting),
  start('spantsiretti-start', 'spantsiretti', 'c3-d4 e3-f4'),
  board('sr-onward', 'spantsiretti', onward, [...legal('d6:h6 d6:j4'), refused('d6:f8', 'SR-8')], { text: 'onward' }),
  start('antidraughts-start', 'antidraughts', '32-28 33-29'),
  board('ad-most', 'antidraughts', tenMost, [...legal('38x18'), refused('28x19', 'AD-9')], most),
  board('ad-lose', 'antidraughts', 'W:W28:B17', legal('28-22'), { text: 'lose', answers: true }),
  start('breakthrough-start', 'breakthrough', '32-28 33-29'),
  board('bt-race', 'breakthrough', 'W:W8,47:B44,2', legal('8-3'), { text: 'race' }),
  start('killer-start', 'killer', '32-28 33-29'),
  board('ki-behind', 'killer', 'W:WK46:BK28,5', [...legal('46x23'), refused('46x19', 'KI-17')], { text: 'killer' }),
];

const all = new Map([...american, ...flyingKing, ...star, ...variants, ...movingDiagrams].map((diagram) => [diagram.id, diagram]));

export const diagrams: readonly Diagram[] = [...all.values()];

export function diagramOf(id: string): Diagram {
  const found = all.get(id);
  if (found === undefined) throw new Error(`no live board ${id}`);
  return found;
}
