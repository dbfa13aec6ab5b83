// Knows where the page's build puts the module with the engine, which holds every game as well, and the networks that it
// judges with, each fetched when its game is prepared. Only a worker loads them:
// a search takes longer than a picture may wait. Does not know what is asked of it.
import engine from '../../../build/wasm/engine.wasm?url';
import { rulesFrom } from './rules';
import type { Rules } from './types';

const networks = import.meta.glob<string>('../../../nets/*.net', { query: '?url', import: 'default', eager: true });
const named = Object.fromEntries(Object.entries(networks).map(([file, address]) => [file.replace(/^.*\/|\.net$/g, ''), address]));

export function loadEngine(): Promise<Rules> {
  return rulesFrom({ featured: engine, networks: named });
}
