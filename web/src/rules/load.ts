// Knows where the page's build puts the modules without the engine (tools/build_wasm.sh makes them) and loads the rules
// from there. Refuses to know anything else; tests read the files themselves.
import featured from '../../../build/wasm/featured_games.wasm?url';
import whole from '../../../build/wasm/rules.wasm?url';
import { rulesFrom } from './rules';
import type { Rules } from './types';

export function loadRules(): Promise<Rules> {
  return rulesFrom({ featured, whole });
}
