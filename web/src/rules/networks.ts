// Knows how a module gets the networks that its engine judges positions with, each once. Does not know how they judge.
import type { RulesModule } from './module';
import { bytesOf, type ModuleSource } from './sources';
import type { Checked } from './types';

/** Gives the module the network of a token's game; the module says which that is. */
export function networkLoader(module: RulesModule, sources: Readonly<Record<string, ModuleSource>>): (token: string) => Promise<void> {
  const there = new Set<string>();
  // The engine plays without as well, only less well; the next game tries again.
  const load = async (id: string): Promise<void> => {
    const source = sources[id];
    if (source === undefined || there.has(id)) return;
    try {
      module.give(await bytesOf(source));
    } catch {
      return;
    }
    const taken = module.ask('take_network') as Checked<string>;
    // One that is refused would be refused again.
    there.add(id);
    if (!taken.ok) console.warn(`The computer plays ${id} without its network: ${taken.reason}`);
  };
  return async (token) => {
    module.say(token);
    const name = module.ask('network') as Checked<string>;
    if (name.ok) await load(name.value);
  };
}
