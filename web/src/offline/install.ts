// Knows how the page asks to be kept on the device; a browser that will not keeps the page online and says nothing.
import { readText, writeText } from '../app/device/device_storage';

export function keepOnDevice(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  addEventListener('load', () => {
    navigator.serviceWorker.register('/offline.js').catch(() => undefined);
  });
}

/** A part that is gone from the server, because there is a newer page: that one is loaded instead. */
export function renewWhenReplaced(): void {
  addEventListener('vite:preloadError', () => {
    // Without a network a part that did not come says nothing of the site's version, and the page must stay.
    if (!navigator.onLine) return;
    const marked = readText('crownstar.renewed', 'tab');
    if (marked !== null && Date.now() - Number(marked) < 60_000) return; // it did not help
    writeText('crownstar.renewed', String(Date.now()), 'tab');
    location.reload(); // whoever asked for the part is told that it did not come: without that they would get nothing and take it for the part
  });
}
