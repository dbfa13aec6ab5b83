// Knows the package's worker in a browser: how it reads tables while it searches. Does not know how it answers:
// worker_answers.ts.
import { networks } from 'crownstar:networks';
import type { ReadTable } from './table_files';
import { answererIn } from './worker_answers';
import type { Asked } from './worker_messages';

/** Which only workers have. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** A search cannot wait for a promise: its worker waits for the file. */
function readFrom(base: string): ReadTable {
  return (file) => {
    const request = new XMLHttpRequest();
    request.open('GET', new URL(file, base), false);
    request.responseType = 'arraybuffer';
    try {
      request.send();
    } catch {
      throw new Error(`the table '${file}' could not be read: its server does not answer, or the policy of the page forbids it`);
    }
    // Some servers answer every address with their page.
    const isPage = request.getResponseHeader('Content-Type')?.startsWith('text/html') === true;
    if (request.status === 404 || request.status === 410 || isPage) return null;
    if (request.status !== 200) throw new Error(`the table '${file}' could not be read: ${request.status} ${request.statusText}`);
    return new Uint8Array(request.response as ArrayBuffer);
  };
}

const answer = answererIn({
  networks,
  post: (reply) => postMessage(reply),
  bytesOf: (blob) => new Uint8Array(new FileReaderSync().readAsArrayBuffer(blob)),
  tablesFrom: (source) => {
    if (source.kind !== 'address') throw new TypeError('a browser reads no folders');
    // As they are built: the last ones have values alone.
    return { pieces: { values: source.pieces, distances: source.pieces - 1 }, read: readFrom(source.base) };
  },
});

addEventListener('message', ({ data }: MessageEvent<Asked>) => void answer(data));
