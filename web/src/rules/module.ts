// Knows how to ask the WebAssembly module: texts go in and out through its memory, answers are JSON.
// Does not know what is asked and what the answers mean.

/** What `module` calls; every function that gives a number of bytes has left that much of an answer. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  question_room(bytes: number): number;
  answer_at(): number;
  [name: string]: unknown;
}

/** What a module asks of its page while it answers; `module` is the one that asks. */
export type PageAnswers = Readonly<Record<string, (module: RulesModule, ...numbers: number[]) => number | void>>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class RulesModule {
  private constructor(private readonly exports: Exports) {}

  /** Every module asks for the time in milliseconds, for searches with a limit; the others of `answers` are asked for by some. */
  static async load(compiled: WebAssembly.Module, answers: PageAnswers = {}): Promise<RulesModule> {
    let module: RulesModule | undefined;
    const bound = Object.entries(answers).map(([name, answer]) => [name, (...numbers: number[]) => (module === undefined ? 0 : answer(module, ...numbers))]);
    const page = { now: () => performance.now(), ...Object.fromEntries(bound) };
    const instance = await WebAssembly.instantiate(compiled, { page });
    const exports = instance.exports as unknown as Exports;
    module = new RulesModule(exports);
    exports._initialize();
    return module;
  }

  /** Leaves a text where the next call finds it. */
  say(text: string): void {
    this.give(encoder.encode(text));
  }

  /** The same with bytes that are no text. */
  give(bytes: Uint8Array): void {
    const at = this.exports.question_room(bytes.length);
    if (at === 0) throw new Error('the text is too long for the rules');
    this.put(at, bytes);
  }

  /** Calls and reads what the answer says. */
  ask(name: string, ...numbers: number[]): unknown {
    return this.said(this.number(name, ...numbers));
  }

  /** What an answer of so many bytes says. */
  said(bytes: number): unknown {
    return JSON.parse(this.textAt(this.exports.answer_at(), bytes));
  }

  /** A text in the module's memory. */
  textAt(at: number, bytes: number): string {
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, at, bytes));
  }

  /** Puts bytes where the module has room for them. */
  put(at: number, bytes: Uint8Array): void {
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  /** Calls what answers with a number. */
  number(name: string, ...numbers: number[]): number {
    const called = this.exports[name] as ((...values: number[]) => number) | undefined;
    if (called === undefined) throw new Error(`the rules have no ${name}`);
    return called(...numbers);
  }
}
