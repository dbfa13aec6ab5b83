// Knows how tests come by the npm package as its users do: made, packed, installed into a folder, and served from there.
// Does not know what is in it.
import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';

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

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};
/** As strict as the README says that it may be. */
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' data:";

/** A plain web server over the files of a project. */
export class Site {
  /** The paths that were asked for. */
  readonly asked: string[] = [];
  readonly #pages = new Map<string, string>();
  readonly #server: Server;

  private constructor(project: Project) {
    this.#server = createServer((request, response) => {
      const path = normalize(new URL(request.url ?? '/', 'http://here').pathname);
      this.asked.push(path);
      const page = this.#pages.get(path);
      const file = join(project.path, path);
      const isThere = page !== undefined || (existsSync(file) && statSync(file).isFile());
      const type = types[page === undefined ? extname(path) : '.html'] ?? 'text/plain';
      response.writeHead(isThere ? 200 : 404, { 'content-type': type, 'content-security-policy': policy });
      if (page !== undefined) response.end(page);
      else if (isThere) createReadStream(file).pipe(response);
      else response.end();
    });
  }

  static async open(project: Project): Promise<Site> {
    const site = new Site(project);
    await new Promise<void>((done) => site.#server.listen(0, '127.0.0.1', done));
    return site;
  }

  get address(): string {
    const at = this.#server.address();
    return `http://127.0.0.1:${typeof at === 'object' ? (at?.port ?? 0) : 0}`;
  }

  /** A page with this in it, and the script of the package. */
  show(path: string, body: string): void {
    const script = '<script type="module" src="/node_modules/crownstar/board.js"></script>';
    this.#pages.set(path, `<!doctype html><html lang="en"><meta charset="utf-8" /><title>A page</title>${script}${body}`);
  }

  clear(): void {
    this.#pages.clear();
    this.asked.length = 0;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
