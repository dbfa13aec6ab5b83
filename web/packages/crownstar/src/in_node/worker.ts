// Knows the package's worker in Node.js: how it reads networks and tables. Does not know how it answers: worker_answers.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { networks } from 'crownstar:networks';
import { mostPieces, type ReadTable } from '../table_files';
import { answererIn } from '../worker_answers';
import type { Asked } from '../worker_messages';

function readFrom(folder: string): ReadTable {
  return (file) => {
    try {
      return new Uint8Array(readFileSync(join(folder, file)));
    } catch (problem) {
      if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw new Error(`the table '${join(folder, file)}' could not be read: ${String(problem)}`);
    }
  };
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? readdirSync(join(folder, entry.name)) : []));
}

const port = parentPort;
if (port === null) throw new Error('this file is a worker');
const answer = answererIn({
  networks: Object.fromEntries(Object.entries(networks).map(([name, address]) => [name, async () => new Uint8Array(await readFile(address))])),
  post: (reply) => port.postMessage(reply),
  bytesOf: () => {
    throw new TypeError('blobs are read before they are sent here');
  },
  tablesFrom: (source) => {
    if (source.kind !== 'folder') throw new TypeError('Node.js reads tables from a folder');
    return { pieces: mostPieces(namesIn(source.path)), read: readFrom(source.path) };
  },
});
port.on('message', (asked: Asked) => void answer(asked));
