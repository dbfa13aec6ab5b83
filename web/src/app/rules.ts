// Knows where the rules come from: the one WebAssembly module, fetched once and shared by all who ask.
import { loadRules } from '../rules/load';
import type { Rules } from '../rules/types';

let loading: Promise<Rules> | undefined;

export function theRules(): Promise<Rules> {
  loading ??= loadRules().catch((problem: unknown) => {
    loading = undefined; // the next one who asks tries again
    throw problem;
  });
  return loading;
}
