// English comes with the pages that say it: what the first page and a table say must come first.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import whole from '../../src/messages/en/messages';
import first from '../../src/messages/en_first';

const source = new URL('../../src/', import.meta.url);
const folders = ['app/', 'board/', 'game/', 'table/', 'pages/home/', 'pages/here/', 'pages/match/', 'pages/lobby/naming.ts', 'pages/new_game/clocks.ts'];

const files = folders.flatMap((folder) =>
  folder.endsWith('/')
    ? readdirSync(new URL(folder, source), { recursive: true, encoding: 'utf8' }).flatMap((name) => (/(?<!test)\.tsx?$/.test(name) ? [folder + name] : []))
    : [folder],
);

test.each(files)('%s says what is known from the first', (file) => {
  const text = readFileSync(new URL(file, source), 'utf8');
  const said = [...text.matchAll(/'([a-z][\w-]*(?:\.[\w-]+)+)'/g)].map((found) => found[1] ?? '').filter((key) => key in whole);
  for (const key of said) expect(first, key).toHaveProperty([key]);
});
