// Knows where the texts of the rules pages are, language by language; does not know which page shows which of them.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { format, language, type Language, type Values } from '../messages/messages';
import { writingOf } from '../messages/writing';

export type Texts = Readonly<Record<string, string>>;

const loaders = import.meta.glob<{ default: Texts }>('../messages/*/rules.ts');

export async function loadTexts(wanted: Language): Promise<Texts> {
  return (await loaders[`../messages/${wanted}/rules.ts`]?.())?.default ?? {};
}

const loaded = signal<{ readonly language: Language; readonly texts: Texts } | undefined>(undefined);
const failure = signal('');

export type Book = { readonly texts: Texts; readonly failure: '' } | { readonly texts: undefined; readonly failure: string };

/** The texts in the page's language. While another language is on its way the one before stays. */
export function useTexts(): Book {
  const wanted = language.value;
  useEffect(() => {
    if (loaded.peek()?.language === wanted) return;
    loadTexts(wanted).then(
      (texts) => {
        failure.value = '';
        if (language.peek() === wanted) loaded.value = { language: wanted, texts };
      },
      (problem: unknown) => (failure.value = problem instanceof Error ? problem.message : String(problem)),
    );
  }, [wanted]);
  return loaded.value === undefined ? { texts: undefined, failure: failure.value } : { texts: loaded.value.texts, failure: '' };
}

/** One text with its values filled in; a text that is missing shows its name, and a test finds it. */
export function textOf(texts: Texts, name: string, values: Values = {}, speaks: Language = language.value): string {
  return format(texts[name] ?? name, values, writingOf(speaks));
}
