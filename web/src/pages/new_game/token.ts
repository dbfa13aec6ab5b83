// Knows how a game and the options chosen for it become a token, and which values may still be chosen beside the others.
// Refuses to know which go together: the rules are asked.
import type { CatalogEntry, GameOption, Rules } from '../../rules/types';

export interface GameChoice {
  readonly id: string;
  readonly options: Readonly<Record<string, string>>;
}

export function readChoice(token: string): GameChoice {
  const [id = '', rest = ''] = token.split(/:(.*)/s);
  const options: Record<string, string> = {};
  for (const part of rest.split(',')) {
    const [key = '', value = ''] = part.split('=');
    if (key !== '') options[key] = value;
  }
  return { id, options };
}

export function tokenOf({ id, options }: GameChoice): string {
  const parts = Object.entries(options).flatMap(([key, value]) => (value === '' ? [] : [`${key}=${value}`]));
  return parts.length === 0 ? id : `${id}:${parts.join(',')}`;
}

/** Another game: what was chosen for the one before means nothing for it. */
export function choose(entry: CatalogEntry, before: GameChoice): GameChoice {
  return entry.id === before.id ? before : { id: entry.id, options: {} };
}

function isPlayable(rules: Rules, choice: GameChoice): boolean {
  const game = rules.start(tokenOf(choice));
  if (game.ok) game.value.free();
  return game.ok;
}

/** What was chosen for the options before this one, in the order of the catalogue: they decide, those after it follow. */
function before(entry: CatalogEntry, { id, options }: GameChoice, option: GameOption): GameChoice {
  const earlier = entry.options.slice(0, entry.options.indexOf(option)).map(({ key }) => [key, options[key] ?? '']);
  return { id, options: Object.fromEntries(earlier) as Record<string, string> };
}

/** The values of an option that go with what was chosen before it. */
export function possibleValues(rules: Rules, entry: CatalogEntry, choice: GameChoice, option: GameOption): readonly string[] {
  const { id, options } = before(entry, choice, option);
  return option.values.filter((value) => isPlayable(rules, { id, options: { ...options, [option.key]: value } }));
}

/** The same choice without what does not go with the rest of it: those options are as usual again. */
export function fitting(rules: Rules, entry: CatalogEntry, choice: GameChoice): GameChoice {
  let kept: GameChoice = { id: choice.id, options: {} };
  for (const { key } of entry.options) {
    const value = choice.options[key] ?? '';
    const tried = { id: choice.id, options: { ...kept.options, [key]: value } };
    if (value !== '' && isPlayable(rules, tried)) kept = tried;
  }
  return kept;
}

/** What was chosen and is not any more, since it does not go with the rest: the value of each such option. */
export function fallen(chosen: GameChoice, kept: GameChoice): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(chosen.options).filter(([key, value]) => value !== '' && (kept.options[key] ?? '') === ''));
}
