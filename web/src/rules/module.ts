// Knows how to ask the WebAssembly module: texts go in and out through its memory, answers are JSON.
// Refuses to know what is asked and what the answers mean.

/** What `module` calls; every function that gives a number of bytes has left that much of an answer. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  question_room(bytes: number): number;
  answer_at(): number;
  [name: string]: unknown;
}

/** Where a module or a network comes from: an address, its bytes, or something that is asked when it is needed. */
export type ModuleSource = string | URL | BufferSource | (() => ModuleSource | Promise<ModuleSource>);

/** What the module asks of the page: the time in milliseconds, for searches with a limit. */
const imports = { page: { now: () => performance.now() } };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

async function fetched(address: string | URL): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the rules could not be loaded: ${response.status} ${response.statusText}`);
  return response;
}

/** The bytes as they are. */
export async function bytesOf(source: ModuleSource): Promise<Uint8Array> {
  if (typeof source === 'function') return bytesOf(await source());
  if (typeof source === 'string' || source instanceof URL) return new Uint8Array(await (await fetched(source)).arrayBuffer());
  return source instanceof ArrayBuffer ? new Uint8Array(source) : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}

async function instantiate(source: ModuleSource): Promise<WebAssembly.Instance> {
  if (typeof source === 'function') return instantiate(await source());
  if (typeof source !== 'string' && !(source instanceof URL)) {
    return (await WebAssembly.instantiate(source, imports)).instance;
  }
  const response = await fetched(source);
  // A server that sends another type still serves the page, only without compiling while it loads.
  if (response.headers.get('Content-Type') !== 'application/wasm') {
    return (await WebAssembly.instantiate(await response.arrayBuffer(), imports)).instance;
  }
  return (await WebAssembly.instantiateStreaming(response, imports)).instance;
}

export class RulesModule {
  private constructor(private readonly exports: Exports) {}

  static async load(source: ModuleSource): Promise<RulesModule> {
    const exports = (await instantiate(source)).exports as unknown as Exports;
    exports._initialize();
    return new RulesModule(exports);
  }

  /** Leaves a text where the next call finds it. */
  say(text: string): void {
    this.give(encoder.encode(text));
  }

  /** The same with bytes that are no text. */
  give(bytes: Uint8Array): void {
    const at = this.exports.question_room(bytes.length);
    if (at === 0) throw new Error('the text is too long for the rules');
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  /** Calls and reads what the answer says. */
  ask(name: string, ...numbers: number[]): unknown {
    const bytes = this.number(name, ...numbers);
    const answer = new Uint8Array(this.exports.memory.buffer, this.exports.answer_at(), bytes);
    return JSON.parse(decoder.decode(answer));
  }

  /** Calls what answers with a number. */
  number(name: string, ...numbers: number[]): number {
    const called = this.exports[name] as ((...values: number[]) => number) | undefined;
    if (called === undefined) throw new Error(`the rules have no ${name}`);
    return called(...numbers);
  }
}
