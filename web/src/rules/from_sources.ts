// Knows how the rules are put together from wherever their modules and networks are.
import { LoadedRules } from './loaded_rules';
import { RulesModule, type PageAnswers } from './module';
import { networkLoader } from './networks';
import type { RulesSources } from './rules';
import { compileModule } from './sources';

/** `answers` is for a module that asks its page for more than the time. */
export async function loadedRulesFrom({ featured: source, whole, networks }: RulesSources, answers?: PageAnswers): Promise<LoadedRules> {
  const featured = await RulesModule.load(await compileModule(source), answers);
  return new LoadedRules({
    featured,
    loadWhole: whole === undefined ? undefined : async () => RulesModule.load(await compileModule(whole)),
    loadNetworks: networks === undefined ? undefined : networkLoader(featured, networks),
  });
}
