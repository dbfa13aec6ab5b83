// Knows how the English of the first page and of tables is taken out of the files of messages; refuses to know what it says.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** What neither the first page nor a table says in English: it comes with the pages that say it. */
const saidLater = /^(games|account)\.|^reason\.(?!no_piece|others_piece|must|end)|^lobby\.(?!moves|take|watch\.go|untimed)|^start\.(?!title)|^option\..*\.about$|^level\..*\.(draughts|star)$/;

/** `table.json?first` is that file without what is said later. */
export function firstMessages(): Plugin {
  const asked = '.json?first';
  const made = '.json.first.js';
  return {
    name: 'first-messages',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source.endsWith(asked) && importer !== undefined ? `\0${resolve(dirname(importer), source).replace(asked, made)}` : undefined,
    load(id) {
      if (!id.startsWith('\0') || !id.endsWith(made)) return undefined;
      const file = id.slice(1).replace(made, '.json');
      this.addWatchFile(file);
      const messages = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
      return `export default ${JSON.stringify(Object.fromEntries(messages.filter(([key]) => !saidLater.test(key))))}`;
    },
  };
}
