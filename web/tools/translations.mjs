// Keeps in mind which English each translation was made from: `npm run translations` says what has changed since, and
// `npm run translations -- looked LANGUAGE [KEY…]` notes that a translator has looked at it (all of it where no key is named;
// `all` for every language).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const folder = new URL('../src/messages/', import.meta.url);
const ledger = 'translated_from.json';
const notTexts = new Set(['language.json', ledger]);

const read = (path) => JSON.parse(readFileSync(new URL(path, folder), 'utf8'));

/** The languages besides English. */
export function translations() {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).filter((name) => name !== 'en').sort();
}

/** Every text of a language, a rules page's with its folder before its key: `rules/AM-7`. */
export function textsOf(language) {
  const texts = {};
  for (const area of ['', 'rules/']) {
    const files = readdirSync(new URL(`${language}/${area}`, folder)).filter((name) => name.endsWith('.json') && !notTexts.has(name));
    for (const file of files.sort()) {
      for (const [key, text] of Object.entries(read(`${language}/${area}${file}`))) texts[area + key] = text;
    }
  }
  return texts;
}

/** Eight letters that stand for an English text; enough to see that it has changed. */
export function sumOf(text) {
  return createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 8);
}

/** What the English was when a language's texts were last looked at. */
export function lookedAt(language) {
  try {
    return read(`${language}/${ledger}`);
  } catch {
    return {};
  }
}

/** The keys whose English is another one, or new, or gone, since a language's text was looked at. */
export function staleIn(language, english = textsOf('en'), seen = lookedAt(language)) {
  const changed = Object.keys(english).filter((key) => seen[key] !== sumOf(english[key]));
  return [...changed, ...Object.keys(seen).filter((key) => !(key in english))];
}

function look(language, keys) {
  const english = textsOf('en');
  const unknown = keys.filter((key) => !(key in english));
  if (unknown.length > 0) throw new Error(`no such text: ${unknown.join(', ')}`);
  const seen = lookedAt(language);
  const entries = Object.entries(english).flatMap(([key, text]) => {
    const sum = keys.length === 0 || keys.includes(key) ? sumOf(text) : seen[key];
    return sum === undefined ? [] : [[key, sum]];
  });
  writeFileSync(new URL(`${language}/${ledger}`, folder), `${JSON.stringify(Object.fromEntries(entries), null, 1)}\n`);
}

function report() {
  const english = textsOf('en');
  let count = 0;
  for (const language of translations()) {
    const texts = textsOf(language);
    for (const key of staleIn(language, english)) {
      count += 1;
      process.stdout.write(`${language} ${key}\n  en: ${JSON.stringify(english[key] ?? null)}\n  ${language}: ${JSON.stringify(texts[key] ?? null)}\n`);
    }
  }
  process.stdout.write(count === 0 ? 'Every translation was made from the English as it is.\n' : `${count} to look at.\n`);
  process.exitCode = count === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [verb, language = '', ...keys] = process.argv.slice(2);
  if (verb === undefined) report();
  else if (verb === 'looked' && (language === 'all' || translations().includes(language))) {
    for (const each of language === 'all' ? translations() : [language]) look(each, keys);
  } else {
    process.stderr.write(`usage: npm run translations [-- looked all|${translations().join('|')} [KEY…]]\n`);
    process.exitCode = 2;
  }
}
