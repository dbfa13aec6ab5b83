// Knows how a browser starts the package's worker, and the module that it is sent. Does not know what it is asked.
import { compileModule } from '../../../src/rules/sources';
import type { StartWorker } from './worker_queue';
import type { Reply } from './worker_messages';

/** What addresses are relative to: a worker has no document. */
export const placeOfPage = (): string => (typeof document === 'undefined' ? location.href : document.baseURI);

let compiling: Promise<WebAssembly.Module> | undefined;

/** Compiled once for all workers: one that takes the place of another begins at once. */
export function engineModule(worker: string | URL | undefined): Promise<WebAssembly.Module> {
  if (worker !== undefined) return compileModule(new URL('engine.wasm', new URL(worker, placeOfPage())));
  compiling ??= compileModule(new URL(/* @vite-ignore */ './engine.wasm', import.meta.url)).catch((problem: unknown) => {
    compiling = undefined; // the next one tries again
    throw problem;
  });
  return compiling;
}

export function workerIn(address: string | URL | undefined): StartWorker {
  return (hear, fail) => {
    const worker =
      address === undefined
        ? new Worker(new URL(/* @vite-ignore */ './worker.js', import.meta.url), { type: 'module' })
        : new Worker(address, { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Reply>) => hear(data);
    // Where its file does not come, the event has no message.
    worker.onerror = (event) => fail(event.message || 'its worker could not be loaded');
    worker.onmessageerror = () => fail('its worker could not read a message');
    return { post: (message) => worker.postMessage(message), hold: () => undefined, stop: () => worker.terminate() };
  };
}
