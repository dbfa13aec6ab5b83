// Knows the games that are kept on this device: those played at this screen or against its own computer.
// Does not know what they are about; a browser that forbids keeping plays on and forgets.
import type { Clock } from '../../wire';
import type { Time } from '../clock/own_clock';
import { olderToken } from './older_games';

export interface KeptGame {
  readonly id: string;
  readonly token: string;
  readonly start: string | null;
  readonly moves: readonly string[]; // with the whole path of each
  /** One a seat: a level of the computer, or '' for somebody at this screen. */
  readonly levels: readonly string[];
  /** Who gave up, or ran out of time. */
  readonly resigned: readonly { readonly seat: number; readonly ply: number; readonly isByTime?: boolean }[];
  readonly clock?: Clock; // the same for each seat
  readonly times?: readonly Time[]; // what each has left
  readonly agreedDraw: boolean;
  readonly isOver: boolean;
  readonly places?: readonly number[]; // one a seat, once it is over
  readonly begunAt: number;
  readonly touchedAt: number;
}

/** As it lies in the browser; what was kept before the mark was is without it. */
type Stored = KeptGame & { readonly saysLeave?: true };

const read = ({ saysLeave, ...game }: Stored): KeptGame => (saysLeave === true ? game : { ...game, token: olderToken(game.token) });

const storeName = 'games';
const mostKept = 500;

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('crownstar', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(storeName, { keyPath: 'id' }).createIndex('touchedAt', 'touchedAt');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('this browser keeps nothing'));
  });
  return opened;
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('this browser keeps nothing'));
  });
}

export async function keepGame(game: KeptGame): Promise<void> {
  const writing = (await open()).transaction(storeName, 'readwrite');
  const written = answered(writing.objectStore(storeName).put({ ...game, saysLeave: true } satisfies Stored));
  writing.commit(); // at once: the page may be closed right after a move
  await written;
  const games = (await open()).transaction(storeName, 'readwrite').objectStore(storeName);
  const tooMany = (await answered(games.count())) - mostKept;
  if (tooMany <= 0) return;
  const oldest = await answered(games.index('touchedAt').getAllKeys(null, tooMany));
  await Promise.all(oldest.map((key) => answered(games.delete(key))));
}

export async function findGame(id: string): Promise<KeptGame | undefined> {
  const games = (await open()).transaction(storeName).objectStore(storeName);
  const found = (await answered(games.get(id))) as Stored | undefined;
  return found === undefined ? undefined : read(found);
}

export async function forgetGame(id: string): Promise<void> {
  await answered((await open()).transaction(storeName, 'readwrite').objectStore(storeName).delete(id));
}

/** The newest first. */
export async function keptGames(): Promise<readonly KeptGame[]> {
  const games = (await open()).transaction(storeName).objectStore(storeName);
  return ((await answered(games.index('touchedAt').getAll())) as Stored[]).map(read).reverse();
}
