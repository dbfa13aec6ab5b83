// Knows what the page says, in the language that the player chose; does not know where it is said.
import { computed, signal } from '@preact/signals';
import type whole from './en/messages';
import first from './en_first';
import { format, type Message, type Values } from './format';
import { teachWriting, writingOf, type OwnWriting } from './writing';

export { format, type Message, type Values };

/** The folder of a language beside this file, such as `hu`. */
export type Language = string;

interface LanguageFile {
  readonly name: string; // as its speakers write it
  readonly tags?: readonly string[]; // what browsers call it besides
}

// Each folder is a language: nothing else names it.
const files = import.meta.glob<LanguageFile>('./*/language.json', { eager: true, import: 'default' });
const loaders = import.meta.glob<{ default: unknown; writing?: OwnWriting }>(['./*/messages.ts', '!./en/messages.ts']);
const folderOf = (path: string) => path.split('/')[1] ?? '';

/** The languages by what they are called, English first. */
export const languages: Readonly<Record<Language, string>> = Object.fromEntries(
  ['en', ...Object.keys(files).map(folderOf)].map((code) => [code, files[`./${code}/language.json`]?.name ?? code]),
);

export type MessageKey = keyof typeof whole;
export type Messages = Readonly<Record<MessageKey, Message>>;

interface Spoken {
  readonly language: Language;
  readonly messages: Messages;
}

// English grows as pages come that say more; another language comes whole.
const english: Record<string, Message> = { ...first };

/** What a page that is loaded later says in English. */
export function learn(more: Readonly<Record<string, Message>>): void {
  Object.assign(english, more);
}

const spoken = signal<Spoken>({ language: 'en', messages: english as Messages });

export const language = computed(() => spoken.value.language);
const writing = computed(() => writingOf(language.value));

export function isLanguage(text: string): boolean {
  return Object.hasOwn(languages, text);
}

/** The first of the browser's languages that the page speaks. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split('-')[0] ?? '';
    if (isLanguage(base)) return base;
    const file = Object.entries(files).find(([, { tags }]) => tags?.includes(base));
    if (file !== undefined) return folderOf(file[0]);
  }
  return 'en';
}

export async function speak(wanted: Language): Promise<void> {
  const loaded = wanted === 'en' ? { default: english } : await loaders[`./${wanted}/messages.ts`]?.();
  if (loaded?.writing !== undefined) teachWriting(wanted, loaded.writing);
  spoken.value = { language: wanted, messages: loaded?.default as Messages };
  if (typeof document !== 'undefined') document.documentElement.lang = wanted;
}

/** What the page says; read inside a component it follows the chosen language. */
export function say(key: MessageKey, values: Values = {}): string {
  return format(spoken.value.messages[key], values, writing.value);
}

export function isMessageKey(text: string): text is MessageKey {
  return Object.hasOwn(spoken.value.messages, text);
}

/** A message whose name is put together from parts, such as a refusal's code; `otherwise` where there is none. */
export function sayIfKnown(key: string, otherwise: string, values: Values = {}): string {
  return isMessageKey(key) ? say(key, values) : otherwise;
}

/** A number as the language writes it; `digits`: behind the point, as many. */
export function sayNumber(value: number, digits?: number): string {
  return writing.value.number(value, digits);
}

export function sayDate(when: Date, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }): string {
  return writing.value.date(when, options);
}

/** `a, b and c`. */
export function sayList(parts: readonly string[]): string {
  return writing.value.list(parts);
}
