// Knows how Node.js starts the package's worker, and the module that it is sent. Does not know what it is asked.
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { StartWorker } from '../worker_queue';
import type { Reply } from '../worker_messages';

let compiling: Promise<WebAssembly.Module> | undefined;

/** Compiled once for all workers. */
export function engineModule(worker: string | URL | undefined): Promise<WebAssembly.Module> {
  const compiled = async (address: URL) => WebAssembly.compile(new Uint8Array(await readFile(address)));
  if (worker !== undefined) return compiled(new URL('engine.wasm', new URL(worker)));
  compiling ??= compiled(new URL(/* @vite-ignore */ './engine.wasm', import.meta.url)).catch((problem: unknown) => {
    compiling = undefined; // the next one tries again
    throw problem;
  });
  return compiling;
}

export function workerIn(address: string | URL | undefined): StartWorker {
  return (hear, fail) => {
    const worker = new Worker(address === undefined ? new URL(/* @vite-ignore */ './worker-node.js', import.meta.url) : new URL(address));
    worker.on('message', (reply: Reply) => hear(reply));
    worker.on('error', (problem: unknown) => fail(problem instanceof Error ? problem.message : String(problem)));
    worker.on('exit', () => fail('its worker has ended'));
    return {
      post: (message) => worker.postMessage(message),
      hold: (isWaitedFor) => (isWaitedFor ? worker.ref() : worker.unref()),
      stop: () => void worker.terminate(),
    };
  };
}
