// Knows where the page's build puts the modules without the engine (tools/build_wasm.sh makes them) and loads the rules
// from there. Does not know anything else; tests read the files themselves.
import featured from '../../../build/wasm/featured_games.wasm?url';
import whole from '../../../build/wasm/rules.wasm?url';
import { fetchModule } from './fetching';
import { LoadedRules } from './loaded_rules';
import { RulesModule } from './module';
import type { Rules } from './types';

const load = async (address: string): Promise<RulesModule> => RulesModule.load(await fetchModule(address));

export async function loadRules(): Promise<Rules> {
  return new LoadedRules({ featured: await load(featured), loadWhole: () => load(whole) });
}
