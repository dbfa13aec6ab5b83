// The service worker: keeps the page on the device, so that every game against the computer and at one screen works
// with no network. It never touches what belongs to the server: the API, the socket, files to download.
/// <reference lib="webworker" />
export type {}; // a module of its own

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build: every file of the page, with the hash that changes when one of them does. */
declare const __PAGE_FILES__: readonly string[];
declare const __PAGE_HASH__: string;

const cacheName = `crownstar-${__PAGE_HASH__}`;
const patienceMs = 3000;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([...__PAGE_FILES__])));
});

self.addEventListener('activate', (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('crownstar-') && name !== cacheName) await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

/** The page itself: the server's, where it answers soon; else the one that is kept. */
async function page(request: Request): Promise<Response> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), patienceMs);
  try {
    const answer = await fetch(request, { signal: patience.signal });
    if (answer.status < 500) return answer;
  } catch {
    // no network, or too slow a one
  } finally {
    clearTimeout(timer);
  }
  return (await caches.match('/', { cacheName })) ?? Response.error();
}

/** What the page is made of never changes under its name. */
async function part(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName, ignoreSearch: false })) ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (/^\/(api|socket|health|metrics)(\/|$)|^\/open-data\/./.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (__PAGE_FILES__.includes(pathname)) event.respondWith(part(request));
});
