// Knows how a module gets the networks that its engine judges positions with, each once. Refuses to know how they judge.
import type { RulesModule } from './module';
import { bytesOf, type ModuleSource } from './sources';
import type { Checked } from './types';

/** Gives the module what it has for the game of a token. */
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
    const id = token.split(':')[0] ?? '';
    const wanted = Object.keys(sources).filter((name) => name === id || (id === 'sternhalma' && name.startsWith('star-')));
    await Promise.all(wanted.map(load));
  };
}
