// Knows the engine as a page or a program has it. Does not know how it is asked: engine_client.ts.
import type { Checked, FoundLine, Level } from '../../../src/rules/types';
import type { LevelId } from '../../../src/rules/level_ids';
import type { Tables } from './tables_types';

/** Only `game` is required. */
export interface SearchQuestion {
  /** The game and its options: `american`, `sternhalma:players=3`. */
  readonly game: string;
  /** Where it began: FEN, or a star's text. Left out: the game's own start. */
  readonly position?: string | null | undefined;
  /** The moves since then. With them the engine knows of repetitions and of moves that count towards a draw. */
  readonly moves?: readonly string[] | string | undefined;
  /** How well it plays; left out: as well as it can. */
  readonly level?: LevelId | undefined;
  /** In milliseconds. The first limit that is reached ends the search; without any the level's own holds. */
  readonly time?: number | undefined;
  readonly depth?: number | undefined;
  readonly nodes?: number | undefined;
  /** How many of the best moves are looked at and told: 1 to 64. */
  readonly lines?: number | undefined;
  /** What a level leaves to chance: the same seed, the same move. */
  readonly seed?: number | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Progress {
  readonly depth: number;
  readonly nodes: number;
  /** In milliseconds. */
  readonly time: number;
  /** The best first. */
  readonly lines: readonly FoundLine[];
}

export interface Found extends Progress {
  /** One of the legal moves, as `play` takes it. */
  readonly move: string;
  /** For the side that moves: hundredths of a man in draughts, of a turn on the star. */
  readonly score: number;
  /** A win in so many half-moves; negative: a loss. */
  readonly plies?: number;
  /** Why a table that was needed was not used; null where all is well. */
  readonly refusedTable: string | null;
}

/** One worker. Searches are made one after the other; several engines search at the same time. */
export interface Engine {
  /** Weakest first. */
  readonly levels: readonly Level[];
  search(question: SearchQuestion): Promise<Checked<Found>>;
  /** Stops its worker. What it still searches is refused. */
  close(): void;
}

export interface EngineOptions {
  /** The engine probes these endgame tables too. */
  readonly tables?: Tables | undefined;
  /**
   * Where the package's `worker.js` is, in Node.js `worker-node.js` as a `file:` URL; with `engine.wasm` and `nets` beside it.
   * Left out: beside this file.
   */
  readonly worker?: string | URL | undefined;
}
