// Knows endgame tables as a page or a program has them. Does not know how they are asked: tables_client.ts.
import type { Checked, Game } from '../../../src/rules/types';

/** For the side to move, with perfect play of both sides; counts that make a draw are left out. */
export type TableValue = 'win' | 'draw' | 'loss';

export interface ProbedMove {
  readonly move: string;
  /** For the side that makes it; null where a table is missing. */
  readonly value: TableValue | null;
  /** Half-moves to the end of the game, this one too; null for a draw, and where the tables do not have it. */
  readonly distance: number | null;
}

export interface Probe {
  readonly pieces: number;
  readonly value: TableValue;
  /** Half-moves to the end of the game; null for a draw, and where the tables do not have it. */
  readonly distance: number | null;
  /** Every legal move, the best first. */
  readonly moves: readonly ProbedMove[];
  /** Those that keep the value; where distances are known, the quickest wins or the slowest losses. */
  readonly bestMoves: readonly string[];
}

export interface Tables {
  /** Null where the position is not in these tables. */
  probe(game: string | Game, position?: string): Promise<Checked<Probe | null>>;
  /** Stops its worker. */
  close(): void;
}

/** The folder that `crownstar tables build --folder` made: its address, in Node.js its path; or the files themselves. */
export type TablesPlace = string | URL | Iterable<Blob | ArrayBuffer | Uint8Array>;

export interface TablesOptions {
  /** With up to how many pieces there are tables. Required with an address, since its files cannot be listed. */
  readonly pieces?: number | undefined;
  /** How many MiB of files are kept in memory (default: 256). */
  readonly memory?: number | undefined;
  /**
   * Where the package's `worker.js` is, in Node.js `worker-node.js` as a `file:` URL; with `engine.wasm` beside it. Left out:
   * beside this file.
   */
  readonly worker?: string | URL | undefined;
}
