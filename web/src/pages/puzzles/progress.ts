// Knows which puzzles were solved on this device, how many in a row without help, and what was chosen last. It is kept here alone.
import { signal } from '@preact/signals';
import { readJson, writeJson } from '../../app/device/device_storage';
import { levels, type Level } from './deck';

const place = 'crownstar.puzzles';

export interface GameProgress {
  readonly solved: readonly string[]; // ids
  readonly streak: number; // solved one after the other with no wrong move and no help
  readonly best: number; // the longest of them
}

export interface Progress {
  readonly game: string; // empty: none yet
  readonly level: Level;
  readonly games: Readonly<Record<string, GameProgress>>;
}

const none: GameProgress = { solved: [], streak: 0, best: 0 };

type Kept = Partial<Record<string, unknown>>;
const objectIn = (kept: unknown): Kept => (typeof kept === 'object' && kept !== null ? (kept as Kept) : {});
const countIn = (kept: unknown): number => (Number.isSafeInteger(kept) && (kept as number) > 0 ? (kept as number) : 0);

function readGame(kept: unknown): GameProgress {
  const { solved, streak, best } = objectIn(kept);
  const ids = Array.isArray(solved) ? solved.filter((id): id is string => typeof id === 'string') : [];
  return { solved: [...new Set(ids)], streak: countIn(streak), best: Math.max(countIn(best), countIn(streak)) };
}

/** Whatever was kept becomes progress that holds. */
export function readProgress(kept: unknown): Progress {
  const { game, level, games } = objectIn(kept);
  return {
    game: typeof game === 'string' ? game : '',
    level: levels.find((each) => each === level) ?? 'easy',
    games: Object.fromEntries(Object.entries(objectIn(games)).map(([name, one]) => [name, readGame(one)])),
  };
}

export const progress = signal(readProgress(readJson(place)));

export function progressIn(game: string): GameProgress {
  return Object.hasOwn(progress.value.games, game) ? (progress.value.games[game] ?? none) : none;
}

/** Read anew before each change: another tab may have solved more meanwhile. */
function change(changed: (before: Progress) => Progress): void {
  const kept = readJson(place);
  progress.value = changed(kept === null ? progress.value : readProgress(kept));
  writeJson(place, progress.value);
}

function changeGame(game: string, changed: (before: GameProgress) => GameProgress): void {
  change((before) => ({ ...before, games: { ...before.games, [game]: changed(Object.hasOwn(before.games, game) ? (before.games[game] ?? none) : none) } }));
}

export function choose(choice: Partial<Pick<Progress, 'game' | 'level'>>): void {
  change((before) => ({ ...before, ...choice }));
}

/** Solved, for the first time or again. `isClean`: with no wrong move and no help. */
export function noteSolved(game: string, id: string, isClean: boolean): void {
  changeGame(game, (before) => {
    if (before.solved.includes(id)) return before;
    const streak = isClean ? before.streak + 1 : 0;
    return { solved: [...before.solved, id], streak, best: Math.max(before.best, streak) };
  });
}

/** A wrong move, or help that was asked for, at a puzzle that is not solved yet. */
export function noteMissed(game: string, id: string): void {
  changeGame(game, (before) => (before.solved.includes(id) ? before : { ...before, streak: 0 }));
}
