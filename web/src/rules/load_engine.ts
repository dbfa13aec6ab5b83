// Knows where the page's build puts the module with the engine, which holds every game as well. Only a worker loads it:
// a search takes longer than a picture may wait. Refuses to know what is asked of it.
import engine from '../../../build/wasm/engine.wasm?url';
import { rulesFrom } from './rules';
import type { Rules } from './types';

export function loadEngine(): Promise<Rules> {
  return rulesFrom({ doors: engine });
}
