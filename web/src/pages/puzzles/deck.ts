// Knows the file of a game's puzzles: comma-separated lines under a header, as `crownstar puzzles` writes them, and how difficult
// each puzzle is among the others.
// It does not know where the file lies, and whether its positions and moves are legal.

export interface Puzzle {
  readonly id: string;
  readonly game: string;
  readonly position: string; // whoever is to move there solves it
  readonly moves: readonly string[]; // from the solver's first to the solver's last
  readonly effort: number; // nodes that the search needs
  readonly gives: number; // pieces that the solver loses on the way
  readonly takes: number;
}

export const levels = ['easy', 'medium', 'hard'] as const;
export type Level = (typeof levels)[number];

export interface Fault {
  readonly line: number;
  readonly reason: string;
}

export interface Deck {
  readonly game: string;
  readonly puzzles: readonly Puzzle[]; // the easiest first
  readonly faults: readonly Fault[]; // lines that were left out
}

const columns = ['id', 'game', 'position', 'moves', 'effort', 'gives', 'takes'] as const;
type Row = Readonly<Record<(typeof columns)[number], string>>;

interface Line {
  readonly number: number; // of its first line in the file
  readonly fields: readonly string[];
}

/** A field is plain, or in quotes, where two quotes stand for one. */
const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/** The lines of RFC 4180; one that cannot be read has no fields. */
function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  let [at, number] = [0, 1];
  while (at < text.length) {
    const [begin, first] = [at, number];
    const fields: string[] = [];
    for (let end = ','; end === ','; ) {
      field.lastIndex = at;
      const [whole, quoted, plain = '', after = ''] = field.exec(text) ?? [];
      if (whole === undefined) {
        const newline = text.indexOf('\n', at);
        at = newline < 0 ? text.length : newline + 1;
        fields.length = 0;
        break;
      }
      fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
      at += whole.length;
      end = after;
    }
    number += text.slice(begin, at).split('\n').length - 1;
    if (at > begin && text.slice(begin, at).trim() !== '') lines.push({ number: first, fields });
    if (at === begin) break;
  }
  return lines;
}

const isWhole = (text: string): boolean => /^\d{1,15}$/.test(text);

/** What is wrong with a line; empty where nothing is. */
function faultIn({ id, game, position, moves, effort, gives, takes }: Row, wanted: string, known: ReadonlySet<string>): string {
  if (!/^[0-9a-f]{8}$/.test(id)) return `the id '${id}' is not 8 hexadecimal digits`;
  if (known.has(id)) return `the id ${id} stands there twice`;
  if (game !== wanted) return `the game is '${game}', not '${wanted}'`;
  if (position === '') return 'there is no position';
  const texts = moves.split(' ');
  if (texts.includes('') || texts.length % 2 === 0) return `the moves '${moves}' do not end with the solver's`;
  if (![effort, gives, takes].every(isWhole)) return 'effort, gives and takes are not whole numbers';
  return '';
}

/** A file under another header is refused; a line that is none of a puzzle is left out and named. */
export function readDeck(text: string, game: string): Deck {
  const [header, ...lines] = linesOf(text.replace(/^\uFEFF/, ''));
  const missing = columns.filter((column) => !header?.fields.includes(column));
  if (header === undefined || missing.length > 0) throw new Error(`the puzzles of ${game} have no column ${missing.join(', ')}`);
  const puzzles: Puzzle[] = [];
  const faults: Fault[] = [];
  const known = new Set<string>();
  for (const { number, fields } of lines) {
    if (fields.length !== header.fields.length) {
      faults.push({ line: number, reason: `${fields.length} fields instead of ${header.fields.length}` });
      continue;
    }
    const row = Object.fromEntries(columns.map((column) => [column, fields[header.fields.indexOf(column)] ?? ''])) as Row;
    const reason = faultIn(row, game, known);
    if (reason !== '') {
      faults.push({ line: number, reason });
      continue;
    }
    known.add(row.id);
    const { id, position, moves, effort, gives, takes } = row;
    puzzles.push({ id, game, position, moves: moves.split(' '), effort: Number(effort), gives: Number(gives), takes: Number(takes) });
  }
  puzzles.sort((a, b) => a.effort - b.effort || (a.id < b.id ? -1 : 1));
  return { game, puzzles, faults };
}

/** The puzzles of a level: a third of all, by their effort. */
export function puzzlesOf({ puzzles }: Deck, level: Level): readonly Puzzle[] {
  const at = levels.indexOf(level);
  const bound = (part: number) => Math.round((part * puzzles.length) / levels.length);
  return puzzles.slice(bound(at), bound(at + 1));
}

export function levelOf(deck: Deck, puzzle: Puzzle): Level {
  return levels.find((level) => puzzlesOf(deck, level).includes(puzzle)) ?? 'hard';
}

interface Choice {
  readonly level: Level;
  readonly solved: ReadonlySet<string>;
  readonly last?: string | undefined; // the id of the one before, which does not come again at once
}

/**
 * Any puzzle of the level that is not solved; where there is none, of the harder ones, then of the easier. Once all are solved,
 * any of the level again.
 */
export function nextPuzzle(deck: Deck, { level, solved, last }: Choice, random: () => number = Math.random): Puzzle | undefined {
  const any = (puzzles: readonly Puzzle[]): Puzzle | undefined => puzzles[Math.floor(random() * puzzles.length)];
  const from = levels.indexOf(level);
  const open = [...levels.slice(from), ...levels.slice(0, from).reverse()].map((each) => puzzlesOf(deck, each).filter(({ id }) => !solved.has(id)));
  for (const puzzles of open) {
    const found = any(puzzles.filter(({ id }) => id !== last));
    if (found !== undefined) return found;
  }
  const left = open.flat();
  const own = puzzlesOf(deck, level);
  return any(left) ?? any(own.filter(({ id }) => id !== last)) ?? any(own.length > 0 ? own : deck.puzzles);
}
