// Knows how a program of another browser is started, and how it is gone in the end.
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Started {
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** In a group of its own: what it starts itself goes with it. */
export function start(program: string, given: readonly string[], env: NodeJS.ProcessEnv = {}, stdio: StdioOptions = 'ignore'): Started {
  const started = spawn(program, given, { stdio, detached: true, env: { ...process.env, ...env } });
  const failed = new Promise<never>((_, reject) => started.once('error', reject));
  failed.catch(() => undefined); // told where it is waited for
  return {
    process: started,
    stop: async () => {
      if (started.pid === undefined || started.exitCode !== null || started.signalCode !== null) return;
      const gone = once(started, 'exit');
      try {
        process.kill(-started.pid, 'SIGKILL');
      } catch {
        started.kill('SIGKILL');
      }
      await gone;
    },
  };
}

export interface Folder {
  readonly path: string;
  remove(): void;
}

export function freshFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'crownstar-browser-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}
