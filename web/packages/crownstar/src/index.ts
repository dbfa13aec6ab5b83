// Knows what the package gives to a browser: the rules, and where their modules lie beside this file.
// Does not know how a board is shown: board.ts. Node.js gets node.ts instead, which has the same names.
import { rulesFrom } from '../../../src/rules';
import type { Rules } from '../../../src/rules';

export { rulesFrom };
export type * from '../../../src/rules';

let loading: Promise<Rules> | undefined;

/** The rules of every game, loaded once: the games of `featured_games.wasm` first, the others when `prepare` is asked for one. */
export function loadRules(): Promise<Rules> {
  loading ??= rulesFrom({
    featured: new URL(/* @vite-ignore */ './featured_games.wasm', import.meta.url),
    whole: new URL(/* @vite-ignore */ './rules.wasm', import.meta.url),
  }).catch((problem: unknown) => {
    loading = undefined; // the next one tries again
    throw problem;
  });
  return loading;
}
