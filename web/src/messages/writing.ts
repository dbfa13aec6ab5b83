// Knows how numbers, lists and dates are written, by what the browser knows and by what a language's folder adds to it.
// Does not know which language is chosen.

export interface Writing {
  plural(count: number): Intl.LDMLPluralRule;
  number(value: number, digits?: number): string; // `digits`: behind the point, as many
  list(parts: readonly string[]): string;
  date(when: Date, options: Intl.DateTimeFormatOptions): string;
  article?(before: string): string; // where the language has one that depends on the word, as in `{az name}`
  ordinal?(value: number): string; // where its ending depends on the number, as in `{nth place}`
}

/** What a language's folder adds to what the browser knows. It comes with its messages, and asks for nothing of the page. */
export interface OwnWriting extends Partial<Pick<Writing, 'list' | 'date' | 'article' | 'ordinal'>> {
  readonly isSingle?: (count: number) => boolean; // of a language with two plural forms
  readonly numbersAs?: string; // another language that writes numbers with the same signs
}

/** What a browser has for numbers and lists is slow to make: it is made when there is something that needs it. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The plural forms of a language with two, known without asking the browser as long as things are counted whole. */
function pluralsOf(language: string, isSingle: OwnWriting['isSingle']): Writing['plural'] {
  const rules = once(() => new Intl.PluralRules(language));
  return (count) => {
    if (isSingle === undefined || !Number.isInteger(count) || count < 0) return rules().select(count);
    return isSingle(count) ? 'one' : 'other';
  };
}

/** Without a sign between the digits a number is the same in each language. */
const isPlain = (value: number) => Number.isInteger(value) && value >= 0 && value < 1000;

function numbersOf(language: string): Writing['number'] {
  const numbers = once(() => new Intl.NumberFormat(language));
  const made = new Map<number, Intl.NumberFormat>();
  const withDigits = (digits: number) => {
    const format = made.get(digits) ?? new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    made.set(digits, format);
    return format;
  };
  return (value, digits) => {
    if (digits !== undefined) return withDigits(digits).format(value);
    return isPlain(value) ? String(value) : numbers().format(value);
  };
}

export function writingBy(language: string, { isSingle, numbersAs = language, ...own }: OwnWriting): Writing {
  const lists = once(() => new Intl.ListFormat(language, { type: 'conjunction' }));
  return {
    plural: pluralsOf(language, isSingle),
    number: numbersOf(numbersAs),
    list: (parts) => (parts.length < 2 ? parts.join('') : lists().format(parts)),
    date: (when, options) => new Intl.DateTimeFormat(language, options).format(when),
    ...own,
  };
}

const known = new Map<string, Writing>();
/** 1st, 2nd, 3rd, 4th; but 11th, 12th, 13th. */
export function englishOrdinal(value: number): string {
  const isTeen = Math.floor(value / 10) % 10 === 1;
  return `${value}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][value % 10]) ?? 'th'}`;
}

const taught = new Map<string, OwnWriting>([['en', { isSingle: (count) => count === 1, ordinal: englishOrdinal }]]);

export function teachWriting(language: string, own: OwnWriting): void {
  taught.set(language, own);
  known.delete(language);
}

export function writingOf(language: string): Writing {
  const made = known.get(language) ?? writingBy(language, taught.get(language) ?? {});
  known.set(language, made);
  return made;
}
