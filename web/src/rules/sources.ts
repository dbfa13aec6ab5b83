// Knows everything that a module or a network can come from. The page itself has addresses alone: fetching.ts.
import { fetched, fetchModule } from './fetching';

/** Where a module or a network comes from: an address, its bytes, a compiled module, or something that is asked when it is needed. */
export type ModuleSource = string | URL | BufferSource | WebAssembly.Module | (() => ModuleSource | Promise<ModuleSource>);

/** The bytes as they are. */
export async function bytesOf(source: ModuleSource): Promise<Uint8Array> {
  if (typeof source === 'function') return bytesOf(await source());
  if (typeof source === 'string' || source instanceof URL) return new Uint8Array(await (await fetched(source)).arrayBuffer());
  if (source instanceof WebAssembly.Module) throw new TypeError('a compiled module has no bytes');
  return source instanceof ArrayBuffer ? new Uint8Array(source) : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}

export async function compileModule(source: ModuleSource): Promise<WebAssembly.Module> {
  if (typeof source === 'function') return compileModule(await source());
  if (source instanceof WebAssembly.Module) return source;
  return typeof source === 'string' || source instanceof URL ? fetchModule(source) : WebAssembly.compile(source);
}
