// Knows what `crownstar/engine` gives to Node.js. Does not know how it is asked.
import { engineFrom } from '../engine_client';
import type { Engine, EngineOptions } from '../engine_types';
import { engineModule, workerIn } from './start_worker';

export { levelIds } from '../../../../src/rules/level_ids';

export async function loadEngine({ tables, worker }: EngineOptions = {}): Promise<Engine> {
  return engineFrom(await engineModule(worker), workerIn(worker), tables);
}
