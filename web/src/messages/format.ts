// Knows how a message becomes a sentence; does not know which language is spoken, and whether by the page or by a board elsewhere.
// A message is a line, or a set of lines by plural category that `count` chooses among. `{name}` stands for a value; in
// Hungarian `{az name}` for it with its article, and in English `{nth name}` for 1st, 2nd, 3rd.
import type { MessageKey } from './messages';
import type { Writing } from './writing';

export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Values = Readonly<Record<string, string | number>>;

/** How one language is spoken: the page's (messages.ts), or that of a board elsewhere. */
export type Say = (key: MessageKey, values?: Values) => string;
/** A message whose name is put together from parts, such as a refusal's code; `otherwise` where there is none. */
export type SayIfKnown = (key: string, otherwise: string, values?: Values) => string;

/** One message in any of the languages, for tests and for what speaks another language than the page. */
export function format(message: Message, values: Values, writes: Pick<Writing, 'number' | 'plural' | 'article' | 'ordinal'>): string {
  let line: string;
  if (typeof message === 'string') {
    line = message;
  } else {
    const count = values['count'];
    const category = typeof count === 'number' ? writes.plural(count) : 'other';
    line = message[category] ?? message.other ?? '';
  }
  return line.replace(/\{(?:(az|Az|nth) )?(\w+)\}/g, (whole, form: string | undefined, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    const text = typeof value === 'number' ? writes.number(value) : value;
    if (form === 'nth') return typeof value === 'number' ? (writes.ordinal?.(value) ?? text) : text;
    const right = form === undefined ? undefined : writes.article?.(text);
    if (right === undefined) return text;
    return `${form === 'Az' ? right.replace('a', 'A') : right} ${text}`;
  });
}
