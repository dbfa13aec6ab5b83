// English that is not there from the first comes with the page that says it: each page brings the file of what it says.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import first from '../../src/messages/en_first';
import shell from '../../src/messages/en/shell.json';
import start from '../../src/messages/en/start.json';
import table from '../../src/messages/en/table.json';
import people from '../../src/messages/en/people.json';
import puzzles from '../../src/messages/en/puzzles.json';

const source = new URL('../../src/pages/', import.meta.url);
const broughtBy = [
  [shell, 'en_settings'],
  [people, 'en_people'],
  [puzzles, 'en_puzzles'],
  [{ ...start, ...table }, 'en_new_game'],
] as const;

/** Also those in folders of their own. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(new URL(`${folder}/`, source), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

const folders = readdirSync(source, { withFileTypes: true });
const pages = [
  ...folders.filter((entry) => entry.isDirectory()).map(({ name }) => filesIn(name)),
  ...folders.filter((entry) => entry.isFile()).map(({ name }) => [name]),
];

/** Keys as they are written, and all that a key put together may be. */
function saidIn(text: string, known: readonly string[]): readonly string[] {
  const whole = [...text.matchAll(/'([a-z][\w-]*(?:\.[\w-]+)+)'/g)].map((found) => found[1] ?? '');
  const forms = [...text.matchAll(/say\(`([a-z][\w.-]*\.(?:\$\{[^}]*\}|[\w.-])*)`/g)].map((found) => {
    const parts = (found[1] ?? '').split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
    return new RegExp(`^${parts.join('[\\w-]+')}$`);
  });
  return known.filter((key) => whole.includes(key) || forms.some((form) => form.test(key)));
}

test.each(pages)('%s and what stands beside it', (...files) => {
  const text = files.map((file) => readFileSync(new URL(file, source), 'utf8')).join('\n');
  for (const [messages, file] of broughtBy) {
    const later = saidIn(text, Object.keys(messages)).filter((key) => !(key in first));
    if (later.length > 0) expect(text, `${later.join(', ')} without ${file}`).toContain(`messages/${file}'`);
  }
});
