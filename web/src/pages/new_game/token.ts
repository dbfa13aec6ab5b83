// Knows how a game and the options chosen for it become a token, and which values may still be chosen beside the others.
// Does not know which go together: the rules are asked.
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

/** The token by which the rules know the game; empty where there is none. */
function canonical(rules: Rules, choice: GameChoice): string {
  const game = rules.start(tokenOf(choice));
  if (!game.ok) return '';
  const { token } = game.value;
  game.value.free();
  return token;
}

const isPlayable = (rules: Rules, choice: GameChoice): boolean => canonical(rules, choice) !== '';

/** What was chosen for the options before this one, in the order of the catalogue: they decide, those after it follow. */
function before(entry: CatalogEntry, { id, options }: GameChoice, option: GameOption): GameChoice {
  const earlier = entry.options.slice(0, entry.options.indexOf(option)).map(({ key }) => [key, options[key] ?? '']);
  return { id, options: Object.fromEntries(earlier) as Record<string, string> };
}

/** The values of an option that go with what was chosen before it; none besides the usual one where it says nothing (CC-22). */
export function possibleValues(rules: Rules, entry: CatalogEntry, choice: GameChoice, option: GameOption): readonly string[] {
  const { id, options } = before(entry, choice, option);
  const without = canonical(rules, { id, options });
  return option.values.filter((value) => {
    const token = canonical(rules, { id, options: { ...options, [option.key]: value } });
    const isUsual = value === option.fallback || !option.values.includes(option.fallback);
    return token !== '' && (isUsual || token !== without);
  });
}

/** How many pieces fewer each set has, by its name: `1-2+4-3` (CC-25). */
export function readHandicap(text: string): Readonly<Record<string, number>> {
  const pairs = text.split('+').flatMap((pair) => {
    const [set = '', fewer = ''] = pair.split('-');
    return set !== '' && Number(fewer) > 0 ? [[set, Number(fewer)] as const] : [];
  });
  return Object.fromEntries(pairs);
}

export function writeHandicap(fewer: Readonly<Record<string, number>>): string {
  return Object.entries(fewer)
    .flatMap(([set, number]) => (number > 0 ? [`${set}-${number}`] : []))
    .join('+');
}

/** The sets that play and the pieces with which each begins, without a handicap. */
export function setsOf(rules: Rules, choice: GameChoice): ReadonlyMap<string, number> {
  const sets = new Map<string, number>();
  const game = rules.start(tokenOf({ id: choice.id, options: { ...choice.options, handicap: '' } }));
  if (!game.ok) return sets;
  for (const { set } of game.value.pieces()) sets.set(String(set), (sets.get(String(set)) ?? 0) + 1);
  game.value.free();
  return new Map([...sets].sort(([one], [other]) => Number(one) - Number(other)));
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
