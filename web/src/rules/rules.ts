// Knows from what the rules are loaded: a WebAssembly module for the first games, and one that is loaded when a game needs it.
// Does not know how they are asked.
import { loadedRulesFrom } from './from_sources';
import type { ModuleSource } from './sources';
import type { Rules } from './types';

export interface RulesSources {
  /** Loaded first: american, flying-king and every star. */
  readonly featured: ModuleSource;
  /** Every game, and records. Left out, `featured` is all there is, or itself the whole. */
  readonly whole?: ModuleSource;
  /**
   * What judges a game's positions, by the game's id; those of the stars are called star-… by their rules. Where there is none,
   * or it cannot be had, it is done by hand.
   */
  readonly networks?: Readonly<Record<string, ModuleSource>>;
}

export function rulesFrom(sources: RulesSources): Promise<Rules> {
  return loadedRulesFrom(sources);
}
