// Knows how the rules of the three featured games stand on their pages: sections, order, live boards.
import type { PageRule, PageSection, RulesPage } from './shape';

const decided = new Set([
  ...['AM-15', 'FK-2', 'FK-5', 'FK-13', 'FK-16'],
  ...['CC-5', 'CC-14', 'CC-16', 'CC-17', 'CC-18', 'CC-19', 'CC-20', 'CC-22', 'CC-23', 'CC-24', 'CC-25'],
]);

function rule(id: string, ...diagrams: string[]): PageRule {
  return { id, sentences: [id], isDecided: decided.has(id), diagrams };
}

function section(title: string, ...rules: PageRule[]): PageSection {
  return { title: `section.${title}`, rules };
}

const american: RulesPage = {
  game: 'american',
  facts: { size: '8×8', squares: 32, men: 12, begins: 'Red' },
  sections: [
    section('board', rule('AM-1', 'am-start'), rule('AM-2'), rule('AM-3'), rule('AM-11')),
    section('moves', rule('AM-4', 'am-move')),
    section(
      'jumps',
      rule('AM-5', 'am-jump', 'am-back'),
      rule('AM-6', 'am-chain'),
      rule('AM-7', 'am-must'),
      rule('AM-8', 'am-choice'),
    ),
    section('crowning', rule('AM-9', 'am-crown')),
    section('end', rule('AM-10', 'am-end'), rule('AM-15', 'am-again', 'am-count')),
    section('screen', rule('AM-12'), rule('AM-13'), rule('AM-14')),
  ],
};

const flyingKing: RulesPage = {
  game: 'flying-king',
  facts: { size: '8×8', squares: 32, men: 12, begins: 'White' },
  sections: [
    section('board', rule('FK-1', 'fk-start'), rule('FK-2'), rule('FK-3')),
    section('moves', rule('FK-4', 'fk-man-moves'), rule('FK-6', 'fk-far')),
    section(
      'captures',
      rule('FK-7', 'fk-choice'),
      rule('FK-8', 'fk-man'),
      rule('FK-9', 'fk-near'),
      rule('FK-10', 'fk-chain'),
      rule('FK-11'),
    ),
    section('crowning', rule('FK-5', 'fk-crown')),
    section(
      'end',
      rule('FK-12', 'fk-end'),
      rule('FK-13', 'fk-count'),
      rule('FK-14', 'fk-again'),
      rule('FK-15', 'fk-three'),
      rule('FK-16'),
    ),
  ],
};

const star: RulesPage = {
  game: 'sternhalma',
  short: ['goal', 'step', 'hop', 'chain', 'ladder'],
  facts: null,
  sections: [
    section(
      'players',
      rule('CC-1', 'cc-start'),
      rule('CC-2'),
      rule('CC-3'),
      rule('CC-4', 'cc-six', 'cc-three'),
      rule('CC-5', 'cc-sets'),
      rule('CC-6', 'cc-teams'),
      rule('CC-23'),
      rule('CC-25'),
    ),
    section(
      'turns',
      rule('CC-7'),
      rule('CC-8', 'cc-step'),
      rule('CC-9', 'cc-hop'),
      rule('CC-10', 'cc-chain'),
      rule('CC-11'),
      rule('CC-21', 'cc-round'),
    ),
    section('hops', rule('CC-12', 'cc-super'), rule('CC-13', 'cc-symmetric'), rule('CC-13b', 'cc-catapult')),
    section('rest', rule('CC-14', 'cc-rest'), rule('CC-18', 'cc-closed')),
    section('home', rule('CC-17', 'cc-full'), rule('CC-15'), rule('CC-24'), rule('CC-22'), rule('CC-16'), rule('CC-19'), rule('CC-20')),
  ],
};

export const featuredPages: readonly RulesPage[] = [american, flyingKing, star];
