// Knows how the page asks to be kept on the device; a browser that will not keeps the page online and says nothing.
import { readText, writeText } from '../app/device/device_storage';

export function keepOnDevice(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  addEventListener('load', () => {
    navigator.serviceWorker.register('/offline.js').catch(() => undefined);
  });
}

const markName = 'crownstar.renewed';

function wasRenewedJustNow(): boolean {
  const marked = readText(markName, 'tab');
  return marked !== null && Date.now() - Number(marked) < 60_000;
}

/** Whether a page that is loaded now would come. `navigator.onLine` does not say so: the server may be away, or what lies between. */
async function reachesSite(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

async function renew(): Promise<void> {
  if (!(await reachesSite()) || wasRenewedJustNow()) return; // once more at once would not help
  writeText(markName, String(Date.now()), 'tab');
  location.reload();
}

/** A part that is gone from the server, because there is a newer page: that one is loaded instead. A part that did not come for
 * want of a connection says nothing of the site's version, and the page must stay: in its place there would be nothing. */
export function renewWhenReplaced(): void {
  addEventListener('vite:preloadError', () => {
    void renew(); // whoever asked for the part is told that it did not come: without that they would get nothing and take it for the part
  });
}
