// Knows what travels between a page or program and the worker that searches and probes for it. Does not know either.
import type { Checked } from '../../../src/rules/types';

/** Where tables come from: all of it can be sent to a worker. */
export type TablesSource =
  | { readonly kind: 'address'; readonly base: string; readonly pieces: number; readonly memory: number }
  | { readonly kind: 'folder'; readonly path: string; readonly memory: number }
  | { readonly kind: 'files'; readonly files: readonly (Blob | Uint8Array)[]; readonly memory: number };

export type Question =
  | { readonly kind: 'begin'; readonly module: WebAssembly.Module; readonly tables: TablesSource | null }
  | { readonly kind: 'search'; readonly game: string; readonly position: string | null; readonly moves: readonly string[]; readonly options: string }
  | { readonly kind: 'probe'; readonly game: string; readonly position: string };

export interface Asked {
  readonly id: number;
  readonly question: Question;
}

export type Reply =
  | { readonly id: number; readonly kind: 'answer'; readonly answer: Checked<unknown> }
  | { readonly id: number; readonly kind: 'progress'; readonly progress: unknown }
  /** The module is not fit for use any more. */
  | { readonly id: number; readonly kind: 'broken'; readonly reason: string };
