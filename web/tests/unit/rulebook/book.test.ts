import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { value, wholeTestRules } from '../rules/modules';
import type { Game, Rules } from '../../../src/rules/types';
import { languages } from '../../../src/messages/messages';
import { diagramOf, diagrams } from '../../../src/rulebook/diagrams';
import { rulesPages } from '../../../src/rulebook/pages';
import type { PageRule, RulesPage, Sentence } from '../../../src/rulebook/shape';
import { loadTexts, textOf, type Texts } from '../../../src/rulebook/texts';

const folder = new URL('../../../../docs/rules/', import.meta.url);
const documents = readdirSync(folder).filter((name) => name !== 'README.md');
const documentOf = (game: string): string => readFileSync(new URL(`${game}.md`, folder), 'utf8');

const rulesOf = (page: RulesPage): PageRule[] => page.sections.flatMap((section) => section.rules);
const nameOf = (sentence: Sentence): string => (typeof sentence === 'string' ? sentence : sentence[0]);

/** Every name of a text that some page asks for, and the values that it is given there. */
function askedFor(): ReadonlyMap<string, readonly string[]> {
  const asked = new Map<string, readonly string[]>();
  for (const page of rulesPages) {
    asked.set(`lead.${page.game}`, []);
    for (const section of page.sections) asked.set(section.title, []);
    for (const name of page.short === undefined ? [] : ['title', ...page.short]) asked.set(`short.${name}`, []);
    for (const sentence of rulesOf(page).flatMap((rule) => rule.sentences)) {
      asked.set(nameOf(sentence), typeof sentence === 'string' ? [] : Object.keys(sentence[1]).sort());
    }
  }
  for (const { text } of diagrams) {
    asked.set(text, []);
    asked.set(`${text}.title`, []);
  }
  return asked;
}

let rules: Rules;
const books = new Map<string, Texts>();
const book = (language: string): Texts => books.get(language) ?? {};
const spoken = Object.keys(languages);
beforeAll(async () => {
  rules = await wholeTestRules();
  for (const language of spoken) books.set(language, await loadTexts(language));
});

describe('the pages', () => {
  test('are one for each game of the catalogue', () => {
    const ids = rules.catalog().map((entry) => entry.id);
    expect(rulesPages.map((page) => page.game).sort()).toEqual([...ids].sort());
    expect(documents.map((name) => name.replace('.md', '')).sort()).toEqual([...ids].sort());
  });

  test.each(rulesPages.map((page) => [page.game, page] as const))('%s has every rule of its document, once', (game, page) => {
    const written = [...documentOf(game).matchAll(/^\*\*([A-Z]{2}-\d+b?)\*\*/gm)].map((found) => found[1]);
    expect(written.length).toBeGreaterThan(10);
    expect(rulesOf(page).map((rule) => rule.id).sort()).toEqual([...written].sort());
  });

  test.each(rulesPages.map((page) => [page.game, page] as const))('%s marks what was decided', (game, page) => {
    const decided = new Set<string>();
    for (const line of documentOf(game).split('\n')) {
      if (!line.includes('**decided**')) continue;
      const own = /^\*\*([A-Z]{2}-\d+b?)\*\*/.exec(line);
      const note = /^- \*\*decided\*\* ([A-Z]{2})-(\d+)(?:( to | and )[A-Z]{2}-(\d+))?/.exec(line);
      if (own !== null) decided.add(own[1] ?? '');
      if (note === null) continue;
      const last = Number(note[4] ?? note[2]);
      for (let number = Number(note[2]); number <= last; number += 1) decided.add(`${note[1]}-${number}`);
    }
    expect(rulesOf(page).filter((rule) => rule.isDecided).map((rule) => rule.id).sort()).toEqual([...decided].sort());
  });

  test('name a page for every rule that a refusal can name', () => {
    for (const entry of rules.catalog()) {
      const page = rulesPages.find((candidate) => candidate.game === entry.id);
      const ids = page === undefined ? [] : rulesOf(page).map((rule) => rule.id);
      const refusing = entry.topics.filter((topic) => topic.topic !== 'special').map((topic) => topic.rule);
      for (const id of refusing) expect(ids).toContain(id);
    }
  });

  test('know the facts of their games as the catalogue does', () => {
    for (const { game, facts } of rulesPages) {
      if (facts === null) continue;
      const started = opened(game, null);
      const points = started.layout().points.filter((point) => point.isPlayable);
      expect([game, points.length]).toEqual([game, facts.squares]);
      expect([game, started.pieces().length]).toEqual([game, 2 * facts.men]);
      expect([game, started.seatName(started.seatToMove())]).toEqual([game, facts.begins]);
      expect(rules.catalog().find((entry) => entry.id === game)?.board).toBe(facts.size.replace('×', 'x'));
    }
  });
});

describe.each(spoken)('the texts in %s', (language) => {
  test('are those that the pages ask for, no more and no fewer', () => {
    expect(Object.keys(book(language)).sort()).toEqual([...askedFor().keys()].sort());
  });

  test('say something, and use the values that they are given', () => {
    for (const [name, values] of askedFor()) {
      const text = book(language)[name] ?? '';
      expect(text.trim(), name).not.toBe('');
      const used = [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? ''))].sort();
      expect(used, name).toEqual(values);
    }
  });

  test('name the same points and rules as the English', () => {
    const marks = (text: string): string[] =>
      [...new Set(text.match(/\b(?:[A-Z]{2}-\d+b?|[a-q]\d{1,2}|\d{2,3})\b/g))].sort();
    for (const [name, english] of Object.entries(book('en'))) {
      if (name.startsWith('lead.')) continue;
      expect([name, ...marks(book(language)[name] ?? '')]).toEqual([name, ...marks(english)]);
    }
  });

  test('leave no value open on any page', () => {
    for (const page of rulesPages) {
      for (const sentence of rulesOf(page).flatMap((rule) => rule.sentences)) {
        const [name, values] = typeof sentence === 'string' ? [sentence, {}] : sentence;
        expect(textOf(book(language), name, values, language)).not.toMatch(/[{}]/);
      }
    }
  });
});

/** The rules by which some way from point to point is refused, in positions on the way through a game. */
function refusingRules(token: string): ReadonlySet<string> {
  const found = new Set<string>();
  const game = value(rules.start(token));
  const { points } = game.layout();
  for (let ply = 0; ply < (token.includes('symmetric') ? 6 : 40) && !game.outcome().isOver; ply += 1) {
    const own = game.pieces().filter((piece) => piece.seat === game.seatToMove());
    for (const [at, { point }] of own.entries()) {
      for (const [to, { label, isPlayable }] of points.entries()) {
        if (!isPlayable || (to + at + ply) % 5 !== 0) continue; // a fifth of them, others at each turn
        const parsed = game.parse(`${points[point]?.label ?? ''}-${label}`);
        if (!parsed.ok && parsed.rule !== '') found.add(parsed.rule);
      }
    }
    const moves = value(game.legalMoves());
    value(game.play(moves[(ply * 7) % moves.length]?.text ?? ''));
  }
  game.free();
  return found;
}

test.each([
  ...rulesPages.map(({ game }) => game),
  ...['hop=super', 'hop=symmetric', 'hop=catapult', 'goal=closed'].map((option) => `sternhalma:${option}`),
])('%s: every rule that refuses a move which one could point at has a picture', (token) => {
  const page = rulesPages.find(({ game }) => game === token.split(':')[0]);
  const without = rulesOf(page as RulesPage).filter((rule) => rule.diagrams.length === 0).map((rule) => rule.id);
  const refusing = refusingRules(token);
  expect(refusing.size).toBeGreaterThan(1);
  expect(without.filter((rule) => refusing.has(rule))).toEqual([]);
});

/** What each language puts around what is quoted. */
const quoted = /[“„«](?<label>[^”“»]+)[”“»]/gu;
const messagesOf = import.meta.glob<Record<string, unknown>>('../../../src/messages/*/messages.ts', { eager: true, import: 'default' });

describe.each(spoken)('the options that the rules quote in %s', (language) => {
  test('are called as the page calls them', () => {
    const messages = messagesOf[`../../../src/messages/${language}/messages.ts`] ?? {};
    const labels = Object.entries(messages).filter(([key]) => key.startsWith('option.') && !key.endsWith('.about'));
    const known = new Map(labels.map(([key, label]) => [label, key]));
    let count = 0;
    for (const [name, english] of Object.entries(book('en'))) {
      const own = [...(book(language)[name] ?? '').matchAll(quoted)].map((found) => found.groups?.['label'] ?? '');
      expect([name, own.length]).toEqual([name, [...english.matchAll(quoted)].length]);
      for (const label of own) expect([name, label, known.get(label)]).toEqual([name, label, expect.any(String)]);
      count += own.length;
    }
    expect(count).toBeGreaterThan(5);
  });

  test('are called so outside the rules too', () => {
    const messages = messagesOf[`../../../src/messages/${language}/messages.ts`] ?? {};
    const labels = new Set(Object.values(messages));
    for (const [key, message] of Object.entries(messages)) {
      const forms = typeof message === 'string' ? [message] : Object.values(message as Record<string, string>);
      const named = forms.flatMap((text) => [...text.matchAll(quoted)].map((found) => found.groups?.['label'] ?? ''));
      for (const label of named.filter((each) => !/^\{\w+\}$/.test(each))) expect([key, label, labels.has(label)]).toEqual([key, label, true]);
    }
  });

  test('have the value that the text beside a board says', () => {
    const messages = messagesOf[`../../../src/messages/${language}/messages.ts`] ?? {};
    expect(book(language)['cc-closed']?.toLowerCase()).toContain(String(messages['option.goal.closed']).toLowerCase());
  });

  test('are those that the English quotes', () => {
    const keysIn = (of: string, name: string): (string | undefined)[] => {
      const messages = messagesOf[`../../../src/messages/${of}/messages.ts`] ?? {};
      const keys = Object.keys(messages).filter((key) => key.startsWith('option.'));
      return [...(book(of)[name] ?? '').matchAll(quoted)].map((found) => keys.find((key) => messages[key] === found.groups?.['label']));
    };
    for (const name of Object.keys(book('en'))) expect([name, keysIn(language, name)]).toEqual([name, keysIn('en', name)]);
  });
});

test('the texts of the other languages are translated', () => {
  for (const language of spoken.filter((each) => each !== 'en')) {
    for (const [name, english] of Object.entries(book('en'))) expect([name, book(language)[name]]).not.toEqual([name, english]);
  }
});

function opened(token: string, position: string | null, before: readonly string[] = []): Game {
  const game = rules.replay(token, before, position);
  if (!game.ok) throw new Error(`${token} ${position ?? ''}: ${game.reason}`);
  return game.value;
}

describe('the live boards', () => {
  test('stand on the page of their game, each on one', () => {
    const shown = rulesPages.flatMap((page) =>
      rulesOf(page).flatMap((rule) => rule.diagrams.map((id) => [page.game, id] as const)),
    );
    expect(shown.map(([, id]) => id).sort()).toEqual(diagrams.map((diagram) => diagram.id).sort());
    for (const [game, id] of shown) expect(diagramOf(id).token.split(':')[0]).toBe(game);
  });

  test.each(diagrams.map((diagram) => [diagram.id, diagram] as const))('%s: the rules say what it says', (_, diagram) => {
    const game = opened(diagram.token, diagram.position, diagram.before);
    expect(game.outcome().isOver).toBe(false);
    expect(diagram.trials.length).toBeGreaterThan(0);
    for (const { move, refusedBy } of diagram.trials) {
      const parsed = game.parse(move);
      if (refusedBy === undefined) expect([move, parsed]).toMatchObject([move, { ok: true }]);
      else expect([move, parsed]).toMatchObject([move, { ok: false, rule: refusedBy }]);
    }
    game.free();
  });

  test.each([
    ['am-end', '4-8', 'AM-10'],
    ['am-again', '28-32', 'AM-15'],
    ['am-count', '27-23', 'AM-15'],
    ['fk-end', '29-25', 'FK-12'],
    ['fk-again', '4-8', 'FK-14'],
    ['fk-count', '22-26', 'FK-13'],
    ['fk-three', '28-24', 'FK-15'],
    ['cc-full', 'm12-n13', 'CC-17'],
    ['bt-race', '8-3', 'BT-17'],
  ])('%s: %s ends the game by %s', (id, move, rule) => {
    const { token, position, before } = diagramOf(id);
    const game = opened(token, position, before);
    game.play(move);
    expect(game.outcome()).toMatchObject({ isOver: true, rule });
  });
});
