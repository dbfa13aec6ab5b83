// Knows what a browser loads that was never here before: which files, and how much goes over the wire with the headers of the
// answers.
import type { TestServer } from './test_server';

export interface FirstVisit {
  readonly files: readonly string[]; // by their paths
  readonly wire: number; // bytes
}

/** Ends when nothing more is loaded, and where `sign` is to be seen. */
export async function firstVisit(server: TestServer, path: string, sign: string): Promise<FirstVisit> {
  const { page } = await server.player({ serviceWorkers: 'block' });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const paths = new Map<string, string>();
  const files: string[] = [];
  let wire = 0;
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => paths.set(requestId, new URL(request.url).pathname));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    wire += encodedDataLength;
    files.push(paths.get(requestId) ?? '');
  });
  await page.goto(server.address + path, { waitUntil: 'networkidle' });
  await page.locator(sign).first().waitFor();
  await page.waitForLoadState('networkidle');
  return { files, wire };
}
