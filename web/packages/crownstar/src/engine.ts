// Knows what `crownstar/engine` gives to a browser. Does not know how it is asked: engine_client.ts. Node.js gets
// in_node/engine.ts instead, which has the same names.
import { engineFrom } from './engine_client';
import type { Engine, EngineOptions } from './engine_types';
import { engineModule, workerIn } from './start_worker';

export type { Engine, EngineOptions, Found, Progress, SearchQuestion } from './engine_types';
export { levelIds, type LevelId } from '../../../src/rules/level_ids';

/** An engine with a worker of its own. Rejected where its files cannot be loaded. */
export async function loadEngine({ tables, worker }: EngineOptions = {}): Promise<Engine> {
  return engineFrom(await engineModule(worker), workerIn(worker), tables);
}
