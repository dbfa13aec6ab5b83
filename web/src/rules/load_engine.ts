// Knows where the page's build puts the module with the engine, which holds every game as well, and the networks that it
// judges with, each fetched when its game is prepared. Only a worker loads them:
// a search takes longer than a picture may wait. Refuses to know what is asked of it.
import engine from '../../../build/wasm/engine.wasm?url';
import american from '../../../nets/american.net?url';
import flyingKing from '../../../nets/flying-king.net?url';
import { rulesFrom } from './rules';
import type { Rules } from './types';

export function loadEngine(): Promise<Rules> {
  return rulesFrom({ doors: engine, networks: { american, 'flying-king': flyingKing } });
}
