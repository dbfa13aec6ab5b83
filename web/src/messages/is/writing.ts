// Knows how Icelandic is written where a browser does not: Chromium has its plurals and nothing else of it, and would write
// English dates.
import type { OwnWriting } from '../writing';

const months = ['jan.', 'feb.', 'mar.', 'apr.', 'maí', 'jún.', 'júl.', 'ágú.', 'sep.', 'okt.', 'nóv.', 'des.'];

/** Icelandic as it is written: 1.234,5; `einn, tveir og þrír`; 21. nóv. 2026, 22:00. */
export const icelandic: OwnWriting = {
  isSingle: (count) => count % 10 === 1 && count % 100 !== 11,
  numbersAs: 'de',
  list: (parts) => (parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} og ${parts[parts.length - 1] ?? ''}`),
  date: (when, { dateStyle, timeStyle }) => {
    const day = `${when.getDate()}. ${months[when.getMonth()] ?? ''} ${when.getFullYear()}`;
    const time = [when.getHours(), when.getMinutes()].map((value) => String(value).padStart(2, '0')).join(':');
    return [dateStyle === undefined ? '' : day, timeStyle === undefined ? '' : time].filter((part) => part !== '').join(', ');
  },
};

const { isSingle } = icelandic;
const isKnown = Intl.DateTimeFormat.supportedLocalesOf('is').length > 0;

export const writing: OwnWriting = isKnown && isSingle !== undefined ? { isSingle } : icelandic;
