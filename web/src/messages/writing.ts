// Knows how numbers, lists and dates are written, by what the browser knows and by what a language's folder adds to it.
// Refuses to know which language is chosen.

export interface Writing {
  plural(count: number): Intl.LDMLPluralRule;
  number(value: number, digits?: number): string; // `digits`: behind the point, as many
  list(parts: readonly string[]): string;
  date(when: Date, options: Intl.DateTimeFormatOptions): string;
  article?(before: string): string; // where the language has one that depends on the word, as in `{az name}`
}

/** What a browser has for numbers and lists is slow to make: it is made when there is something that needs it. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The plural forms of a language with two, known without asking the browser as long as things are counted whole. */
export function pluralsOf(language: string, isSingle?: (count: number) => boolean): Writing['plural'] {
  const rules = once(() => new Intl.PluralRules(language));
  return (count) => {
    if (isSingle === undefined || !Number.isInteger(count) || count < 0) return rules().select(count);
    return isSingle(count) ? 'one' : 'other';
  };
}

export const isOne = (count: number): boolean => count === 1;

/** Without a sign between the digits a number is the same in each language. */
const isPlain = (value: number) => Number.isInteger(value) && value >= 0 && value < 1000;

export function numbersOf(language: string): Writing['number'] {
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

function byTheBrowser(language: string): Writing {
  const lists = once(() => new Intl.ListFormat(language, { type: 'conjunction' }));
  return {
    plural: pluralsOf(language, language === 'en' ? isOne : undefined),
    number: numbersOf(language),
    list: (parts) => (parts.length < 2 ? parts.join('') : lists().format(parts)),
    date: (when, options) => new Intl.DateTimeFormat(language, options).format(when),
  };
}

const known = new Map<string, Writing>();
const taught = new Map<string, Partial<Writing>>();

/** What a language's folder adds: it comes with its messages. */
export function teachWriting(language: string, more: Partial<Writing>): void {
  taught.set(language, more);
  known.delete(language);
}

export function writingOf(language: string): Writing {
  const made = known.get(language) ?? { ...byTheBrowser(language), ...taught.get(language) };
  known.set(language, made);
  return made;
}
