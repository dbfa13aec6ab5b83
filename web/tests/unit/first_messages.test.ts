// English comes with the pages that say it: what the first page and a table say must come first.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import whole from '../../src/messages/en/messages';
import first from '../../src/messages/en_first';

const source = new URL('../../src/', import.meta.url);
const folders = ['app/', 'board/', 'game/', 'table/', 'pages/home/', 'pages/here/', 'pages/match/', 'pages/lobby/naming.ts', 'pages/new_game/clocks.ts'];

/** What comes only once it is wanted, with its words. */
const bringTheirOwn = [
  'game/reasons/refused_text.ts',
  'game/missed_turns.tsx',
  'table/claims.tsx',
  'table/talk.tsx',
  'table/server_lines.ts', // with the talk
  'pages/match/waiting.tsx',
  'pages/match/invitation.tsx', // with the waiting
  'pages/match/terms.tsx',
  'pages/match/first_time.tsx',
];

const files = folders.flatMap((folder) =>
  folder.endsWith('/')
    ? readdirSync(new URL(folder, source), { recursive: true, encoding: 'utf8' }).flatMap((name) => (/(?<!test)\.tsx?$/.test(name) ? [folder + name] : []))
    : [folder],
).filter((file) => !bringTheirOwn.includes(file));

test.each(files)('%s says what is known from the first', (file) => {
  const text = readFileSync(new URL(file, source), 'utf8');
  const said = [...text.matchAll(/'([a-z][\w-]*(?:\.[\w-]+)+)'/g)].map((found) => found[1] ?? '').filter((key) => key in whole);
  // Where a part of the key is only known later, every key that it may be.
  const forms = [...text.matchAll(/say\(`([a-z][\w.-]*\.(?:\$\{[^}]*\}|[\w.-])*)`/g)].map((found) => {
    const parts = (found[1] ?? '').split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
    return new RegExp(`^${parts.join('[\\w-]+')}$`);
  });
  const possible = Object.keys(whole).filter((key) => forms.some((form) => form.test(key)));
  for (const key of [...said, ...possible]) expect(first, key).toHaveProperty([key]);
});
