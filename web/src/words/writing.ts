// Knows how numbers, lists and dates are written in the page's languages. A browser need not: Chromium has the plurals of
// Icelandic and nothing else of it, and would write English dates. Refuses to know which language is chosen.

export interface Writing {
  number(value: number): string;
  list(parts: readonly string[]): string;
  date(when: Date, options: Intl.DateTimeFormatOptions): string;
}

function byTheBrowser(language: string): Writing {
  const numbers = new Intl.NumberFormat(language);
  const lists = new Intl.ListFormat(language, { type: 'conjunction' });
  return {
    number: (value) => numbers.format(value),
    list: (parts) => lists.format(parts),
    date: (when, options) => new Intl.DateTimeFormat(language, options).format(when),
  };
}

const months = ['jan.', 'feb.', 'mar.', 'apr.', 'maí', 'jún.', 'júl.', 'ágú.', 'sep.', 'okt.', 'nóv.', 'des.'];

/** Icelandic as it is written: 1.234,5; `einn, tveir og þrír`; 21. nóv. 2026, 22:00. */
export function icelandic(): Writing {
  const numbers = new Intl.NumberFormat('de'); // with the same signs
  return {
    number: (value) => numbers.format(value),
    list: (parts) => (parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} og ${parts[parts.length - 1] ?? ''}`),
    date: (when, { dateStyle, timeStyle }) => {
      const day = `${when.getDate()}. ${months[when.getMonth()] ?? ''} ${when.getFullYear()}`;
      const time = [when.getHours(), when.getMinutes()].map((value) => String(value).padStart(2, '0')).join(':');
      return [dateStyle === undefined ? '' : day, timeStyle === undefined ? '' : time].filter((part) => part !== '').join(', ');
    },
  };
}

export function writingOf(language: string): Writing {
  const isKnown = Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  return !isKnown && language === 'is' ? icelandic() : byTheBrowser(language);
}
