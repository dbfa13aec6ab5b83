// Knows the words of a board in each language of the page. Does not know what is said.
import { format, type Message, type Say, type SayIfKnown } from '../../../src/messages/format';
import { writingBy, type OwnWriting } from '../../../src/messages/writing';
import english from '../../../src/messages/en/messages.ts?board';

export interface Speech {
  readonly language: string;
  readonly say: Say;
  readonly sayIfKnown: SayIfKnown;
  sayList(parts: readonly string[]): string;
}

type Messages = Readonly<Record<string, Message>>;
type LanguageModule = { readonly default: Messages; readonly writing?: OwnWriting };

const loaders = import.meta.glob<LanguageModule>(['../../../src/messages/*/messages.ts', '!../../../src/messages/en/messages.ts'], { query: '?board' });
const loaderOf = new Map(Object.entries(loaders).map(([path, load]) => [path.split('/').at(-2) ?? '', load]));

function speechOf(language: string, messages: Messages, own: OwnWriting): Speech {
  const writing = writingBy(language, own);
  const sayIfKnown: SayIfKnown = (key, otherwise, values = {}) => {
    const message = messages[key];
    return message === undefined ? otherwise : format(message, values, writing);
  };
  return { language, say: (key, values) => sayIfKnown(key, '', values), sayIfKnown, sayList: writing.list };
}

const inEnglish = speechOf('en', english, { isSingle: (count) => count === 1 });
const known = new Map<string, Promise<Speech>>([['en', Promise.resolve(inEnglish)]]);

/** The language of a tag such as `hu` or `is-IS`; English where the board does not speak it, or its words cannot be had. */
export function speechIn(tag: string): Promise<Speech> {
  const language = tag.toLowerCase().split('-')[0] ?? '';
  const load = loaderOf.get(language);
  const speech = known.get(language) ?? load?.().then((loaded) => speechOf(language, loaded.default, loaded.writing ?? {}));
  if (speech === undefined) return Promise.resolve(inEnglish);
  known.set(language, speech);
  return speech.catch(() => {
    known.delete(language);
    return inEnglish;
  });
}
