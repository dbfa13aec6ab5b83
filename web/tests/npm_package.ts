// Knows how tests come by the npm package as its users do: made, packed, and installed into a folder. Refuses to know what is in it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const web = new URL('..', import.meta.url).pathname;

/** Somebody's project that has the package installed. */
export class Project {
  readonly #folder = mkdtempSync(join(tmpdir(), 'crownstar-package-'));
  readonly path = join(this.#folder, 'project');
  /** Where the package lies in it. */
  readonly installed = join(this.path, 'node_modules/crownstar');

  constructor() {
    try {
      const made = this.#run(process.execPath, [join(web, 'tools/npm_package.mjs'), join(this.#folder, 'made')], web);
      mkdirSync(this.path);
      this.write('package.json', JSON.stringify({ name: 'project', type: 'module', private: true }));
      this.#run('npm', ['install', '--offline', '--no-audit', '--no-fund', made.trim()], this.path);
    } catch (problem) {
      this.remove();
      throw problem;
    }
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.path, name), text);
  }

  /** Runs a program of the project in Node.js; what it printed. */
  node(...words: readonly string[]): string {
    return this.#run(process.execPath, words, this.path);
  }

  /** What the compiler has against a file. */
  typeErrors(file: string, options: object): string {
    const usual = { noEmit: true, strict: true, skipLibCheck: false, target: 'ES2022', lib: ['ES2023', 'DOM'], types: [] };
    this.write('tsconfig.json', JSON.stringify({ compilerOptions: { ...usual, ...options }, files: [file] }));
    try {
      return this.node(join(web, 'node_modules/typescript/bin/tsc'));
    } catch (problem) {
      return String((problem as { stdout?: string }).stdout ?? problem);
    }
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  // npm keeps its downloads in the home folder, which may not be writable.
  #run(program: string, words: readonly string[], cwd: string): string {
    return execFileSync(program, words, { cwd, encoding: 'utf8', env: { ...process.env, npm_config_cache: join(this.#folder, 'npm') } });
  }
}
