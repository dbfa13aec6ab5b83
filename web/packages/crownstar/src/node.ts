// Knows how the package loads the rules in Node.js, which reads files and fetches none. Does not know anything else.
import { readFile } from 'node:fs/promises';
import { rulesFrom } from '../../../src/rules';
import type { Rules } from '../../../src/rules';

export { rulesFrom };
export type * from '../../../src/rules';

let loading: Promise<Rules> | undefined;

/** The rules of every game, loaded once. */
export function loadRules(): Promise<Rules> {
  loading ??= rulesFrom({ featured: async () => new Uint8Array(await readFile(new URL(/* @vite-ignore */ './rules.wasm', import.meta.url))) });
  return loading;
}
