// Knows how the published files of the site are grouped, and what their data package says of them. It asks for nothing.
import type { PublishedFile } from '../../wire';

export const packageName = 'datapackage.json';

export interface Month {
  readonly month: string; // 2026-11
  readonly files: readonly PublishedFile[];
}

export interface DataFiles {
  readonly months: readonly Month[]; // the latest first
  readonly puzzles: readonly PublishedFile[];
  readonly samples: readonly PublishedFile[];
  readonly others: readonly PublishedFile[];
  readonly hasPackage: boolean;
}

/** The end of the name says what a file is for: `pdn`. */
export const formOf = ({ name }: PublishedFile): string => name.slice(name.lastIndexOf('.') + 1);

/** `puzzles-american.csv` and `puzzles-american-2.csv` are of a game; empty where the name says none. */
export const gameOf = ({ name }: PublishedFile): string => /^(?:puzzles|samples)-([a-z]+(?:-king)?)[.-]/.exec(name)?.[1] ?? '';

/** By the names that `crownstar export --games` gives, and those that docs/open-data.md recommends. */
export function groupFiles(files: readonly PublishedFile[]): DataFiles {
  const months = new Map<string, PublishedFile[]>();
  const groups: { puzzles: PublishedFile[]; samples: PublishedFile[]; others: PublishedFile[] } = { puzzles: [], samples: [], others: [] };
  let hasPackage = false;
  for (const file of files) {
    const month = /^games-(\d{4}-\d{2})\.\w+$/.exec(file.name)?.[1];
    if (file.name === packageName) hasPackage = true;
    else if (month !== undefined) months.set(month, [...(months.get(month) ?? []), file]);
    else if (file.name.startsWith('puzzles-')) groups.puzzles.push(file);
    else if (file.name.startsWith('samples-')) groups.samples.push(file);
    else groups.others.push(file);
  }
  const latestFirst = [...months].sort(([first], [second]) => (first < second ? 1 : -1));
  return { ...groups, months: latestFirst.map(([month, its]) => ({ month, files: its })), hasPackage };
}

export interface Column {
  readonly name: string;
  readonly meaning: string;
}

export interface DataPackage {
  readonly licence: { readonly title: string; readonly address: string } | undefined;
  readonly columns: ReadonlyMap<string, readonly Column[]>; // by file
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const list = (value: unknown): readonly Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : []);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What the page shows of a data package (datapackage.org). Whoever runs the site writes it; what does not fit is left out. */
export function readPackage(value: unknown): DataPackage {
  const whole = isObject(value) ? value : {};
  const licences = list(whole['licenses']).map((each) => ({ title: text(each['title']), address: text(each['path']) }));
  const columns = new Map<string, readonly Column[]>();
  for (const resource of list(whole['resources'])) {
    const schema = isObject(resource['schema']) ? resource['schema'] : {};
    const its = list(schema['fields']).map((field) => ({ name: text(field['name']), meaning: text(field['description']) }));
    if (its.length > 0) columns.set(text(resource['path']), its);
  }
  return { licence: licences.find(({ title, address }) => title !== '' && /^https?:\/\//.test(address)), columns };
}

/** The columns of the first file that has any: all of a group are alike. */
export function columnsOf(files: readonly PublishedFile[], { columns }: DataPackage): readonly Column[] {
  return files.map(({ name }) => columns.get(name)).find((its) => its !== undefined) ?? [];
}

/** `12.3 MB`, in the language. */
export function sizeText(bytes: number, language: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step);
}

/** `November 2026`, in the language. */
export function monthText(month: string, language: string): string {
  return new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));
}
