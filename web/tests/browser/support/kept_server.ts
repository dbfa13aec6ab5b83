// Knows that the tests of a file share one server: opened before the first, emptied after each, closed after the last; and
// that no page complained. Does not know what is tested.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { TestServer } from './test_server';

/** Gives the server to the file before its tests run. */
export function keepServer(give: (server: TestServer) => void): void {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await TestServer.open();
    give(server);
  });
  afterEach(async () => {
    expect(await server?.empty()).toEqual([]);
  });
  afterAll(() => server?.close());
}
