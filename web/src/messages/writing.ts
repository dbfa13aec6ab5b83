// Knows how numbers, lists and dates are written in the page's languages. A browser need not: Chromium has the plurals of
// Icelandic and nothing else of it, and would write English dates. Refuses to know which language is chosen.

export interface Writing {
  plural(count: number): Intl.LDMLPluralRule;
  number(value: number, digits?: number): string; // `digits`: behind the point, as many
  list(parts: readonly string[]): string;
  date(when: Date, options: Intl.DateTimeFormatOptions): string;
}

const isSingleInIcelandic = (count: number) => count % 10 === 1 && count % 100 !== 11;
const isSingleInFilipino = (count: number) => (count >= 1 && count <= 3) || ![4, 6, 9].includes(count % 10);
const singles: Readonly<Record<string, (count: number) => boolean>> = {
  en: (count) => count === 1,
  hu: (count) => count === 1,
  is: isSingleInIcelandic,
  fil: isSingleInFilipino,
};

/** What a browser has for numbers and lists is slow to make: it is made when there is something that needs it. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The plural categories of our languages, known without asking the browser as long as things are counted whole. */
function pluralsOf(language: string): Writing['plural'] {
  const rules = once(() => new Intl.PluralRules(language));
  const isSingle = singles[language];
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

function byTheBrowser(language: string): Writing {
  const lists = once(() => new Intl.ListFormat(language, { type: 'conjunction' }));
  return {
    plural: pluralsOf(language),
    number: numbersOf(language),
    list: (parts) => (parts.length < 2 ? parts.join('') : lists().format(parts)),
    date: (when, options) => new Intl.DateTimeFormat(language, options).format(when),
  };
}

const months = ['jan.', 'feb.', 'mar.', 'apr.', 'maí', 'jún.', 'júl.', 'ágú.', 'sep.', 'okt.', 'nóv.', 'des.'];

/** Icelandic as it is written: 1.234,5; `einn, tveir og þrír`; 21. nóv. 2026, 22:00. */
export function icelandic(): Writing {
  return {
    plural: pluralsOf('is'),
    number: numbersOf('de'), // with the same signs
    list: (parts) => (parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} og ${parts[parts.length - 1] ?? ''}`),
    date: (when, { dateStyle, timeStyle }) => {
      const day = `${when.getDate()}. ${months[when.getMonth()] ?? ''} ${when.getFullYear()}`;
      const time = [when.getHours(), when.getMinutes()].map((value) => String(value).padStart(2, '0')).join(':');
      return [dateStyle === undefined ? '' : day, timeStyle === undefined ? '' : time].filter((part) => part !== '').join(', ');
    },
  };
}

const known = new Map<string, Writing>();

export function writingOf(language: string): Writing {
  const made = known.get(language);
  if (made !== undefined) return made;
  const isOurs = language === 'is' && Intl.DateTimeFormat.supportedLocalesOf(language).length === 0;
  const writing = isOurs ? icelandic() : byTheBrowser(language);
  known.set(language, writing);
  return writing;
}
